"""A plan and several strategies -> what each of them is worth, question by question, beside the best possible."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools, run
from oddsmith.run.side_by_side import overlap
from oddsmith.solve.answer import Answer, Spread
from oddsmith.source import SpecError

BEST = "best possible"


@dataclass(frozen=True)
class Rival:
    """One way to play, and what it is worth."""

    name: str
    answer: Answer
    against: str
    """With whom it is compared; nothing: it is the first."""
    difference: float | None = None
    """How much more (or less) than that; None: the bounds do not tell them apart, or there is nothing to subtract."""
    same: bool = False
    """Whether both are the same fraction."""


@dataclass(frozen=True)
class Rivals:
    """All rivals, question by question."""

    game: str
    rivals: tuple[Rival, ...]
    precision: float


def rivals(plan: Plan, files: Sequence[Path], tools: Tools) -> Rivals:
    """Follow each strategy; what the game allows at best comes first where the questions can be asked so."""
    answers: dict[str, list[tuple[str, Answer]]] = {}
    game = ""
    for file in (None, *files):
        tools = replace(tools, context=replace(tools.context, started=time.monotonic()))
        try:
            finished = run(replace(plan, strategy=file, strategies=False), tools)
        except SpecError:
            if file is not None:
                raise
            continue  # a question about a chain: only strategies make one of the game
        game = finished.game.name
        for answer in finished.answers:
            answers.setdefault(answer.question.name, []).append((BEST if file is None else file.stem, answer))
    found = [rival for rows in answers.values() for rival in _compared(rows)]
    return Rivals(game, tuple(found), tools.context.precision)


def _compared(rows: list[tuple[str, Answer]]) -> list[Rival]:
    """Each against the first."""
    first, best = rows[0]
    found = [Rival(first, best, "")]
    for name, answer in rows[1:]:
        same = best.exact is not None and best.exact == answer.exact
        apart = None if overlap(best, answer) else _difference(best, answer)
        found.append(Rival(name, answer, first, apart, same))
    return found


def _difference(one: Answer, other: Answer) -> float | None:
    if isinstance(one.exact, Fraction) and isinstance(other.exact, Fraction):
        return float(other.exact - one.exact)
    values = [a.value for a in (one, other) if isinstance(a.value, int | float) and not isinstance(a.value, Spread)]
    return float(values[1]) - float(values[0]) if len(values) == 2 else None
