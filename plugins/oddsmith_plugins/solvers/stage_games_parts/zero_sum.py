"""A question for a coalition -> its value against all others, who decide at the same time.

In every state the coalition and the others, each as one, play the matrix of values that follow (Shapley 1953):
x(s) = val over mixtures of  gain + sum of weight x(t).  The best mixtures are found in fractions for the middle of the
bounds; what they guarantee, from the lower and upper values, are the bounds of the state. Where weights are exact, so
is the answer.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from oddsmith.plugin import Context, UnsuitableError
from oddsmith_plugins.solvers.stage_games_parts.board import Board, CrowdDecision, Decision
from oddsmith_plugins.solvers.stage_games_parts.columns import Column, Pair, Sheet
from oddsmith_plugins.solvers.stage_games_parts.matrix import Mixture, solve_matrix
from oddsmith_plugins.solvers.stage_games_parts.plays import Mixing, Play

MOST_JOINT = 400
"""Options of one side in one state."""


def enforce(board: Board, column: Column, members: frozenset[int], sign: int, context: Context) -> tuple[Pair, Play]:
    """The value at the first state, and how both sides mix."""
    sheet = Sheet(board, [column])
    play = Play([], 0)
    for number, state in enumerate(board.order):
        if number % 256 == 0:
            context.check()
        if sheet.stops[0][state]:
            continue
        decision = board.decision(state)
        if decision is None:
            sheet.value[0][state] = sheet.choice(0, int(board.space.transitions.starts[state]))
            continue
        if isinstance(decision, CrowdDecision):
            raise UnsuitableError("players who are all alike have no opponents to be named: ask for the equilibrium")
        sheet.value[0][state] = _stage(sheet, decision, members, sign, play)
    return sheet.value[0][board.space.initial], play


def _stage(sheet: Sheet, decision: Decision, members: frozenset[int], sign: int, play: Play) -> Pair:
    sides: list[list[int]] = [[], []]
    for place, player in enumerate(decision.players):
        sides[0 if player in members else 1].append(place)
    ours, theirs = (list(product(*(range(len(decision.options[p])) for p in side))) for side in sides)
    if max(len(ours), len(theirs)) > MOST_JOINT:
        raise UnsuitableError(f"in one state a side has more than {MOST_JOINT} options")
    pairs = [[sheet.choice(0, _joint(decision, sides, a, b)) for b in theirs] for a in ours]
    middle = [[sign * (Fraction(low) + Fraction(high)) / 2 for low, high in line] for line in pairs]
    _, x, y = solve_matrix(middle)
    mixed = ((sides[0], ours, x), (sides[1], theirs, y))
    shown = [_marginal(decision, mixed[0 if p in sides[0] else 1], p) for p in range(len(decision.players))]
    play.mixings.append(Mixing.joint(decision, shown))
    kept = [_reach(sheet, x, [line[k] for line in pairs]) for k in range(len(theirs))]
    held = [_reach(sheet, y, line) for line in pairs]
    if sign > 0:
        return min(low for low, _ in kept), max(high for _, high in held)
    return min(low for low, _ in held), max(high for _, high in kept)


def _reach(sheet: Sheet, mixture: Mixture, pairs: list[Pair]) -> Pair:
    weights = mixture if sheet.exact else [float(w) for w in mixture]
    return sheet.mean((w, pair) for w, pair in zip(weights, pairs, strict=True) if w)


def _joint(decision: Decision, sides: list[list[int]], ours: tuple[int, ...], theirs: tuple[int, ...]) -> int:
    chosen = [0] * len(decision.players)
    for side, options in zip(sides, (ours, theirs), strict=True):
        for place, option in zip(side, options, strict=True):
            chosen[place] = option
    return decision.choice[tuple(chosen)]


def _marginal(decision: Decision, mixed: tuple[list[int], list[tuple[int, ...]], Mixture], place: int) -> Mixture:
    """One player's own mixture; players of one side may mix together, which it does not show."""
    side, options, mixture = mixed
    at = side.index(place)
    result = [Fraction(0)] * len(decision.options[place])
    for joint, share in zip(options, mixture, strict=True):
        result[joint[at]] += share
    return tuple(result)
