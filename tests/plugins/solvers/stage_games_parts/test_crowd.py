"""Symmetric equilibria of one decision."""

from __future__ import annotations

import random
from fractions import Fraction
from math import isclose

import pytest

from oddsmith_plugins.solvers.stage_games_parts.crowd import Crowd, alike, brings, histograms, roots, weight
from oddsmith_plugins.solvers.stage_games_parts.equilibria import NoEquilibriumError


def crowd(options: int, size: int, seed: int) -> Crowd:
    chance = random.Random(seed)
    return {(a, c): Fraction(chance.randint(-9, 9)) for a in range(options) for c in histograms(options, size - 1)}


def chicken(size: int) -> Crowd:
    """Option 1 brings nothing, option 0 brings 2 if all others take 1, else -5."""
    return {
        (a, (size - 1 - j, j)): Fraction(0 if a else 2 if j == size - 1 else -5) for a in (0, 1) for j in range(size)
    }


def test_spreads_are_probabilities() -> None:
    mixture = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    assert sum(weight(counts, mixture) for counts in histograms(3, 4)) == 1
    assert len(list(histograms(3, 4))) == 15


@pytest.mark.parametrize("size", [2, 3, 4, 7])
def test_a_driver_swerves_so_often_that_others_do_not_care(size: int) -> None:
    (found,) = alike(2, size, chicken(size))
    assert isclose(float(found.mixture[1]) ** (size - 1), 5 / 7, rel_tol=1e-12)
    assert found.exact == (size == 2)


def test_a_player_alone_takes_the_best() -> None:
    found = alike(3, 1, {(0, (0, 0, 0)): Fraction(1), (1, (0, 0, 0)): Fraction(4), (2, (0, 0, 0)): Fraction(2)})
    assert [each.mixture for each in found] == [(0, 1, 0)]


def test_several_are_found_best_first() -> None:
    """All who choose alike get 1 or 2, by the option."""
    payoffs = {(a, c): Fraction((a + 1) * (c[a] == 2)) for a in (0, 1) for c in histograms(2, 2)}
    assert [each.gets for each in alike(2, 3, payoffs) if max(each.mixture) == 1] == [2, 1]
    assert len(alike(2, 3, payoffs)) == 3


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize(("options", "size"), [(2, 2), (3, 2), (2, 3), (2, 5)])
def test_no_option_is_better_than_what_is_played(options: int, size: int, seed: int) -> None:
    payoffs = crowd(options, size, seed)
    for each in alike(options, size, payoffs):
        gets = brings(payoffs, options, size, each.mixture)
        assert max(gets) - each.gets <= (0 if each.exact else Fraction(1, 10**9))


@pytest.mark.parametrize("seed", range(20))
def test_a_fine_search_finds_no_other_root(seed: int) -> None:
    chance = random.Random(seed)
    coefficients = [Fraction(chance.randint(-9, 9)) for _ in range(5)]

    def value(p: Fraction) -> Fraction:
        return sum((weight((4 - j, j), (1 - p, p)) * c for j, c in enumerate(coefficients)), Fraction(0))

    places = [Fraction(k, 997) for k in range(1, 997)]
    signs = [value(p) > 0 for p in places]
    found = sorted(roots(coefficients))
    for i in range(len(places) - 1):
        if signs[i] != signs[i + 1]:
            assert any(places[i] <= high and low <= places[i + 1] for low, high in found)


def test_three_options_of_three_players_may_be_too_much() -> None:
    """Each option beats the one before it: only a mixture of all three is an equilibrium."""
    payoffs = {(a, c): Fraction(c[(a - 1) % 3] - c[(a + 1) % 3]) for a in range(3) for c in histograms(3, 2)}
    with pytest.raises(NoEquilibriumError, match="not looked for"):
        alike(3, 3, payoffs)
