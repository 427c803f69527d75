"""Compiled games against interpreted ones where games are unusual, and against exact answers."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.plugin import Bounded
from oddsmith.solve.answering import conclude
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.testing.random_rounds import random_rounds
from oddsmith_plugins.solvers.simulation import Simulation
from oddsmith_plugins.solvers.simulation_parts.asked import Sheet
from oddsmith_plugins.solvers.simulation_parts.players import FaultError, player_of
from oddsmith_plugins.solvers.simulation_parts.program import narrowed

ENTANGLED = """\
game: entangled
about: the weight of a branch depends on its own draw
variables: {x: 0..6, hit: 0..2}
commands:
  - when: hit = 0
    draw: {a: d6}
    then: [{weight: a/7, then: {x: a, hit: 1}}, {weight: 1 - a/7, then: {x: a, hit: 2}}]
questions:
  hit: {ask: "P=? [F hit = 1]", expect: 1/2}
  six: {ask: "P=? [F hit = 1 and x = 6]", expect: 1/7}
"""

MOVING = """\
game: moving
about: weights and ranges that depend on the state, certain ones among them
variables: {n: {range: 0..8, init: 3}, last: 0..8, steps_made: 0..9}
commands:
  - when: steps_made < 9 and n > 0
    draw: {k: 0..n, way: {1: n/8, -1: 1 - n/8}}
    then: {n: "max(0, min(8, k + way))", last: k, steps_made: steps_made + 1}
rewards: {drawn: [{action: "*", gain: next(last)}], held: [{when: n > 2, gain: 1/3}]}
questions:
  gone: "P=? [F n = 0]"
  drawn: "R{drawn}=? [C]"
  held: "R{held}=? [C<=5]"
  there: "R{held}=? [I=2]"
  visits: "visits=? [n = 3]"
"""

LASSO = """\
game: lasso
about: from 2 on it goes round in a circle of five without any chance
variables: {s: 0..6}
commands:
  - {when: s = 0, then: [{1/3: {s: 1}}, {2/3: {s: 2}}]}
  - {when: s >= 2, then: {s: "if s = 6 then 2 else s + 1"}}
questions:
  one: {ask: "P=? [F s = 1]", expect: 1/3}
  five: {ask: "P=? [F s = 5]", expect: 2/3}
  late: {ask: "P=? [F>=7 s = 5]", expect: 2/3}
  soon: {ask: "P=? [F[30,31] s = 5]", expect: 0}
  away: {ask: "P=? [G s < 6]", expect: 1/3}
  wait: {ask: "R{steps}=? [F s = 1]", expect: inf}
  twos: {ask: "visits=? [s = 2]", expect: inf}
  zeros: {ask: "visits=? [s = 0]", expect: 1}
"""


def process_of(tmp_path: Path, text: str):
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return lower(load(path, {}))


def assert_same_games(process, games: int = 200, longest: int = 400) -> None:
    sheet = Sheet.of(process)
    played = narrowed(process, sheet.rewards)
    quick, slow = (player_of(played, sheet.observables, False, 9, longest, compiled) for compiled in (True, False))
    assert quick.quick
    ours, theirs = quick.block(5, games, 0), slow.block(5, games, 0)
    assert ours[1:] == theirs[1:]
    assert np.allclose(ours[0], theirs[0], rtol=1e-12, atol=0, equal_nan=True)


@pytest.mark.parametrize("text", [ENTANGLED, MOVING, LASSO], ids=["entangled", "moving", "lasso"])
def test_unusual_games_are_the_same(tmp_path, text):
    assert_same_games(process_of(tmp_path, text))


@pytest.mark.parametrize("seed", range(12))
def test_random_games_are_the_same(tmp_path, seed):
    assert_same_games(process_of(tmp_path, random_rounds(seed)), games=30)


@pytest.mark.parametrize("text", [ENTANGLED, LASSO], ids=["entangled", "lasso"])
def test_they_bear_out_what_is_expected(tmp_path, text):
    process = process_of(tmp_path, text)
    found = Simulation(games=20_000).find(process, Context(threads=2))
    for question in process.questions:
        answer = conclude(question, found.findings[question.name], "simulation", 0.0)
        assert answer.ok, answer


def test_what_goes_round_for_ever_is_known_for_sure(tmp_path):
    process = process_of(tmp_path, LASSO)
    found = Simulation(games=100).find(process, Context(threads=1)).findings
    assert found["wait"].value == found["twos"].value == Bounded.of(inf)


@pytest.mark.parametrize("compiled", [True, False])
def test_an_end_that_is_forbidden_is_a_fault(tmp_path, compiled):
    process = replace(process_of(tmp_path, LASSO), deadlock="error")
    sheet = Sheet.of(process)
    player = player_of(narrowed(process, sheet.rewards), sheet.observables, False, 0, 100, compiled)
    with pytest.raises(FaultError):
        player.block(0, 50, 0)
