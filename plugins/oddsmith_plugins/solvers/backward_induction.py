"""Games in which everybody sees everything: an equilibrium, or the play that is best for all together, backwards.

    worth(v, p) = sum over chance of worth(child, p)  for the move that maximises worth(v, who decides)

From the ends to the beginning, every decision is best against all that follows (Zermelo; Kuhn 1953: an equilibrium in
every part of the game). For `social` the decisions maximise the sum of what all players want. The first of several best
moves is taken. Nothing is iterated; where the game was explored in fractions, the play is evaluated, and proved to be
an equilibrium, in fractions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Behaviour,
    Context,
    Finding,
    Played,
    Promise,
    Question,
    Solver,
    Status,
    TreeSolver,
    Unfolded,
    blind,
    describe,
    hookimpl,
    measured,
)

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class BackwardInduction(TreeSolver):
    """Equilibria and social optima of games without secrets, for any number of players."""

    name = "backward-induction"
    promises = frozenset({Promise.BOUNDS})
    rank = 10

    def hindrance(self, game: Unfolded, question: Question) -> str:
        if not isinstance(question.query, Played):
            return "it answers `equilibrium` and `social` questions"
        if question.query.play == "social" and len(game.deciders) <= 1:
            return ""
        secrets = [player for player in blind(game.process) if game.tree.players.index(player) in game.deciders]
        return f"{', '.join(secrets)} cannot see everything" if secrets else ""

    def find(self, game: Unfolded, questions: Sequence[Question], context: Context) -> Mapping[str, Finding]:
        found: dict[str, Finding] = {}
        plays = {question.query.play for question in questions if isinstance(question.query, Played)}
        for kind in sorted(plays):
            moves = _best_moves(game, social=kind == "social")
            behaviour = Behaviour.of([Fraction(int(move)) for move in moves.tolist()])
            play = describe(game, behaviour, kind)
            method, status = "backward induction", Status.DONE
            if kind == "equilibrium":
                method += f", NashConv {'exactly 0' if play.nash_conv.exact == 0 else f'{play.nash_conv.upper:.1e}'}"
                status = Status.DONE if play.nash_conv.value <= 1e-9 else Status.LOOSE
            for question in questions:
                if isinstance(question.query, Played) and question.query.play == kind:
                    found[question.name] = measured(game, question, play, behaviour, method, status)
        return found


def _best_moves(game: Unfolded, *, social: bool) -> NDArray[np.bool_]:
    """[moves]: whether each move is taken; each set is decided at the deepest of its nodes."""
    tree, information = game.tree, game.tree.information
    wanted = game.wanted.sum(axis=0, keepdims=True) if social else game.wanted
    worth = np.zeros((len(wanted), tree.size))
    worth[:, tree.leaves] = wanted
    deepest = np.full(information.count, -1, dtype=np.int64)
    nodes = np.flatnonzero(tree.information_set >= 0)
    deepest[tree.information_set[nodes]] = nodes
    taken = np.zeros(information.moves, dtype=np.bool_)
    for low, high in reversed(tree.levels):
        parent, sets = tree.parent[low:high], tree.information_set[tree.parent[low:high]]
        move = np.full(high - low, -1, dtype=np.int64)
        deciding = np.flatnonzero(sets >= 0)
        who = information.player[sets[deciding]]
        move[deciding] = tree.last[who, low + deciding]
        share = tree.space.transitions.weight[tree.step[low:high]] * worth[:, low:high]
        first = parent[deciding] == deepest[sets[deciding]]
        edges, whose = deciding[first], 0 * who[first] if social else who[first]
        value = np.zeros(information.moves)
        np.add.at(value, move[edges], share[whose, edges])
        for i in np.unique(sets[edges]).tolist():
            taken[information.start[i] + int(np.argmax(value[information.start[i] : information.start[i + 1]]))] = True
        chosen = np.flatnonzero((move < 0) | taken[move])
        for player in range(len(wanted)):
            np.add.at(worth[player], parent[chosen], share[player, chosen])
    return taken


@hookimpl
def oddsmith_solvers() -> list[type[Solver]]:
    return [BackwardInduction]
