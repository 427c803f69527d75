"""A measure and a game tree -> what every leaf counts for it: probabilities and rewards become payoffs of plays."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.process.question import Distribution, Expectation, Path, Probability
from oddsmith.solve.conditions import Truth, refuse, steps
from oddsmith.solve.gains import reward_of
from oddsmith.tree.exact import Fractions
from oddsmith.tree.tree import GameTree, Integers, Vector

Truths = NDArray[np.bool_]
Measure = Probability | Expectation | Distribution


def reward_payoff(tree: GameTree, reward: str) -> Vector:
    """What the whole game brings of a reward, leaf by leaf."""
    return _floats(tree.summed(_gained(tree, reward, exact=False))[tree.leaves])


def exact_reward_payoff(tree: GameTree, reward: str) -> Fractions:
    """The same in fractions."""
    return tree.summed(_gained(tree, reward, exact=True))[tree.leaves]


def payoff(tree: GameTree, measure: Measure, truth: Truth) -> Vector:
    """[leaves]: the probability is the expectation of what is 1 on the right plays; inf where a goal is missed."""
    return _floats(_payoff(tree, measure, truth, exact=False))


def exact_payoff(tree: GameTree, measure: Measure, truth: Truth) -> Fractions:
    """The same in fractions."""
    return _payoff(tree, measure, truth, exact=True)


def _gained(tree: GameTree, reward: str, *, exact: bool) -> NDArray[Any]:
    """What the step to each node gains: of the state before it, of the choice, of the transition."""
    gains = reward_of(tree.space, reward)
    step = tree.step[1:]
    choice = np.searchsorted(tree.space.transitions.row_start, step, side="right") - 1
    of_state: Any = np.array(gains.exact_state, dtype=object) if exact else gains.state
    of_choice: Any = np.array(gains.exact_choice, dtype=object) if exact else gains.choice
    found = np.full(tree.size, Fraction(0), dtype=object) if exact else np.zeros(tree.size)
    found[1:] = of_state[tree.state[tree.parent[1:]]] + of_choice[choice]
    if gains.step is not None:
        of_step: Any = np.array(gains.exact_step, dtype=object) if exact else gains.step
        found[1:] += of_step[step]
    return found


def _payoff(tree: GameTree, measure: Measure, truth: Truth, *, exact: bool) -> NDArray[Any]:
    match measure:
        case Probability(path=path):
            found = _path(tree, path, truth)
            return np.array([Fraction(int(hit)) for hit in found.tolist()], dtype=object) if exact else found
        case Expectation(measure="reach", goal=goal) if goal is not None:
            return _up_to(tree, _gained(tree, measure.reward, exact=exact), truth(goal)[tree.state])
        case Expectation(measure="total"):
            return tree.summed(_gained(tree, measure.reward, exact=exact))[tree.leaves]
        case Expectation(measure="cumulative", steps=count) if count is not None:
            early = _depth(tree) <= steps(count)
            return tree.summed(np.where(early, _gained(tree, measure.reward, exact=exact), 0))[tree.leaves]
        case Distribution(goal=goal):
            return _up_to(tree, _gained(tree, measure.reward, exact=exact), truth(goal)[tree.state])
    raise refuse("E503", "the reward of one moment is not asked of games with hidden information")


def _up_to(tree: GameTree, gained: NDArray[Any], goal: Truths) -> NDArray[Any]:
    """What is gained until the goal is first reached."""
    reached = _ever(tree, goal)
    before = np.zeros(tree.size, dtype=np.bool_)
    before[1:] = reached[tree.parent[1:]]
    found = tree.summed(np.where(before, 0 * gained, gained))
    return np.where(reached, found, np.inf)[tree.leaves]


def _floats(values: NDArray[Any]) -> Vector:
    return np.ascontiguousarray(values, dtype=np.float64)


def _path(tree: GameTree, path: Path, truth: Truth) -> Truths:
    """Whether each play (its last state repeated for ever) is on the path."""
    right = truth(path.right)[tree.state]
    if path.kind == "G":
        wrong = Path("F", path.right, bound=path.bound)
        return ~_until(tree, np.ones(tree.size, dtype=np.bool_), ~right, wrong)
    if path.kind == "X":
        depth = _depth(tree)
        alone = right if tree.size == 1 else right & (depth == 1)
        return _ever(tree, alone)[tree.leaves]
    left = np.ones(tree.size, dtype=np.bool_) if path.left is None else truth(path.left)[tree.state]
    return _until(tree, left, right, path)


def _until(tree: GameTree, left: Truths, right: Truths, path: Path) -> Truths:
    depth, bound = _depth(tree), path.bound
    low = 0 if bound is None or bound.low is None else steps(bound.low)
    high = None if bound is None or bound.high is None else steps(bound.high)
    in_time = depth >= low if high is None else (depth >= low) & (depth <= high)
    leaf = np.zeros(tree.size, dtype=np.bool_)
    leaf[tree.leaves] = True
    late = leaf & (depth < low) & (left | (depth >= low))
    hit = right & (in_time | late)
    alive = np.ones(tree.size, dtype=np.bool_)
    done = np.zeros(tree.size, dtype=np.bool_)
    done[0], alive[0] = hit[0], left[0]
    for first, end in tree.levels:
        parent = tree.parent[first:end]
        done[first:end] = done[parent] | (alive[parent] & hit[first:end])
        alive[first:end] = alive[parent] & left[first:end]
    return done[tree.leaves]


def _ever(tree: GameTree, where: Truths) -> Truths:
    """At this node or before it."""
    found = where.copy()
    for low, high in tree.levels:
        found[low:high] |= found[tree.parent[low:high]]
    return found


def _depth(tree: GameTree) -> Integers:
    return np.repeat(np.arange(len(tree.level) - 1), np.diff(tree.level))
