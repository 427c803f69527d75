"""Behaviour in a game tree -> how everybody plays in the words of the spec, and what it is worth to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from oddsmith.process.question import Distribution, Question
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.play import Decision, Gain, Play
from oddsmith.solve.request import Finding
from oddsmith.solve.solution import Status
from oddsmith.solve.spread import Spread
from oddsmith.tree.exact import Fractions
from oddsmith.tree.tree import Integers, Vector
from oddsmith.tree.unfolded import Unfolded

ROUNDING = 1.01 * 2.0**-53
"""What one operation may lose, of its result."""


@dataclass(frozen=True)
class Behaviour:
    """The probability of every move, [moves]; `exact` where it is known as fractions."""

    floats: Vector
    exact: tuple[Fraction, ...] | None = None

    @classmethod
    def of(cls, exact: Sequence[Fraction]) -> Behaviour:
        return cls(np.array([float(weight) for weight in exact]), tuple(exact))


def describe(game: Unfolded, how: Behaviour, title: str) -> Play:
    """The whole play; with exact behaviour (and a space with fractions) every number is a fraction."""
    behaviour, exact = how.floats, how.exact
    reached = _reached(game, behaviour)
    decisions = []
    information = game.tree.information
    for number in range(information.count):
        low, high = int(information.start[number]), int(information.start[number + 1])
        decisions.append(
            Decision(
                game.tree.players[int(information.player[number])],
                game.tree.seen(number),
                information.names[low:high],
                tuple(behaviour[low:high].tolist()),
                float(reached[number]),
                None if exact is None else tuple(exact[low:high]),
            )
        )
    return Play(title, tuple(decisions), gains(game, behaviour, exact))


def measured(
    game: Unfolded, question: Question, play: Play, behaviour: Behaviour, method: str, status: Status = Status.DONE
) -> Finding:
    """What a question measures of a play, as its answer."""
    exact, wants_spread = behaviour.exact, isinstance(question.measure, Distribution)
    value: Bounded | Spread
    if exact is not None and game.exact is not None:
        payoff = game.exact_payoff(question)
        value = spread_of(game, behaviour.floats, payoff, exact) if wants_spread else _value(game, payoff, exact)
    elif wants_spread:
        value = spread_of(game, behaviour.floats, game.payoff(question))
    else:
        value = expectation(game, behaviour.floats, game.payoff(question))
    return Finding(value, method, status, play)


def _value(game: Unfolded, payoff: Fractions, exact: Sequence[Fraction]) -> Bounded:
    assert game.exact is not None
    return Bounded.of(game.exact.value(exact, payoff))


def gains(game: Unfolded, behaviour: Vector, exact: Sequence[Fraction] | None = None) -> tuple[Gain, ...]:
    """What each player who wants something gets, how it is spread, and what he could gain by playing otherwise."""
    found = []
    for number, player in enumerate(game.tree.players):
        reward = game.tree.wants[number]
        if reward is None:
            continue
        if exact is not None and game.exact is not None:
            value, spread, best = _exactly(game, number, exact)
        else:
            value = expectation(game, behaviour, game.wanted[number])
            response = game.plays.best_response(number, behaviour, game.wanted[number]).value
            best = around(response, rounding(game, game.wanted[number]))
            spread = spread_of(game, behaviour, game.wanted[number])
        found.append(Gain(player, reward, value, spread, _regret(best, value)))
    return tuple(found)


def expectation(game: Unfolded, behaviour: Vector, payoff: Vector) -> Bounded:
    """The expectation of a payoff, with bounds for the rounding; infinite where a goal may be missed."""
    probability = game.plays.probability(behaviour)
    if np.isinf(payoff[probability > 0]).any():
        return Bounded.of(float("inf"))
    finite = np.where(np.isinf(payoff), 0.0, payoff)
    return around(float(probability @ finite), rounding(game, finite))


def around(value: float, error: float) -> Bounded:
    return Bounded(value, value - error, value + error)


def rounding(game: Unfolded, payoff: Vector) -> float:
    """What rounding may do to an expectation: as much as to all probabilities, times the largest payoff."""
    return lost(game) * float(np.abs(payoff).max(initial=0.0))


def lost(game: Unfolded) -> float:
    """What rounding may do to a probability that is summed over leaves, in whatever order.

    Each is a product of at most depth weights and as many probabilities of moves, all rounded themselves.
    """
    return ROUNDING * (4 * len(game.tree.level) + game.plays.count)


def spread_of(
    game: Unfolded, behaviour: Vector, payoff: Vector | Fractions, exact: Sequence[Fraction] | None = None
) -> Spread:
    """The distribution of a payoff (fractions, where the behaviour is exact) under a behaviour."""
    if exact is None or game.exact is None:
        return _spread(*game.plays.spread(behaviour, payoff.astype(np.float64)), lost(game))
    return exact_spread(game.exact.probability(exact), payoff.tolist())


def exact_spread(probability: Sequence[Fraction], payoff: Sequence[Fraction | float]) -> Spread:
    """Values with their probabilities, in fractions."""
    total: dict[Fraction, Fraction] = {}
    for weight, paid in zip(probability, payoff, strict=True):
        if weight:
            total[Fraction(paid)] = total.get(Fraction(paid), Fraction(0)) + weight
    support = tuple(sorted(total))
    weights = tuple(total[value] for value in support)
    floats = tuple(float(weight) for weight in weights)
    mean = float(sum((v * w for v, w in zip(support, weights, strict=True)), Fraction(0)))
    return Spread(tuple(_plain(value) for value in support), floats, floats, floats, weights, mean)


def _exactly(game: Unfolded, player: int, exact: Sequence[Fraction]) -> tuple[Bounded, Spread, Bounded]:
    assert game.exact is not None
    wanting = [number for number, want in enumerate(game.tree.wants) if want is not None]
    payoff = game.exact_wanted[wanting.index(player)]
    value = Bounded.of(game.exact.value(exact, payoff))
    best = Bounded.of(game.exact.best_response(player, exact, payoff)[0])
    return value, exact_spread(game.exact.probability(exact), payoff.tolist()), best


def _spread(support: Vector, chances: Vector, error: float) -> Spread:
    possible = chances > 0
    values, weights = support[possible], chances[possible]
    lower = tuple(max(0.0, w - error) for w in weights.tolist())
    upper = tuple(min(1.0, w + error) for w in weights.tolist())
    shown = tuple(_plain(Fraction(value)) for value in values.tolist())
    return Spread(shown, tuple(weights.tolist()), lower, upper, None, float(values @ weights))


def _plain(value: Fraction) -> int | Fraction:
    return int(value) if value.denominator == 1 else value


def _regret(best: Bounded, value: Bounded) -> Bounded:
    found = best.minus(value)
    if isinstance(found.exact, Fraction):
        return found
    return Bounded(max(found.value, 0.0), max(found.lower, 0.0), max(found.upper, 0.0))


def _reached(game: Unfolded, behaviour: Vector) -> Vector:
    """How probable it is that play comes to each information set."""
    tree, plan = game.tree, game.plays.plan(behaviour)
    nodes: Integers = np.flatnonzero(tree.information_set >= 0)
    weight = tree.chance[nodes].copy()
    for player in range(len(tree.players)):
        weight *= plan[tree.last[player, nodes]]
    found = np.zeros(tree.information.count)
    np.add.at(found, tree.information_set[nodes], weight)
    return found
