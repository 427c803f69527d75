"""The document of a pipeline with stages -> the sections of its page: what agrees, what is new, what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from oddsmith.report.page.html import Cell, element, figure, paragraph, section, slug, table
from oddsmith.report.page.run_page import answer_text
from oddsmith.run.quantities import counted, seconds_text

Document = dict[str, Any]
WORDS = {
    "agrees": ("agree", "good"),
    "truncates": ("agree, cut off in the paper", "good"),
    "filled": ("are new: the paper has a gap", "new"),
    "wrong": ("are wrong in the paper", "warn"),
    "differs": ("differ", "bad"),
    "missing": ("have no answer here", "warn"),
}
"""What is said of a verdict, and its colour."""


def study_sections(document: Document, files: Mapping[str, str]) -> Iterator[str]:
    """The verdicts of all stages first, then the stages."""
    yield section("Summary", _summary(document), _contents(document))
    for stage in document["stages"]:
        yield section(stage["title"], *_stage(stage), identifier=slug(stage["name"]))
    if "pipeline.yaml" in files:
        yield section("The pipeline", element("pre", escape(files["pipeline.yaml"]), class_="model"), folded=True)


def _summary(document: Document) -> str:
    cells = [cell for stage in document["stages"] for cell in stage["cells"]]
    counts = Counter(one["verdict"] for stage in document["stages"] for one in stage["published"])
    failed = sum(cell["run"] is None for cell in cells)
    words = f"{counted(len(cells), 'run')} in {seconds_text(document['seconds'])}"
    words += f", {failed} without an answer" if failed else ""
    lead = paragraph(f"{words}; {counted(sum(counts.values()), 'published number')} compared.", class_="lead")
    chips = [
        element("span", f"<b>{counts[name]:,}</b> {text}", class_=f"chip {kind}")
        for name, (text, kind) in WORDS.items()
        if counts[name]
    ]
    return lead + element("p", " ".join(chips))


def _contents(document: Document) -> str:
    links = [
        element("li", element("a", escape(stage["title"]), href=f"#{slug(stage['name'])}"))
        for stage in document["stages"]
    ]
    return element("ul", "".join(links), class_="contents") if len(links) > 1 else ""


def _stage(stage: Document) -> Iterator[str]:
    if stage.get("about"):
        yield paragraph(stage["about"])
    for drawn in stage.get("figures", ()):
        yield figure(drawn)
    if stage["published"]:
        yield table(
            ("where", "quantity", "found", "published", "verdict"), [_judged(one) for one in stage["published"]]
        )
    reasons = dict.fromkeys(one["because"] for one in stage["published"] if one["verdict"] == "wrong")
    for reason in reasons:
        yield paragraph(f"The paper is wrong: {str(reason).strip()}", class_="warn")
    yield element("details", element("summary", "All runs of this stage") + _cells(stage))


def _judged(one: Document) -> tuple[Cell, ...]:
    where = ", ".join(f"{name}={value}" for name, value in one["at"].items())
    found = "" if one["found"] is None else _number(one["found"])
    text, kind = WORDS[one["verdict"]]
    sign = {"good": "✓", "bad": "✗", "warn": "✗", "new": "★"}[kind]
    words = {"agrees": "agrees", "truncates": "cut off", "filled": "new", "wrong": "paper wrong"}
    return where, one["quantity"], found, one["printed"] or "–", (f"{sign} {words.get(one['verdict'], text)}", kind)


def _cells(stage: Document) -> str:
    axes = list(dict.fromkeys(name for cell in stage["cells"] for name in cell["at"]))
    asked = list(dict.fromkeys(a["name"] for cell in stage["cells"] if cell["run"] for a in cell["run"]["answers"]))
    rows = []
    for cell in stage["cells"]:
        run = cell["run"]
        answers = {answer["name"]: answer_text(answer) for answer in run["answers"]} if run else {}
        size = (
            (f"{run['states']:,}", seconds_text(sum(run["seconds"].values()))) if run else (cell["problem"] or "", "")
        )
        rows.append([*(cell["at"].get(name, "") for name in axes), *size, *(answers.get(name, "") for name in asked)])
    return table([*axes, "states", "time", *asked], rows)


def _number(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
