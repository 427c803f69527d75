"""Equilibria of one decision, beside those that Gambit finds."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from oddsmith_plugins.solvers.stage_games_parts.equilibria import NoEquilibriumError, Profile, equilibria, expected

Table = dict[tuple[int, ...], tuple[Fraction, ...]]


def table(rows: list[list[tuple[int, int]]]) -> Table:
    return {(i, k): (Fraction(a), Fraction(b)) for i, line in enumerate(rows) for k, (a, b) in enumerate(line)}


def drawn(shape: tuple[int, int], chance: random.Random, most: int) -> Table:
    joints = product(*map(range, shape))
    return {joint: (Fraction(chance.randint(-most, most)), Fraction(chance.randint(-most, most))) for joint in joints}


def regret(shape: tuple[int, ...], payoffs: Table, profile: Profile) -> Fraction:
    """What the player gains who gains most by another option."""
    worst = Fraction(0)
    for p, size in enumerate(shape):
        for option in range(size):
            alone = tuple(Fraction(int(k == option)) for k in range(size))
            mixtures = (*profile.mixtures[:p], alone, *profile.mixtures[p + 1 :])
            worst = max(worst, expected(payoffs, mixtures)[p] - profile.gets[p])
    return worst


def test_the_stag_hunt_has_three_best_first() -> None:
    found = equilibria((2, 2), table([[(3, 3), (3, 0)], [(0, 3), (5, 5)]]))
    assert [profile.gets for profile in found] == [(5, 5), (3, 3), (3, 3)]
    assert ((Fraction(2, 5), Fraction(3, 5)),) * 2 in [profile.mixtures for profile in found]


def test_three_players_have_pure_equilibria_or_a_refusal() -> None:
    alike = {joint: (Fraction(int(len({*joint}) == 1)),) * 3 for joint in product((0, 1), repeat=3)}
    assert [profile.gets for profile in equilibria((2, 2, 2), alike)] == [(1, 1, 1), (1, 1, 1)]
    chase = {j: (Fraction(j[0] == j[1]), Fraction(j[1] == j[2]), Fraction(j[2] != j[0])) for j in alike}
    with pytest.raises(NoEquilibriumError, match="no pure equilibrium"):
        equilibria((2, 2, 2), chase)


@pytest.mark.parametrize("seed", range(30))
def test_nobody_gains_by_another_option(seed: int) -> None:
    chance = random.Random(seed)
    shape = (chance.randint(1, 4), chance.randint(1, 4))
    payoffs = {
        j: (Fraction(chance.randint(-5, 5)), Fraction(chance.randint(-5, 5))) for j in product(*map(range, shape))
    }
    found = equilibria(shape, payoffs)
    assert found
    assert all(regret(shape, payoffs, profile) == 0 for profile in found)
    assert [p.rank for p in found] == sorted((p.rank for p in found), reverse=True)


@pytest.mark.parametrize("seed", range(12))
def test_gambit_finds_the_same_where_the_game_is_not_degenerate(seed: int) -> None:
    pygambit = pytest.importorskip("pygambit")
    chance = random.Random(seed)
    shape = (3, 3)
    payoffs = {
        j: (Fraction(chance.randint(-99, 99)), Fraction(chance.randint(-99, 99))) for j in product(*map(range, shape))
    }
    ours = {tuple(share for mixture in p.mixtures for share in mixture) for p in equilibria(shape, payoffs)}
    rows = [[[payoffs[i, k][p] for k in range(3)] for i in range(3)] for p in range(2)]
    game = pygambit.Game.from_arrays(*rows)
    found = pygambit.nash.enummixed_solve(game, rational=True).equilibria
    theirs = {
        tuple(Fraction(str(profile[strategy])) for player in game.players for strategy in player.strategies)
        for profile in found
    }
    assert ours == theirs
