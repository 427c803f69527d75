"""How a play is printed."""

from __future__ import annotations

from fractions import Fraction

from oddsmith.report.behaviour import MOST_DECISIONS, play_text
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.play import Decision, Gain, Play
from oddsmith.solve.spread import Spread

SPREAD = Spread((-1, 2), (0.75, 0.25), (0.75, 0.25), (0.75, 0.25))


def decision(number: int, reached: float = 0.5) -> Decision:
    return Decision("ann", (("card", str(number)),), ("bet", "pass"), (0.25, 0.75), reached)


def gain(regret: Bounded) -> Gain:
    return Gain("ann", "chips", Bounded.of(Fraction(-1, 4)), SPREAD, regret)


def test_values_risks_and_decisions() -> None:
    told = play_text("value", Play("equilibrium", (decision(1),), (gain(Bounded.of(Fraction(0))),)), 9)
    assert told.splitlines() == [
        "value: equilibrium, nobody can gain anything by playing otherwise alone (exactly)",
        "  ann gets -0.25 = -1/4 of chips: -1 with 75 %, 2 with 25 %",
        "  who  sees    does",
        "  ann  card=1  bet 0.25, pass 0.75",
    ]


def test_a_certificate_that_is_not_zero_is_told() -> None:
    told = play_text("value", Play("equilibrium", (), (gain(Bounded(1e-7, 0.0, 2e-7)),)), 9)
    assert "all together could gain at most 2.0e-07" in told


def test_many_decisions_are_cut_and_those_never_reached_are_counted() -> None:
    many = (*(decision(k) for k in range(MOST_DECISIONS + 5)), decision(99, reached=0.0))
    told = play_text("value", Play("best response of ann", many, ()), 9)
    assert "… 5 more decisions in play.csv of the run, and in --json" in told
    assert "(1 other decision is never reached)" in told
