"""A name nobody knows -> an error with the known names, the nearest first."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.source import Diagnostic, Span, SpecError, nearest


def suggestion(name: str, known: Iterable[str]) -> str:
    """What to write instead: the nearest known name if one is near, and all of them."""
    names = sorted(known)
    if not names:
        return "there are none"
    near = nearest(name, names)
    listed = f"known: {', '.join(names)}"
    return f"did you mean {near}? {listed}" if near else listed


def unknown(
    what: str, name: str, known: Iterable[str], span: Span | None = None, notes: Iterable[str] = ()
) -> SpecError:
    """The error for an unknown plugin, option or question."""
    code = "E704" if what == "question" else "E703"
    message = f"there is no {what} named {name}"
    return SpecError([Diagnostic(code, message, span, fix=suggestion(name, known), notes=tuple(notes))])
