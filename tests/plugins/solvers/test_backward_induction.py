"""Games without secrets: from the ends to the beginning."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.solve.bounded import Bounded
from oddsmith_plugins.solvers.backward_induction import BackwardInduction
from plugins.solvers.hidden_games import answers, game_of, hindrance, spec

CENTIPEDE = """
    constants: {N: 6}
    players: {ann: {wants: a}, bob: {wants: b}}
    variables: {t: 1..N+1, over: bool}
    commands:
      - {action: take, for: {i: 1..N}, player: ann, when: t = i and i % 2 = 1 and not over, then: {over: true}}
      - {action: take, for: {i: 1..N}, player: bob, when: t = i and i % 2 = 0 and not over, then: {over: true}}
      - {action: share, player: ann, when: t < N and t % 2 = 1 and not over, then: {t: t + 1}}
      - {action: share, player: bob, when: t < N and t % 2 = 0 and not over, then: {t: t + 1}}
      - {action: share, player: bob, when: t = N and not over, then: {t: t + 1, over: true}}
    rewards:
      a:
        - {action: take, gain: "if t % 2 = 1 then 2^t else 2^(t - 2)"}
        - {action: share, when: t = N, gain: 2^N}
      b:
        - {action: take, gain: "if t % 2 = 0 then 2^t else 2^(t - 2)"}
        - {action: share, when: t = N, gain: 2^(N - 1)}
    """


def test_nobody_lets_the_pile_grow() -> None:
    a, b = answers(
        BackwardInduction(), game_of(CENTIPEDE), "equilibrium R{a}=? [F over]", "equilibrium R{b}=? [F over]"
    )
    assert isinstance(a.value, Bounded)
    assert isinstance(b.value, Bounded)
    assert (a.value.exact, b.value.exact) == (2, Fraction(1, 2))
    assert a.play is not None
    assert a.play.nash_conv.exact == 0
    assert a.method == "backward induction, NashConv exactly 0"


def test_together_they_let_it_grow_to_the_end() -> None:
    a, b = answers(BackwardInduction(), game_of(CENTIPEDE), "social R{a}=? [F over]", "social R{b}=? [F over]")
    assert isinstance(a.value, Bounded)
    assert isinstance(b.value, Bounded)
    assert (a.value.exact, b.value.exact) == (64, 32)


def test_three_players_in_turn() -> None:
    """Each wants to name the last number; whoever can say it does."""
    game = game_of("""
        players: {"p[i in 1..3]": {wants: "w[i]"}}
        variables: {n: 0..7, turn: {range: 1..3, init: 1}}
        commands:
          - action: add
            for: {i: 1..3}
            player: p[i]
            choose: {k: 1..2}
            when: turn = i and n + k <= 7
            then: {n: n + k, turn: if i = 3 then 1 else i + 1}
        rewards:
          w[i in 1..3]: [{action: add, when: turn = i, gain: if next(n) = 7 then 1 else 0}]
        """)
    found = answers(BackwardInduction(), game, *(f"equilibrium R{{w[{i}]}}=? [F n = 7]" for i in (1, 2, 3)))
    values = [one.value.exact for one in found if isinstance(one.value, Bounded)]
    assert sum(int(value) for value in values if value is not None) == 1


@pytest.mark.parametrize("text", ["equilibrium R{gain[1]}=? [F over]", "social R{gain[1]}=? [F over]"])
def test_secrets_are_left_to_others(text: str) -> None:
    assert "cannot see everything" in hindrance(BackwardInduction(), spec("kuhn"), text)
