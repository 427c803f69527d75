"""The modules of a chain -> whether two of their commands may be enabled at once, as far as their guards tell.

What is proved is that no state satisfies two guards; where there is no proof the answer is that they may overlap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from oddsmith.plugin import Binary, Boolean, Compare, Expr, Name, Number, Unary
from oddsmith_plugins.importers.prism_parts.model import Module

MOST_COMPARED: Final = 200_000
"""Comparisons of conditions after which nothing is proved any more."""
FLIPPED: Final = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
NEGATED: Final = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
PLACES: Final = {"=": {0}, "!=": {-1, 1}, "<": {-1}, "<=": {-1, 0}, ">": {1}, ">=": {0, 1}}
"""Where a value may lie beside the one that it is compared with."""
BETWEEN: Final = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1))
"""Where a value may lie beside a smaller and a larger number."""


class _UnprovedError(Exception):
    """Too much would have to be compared."""


def may_overlap(modules: Iterable[Module], constants: frozenset[str] = frozenset()) -> bool:
    """`constants` are names that stand for values of their own, each different from the others."""
    try:
        return not _Proof(constants).exclusive(list(modules))
    except _UnprovedError:
        return True


@dataclass
class _Proof:
    constants: frozenset[str]
    compared: int = 0

    def exclusive(self, modules: Sequence[Module]) -> bool:
        """Whether at most one command, alone or together with those of other modules, is enabled in any state."""
        shared = Counter(action for module in modules for action in {c.action for c in module.commands} if action)
        ways: list[Expr] = []
        together: dict[str, list[Expr]] = {}
        for module in modules:
            guards: dict[str, list[Expr]] = {}
            for command in module.commands:
                guard = self.normal(command.guard, True)
                if shared[command.action] > 1:
                    guards.setdefault(command.action, []).append(guard)
                else:
                    ways.append(guard)
            for action, alternatives in guards.items():
                if not self._apart(alternatives, frozenset()):
                    return False
                together.setdefault(action, []).append(_joined("or", alternatives))
        ways += [_joined("and", parts) for parts in together.values()]
        return self._apart(ways, frozenset())

    def normal(self, expr: Expr, holds: bool) -> Expr:
        """The condition, or its opposite, with `not` at names only."""
        if isinstance(expr, Unary) and expr.operator == "not":
            return self.normal(expr.operand, not holds)
        if isinstance(expr, Boolean):
            return Boolean(expr.value == holds)
        if isinstance(expr, Binary) and expr.operator in ("and", "or"):
            operator = expr.operator if holds else {"and": "or", "or": "and"}[expr.operator]
            return Binary(operator, self.normal(expr.left, holds), self.normal(expr.right, holds))
        if isinstance(expr, Compare) and len(expr.rest) == 1:
            (operator, right), left = expr.rest[0], expr.first
            if isinstance(right, Boolean) and operator in ("=", "!="):
                return self.normal(left, holds == (right.value == (operator == "=")))
            if isinstance(left, Number):
                left, right, operator = right, left, FLIPPED[operator]
            return Compare(left, ((operator if holds else NEGATED[operator], right),))
        return expr if holds else Unary("not", expr)

    def _apart(self, conditions: Sequence[Expr], split: frozenset[Expr]) -> bool:
        """Whether no two can hold at once; sorted first by the value of what most of them fix."""
        fixed = [{left: value for left, value in _fixed(one) if left not in split} for one in conditions]
        known = Counter(left for values in fixed for left in values)
        if len(conditions) > 2 and known:
            best, _ = known.most_common(1)[0]
            groups: dict[object, list[Expr]] = {}
            others = [one for one, values in zip(conditions, fixed, strict=True) if best not in values]
            for one, values in zip(conditions, fixed, strict=True):
                if best in values:
                    groups.setdefault(values[best], list(others)).append(one)
            return all(self._apart(group, split | {best}) for group in groups.values())
        return all(self.contradict(one, other) for one, other in combinations(conditions, 2))

    def contradict(self, one: Expr, other: Expr) -> bool:
        """Whether two normal conditions surely do not hold at once."""
        self.compared += 1
        if self.compared > MOST_COMPARED:
            raise _UnprovedError
        for first, second in ((one, other), (other, one)):
            if isinstance(first, Boolean):
                return not first.value
            if isinstance(first, Binary) and first.operator in ("and", "or"):
                every = all if first.operator == "or" else any
                return every(self.contradict(part, second) for part in (first.left, first.right))
        if isinstance(one, Compare) and isinstance(other, Compare):
            return one.first == other.first and self._different(one.rest[0], other.rest[0])
        return Unary("not", one) == other or Unary("not", other) == one

    def _different(self, one: tuple[str, Expr], other: tuple[str, Expr]) -> bool:
        (operator, value), (second, against) = one, other
        if value == against:
            return not PLACES[operator] & PLACES[second]
        if isinstance(value, Number) and isinstance(against, Number):
            if value.value > against.value:
                operator, second = second, operator
            return not any(low in PLACES[operator] and high in PLACES[second] for low, high in BETWEEN)
        distinct = all(isinstance(part, Name) and part.name in self.constants for part in (value, against))
        return distinct and operator == second == "="


def _fixed(condition: Expr) -> Iterable[tuple[Expr, object]]:
    """What a condition that is a conjunction says to be equal to a number."""
    waiting = [condition]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Binary) and part.operator == "and":
            waiting += [part.left, part.right]
        elif isinstance(part, Compare) and part.rest[0][0] == "=" and isinstance(part.rest[0][1], Number):
            yield part.first, part.rest[0][1].value


def _joined(operator: str, parts: Sequence[Expr]) -> Expr:
    found = parts[0]
    for part in parts[1:]:
        found = Binary(operator, found, part)
    return found
