"""Payoffs of players who decide at the same time -> the equilibria of that one decision, in fractions.

Two players: all pairs of equally large sets of options; on each pair the mixtures that make the other indifferent, kept
if nobody gains by another option (support enumeration; von Stengel, Computing equilibria for two-person games, 2002).
Probabilities may be zero, so that degenerate games have at least one, too; of a continuum its corners are found.
More players: pure equilibria.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from oddsmith_plugins.solvers.stage_games_parts.matrix import Mixture, solve_linear, solve_matrix

MOST_SUPPORTS = 20_000
"""Pairs of sets of options that are tried in one decision."""
Payoffs = dict[tuple[int, ...], tuple[Fraction, ...]]
"""What each player gets, by what everybody does."""


class NoEquilibriumError(Exception):
    """None could be found; the text says where was looked."""


@dataclass(frozen=True)
class Profile:
    """A mixture per player, and what each player gets."""

    mixtures: tuple[Mixture, ...]
    gets: tuple[Fraction, ...]

    @property
    def rank(self) -> tuple[Fraction, Fraction]:
        """Which of several is taken: the largest sum, then the most for the one who gets least."""
        return sum(self.gets, Fraction(0)), min(self.gets)


def equilibria(shape: Sequence[int], payoffs: Payoffs) -> list[Profile]:
    """All that are found, best first; NoEquilibriumError if none is."""
    found = list(dict.fromkeys(_candidates(shape, payoffs)))
    if not found:
        text = "there is no pure equilibrium, and mixed ones of three or more players are not looked for"
        raise NoEquilibriumError(text)
    return sorted(found, key=lambda profile: profile.rank, reverse=True)


def _candidates(shape: Sequence[int], payoffs: Payoffs) -> Iterator[Profile]:
    several = [player for player, size in enumerate(shape) if size > 1]
    yield from _pure(shape, payoffs)
    if len(several) == 2:
        first, second = several
        a, b = (_matrix(shape, payoffs, first, second, whose) for whose in several)
        for x, y in _mixed(a, b):
            mixtures = [(Fraction(1),)] * len(shape)
            mixtures[first], mixtures[second] = x, y
            yield Profile(tuple(mixtures), expected(payoffs, mixtures))


def expected(payoffs: Payoffs, mixtures: Sequence[Mixture]) -> tuple[Fraction, ...]:
    """What each player gets where everybody mixes."""
    result = [Fraction(0)] * len(mixtures)
    for joint, gets in payoffs.items():
        weight = prod((m[i] for m, i in zip(mixtures, joint, strict=True)), start=Fraction(1))
        if weight:
            result = [a + weight * b for a, b in zip(result, gets, strict=True)]
    return tuple(result)


def _pure(shape: Sequence[int], payoffs: Payoffs) -> Iterator[Profile]:
    for joint in product(*map(range, shape)):
        if all(
            payoffs[joint][p] >= payoffs[(*joint[:p], other, *joint[p + 1 :])][p]
            for p, size in enumerate(shape)
            for other in range(size)
        ):
            pairs = zip(joint, shape, strict=True)
            mixtures = tuple(tuple(Fraction(int(i == k)) for k in range(size)) for i, size in pairs)
            yield Profile(mixtures, payoffs[joint])


def _matrix(shape: Sequence[int], payoffs: Payoffs, first: int, second: int, whose: int) -> list[list[Fraction]]:
    joint = [0] * len(shape)

    def entry(i: int, k: int) -> Fraction:
        joint[first], joint[second] = i, k
        return payoffs[tuple(joint)][whose]

    return [[entry(i, k) for k in range(shape[second])] for i in range(shape[first])]


def _mixed(a: list[list[Fraction]], b: list[list[Fraction]]) -> Iterator[tuple[Mixture, Mixture]]:
    rows, columns = len(a), len(a[0])
    sums = {x + y for line, other in zip(a, b, strict=True) for x, y in zip(line, other, strict=True)}
    pairs = sum(comb(rows, size) * comb(columns, size) for size in range(2, min(rows, columns) + 1))
    if len(sums) == 1 and pairs > 100:
        _, x, y = solve_matrix(a)
        yield x, y
        return
    if pairs > MOST_SUPPORTS:
        raise NoEquilibriumError(f"its {rows} times {columns} options are too many to look for mixed equilibria")
    turned = [list(line) for line in zip(*b, strict=True)]
    for size in range(2, min(rows, columns) + 1):
        for mine in combinations(range(rows), size):
            for yours in combinations(range(columns), size):
                y = _indifferent(a, mine, yours)
                x = _indifferent(turned, yours, mine) if y is not None else None
                if x is not None and y is not None:
                    yield x, y


def _indifferent(payoff: list[list[Fraction]], whose: Sequence[int], over: Sequence[int]) -> Mixture | None:
    """The mixture over `over` under which all of `whose` (rows) are equally good, and no other row is better."""
    size = len(over)
    equations = [[payoff[i][k] for k in over] + [Fraction(-1), Fraction(0)] for i in whose]
    equations.append([Fraction(1)] * size + [Fraction(0), Fraction(1)])
    solved = solve_linear(equations)
    if solved is None or min(solved[:size]) < 0:
        return None
    mixture = [Fraction(0)] * len(payoff[0])
    for k, weight in zip(over, solved, strict=False):
        mixture[k] = weight
    best = max(sum((w * x for w, x in zip(line, mixture, strict=True)), Fraction(0)) for line in payoff)
    return tuple(mixture) if best <= solved[size] else None
