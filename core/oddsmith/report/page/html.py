"""Texts and rows -> pieces of HTML, escaped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

SHORT = 25
"""Lines of a table that is shown as a whole."""

Cell = str | tuple[str, str]
"""A text, or a text and its class."""


def element(name: str, content: str, **attributes: str) -> str:
    """`<name class="…">content</name>`; the content is HTML already."""
    words = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{words}>{content}</{name}>"


def paragraph(text: str, **attributes: str) -> str:
    return element("p", escape(text), **attributes)


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table that can be sorted by a click on its head; it scrolls for itself if it is wide or long."""
    rows = list(rows)
    top = element("tr", "".join(element("th", escape(name)) for name in head))
    body = "".join(element("tr", "".join(_cell(cell) for cell in row)) for row in rows)
    return element(
        "div",
        element("table", f"<thead>{top}</thead><tbody>{body}</tbody>"),
        class_="wide long" if len(rows) > SHORT else "wide",
    )


def _cell(cell: Cell) -> str:
    text, kind = (cell, "") if isinstance(cell, str) else cell
    return element("td", escape(text), class_=kind) if kind else element("td", escape(text))


def section(title: str, *content: str, identifier: str = "", folded: bool = False) -> str:
    """A part of the page; a folded one shows its title only."""
    inner = "".join(content)
    if folded:
        return element("details", element("summary", escape(title)) + inner, class_="part")
    return element("section", element("h2", escape(title)) + inner, class_="part", id=identifier or slug(title))


def slug(text: str) -> str:
    """A name for links."""
    return "".join(c.lower() if c.isalnum() else "-" for c in text).strip("-") or "part"


def data(document: Any) -> str:
    """JSON inside a page: nothing in it can end the script."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c")


def figure(document: dict[str, Any]) -> str:
    """The place of a figure; the page's script draws it from the data in it."""
    drawn = element("script", data(document), type="application/json")
    return element("figure", drawn + element("figcaption", escape(document["title"])), class_="figure")
