"""Two sides: bounds that each side secures, in games that stop, that need not stop, and that stop slowly."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.solve.solution import Status
from oddsmith.testing.checks import check_solver
from oddsmith.testing.problems import problem_of
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.exact import Exact
from oddsmith_plugins.solvers.game_iteration import GameIteration

SPECS = Path(__file__).parents[3] / "specs"


def solve(problem):
    return GameIteration().solve(problem, Context(threads=1))


def ladder(length, win, seesaw):
    """Ann (even states) and Bob (odd ones) pull a rope; where `seesaw`, they may also wait and go round for ever."""
    lose = 1 - Fraction(win)
    states = [{0: 1}]
    for at in range(1, length):
        pull = {at + 1: win, at - 1: lose} if at % 2 == 0 else {at + 1: lose, at - 1: win}
        wait = {at + 1: 1} if at % 2 == 0 and at + 1 < length else {at - 1: 1} if at > 1 else pull
        states.append([pull, wait] if seesaw else [pull, {at + 1: "1/2", at - 1: "1/2"}])
    side = [1 if at % 2 == 0 else -1 for at in range(length + 1)]
    game = stored_of([*states, {length: 1}])
    return problem_of(game, {0: 0, length: 1}, side=side, initial=length // 2, stopping=not seesaw)


@pytest.mark.parametrize("seesaw", [False, True])
@pytest.mark.parametrize("win", ["3/5", "2/5"])
def test_bounds_contain_the_exact_value_everywhere(win, seesaw):
    problem = ladder(30, win, seesaw)
    found, truth = solve(problem), Exact().solve(problem, Context())
    assert found.status is Status.DONE
    assert all(
        low <= x <= high for low, x, high in zip(found.lower[:, 0], truth.exact[0], found.upper[:, 0], strict=True)
    )


def test_a_slow_game_is_not_swept_for_ever():
    """Both players may only toss a fair coin or a slightly unfair one: 4000 steps wide, millions of steps long."""
    problem = ladder(4000, "1001/2000", seesaw=False)
    found = solve(problem)
    assert found.status is Status.DONE
    assert "strateg" in found.method


def test_tiny_values_are_relatively_as_good():
    problem = ladder(400, "1/10", seesaw=True)
    truth = Exact().solve(problem, Context()).exact[0][problem.initial]
    found = solve(problem)
    assert found.status is Status.DONE
    low, high = found.lower[problem.initial, 0], found.upper[problem.initial, 0]
    assert low <= truth <= high <= low * (1 + 2e-9)


def test_two_columns_are_solved_one_by_one():
    problem = ladder(10, "3/5", seesaw=True)
    twice = replace(problem, known=np.hstack([problem.known, 0.5 * problem.known]), exact_known=None)
    found = solve(twice)
    assert found.value[5, 1] == pytest.approx(0.5 * found.value[5, 0], rel=1e-9)


def test_small_games():
    check_solver(GameIteration(), [(SPECS / "pig.yaml").read_text().replace("N: 100", "N: 6"), ROPE])


ROPE = """
game: rope
type: game
players: [ann, bob]
variables: {at: {range: 0..4, init: 2}, turn: {range: 1..2, init: 1}}
commands:
  - action: pull
    player: ann
    when: turn = 1 and 0 < at < 4
    then: [2/3: {at: at + 1, turn: 2}, 1/3: {at: at - 1, turn: 2}]
  - {action: wait, player: ann, when: turn = 1 and 0 < at < 4, then: {turn: 2}}
  - action: pull
    player: bob
    when: turn = 2 and 0 < at < 4
    then: [1/2: {at: at - 1, turn: 1}, 1/2: {at: at + 1, turn: 1}]
  - {action: wait, player: bob, when: turn = 2 and 0 < at < 4, then: {turn: 1}}
questions:
  ann: {ask: "<<ann>> Pmax=? [F at = 4]", expect: 2/3}
  bob: {ask: "<<bob>> Pmax=? [F at = 0]", expect: 1/3}
  never: {ask: "<<bob>> Pmax=? [G at < 4]", expect: 1/3}
  first: {ask: "<<ann>> P>=0.6 [F at = 4]", expect: "true"}
  long: {ask: "<<ann>> R{steps}min=? [F at = 0 or at = 4]", expect: 31/5}
  short: {ask: "<<ann,bob>> R{steps}min=? [F at = 0 or at = 4]", expect: 4}
"""
