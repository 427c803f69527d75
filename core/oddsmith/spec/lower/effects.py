"""Nested effects (draws, abbreviations, weighted branches) -> a flat list of branches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from oddsmith.expr.interval import Interval
from oddsmith.expr.nodes import Binary, Expr, Index, Number
from oddsmith.expr.show import show
from oddsmith.expr.simplify import simplify
from oddsmith.process.process import Branch, Draw, Table, Uniform, Update, Weighted
from oddsmith.source import Span
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.game import DrawClause, Effect, FamilyBinder, TableDraw
from oddsmith.spec.lower.constants import Constants
from oddsmith.spec.lower.families import combinations
from oddsmith.spec.lower.scope import Scope, unused

ONE, ZERO = Number(1), Number(0)
Names = frozenset[str]


@dataclass(frozen=True)
class Setting:
    """What unrolling needs to know of the game, and where it complains."""

    constants: Constants
    tables: Mapping[str, Table]
    reserved: frozenset[str]
    """Names that no draw or choice may take: parameters and arrays."""
    complaints: Complaints
    ranges: Mapping[str, Interval] = field(default_factory=dict)
    """Of variables, and of any cell of an array."""


@dataclass(frozen=True)
class Flattener:
    """Unfolds effects: the weight of a nested branch is multiplied by those around it, draws are collected."""

    setting: Setting

    def branches(self, effect: Effect, scope: Scope, taken: Names) -> Iterator[Branch]:
        """All branches of an effect. Draws get names that no parameter, choice or outer draw has."""
        draws: list[Draw] = []
        for clause in effect.draws:
            domain = self._domain(clause, scope)
            name = unused(clause.name, taken)
            taken |= {name}
            draws.append(Draw(name, domain))
            scope = scope.rename(clause.name, name)
        for let in effect.lets:
            scope = scope.bind({let.name: self.setting.constants.simplified(let.value, scope)})
        if not effect.branches:
            yield Branch(tuple(draws), ONE, tuple(self._updates(effect, scope)))
            return
        inner = [(each, weight, part) for weight, part in effect.branches for each in self._family(part.family, scope)]
        weights = [self.setting.constants.simplified(weight, each) for each, weight, _ in inner]
        self._check_weights(weights, effect.span or effect.branches[0][0].span)
        for weight, (each, _, part) in zip(weights, inner, strict=True):
            if weight == ZERO:
                continue
            for branch in self.branches(part, each, taken):
                yield Branch((*draws, *branch.draws), times(weight, branch.weight), branch.updates)

    def _family(self, family: tuple[FamilyBinder, ...], scope: Scope) -> list[Scope]:
        return [each for each, _ in combinations(family, scope, self.setting.constants)]

    def _updates(self, effect: Effect, scope: Scope) -> Iterator[Update]:
        written: set[Expr] = set()
        for assignment in effect.updates:
            for each in self._family(assignment.family, scope):
                target = self.setting.constants.simplified(assignment.target, each)
                value = self.setting.constants.simplified(assignment.value, each)
                if target in written:
                    message = f"`{show(target)}` is written twice in one step"
                    self.setting.complaints.add("E405", message, assignment.span, fix="keep one of the two")
                written.add(target)
                if target != value:
                    yield Update(target, value)

    def _domain(self, clause: DrawClause, scope: Scope) -> Uniform | Weighted:
        domain, constants = clause.domain, self.setting.constants
        if isinstance(domain, TableDraw):
            domain = self._entries(domain)
        if isinstance(domain, tuple):
            resolved = [(constants.simplified(v, scope), constants.simplified(w, scope)) for v, w in domain]
            self._check_weights([weight for _, weight in resolved], clause.span)
            return Weighted(tuple((value, weight) for value, weight in resolved if weight != ZERO))
        return Uniform(constants.simplified(domain.low, scope), constants.simplified(domain.high, scope))

    def _entries(self, drawn: TableDraw) -> tuple[tuple[Expr, Expr], ...]:
        """The indices of a table (of a row: of its columns) with the entries that are there."""
        table = self.setting.tables[drawn.table]
        low, high = table.axes[-1]
        if drawn.row is not None:
            return tuple((Number(i), Index(drawn.table, (drawn.row, Number(i)))) for i in range(low, high + 1))
        there = [i for i, value in enumerate(table.values, start=low) if value is not None]
        return tuple((Number(i), Index(drawn.table, (Number(i),))) for i in there)

    def _check_weights(self, weights: Sequence[Expr], span: Span | None) -> None:
        """Constant probabilities are checked here, all others while exploring."""
        complaints = self.setting.complaints
        values = [weight.value for weight in weights if isinstance(weight, Number)]
        for weight in weights:
            if isinstance(weight, Number) and not 0 <= weight.value <= 1:
                fix = "probabilities lie between 0 and 1"
                complaints.add("E401", f"the probability {show(weight)} is impossible", weight.span or span, fix=fix)
                return
        if len(values) == len(weights) and sum(values) != 1:
            shown = " + ".join(show(weight) for weight in weights[:8]) + (" + …" if len(weights) > 8 else "")
            message = f"the probabilities sum to {sum(values)}, not to 1"
            complaints.add("E402", message, span, f"{shown} = {sum(values)}", "make them sum to 1")


def times(left: Expr, right: Expr) -> Expr:
    """The product of two weights."""
    if left == ONE:
        return right
    return left if right == ONE else simplify(Binary("*", left, right))
