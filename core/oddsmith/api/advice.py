"""A sought strategy -> what to do: in words, and as a table."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from oddsmith.api.table import Table
from oddsmith.report.explained import explained_text, rules_text
from oddsmith.run.explaining import explained
from oddsmith.run.runner import Tools
from oddsmith.run.sought import Sought
from oddsmith.source import SpecError


@dataclass(frozen=True, repr=False)
class Explanation:
    """What to do, in the words of the game, and what following it is worth."""

    text: str
    """What `pipeline explain` prints."""
    lines: tuple[str, ...]
    """The advice alone."""
    rules: str | None
    """The text of a strategy file, for `Game.following`; None: it cannot be written as rules."""
    value: float
    attains: bool
    """Whether nothing is better."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


def explanation(found: Sought, tools: Tools, cases: int | None) -> Explanation:
    """The shortest words that attain the value; with `cases` at most so many, which may be worth less."""
    told = explained(found, tools, cases)
    try:
        rules = rules_text(found, told)
    except SpecError:
        rules = None
    lines = tuple(told.explained.text())
    return Explanation(explained_text(found, told).rstrip("\n"), lines, rules, told.check.value, told.check.attains)


def decisions(found: Sought, everywhere: bool) -> Table:
    """A row for every decision: the variables, the choice, and what would be as good."""
    table = found.table(everywhere)
    rows = [line for line in table.lines if everywhere or not line.free]
    steps = {"step": [line.step for line in rows]} if table.step_dependent else {}
    variables = {name: [line.values[place] for line in rows] for place, name in enumerate(table.variables)}
    ties = [", ".join(line.ties) for line in rows]
    return Table({**steps, **variables, "choice": [line.choice for line in rows], "ties": ties})
