"""Process -> one with simpler expressions: what the ranges of parameters decide is decided, what cannot happen goes.

Ranges are those that parameters ever keep to (`simplification_parts/boxes.py`), inside a command those where its guard
holds. A command whose guard can never hold goes, a branch of weight 0 too, an update that changes nothing too; branches
that do the same become one, with the sum of their weights.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from oddsmith.plugin import (
    FALSE,
    Binary,
    Branch,
    Context,
    Index,
    Name,
    Process,
    Reduction,
    Summand,
    Update,
    conjuncts,
    hookimpl,
    rewritten_branch,
    rewritten_query,
    simplify,
    without_unused,
)
from oddsmith_plugins.reductions.simplification_parts.boxes import Box, Boxes
from oddsmith_plugins.reductions.simplification_parts.decide import Decide


@dataclass(frozen=True)
class Simplification(Reduction):
    """Simplifies guards, weights and updates by the ranges of variables, and drops what can never happen."""

    name: ClassVar[str] = "simplification"

    def apply(self, process: Process, context: Context) -> Process:
        if process.exchangeable:  # their values change places without a command that says so
            return process
        boxes = Boxes(process, context)
        decide = Decide(boxes)
        simpler = (_summand(summand, boxes, decide, context) for summand in process.summands)
        box = boxes.box
        smaller = replace(
            process,
            summands=tuple(summand for summand in simpler if summand is not None),
            labels=tuple(replace(label, condition=decide(label.condition, box)) for label in process.labels),
            rewards=tuple(replace(reward, state=decide(reward.state, box)) for reward in process.rewards),
            questions=tuple(
                replace(q, query=rewritten_query(q.query, lambda expr, bound: decide(expr, box)))
                for q in process.questions
            ),
        )
        return process if smaller == process else without_unused(smaller)


def _summand(summand: Summand, boxes: Boxes, decide: Decide, context: Context) -> Summand | None:
    """The command; None if it is never enabled."""
    context.check()
    box = boxes.chosen(summand, boxes.box)
    guard = decide(summand.guard, box)
    if guard == FALSE:
        return None
    box = boxes.where(guard, box)
    if any(boxes.range(part, box) == (0, 0) for part in conjuncts(guard)):
        return None
    branches = [_branch(summand, place, boxes, decide, box) for place in range(len(summand.branches))]
    gains = tuple(replace(gain, value=decide(gain.value, box)) for gain in summand.gains)
    kept = _merged([branch for branch in branches if not decide.is_zero(branch.weight)])
    return replace(summand, guard=guard, branches=kept, gains=gains)


def _branch(summand: Summand, place: int, boxes: Boxes, decide: Decide, box: Box) -> Branch:
    inner = boxes.drawn(summand, place, box)
    simpler = rewritten_branch(summand.branches[place], frozenset(), lambda expr, bound: decide(expr, inner))
    return replace(simpler, updates=tuple(u for u in simpler.updates if not _is_idle(u, boxes, inner)))


def _is_idle(update: Update, boxes: Boxes, box: Box) -> bool:
    """Whether an update writes what is there already: its own value, or the only one that is possible."""
    if update.target == update.value:
        return True
    target = boxes.plain(update.target)
    if isinstance(target, Index) or not isinstance(target, Name):
        return False
    low, high = box[target.name]
    return low == high and boxes.range(update.value, box) == (low, high)


def _merged(branches: list[Branch]) -> tuple[Branch, ...]:
    found: dict[tuple[object, ...], Branch] = {}
    for branch in branches:
        key = (branch.draws, branch.updates)
        same = found.get(key)
        total = branch.weight if same is None else simplify(Binary("+", same.weight, branch.weight))
        found[key] = replace(branch, weight=total)
    return tuple(found.values())


@hookimpl
def oddsmith_reductions() -> list[type[Reduction]]:
    return [Simplification]
