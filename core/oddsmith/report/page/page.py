"""The files of run folders -> one page: no network, light and dark, readable on a phone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from oddsmith.report.page.beside import side_by_side
from oddsmith.report.page.html import element, paragraph
from oddsmith.report.page.learning_page import learning_sections
from oddsmith.report.page.run_page import run_sections, run_title
from oddsmith.report.page.study_page import study_sections

SCRIPTS = ("base.js", "chart.js", "heat.js", "axes.js", "surface.js", "start.js")
Files = Mapping[str, str]
"""The texts of a run folder by name."""


def page(folders: Sequence[Files]) -> str:
    """All of them, one after the other."""
    titles = _numbered([title_of(files) for files in folders])
    beside = side_by_side(folders, titles)
    bodies = [_body(files, title, several=len(folders) > 1) for files, title in zip(folders, titles, strict=True)]
    title = ", ".join(titles)
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'; img-src data:\">"
        f"<title>{escape(title)} – Oddsmith</title><style>{_asset('style.css')}</style>"
    )
    script = "\n".join(_asset(name) for name in SCRIPTS)
    button = '<button id="theme" type="button" title="light or dark" aria-label="light or dark">◐</button>'
    body = f"<header>{button}</header><main>{beside}{''.join(bodies)}</main><script>{script}</script>"
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def title_of(files: Files) -> str:
    """What a folder is about."""
    if "study.json" in files:
        return str(json.loads(files["study.json"])["pipeline"])
    return run_title(json.loads(files["answers.json"]))


def _numbered(titles: Sequence[str]) -> list[str]:
    """Runs of the same game are told apart."""
    several = {title for title, count in Counter(titles).items() if count > 1}
    return [
        f"{title}, run {titles[: place + 1].count(title)}" if title in several else title
        for place, title in enumerate(titles)
    ]


def _body(files: Files, title: str, several: bool) -> str:
    if "study.json" in files:
        document = json.loads(files["study.json"])
        about, parts = document.get("about", ""), study_sections(document, files)
    else:
        document = json.loads(files["answers.json"])
        sections = learning_sections if "companies" in document else run_sections
        about, parts = document.get("about", ""), sections(document, files)
    heading = element("h1", escape(title)) + (paragraph(about, class_="about") if about else "")
    return element("article", heading + "".join(parts), class_="several" if several else "single")


@cache
def _asset(name: str) -> str:
    return files("oddsmith.report.page").joinpath("assets", name).read_text(encoding="utf-8")


def manifest_of(files: Files) -> dict[str, Any]:
    """What is known about how a run was made; nothing where it was not kept."""
    return dict(json.loads(files["manifest.json"])) if "manifest.json" in files else {}
