"""A sought strategy -> its explanation, followed and compared with the answer."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.run.runner import Tools
from oddsmith.run.sought import Sought
from oddsmith.solve.strategy import Check
from oddsmith.source import Diagnostic, SpecError
from oddsmith.strategies.explain import Explained, explain

EMPHASES = (0.0, 0.5, 1.0)
"""How much more often visited states count in pruned explanations."""


@dataclass(frozen=True)
class Told:
    """An explanation, and what following it is worth."""

    explained: Explained
    check: Check


def explained(found: Sought, tools: Tools, prune: int | None) -> Told:
    """The smallest explanation that attains the value; ties are given up where using them would lose it.

    In a game with loops two choices can each be as good as the best, and taking always the second one not be. A pruned
    explanation is the best of some.
    """
    if prune is not None:
        told = [each for emphasis in EMPHASES if (each := _told(found, tools, prune, True, emphasis)) is not None]
        if told:
            return min(told, key=lambda each: abs(each.check.value - _middle(found)))
    else:
        for ties in (True, False):
            each = _told(found, tools, None, ties)
            if each is not None and each.check.attains:
                return each
    name = found.answer.question.name
    message = f"the strategy of {name} has no short explanation in the game's own words"
    raise SpecError([Diagnostic("E847", message, fix="allow it to be worse (--prune 10), or see `pipeline strategy`")])


def _told(found: Sought, tools: Tools, prune: int | None, ties: bool, emphasis: float = 1.0) -> Told | None:
    process, targets = found.finished.process, tools.registry.all_of("kernel")
    summary = explain(found.found, found.words, process, targets, tools.context, prune, ties, found.ours, emphasis)
    return None if summary is None else Told(summary, found.follow(summary.strategy, tools))


def _middle(found: Sought) -> float:
    return (found.answer.lower + found.answer.upper) / 2
