"""Two sides: bounds that each side secures, in games that stop, that need not stop, and that stop slowly."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.solve.solution import Status
from oddsmith.testing import check_solver
from oddsmith.testing.problems import problem_of
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.exact import Exact
from oddsmith_plugins.solvers.game_iteration import GameIteration

SPECS = Path(__file__).parents[3] / "specs"


def solve(problem):
    return GameIteration().solve(problem, Context(threads=1))


def rope(length, ann, bob, waiting=True):
    """Ann and Bob pull a rope in turns, and win a step with these chances; they may also wait (or toss a fair coin).

    Between the ends, odd states are Ann's to move and even ones Bob's; with waiting both can go on for ever.
    """
    last = 2 * length - 1

    def place(at, turn):
        return 0 if at == 0 else last if at == length else 2 * at - 1 + turn

    states = [{0: 1}]
    for at in range(1, length):
        for turn, chance in ((1, Fraction(ann)), (0, 1 - Fraction(bob))):
            pull = {place(at + 1, turn): chance, place(at - 1, turn): 1 - chance}
            toss = {place(at + 1, turn): "1/2", place(at - 1, turn): "1/2"}
            states.append([pull, {place(at, turn): 1} if waiting else toss])
    game, side = stored_of([*states, {last: 1}]), [0, *[1, -1] * (length - 1), 0]
    return problem_of(game, {0: 0, last: 1}, side=side, initial=place(length // 2, 0), stopping=not waiting)


@pytest.mark.parametrize("waiting", [False, True])
@pytest.mark.parametrize("ann", ["3/5", "2/5"])
def test_bounds_contain_the_exact_value_everywhere(ann, waiting):
    problem = rope(20, ann, "1/2", waiting)
    found, truth = solve(problem), Exact().solve(problem, Context()).exact[0]
    assert found.status is Status.DONE
    assert all(low <= x <= high for low, x, high in zip(found.lower[:, 0], truth, found.upper[:, 0], strict=True))
    assert 0 < truth[problem.initial] < 1


@pytest.mark.parametrize("waiting", [False, True])
def test_a_slow_game_is_not_swept_for_ever(waiting):
    """Nearly fair, 2000 steps wide: a game takes millions of steps."""
    problem = rope(2000, "1001/2000", "1001/2000", waiting)
    found = solve(problem)
    assert found.status is Status.DONE
    assert "strateg" in found.method
    assert found.stats["sweeps"] <= 1000


def test_tiny_values_are_relatively_as_good():
    problem = rope(200, "1/10", "1/2")
    truth = Exact().solve(problem, Context()).exact[0][problem.initial]
    found = solve(problem)
    low, high = found.lower[problem.initial, 0], found.upper[problem.initial, 0]
    assert found.status is Status.DONE
    assert 0 < truth < 1e-50
    assert low <= truth <= high <= low * (1 + 2e-9)


def test_two_columns_are_solved_one_by_one():
    problem = rope(10, "3/5", "1/2")
    again = problem_of(problem.transitions, {0: 1, 19: 0}, side=problem.side, stopping=False)
    found = solve(replace(problem, known=np.hstack([problem.known, again.known]), exact_known=None))
    assert found.value[9, 0] == solve(problem).value[9, 0]
    assert found.value[9, 1] == solve(again).value[9, 0]


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
