"""Two commands -> whether they exclude each other, and whether one after the other is the same in either order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from oddsmith.plugin import (
    FALSE,
    TAU,
    TRUE,
    Access,
    Branch,
    Call,
    Context,
    Expr,
    Process,
    Summand,
    conjuncts,
    draw_expressions,
    references,
    walk,
)
from oddsmith_plugins.reductions.confluence_parts.afterwards import Afterwards, putting
from oddsmith_plugins.reductions.confluence_parts.alike import alike
from oddsmith_plugins.reductions.simplification_parts.boxes import Box, Boxes
from oddsmith_plugins.reductions.simplification_parts.decide import Decide


class Commands:
    """The commands of one process, two by two; ranges of variables decide what they can."""

    def __init__(self, process: Process, context: Context) -> None:
        self.process = process
        self.access = Access.of(process)
        self.boxes = Boxes(process, context)
        self.decide = Decide(self.boxes)
        self.named = references(process)
        self.reads = [self.access.reads(summand) for summand in process.summands]
        self.writes = [self.access.writes(summand) for summand in process.summands]

        self._plain: dict[Expr, Expr] = {}
        self._write_out = putting({}, process)

    def decided(self, expr: Expr, box: Box) -> Expr:
        """What is left of an expression inside the ranges, in one form for all that are alike."""
        if expr not in self._plain:
            self._plain[expr] = self._write_out(expr)
        return alike(self.decide(self._plain[expr], box))

    def inside(self, *conditions: Expr) -> Box:
        """Ranges where the conditions hold."""
        box = self.boxes.box
        for condition in conditions:
            box = self.boxes.where(condition, box)
        return box

    def same(self, one: Expr, other: Expr, box: Box) -> bool:
        """Whether two expressions have the same value wherever the ranges hold, as far as it shows."""
        return one == other or self.decided(one, box) == self.decided(other, box)

    def exclude(self, one: Summand, other: Summand) -> bool:
        """Whether both are never enabled together."""
        return any(
            self._never(part, self.boxes.chosen(later, self.inside(earlier.guard)))
            for earlier, later in ((one, other), (other, one))
            for part in conjuncts(later.guard)
        )

    def _never(self, condition: Expr, box: Box) -> bool:
        return self.boxes.range(condition, box) == (0, 0) or self.decided(condition, box) == FALSE

    def commute(self, number: int, step: Afterwards, other: int) -> bool:
        """Whether the other command can still be done after the step, with the same outcomes and gains, and the step
        after it, or has made the step superfluous."""
        first, second = self.process.summands[number], self.process.summands[other]
        if self.process.kind == "game" and first.player != second.player:
            return False
        if step.writes.isdisjoint(self.reads[other] | self.writes[other]) and self.writes[other].isdisjoint(
            self.reads[number]
        ):
            return True
        box = self.boxes.chosen(second, self.inside(first.guard, second.guard))
        given = [part for guard in (first.guard, second.guard) for part in conjuncts(guard)]
        if self._is_the_same(step, second, box):
            return True
        if not self._holds(step(second.guard), given, box) or not self._gains_stay(step, second, box):
            return False
        places = range(len(second.branches))
        return all(self._diamond(first, step, second, place, given, box) for place in places)

    def _holds(self, condition: Expr | None, given: Iterable[Expr], box: Box) -> bool:
        """Whether a condition follows from those given."""
        if condition is None:
            return False
        known = {self.decided(part, self.boxes.box) for part in given}
        parts = conjuncts(condition)
        return all(self.decided(p, box) == TRUE or self.decided(p, self.boxes.box) in known for p in parts)

    def _gains_stay(self, step: Afterwards, other: Summand, box: Box) -> bool:
        for gain in other.gains:
            if any(isinstance(node, Call) and node.function == "next" for node in walk(gain.value)):
                if not self.access.expression(gain.value).isdisjoint(step.writes):
                    return False
            elif not self._stays(step, gain.value, box):
                return False
        return True

    def _stays(self, step: Afterwards, expr: Expr, box: Box) -> bool:
        after = step(expr)
        return after is not None and self.same(after, expr, box)

    def _is_the_same(self, step: Afterwards, other: Summand, box: Box) -> bool:
        """Whether the other command is a hidden step to the same state."""
        if other.action != TAU or other.sums or other.gains or len(other.branches) != 1 or other.branches[0].draws:
            return False
        there = Afterwards.of(other.branches[0].updates, self.process, self.access)
        return there is not None and all(
            self.same(self._value(step, name), self._value(there, name), box) for name in step.writes | there.writes
        )

    def _value(self, step: Afterwards, name: str) -> Expr:
        return step.values.get(name, self.named[name])

    def _diamond(
        self, first: Summand, step: Afterwards, second: Summand, place: int, given: list[Expr], box: Box
    ) -> bool:
        """One branch: weighed the same after the step, and both orders lead to the same state."""
        branch = second.branches[place]
        box = self.boxes.drawn(second, place, box)
        if not all(self._stays(step, expr, box) for expr in _weighing(branch)):
            return False
        jump = Afterwards.of(branch.updates, self.process, self.access)
        if jump is None:
            return False
        written = step.writes | jump.writes
        later = {name: step(jump.values[name]) if name in jump.writes else step.values[name] for name in written}
        if not any(value is None for value in later.values()) and all(
            self.same(value, self._value(jump, name), box) for name, value in later.items() if value is not None
        ):
            return True
        if not self._holds(jump(first.guard), given, box):
            return False
        sooner = {name: jump(step.values[name]) if name in step.writes else jump.values[name] for name in written}
        return all(
            value is not None and other is not None and self.same(value, other, box)
            for value, other in zip_longest(later.values(), sooner.values())
        )


def _weighing(branch: Branch) -> list[Expr]:
    """Everything that the probabilities of a branch depend on."""
    return [branch.weight, *(expr for draw in branch.draws for expr in draw_expressions(draw))]
