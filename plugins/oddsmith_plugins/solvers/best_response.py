"""What one player can get at best against others whose behaviour is given, keeping to what he sees.

Backwards over the information sets of the player, best(i) = max over his moves m of
the gain that chance and the others give behind m, plus best(j) of his sets j behind m: exact where the game is explored
in fractions, one pass of floating point otherwise. The others' behaviour is part of the game (their commands belong to
nobody and have probabilities), or it stands in a file (`against`), as `play.csv` in the folder of a run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from oddsmith.plugin import (
    Behaviour,
    Context,
    Expectation,
    Finding,
    Play,
    Played,
    Probability,
    Promise,
    Question,
    Solver,
    Status,
    TreeSolver,
    Unfolded,
    describe,
    hookimpl,
    measured,
    read_behaviour,
)

EQUILIBRIUM = 1e-6
"""A given play with a larger NashConv is not passed off as an equilibrium."""


@dataclass(frozen=True)
class BestResponse(TreeSolver):
    """One player who decides, the others' behaviour given: what he gets at best, and how."""

    against: Path | None = None
    """A file with the behaviour of the others: `play.csv` of a run, or written by hand."""

    name = "best-response"
    promises = frozenset({Promise.BOUNDS})
    rank = 20

    def hindrance(self, game: Unfolded, question: Question) -> str:
        if isinstance(question.query, Played):
            return "" if self.against is not None else "it answers `<<player>> Rmax{…}=?`, not how all play"
        query = question.query
        if not isinstance(query, Probability | Expectation) or query.optimum is None:
            return "it answers Pmin, Pmax, Rmin and Rmax"
        free = _free(game, query, given=self.against is not None)
        if len(free) <= 1:
            return ""
        names = " and ".join(game.tree.players[player] for player in free)
        return f"{names} decide; it needs the behaviour of all but one (option `against`)"

    def find(self, game: Unfolded, questions: Sequence[Question], context: Context) -> Mapping[str, Finding]:
        given = self._given(game)
        play = describe(game, Behaviour.of(given), "as given")
        return {question.name: self._answer(game, question, given, play) for question in questions}

    def _given(self, game: Unfolded) -> tuple[Fraction, ...]:
        information = game.tree.information
        if self.against is not None:
            return read_behaviour(game.tree, self.against)
        sizes = np.diff(information.start)
        return tuple(Fraction(1, int(sizes[i])) for i in information.owner.tolist())

    def _answer(self, game: Unfolded, question: Question, given: tuple[Fraction, ...], play: Play) -> Finding:
        query = question.query
        if isinstance(query, Played):
            regret = play.nash_conv
            status = Status.DONE if regret.value <= EQUILIBRIUM else Status.LOOSE
            method = f"as given, NashConv {'exactly 0' if regret.exact == 0 else f'{regret.value:.3g}'}"
            return measured(game, question, play, Behaviour.of(given), method, status)
        assert isinstance(query, Probability | Expectation)
        free = _free(game, query, given=self.against is not None)
        if not free:
            return measured(game, question, play, Behaviour.of(given), "everything is given")
        player = free[0]
        ours = query.coalition is None or game.tree.players[player] in query.coalition
        sign = 1 if (query.optimum == "max") == ours else -1
        behaviour = _respond(game, question, player, sign, given)
        title = f"best response of {game.tree.players[player]}"
        return measured(game, question, describe(game, behaviour, title), behaviour, title)


def _free(game: Unfolded, query: Probability | Expectation, *, given: bool) -> list[int]:
    """The players whose behaviour is to be found: all who decide, or of the coalition alone where the rest is given."""
    if not given or query.coalition is None:
        return list(game.deciders)
    return [player for player in game.deciders if game.tree.players[player] in query.coalition]


def _respond(game: Unfolded, question: Question, player: int, sign: int, given: tuple[Fraction, ...]) -> Behaviour:
    if game.exact is not None:
        payoff = game.exact_payoff(question)
        if not any(isinstance(paid, float) for paid in payoff.tolist()):
            return Behaviour.of(game.exact.best_response(player, given, sign * payoff)[1])
    floats = game.payoff(question)
    largest = float(np.abs(floats[np.isfinite(floats)]).max(initial=1.0))
    finite = np.where(np.isinf(floats), 1e9 * largest, floats)  # a missed goal counts more than all that can be gained
    known = np.array([float(weight) for weight in given])
    found = game.plays.best_response(player, known, sign * finite).behaviour
    mine = game.tree.information.player[game.tree.information.owner] == player
    chosen = zip(found.tolist(), given, mine.tolist(), strict=True)
    return Behaviour.of([Fraction(int(move)) if own else old for move, old, own in chosen])


@hookimpl
def oddsmith_solvers() -> list[type[Solver]]:
    return [BestResponse]
