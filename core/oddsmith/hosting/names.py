"""A name nobody knows -> an error with the known names, the nearest first."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.source import Diagnostic, Span, SpecError, nearest


def suggestion(name: str, known: Iterable[str], also: Iterable[str] = ()) -> str:
    """What to write instead: the nearest name if one is near (also of those not listed), and all that are known."""
    names = sorted(known)
    if not names:
        return "there are none"
    near = nearest(name, [*names, *also])
    listed = f"known: {', '.join(names)}"
    return f"did you mean {near}? {listed}" if near else listed


def unknown(
    what: str,
    name: str,
    known: Iterable[str],
    span: Span | None = None,
    notes: Iterable[str] = (),
    also: Iterable[str] = (),
) -> SpecError:
    """The error for an unknown plugin, option or question."""
    code = "E704" if what == "question" else "E703"
    message = f"there is no {what} named {name}"
    return SpecError([Diagnostic(code, message, span, fix=suggestion(name, known, also), notes=tuple(notes))])
