"""Two opposed players: the value as a fraction, proved."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from oddsmith.solve.answer import Spread
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.solution import Status
from oddsmith_plugins.solvers.sequence_form import SequenceForm
from plugins.solvers.hidden_games import answers, efg, game_of, hindrance, spec, unfolded

OVER = "equilibrium R{gain}=? [F over]"


def exact(found: object) -> object:
    assert isinstance(found, Bounded)
    return found.exact


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    first, second = answers(
        SequenceForm(), spec("kuhn"), "equilibrium R{gain[1]}=? [F over]", "equilibrium R{gain[2]}=? [F over]"
    )
    assert (exact(first.value), exact(second.value)) == (Fraction(-1, 18), Fraction(1, 18))
    assert first.play is not None
    assert first.play.nash_conv.exact == 0
    assert first.method == "sequence form, proved in fractions"


def test_kuhns_second_player_has_one_way_to_play() -> None:
    """Bluffs with one third of the low cards, calls with one third of the middle ones."""
    (found,) = answers(SequenceForm(), spec("kuhn"), "equilibrium R{gain[1]}=? [F over]")
    assert found.play is not None
    told = {d.seen: d.exact for d in found.play.decisions if d.player == "p[2]" and d.reached}
    bets = {(dict(seen)["card[2]"], dict(seen)["bettor"]): weights[0] for seen, weights in told.items() if weights}
    assert bets[("1", "0")] == Fraction(1, 3)
    assert bets[("2", "0")] == 0
    assert bets[("3", "0")] == 1


@pytest.mark.parametrize(("stake", "luck"), [("1", "1/2"), ("2", "1/3"), ("3", "2/5")])
def test_bluffing(stake: str, luck: str) -> None:
    """Bob calls with 2/(2 + stake); ann bets every good card, and bad ones stake/(2 + stake) as often as good ones."""
    (found,) = answers(SequenceForm(), spec("bluff", stake=stake, luck=luck), OVER)
    chips, good = Fraction(stake), Fraction(luck)
    called = 2 / (2 + chips)
    assert exact(found.value) == good * (1 + called * chips) - (1 - good)


def test_what_one_player_guarantees_is_the_same_as_the_other_allows() -> None:
    game = spec("kuhn")
    best, worst = answers(
        SequenceForm(), game, "<<p[1]>> Rmax{gain[1]}=? [F over]", "<<p[2]>> Rmin{gain[1]}=? [F over]"
    )
    assert exact(best.value) == exact(worst.value) == Fraction(-1, 18)


def test_a_distribution_of_what_is_gained() -> None:
    (found,) = answers(SequenceForm(), spec("pennies"), "equilibrium dist{won} [F over]")
    assert isinstance(found.value, Spread)
    assert (found.value.support, found.value.exact) == ((0, 1), (Fraction(1, 2), Fraction(1, 2)))


def test_without_fractions_two_best_responses_are_the_bounds() -> None:
    question = "<<p[1]>> Rmax{gain[1]}=? [F over]"
    (found,) = answers(SequenceForm(exact=False), spec("kuhn"), question)
    assert isinstance(found.value, Bounded)
    assert found.value.lower <= -1 / 18 <= found.value.upper
    assert found.value.upper - found.value.lower < 1e-9
    assert found.status is Status.DONE


def test_leduc_poker_has_the_known_value() -> None:
    """-0.0856 in the literature; the bounds are two best responses."""
    (found,) = answers(SequenceForm(), spec("leduc"), "<<p[1]>> Rmax{gain[1]}=? [F over]", exact=False)
    assert isinstance(found.value, Bounded)
    assert found.value.upper - found.value.lower < 1e-9
    assert found.value.value == pytest.approx(-0.0856064240780, abs=1e-10)


def test_what_it_leaves_to_others() -> None:
    solver = SequenceForm()
    assert "two players" in hindrance(solver, spec("kuhn", n="3"), "equilibrium R{gain[1]}=? [F over]")
    assert "it answers" in hindrance(solver, spec("kuhn"), "social R{gain[1]}=? [F over]")
    assert "leaves" in hindrance(SequenceForm(largest=10), spec("kuhn"), "equilibrium R{gain[1]}=? [F over]")
    both = "<<p[1],p[2]>> Rmax{gain[1]}=? [F over]"
    assert "against" in hindrance(solver, spec("kuhn"), both)


def random_game(seed: int) -> str:
    """Two cards each from a small deck, two rounds, payoffs at random."""
    chance = random.Random(seed)
    pay = ", ".join(str(chance.randint(-5, 5)) for _ in range(36))
    return f"""
        tables: {{pay: [{pay}]}}
        players: {{ann: {{wants: gain}}, bob: {{wants: loss}}}}
        variables:
          a: {{range: 0..3, sees: ann}}
          b: {{range: 0..3, sees: bob}}
          x: 0..2
          y: 0..2
          t: 0..3
        commands:
          - {{action: deal, when: t = 0, draw: {{i: 1..3, j: 1..3}}, then: {{a: i, b: j, t: 1}}}}
          - {{action: first, player: ann, choose: {{k: 1..2}}, when: t = 1, then: {{x: k, t: 2}}}}
          - {{action: second, player: bob, choose: {{k: 1..2}}, when: t = 2, then: {{y: k, t: 3}}}}
        labels: {{over: t = 3}}
        rewards:
          gain: [{{action: second, gain: "pay[12 * (a - 1) + 4 * (b - 1) + 2 * (x - 1) + next(y)]"}}]
          loss: [{{action: second, gain: "-pay[12 * (a - 1) + 4 * (b - 1) + 2 * (x - 1) + next(y)]"}}]
        """


@pytest.mark.parametrize("seed", range(6))
def test_gambit_finds_the_same_values(seed: int) -> None:
    gambit = pytest.importorskip("pygambit", reason="pygambit is not installed here")
    from io import StringIO

    game = game_of(random_game(seed))
    (found,) = answers(SequenceForm(), game, OVER)
    theirs = gambit.nash.lp_solve(gambit.read_efg(StringIO(efg(unfolded(game, OVER)))), rational=True)
    assert exact(found.value) == Fraction(str(theirs.equilibria[0].payoff("ann")))


def test_gambit_agrees_about_kuhn_poker_and_its_perfect_recall() -> None:
    gambit = pytest.importorskip("pygambit", reason="pygambit is not installed here")
    from io import StringIO

    game = gambit.read_efg(StringIO(efg(unfolded(spec("kuhn"), "equilibrium R{gain[1]}=? [F over]"))))
    assert game.is_perfect_recall
    assert len(game.infosets) == 12
    theirs = gambit.nash.lp_solve(game, rational=True).equilibria[0]
    assert Fraction(str(theirs.payoff("p[1]"))) == Fraction(-1, 18)
