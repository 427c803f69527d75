"""Commands of a process -> commands as PRISM writes them: no choices, no draws, one branch per outcome."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from oddsmith.plugin import (
    Binary,
    Boolean,
    Branch,
    Call,
    Compare,
    Draw,
    Expr,
    If,
    Index,
    Name,
    Number,
    Summand,
    Unary,
    Uniform,
    Update,
    simplify,
    substitute,
    transform,
    walk,
)
from oddsmith_plugins.exporters.prism_parts.expand import Expander
from oddsmith_plugins.exporters.prism_parts.names import Cell, Names

MOST_BRANCHES: Final = 200_000
"""A model with more branches is refused: no text is meant for that."""

Updates = tuple[tuple[str, Expr], ...]
Bound = dict[str, Expr]


@dataclass(frozen=True)
class Outcome:
    """One branch: its weight and what changes."""

    weight: Expr
    updates: Updates


@dataclass(frozen=True)
class Command:
    action: str
    guard: Expr
    outcomes: tuple[Outcome, ...]
    player: str | None
    gains: tuple[tuple[str, Expr], ...]
    """(reward, expected gain) pairs."""


class Commands:
    """Unrolls the commands of a process."""

    def __init__(self, expand: Expander) -> None:
        self.expand = expand
        self.count = 0
        self.looks_ahead: set[str] = set()
        """Rewards that depend on where a branch leads: their expectation is taken."""

    def unrolled(self) -> Iterator[Command]:
        """All commands in order; those that are never enabled are left out."""
        for summand in self.expand.process.summands:
            for values in product(*(choice.values for choice in summand.sums)):
                bound: Bound = {c.name: Number(v) for c, v in zip(summand.sums, values, strict=True)}
                command = self._command(summand, bound)
                if command is not None:
                    yield command

    def _command(self, summand: Summand, bound: Bound) -> Command | None:
        guard = simplify(self.expand(summand.guard, bound, summand.origin))
        if guard == Boolean(False):
            return None
        outcomes: dict[Updates, Expr] = {}
        gains: dict[str, list[Expr]] = {gain.reward: [] for gain in summand.gains}
        for branch in summand.branches:
            for weight, chosen in self._drawn(branch, bound):
                updates = self._updates(branch, chosen)
                outcomes[updates] = _sum(outcomes.get(updates), weight)
                self._look_ahead(summand, branch, chosen, weight, gains)
                self._counted(summand)
        expected = tuple((gain.reward, self._gain(gain.value, gains[gain.reward], bound)) for gain in summand.gains)
        merged = tuple(Outcome(simplify(weight), updates) for updates, weight in outcomes.items())
        return Command(summand.action, guard, merged, summand.player, tuple(g for g in expected if g[1] != Number(0)))

    def _counted(self, summand: Summand) -> None:
        self.count += 1
        if self.count > MOST_BRANCHES:
            why = f"it has more than {MOST_BRANCHES:,} branches"
            fix = "export the explored states instead: --to umb or --to drn"
            raise self.expand.refuse("this game", why, fix, summand.origin)

    def _drawn(self, branch: Branch, bound: Bound) -> Iterator[tuple[Expr, Bound]]:
        """The weight of every outcome of the draws, and what they show."""
        waiting: list[tuple[Expr, Bound]] = [(Number(1), bound)]
        for draw in branch.draws:
            waiting = [
                (_times(weight, more), {**chosen, draw.name: value})
                for weight, chosen in waiting
                for value, more in self._values(draw, chosen)
            ]
        for weight, chosen in waiting:
            whole = _times(weight, self.expand(branch.weight, chosen))
            if whole != Number(0):
                yield whole, chosen

    def _values(self, draw: Draw, chosen: Bound) -> Iterator[tuple[Expr, Expr]]:
        if not isinstance(draw.domain, Uniform):
            for value, weight in draw.domain.outcomes:
                more = simplify(self.expand(weight, chosen))
                if more != Number(0):
                    yield simplify(self.expand(value, chosen)), more
            return
        low, high = (simplify(self.expand(end, chosen)) for end in (draw.domain.low, draw.domain.high))
        if not isinstance(low, Number) or not isinstance(high, Number):
            yield from self._moving(draw, low, high)
            return
        size = int(high.value) - int(low.value) + 1
        for value in range(int(low.value), int(high.value) + 1):
            yield Number(value), simplify(Binary("/", Number(1), Number(size)))

    def _moving(self, draw: Draw, low: Expr, high: Expr) -> Iterator[tuple[Expr, Expr]]:
        """A range that depends on the state: every value that it can have, with weight 0 where it has it not."""
        ends = [self.expand.reach(end) for end in (low, high)]
        if any(end is None for end in ends):
            why = f"the range of the draw `{draw.name}` depends on more than one variable"
            raise self.expand.refuse("this draw", why, "draw from a fixed range, with weights")
        size = simplify(Binary("+", Binary("-", high, low), Number(1)))
        for value in range(ends[0][0], ends[1][1] + 1):  # type: ignore[index]
            inside = Binary("and", Compare(low, (("<=", Number(value)),)), Compare(high, ((">=", Number(value)),)))
            yield Number(value), simplify(If(simplify(inside), Binary("/", Number(1), size), Number(0)))

    def _updates(self, branch: Branch, chosen: Bound) -> Updates:
        found: dict[str, Expr] = {}
        for update in branch.updates:
            for cell, value in self._update(update, chosen):
                if value != cell:
                    found[cell.name] = value
        return tuple(found.items())

    def _update(self, update: Update, chosen: Bound) -> Iterator[tuple[Cell, Expr]]:
        value = self.expand(update.value, chosen)
        target = update.target
        if isinstance(target, Name):
            yield self.expand.cells[target.name], value
            return
        assert isinstance(target, Index)
        array = self.expand.arrays[target.name]
        indices = [simplify(self.expand(index, chosen)) for index in target.indices]
        axes = [range(low, high + 1) for low, high in array.axes]
        for place, cell in enumerate(product(*axes)):
            matches: Expr = Boolean(True)
            for index, wanted in zip(indices, cell, strict=True):
                same = simplify(Compare(index, (("=", Number(wanted)),)))
                matches = simplify(Binary("and", matches, same))
            if matches != Boolean(False):
                name = self.expand.cell_at(array.first + place)
                yield name, simplify(If(matches, value, name))

    def _look_ahead(
        self, summand: Summand, branch: Branch, chosen: Bound, weight: Expr, gains: dict[str, list[Expr]]
    ) -> None:
        for gain in summand.gains:
            if not _has_next(gain.value):
                continue
            self.looks_ahead.add(gain.reward)
            after = dict(self._updates(branch, chosen))

            def changed(node: Expr, after: dict[str, Expr] = after, chosen: Bound = chosen) -> Expr:
                if not isinstance(node, Call) or node.function != "next":
                    return node
                cell = self.expand(substitute(node.arguments[0], chosen))
                return after.get(cell.name, cell) if isinstance(cell, Cell) else self._beyond(cell)

            value = self.expand(transform(gain.value, changed), chosen)
            gains[gain.reward].append(simplify(Binary("*", weight, value)))

    def _beyond(self, cell: Expr) -> Expr:
        raise self.expand.refuse(
            "`next(…)` of a cell at a computed place", "it would be too long", "use a constant index"
        )

    def _gain(self, value: Expr, ahead: list[Expr], bound: Bound) -> Expr:
        if not _has_next(value):
            return simplify(self.expand(value, bound))
        total: Expr = Number(0)
        for part in ahead:
            total = simplify(Binary("+", total, part))
        return total


def named(commands: list[Command], names: Names, kind: str) -> list[Command]:
    """Commands whose actions tell who decides and what is gained, as PRISM knows both by the action alone."""
    if kind == "chain":
        return [replace(command, action=names(command.action) if command.action else "") for command in commands]
    taken: dict[str, list[object]] = {}
    found = []
    for command in commands:
        owner = command.player if kind == "game" else None
        groups = taken.setdefault(command.action, [])
        key = (owner, command.gains)
        if key not in groups:
            groups.append(key)
        found.append((command, groups.index(key)))
    result = []
    for command, place in found:
        alone = len(taken[command.action]) == 1
        base = command.action or ("" if alone and kind != "game" else "move")
        action = f"{base}_{place + 1}" if place else base
        result.append(replace(command, action=names(action) if action else ""))
    return result


def standstill(commands: list[Command], names: Names) -> list[Command]:
    """The loop of states where nothing else is possible; none if there is no such state.

    PRISM and Storm add such loops themselves, but Storm forgets the rewards of these states.
    """
    waiting: list[Expr] = list(dict.fromkeys(command.guard for command in commands))
    while len(waiting) > 1:
        pairs = [waiting[place : place + 2] for place in range(0, len(waiting), 2)]
        waiting = [simplify(Binary("or", *pair)) if len(pair) == 2 else pair[0] for pair in pairs]
    guard = simplify(Unary("not", waiting[0])) if waiting else Boolean(True)
    if guard == Boolean(False):
        return []
    return [Command(names.fresh("stop"), guard, (Outcome(Number(1), ()),), None, ())]


def _times(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value * right.value)
    return simplify(Binary("*", left, right))


def _has_next(expr: Expr) -> bool:
    return any(isinstance(node, Call) and node.function == "next" for node in walk(expr))


def _sum(before: Expr | None, weight: Expr) -> Expr:
    if before is None:
        return weight
    if isinstance(before, Number) and isinstance(weight, Number):
        return Number(before.value + weight.value)
    return simplify(Binary("+", before, weight))
