"""Payoffs of one player among n who are all alike -> the equilibria in which all mix in the same way.

u(a, c): what option a brings if c of the n - 1 others take the second option, and so on. Where two options are mixed,
the second with probability p, the difference between them is a polynomial in p whose Bernstein coefficients are the
differences of the payoffs:  d(p) = sum over j of C(n-1, j) p^j (1-p)^(n-1-j) (u(1, j) - u(0, j)).  Its sign changes
bound the number of its roots (Descartes; Bernstein), halving the interval isolates them. For two players all sets of
options are tried, with fractions; for more, sets of one and of two options.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import factorial, prod

from oddsmith_plugins.solvers.stage_games_parts.equilibria import NoEquilibriumError
from oddsmith_plugins.solvers.stage_games_parts.matrix import Mixture, solve_linear

FINEST = 60
"""Halvings of 0..1 before a root counts as found."""
Counts = tuple[int, ...]
"""How many of the others take each option."""
Crowd = dict[tuple[int, Counts], Fraction]
"""What an option brings, by what the others do."""


@dataclass(frozen=True)
class Alike:
    """A mixture that all play, what each of them gets, and whether it is known as fractions."""

    mixture: Mixture
    gets: Fraction
    exact: bool = True


def alike(options: int, size: int, payoffs: Crowd) -> list[Alike]:
    """All symmetric equilibria that are found, best first."""
    found = list(dict.fromkeys(_candidates(options, size, payoffs)))
    if not found:
        text = "no mixture of one or two options is a symmetric equilibrium, and larger ones of three or more players"
        raise NoEquilibriumError(f"{text} are not looked for")
    return sorted(found, key=lambda each: each.gets, reverse=True)


def histograms(options: int, others: int) -> Iterator[Counts]:
    """All ways in which so many others can spread over the options."""
    for rest in product(range(others + 1), repeat=options - 1):
        if sum(rest) <= others:
            yield (others - sum(rest), *rest)


def weight(counts: Counts, mixture: Sequence[Fraction]) -> Fraction:
    """The probability that the others spread like this."""
    ways = factorial(sum(counts)) // prod(map(factorial, counts))
    return ways * prod((p**c for p, c in zip(mixture, counts, strict=True) if c), start=Fraction(1))


def brings(payoffs: Crowd, options: int, size: int, mixture: Mixture) -> list[Fraction]:
    """What each option brings where all others mix like this."""
    result = [Fraction(0)] * options
    for counts in histograms(options, size - 1):
        chance = weight(counts, mixture)
        if chance:
            result = [r + chance * payoffs[a, counts] for a, r in enumerate(result)]
    return result


def _candidates(options: int, size: int, payoffs: Crowd) -> Iterator[Alike]:
    for only in range(options):
        mixture = tuple(Fraction(int(a == only)) for a in range(options))
        gets = brings(payoffs, options, size, mixture)
        if gets[only] == max(gets):
            yield Alike(mixture, gets[only])
    if size == 2:
        yield from _two(options, payoffs)
    elif size > 2:
        for pair in combinations(range(options), 2):
            yield from _pair(options, size, payoffs, pair)


def _two(options: int, payoffs: Crowd) -> Iterator[Alike]:
    """Sets of options that are equally good against a mixture of the same options."""
    one = [tuple(int(a == k) for a in range(options)) for k in range(options)]
    for width in range(2, options + 1):
        for chosen in combinations(range(options), width):
            equations = [[payoffs[a, one[k]] for k in chosen] + [Fraction(-1), Fraction(0)] for a in chosen]
            equations.append([Fraction(1)] * width + [Fraction(0), Fraction(1)])
            solved = solve_linear(equations)
            if solved is None or min(solved[:width]) <= 0:
                continue
            mixture = [Fraction(0)] * options
            for k, share in zip(chosen, solved, strict=False):
                mixture[k] = share
            gets = brings(payoffs, options, 2, tuple(mixture))
            if max(gets) == solved[width]:
                yield Alike(tuple(mixture), solved[width])


def _pair(options: int, size: int, payoffs: Crowd, pair: tuple[int, int]) -> Iterator[Alike]:
    others = size - 1
    spread = [tuple({pair[0]: others - j, pair[1]: j}.get(a, 0) for a in range(options)) for j in range(size)]
    difference = [payoffs[pair[1], counts] - payoffs[pair[0], counts] for counts in spread]
    for low, high in roots(difference):
        share = (low + high) / 2
        mixture = tuple(1 - share if a == pair[0] else share if a == pair[1] else Fraction(0) for a in range(options))
        gets = brings(payoffs, options, size, mixture)
        mean = sum((m * g for m, g in zip(mixture, gets, strict=True)), Fraction(0))
        tolerance = Fraction(1, 2**40) * (max(map(abs, gets)) + 1)
        if max(gets) - mean <= (0 if low == high else tolerance):
            yield Alike(mixture, mean, low == high)


def roots(coefficients: Sequence[Fraction]) -> Iterator[tuple[Fraction, Fraction]]:
    """Intervals inside 0..1, each around one root of the polynomial with these Bernstein coefficients."""
    waiting = [(Fraction(0), Fraction(1), list(coefficients))]
    while waiting:
        low, high, part = waiting.pop()
        signs = [c > 0 for c in part if c]
        changes = sum(a != b for a, b in pairwise(signs))
        width = high - low
        if changes == 0:
            continue
        if len(part) == 2:
            root = low + width * part[0] / (part[0] - part[1])
            yield root, root
            continue
        if width <= Fraction(1, 2**FINEST):
            yield low, high
            continue
        left, right = halves(part)
        middle = (low + high) / 2
        if right[0] == 0:
            yield middle, middle
        waiting += [(middle, high, right), (low, middle, left)]


def halves(part: list[Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    """The coefficients on both halves of the interval (de Casteljau)."""
    left, right, row = [part[0]], [part[-1]], part
    while len(row) > 1:
        row = [(a + b) / 2 for a, b in pairwise(row)]
        left.append(row[0])
        right.append(row[-1])
    return left, right[::-1]
