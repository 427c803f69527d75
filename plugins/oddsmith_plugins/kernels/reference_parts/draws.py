"""One branch -> its outcomes in a state: the values drawn, with their exact probabilities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from oddsmith.plugin import Branch, Call, Compiler, Draw, EvaluationError, Expr, Index, Name, Uniform

State = tuple[Any, ...]
Closure = Callable[[State], Any]
Outcomes = list[tuple[State, Fraction]]
"""(values of the draws, probability), probability 0 left out."""

MOST_OUTCOMES = 2_000_000
"""More outcomes of one branch in one state are refused."""


class Draws:
    """The draws and the weight of a branch.

    The weight is evaluated as soon as the draws it mentions are known: where it is 0, nothing more is evaluated.
    """

    def __init__(self, branch: Branch, compiler: Compiler, binders: Sequence[str]) -> None:
        names = [draw.name for draw in branch.draws]
        self.names = names
        self.weight_after = 1 + max((i for i, n in enumerate(names) if mentions(branch.weight, {n})), default=-1)
        self.weight = compiler.compile(branch.weight, [*binders, *names[: self.weight_after]])
        self.domains = [_domain(draw, compiler, [*binders, *names[:place]]) for place, draw in enumerate(branch.draws)]
        self.fixed = _is_fixed(branch)
        self.width = compiler.layout.size + len(binders)
        self.known: tuple[Outcomes, Fraction] | None = None

    def outcomes(self, state: State) -> tuple[Outcomes, Fraction]:
        """The outcomes and their sum; `state` holds the values of the state and of the choices."""
        if self.known is not None:
            return self.known
        found: Outcomes = []
        total = Fraction(0)
        for extended, probability in self._extend(state, 0, Fraction(1)):
            found.append((extended[self.width :], probability))
            total += probability
            if len(found) > MOST_OUTCOMES:
                raise EvaluationError("E612", f"a branch has more than {MOST_OUTCOMES:,} outcomes")
        if self.fixed:
            # Neither weights nor bounds look at the state: what is true once is true always.
            self.known = (found, total)
        return found, total

    def _extend(self, state: State, level: int, probability: Fraction) -> Iterator[tuple[State, Fraction]]:
        if level == self.weight_after:
            weight = _probability(self.weight(state), "the weight of a branch")
            if weight == 0:
                return
            probability = probability * weight
        if level == len(self.domains):
            yield state, probability
            return
        for value, weight in self.domains[level](state):
            yield from self._extend((*state, value), level + 1, probability * weight)


def _domain(draw: Draw, compiler: Compiler, binders: Sequence[str]) -> Callable[[State], list[tuple[Any, Fraction]]]:
    """A function from states to the (value, probability) pairs of a draw."""
    if isinstance(draw.domain, Uniform):
        low, high = compiler.compile(draw.domain.low, binders), compiler.compile(draw.domain.high, binders)
        return lambda state: _uniform(draw.name, low(state), high(state))
    outcomes = [
        (compiler.compile(value, binders), compiler.compile(weight, binders)) for value, weight in draw.domain.outcomes
    ]
    return lambda state: _weighted(draw.name, outcomes, state)


def _uniform(name: str, low: Any, high: Any) -> list[tuple[Any, Fraction]]:
    if isinstance(low, Fraction) or isinstance(high, Fraction):
        raise EvaluationError("E613", f"the draw `{name}` from {low}..{high} needs whole numbers")
    size = high - low + 1
    if size <= 0:
        raise EvaluationError("E601", f"there is nothing to draw for `{name}`: {low}..{high} is empty")
    if size > MOST_OUTCOMES:
        raise EvaluationError("E612", f"the draw `{name}` from {low}..{high} has more than {MOST_OUTCOMES:,} values")
    alike = Fraction(1, size)
    return [(value, alike) for value in range(low, high + 1)]


def _weighted(name: str, outcomes: Sequence[tuple[Closure, Closure]], state: State) -> list[tuple[Any, Fraction]]:
    found: list[tuple[Any, Fraction]] = []
    total = Fraction(0)
    for value, weight in outcomes:
        probability = _probability(weight(state), f"a weight of the draw `{name}`")
        if probability:
            found.append((value(state), probability))
            total += probability
    if total != 1:
        raise EvaluationError("E601", f"the probabilities of the draw `{name}` sum to {show(total)}, not to 1")
    return found


def _probability(value: Any, what: str) -> Fraction:
    if value < 0:
        raise EvaluationError("E606", f"{what} is negative: {show(value)}")
    return value if isinstance(value, Fraction) else Fraction(value)


def show(value: Any) -> str:
    """A fraction as it is, with decimals beside it where they help."""
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.6g})"


def mentions(expr: Expr, names: set[str]) -> bool:
    """Whether one of the names stands in the expression (a bound name of a fold counts, too)."""
    if isinstance(expr, Name) and expr.name in names:
        return True
    return any(mentions(child, names) for child in expr.children())


def _is_fixed(branch: Branch) -> bool:
    """Whether weights and domains read nothing but constants and earlier draws of the branch."""
    names: set[str] = set()
    for draw in branch.draws:
        domain = draw.domain
        pairs = ((domain.low, domain.high),) if isinstance(domain, Uniform) else domain.outcomes
        if not all(reads_only(e, names) for pair in pairs for e in pair):
            return False
        names.add(draw.name)
    return reads_only(branch.weight, names)


def reads_only(expr: Expr, names: set[str]) -> bool:
    """Whether the expression has the same value in every state, once the names have values."""
    if isinstance(expr, Name):
        return expr.name in names
    # Tables and built-in functions would do, but arrays and functions of the user may read the state.
    if isinstance(expr, Index | Call):
        return False
    return all(reads_only(child, names) for child in expr.children())
