"""Text with a name -> places in it -> complaints that show the place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

EXCERPT_WIDTH: Final = 160
"""Longer lines are cut in messages."""


@dataclass(frozen=True)
class Source:
    """A named text: a spec file, a `--ask` argument, a pipeline file."""

    name: str
    text: str = field(repr=False)
    origins: Origins = field(default=(), repr=False, compare=False)
    """Of a translation: where its lines come from."""

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of an offset."""
        before = self.text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1

    def line(self, number: int) -> str:
        lines = self.text.split("\n")
        return lines[number - 1].rstrip("\r") if number <= len(lines) else ""


@dataclass(frozen=True)
class Span:
    """A stretch `start..end` (offsets) of a source."""

    source: Source
    start: int
    end: int

    @property
    def told(self) -> Span:
        """The place to tell people: in a translation, that in the text from which it was made."""
        origins = self.source.origins
        if not origins:
            return self
        line, _ = self.source.position(self.start)
        number = bisect_right(origins, line, key=lambda origin: origin[0])
        return origins[max(0, number - 1)][1]

    @property
    def place(self) -> str:
        told = self.told
        line, column = told.source.position(told.start)
        return f"{told.source.name}:{line}:{column}"

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def excerpt(self) -> str:
        """The line with carets under the stretch; of a long line the part around it."""
        told = self.told
        line, column = told.source.position(told.start)
        text = told.source.line(line)
        if len(text) > EXCERPT_WIDTH:
            cut = max(0, column - 1 - EXCERPT_WIDTH // 2)
            text, column = text[cut : cut + EXCERPT_WIDTH], column - cut
        width = max(1, min(told.end - told.start, len(text) - column + 1))
        pad = "".join("\t" if c == "\t" else " " for c in text[: column - 1])
        return f"{line:5d} | {text}\n      | {pad}{'^' * width}"


Origins = tuple[tuple[int, Span], ...]
"""(line of a translation, from which on what stands there comes from this place), in order."""


@dataclass(frozen=True)
class Diagnostic:
    """One complaint: a stable code, what is wrong, where, why, and what to do about it."""

    code: str
    message: str
    span: Span | None = None
    why: str = ""
    fix: str = ""
    notes: tuple[str, ...] = ()

    def render(self) -> str:
        place = f"{self.span.place}: " if self.span else ""
        parts = [f"{place}error {self.code}: {self.message}"]
        if self.span:
            parts.append(self.span.excerpt())
        if self.why:
            parts.append(f"  why: {self.why}")
        parts += [f"  {note}" for note in self.notes]
        if self.fix:
            parts.append(f"  fix: {self.fix}")
        return "\n".join(parts)


class SpecError(Exception):
    """The user's text is wrong. Carries every complaint found, in order of place."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        found = list(dict.fromkeys(diagnostics))
        self.diagnostics: Sequence[Diagnostic] = sorted(found, key=_order)
        super().__init__("\n\n".join(d.render() for d in self.diagnostics))

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the complaints, not where in the engine they were made."""
        return str(self).splitlines()


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like `name`, if any does."""
    from difflib import get_close_matches

    names = sorted(set(known))
    same = [other for other in names if other.lower() == name.lower()]
    close = same or get_close_matches(name, names, n=1, cutoff=0.6)
    return close[0] if close else None


def _order(diagnostic: Diagnostic) -> tuple[str, int]:
    span = diagnostic.span.told if diagnostic.span else None
    return (span.source.name, span.start) if span else ("", -1)
