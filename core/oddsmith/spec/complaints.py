"""Mistakes as they are found -> one list of diagnostics, each with the nearest known name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from oddsmith.source import Diagnostic, Span, SpecError, nearest

MOST_SHOWN = 100
"""More complaints than this help nobody; the rest is counted."""

Result = TypeVar("Result")


@dataclass
class Complaints:
    """Collects mistakes while a spec is read, so that all of them are reported at once."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(
        self, code: str, message: str, span: Span | None, why: str = "", fix: str = "", notes: tuple[str, ...] = ()
    ) -> None:
        self.found.append(Diagnostic(code, message, span, why, fix, notes))

    def attempt(self, work: Callable[[], Result]) -> Result | None:
        """The result of `work`, or None after noting what it complained about."""
        try:
            return work()
        except SpecError as error:
            self.found += error.diagnostics
            return None

    def check(self) -> None:
        """Raise everything found so far, if anything."""
        if not self.found:
            return
        error = SpecError(self.found)
        extra = len(error.diagnostics) - MOST_SHOWN
        if extra <= 0:
            raise error
        last = error.diagnostics[MOST_SHOWN - 1]
        notes = (*last.notes, f"(and {extra} more mistakes after this one)")
        closing = Diagnostic(last.code, last.message, last.span, last.why, last.fix, notes)
        raise SpecError([*error.diagnostics[: MOST_SHOWN - 1], closing])


def suggestion(name: str, known: Iterable[str], what: str = "") -> str:
    """`did you mean …?`, or the list of known names when it is short, or nothing."""
    names = sorted(set(known))
    close = nearest(name, names)
    if close is not None:
        return f"did you mean `{close}`?"
    if names and len(names) <= 12:
        return f"known{' ' + what if what else ''}: {', '.join(names)}"
    return ""
