"""Equilibria for any number of players, certified by what each could still gain."""

from __future__ import annotations

import pytest

from oddsmith.solve.bounded import Bounded
from oddsmith.solve.request import Finding
from oddsmith.solve.solution import Status
from oddsmith_plugins.solvers.counterfactual_regret import CounterfactualRegret
from plugins.solvers.hidden_games import answers, hindrance, kuhn_history, spec, unfolded


def seats(players: int, solver: CounterfactualRegret | None = None) -> list[Finding]:
    texts = [f"equilibrium R{{gain[{seat}]}}=? [F over]" for seat in range(1, players + 1)]
    game = spec("kuhn", n=str(players))
    return answers(solver or CounterfactualRegret(), game, *texts, exact=False)


def value(found: Finding) -> float:
    assert isinstance(found.value, Bounded)
    return found.value.value


def test_two_players_come_to_the_exact_value() -> None:
    first, second = seats(2)
    assert value(first) == pytest.approx(-1 / 18, abs=1e-9)
    assert value(second) == pytest.approx(1 / 18, abs=1e-9)
    assert first.play is not None
    assert first.play.nash_conv.upper < 2e-9


def test_three_players_are_in_the_known_family() -> None:
    """Szafron, Gibson & Sturtevant 2013: the second seat loses exactly 1/48 in every member of the family."""
    found = seats(3)
    assert value(found[1]) == pytest.approx(-1 / 48, abs=1e-8)
    assert sum(map(value, found)) == pytest.approx(0, abs=1e-12)
    assert all(one.status is Status.DONE for one in found)


def test_four_players_reach_the_accuracy() -> None:
    found = seats(4, CounterfactualRegret(accuracy=1e-7))
    assert found[0].play is not None
    assert found[0].play.nash_conv.upper < 1.1e-7
    assert "NashConv at most" in found[0].method


@pytest.mark.parametrize("players", [2, 3])
def test_open_spiel_finds_the_same_regret(players: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here")
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.policy import TabularPolicy

    game = spec("kuhn", n=str(players))
    text = "equilibrium R{gain[1]}=? [F over]"
    tree = unfolded(game, text, exact=False).tree
    (found,) = answers(CounterfactualRegret(rounds=60, every=60), game, text, exact=False)
    assert found.play is not None
    assert found.status is Status.LOOSE
    theirs = pyspiel.load_game(f"kuhn_poker(players={players})")
    policy = TabularPolicy(theirs)
    for number, decision in enumerate(found.play.decisions):
        weights = dict(zip(decision.moves, decision.probability, strict=True))
        policy.policy_for_key(kuhn_history(tree, number))[:] = [weights["pass"], weights["bet"]]
    assert exploitability.nash_conv(theirs, policy) == pytest.approx(found.play.nash_conv.value, rel=1e-9)
    assert found.play.nash_conv.value > 1e-4


def test_too_few_rounds_are_admitted() -> None:
    (found,) = answers(
        CounterfactualRegret(rounds=10, every=10), spec("kuhn"), "equilibrium R{gain[1]}=? [F over]", exact=False
    )
    assert found.status is Status.LOOSE


def test_it_plays_equilibria_only() -> None:
    assert "it answers" in hindrance(CounterfactualRegret(), spec("kuhn"), "<<p[1]>> Rmax{gain[1]}=? [F over]")
