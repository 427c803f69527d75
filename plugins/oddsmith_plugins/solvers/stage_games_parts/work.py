"""A game with stored transitions and its questions -> findings, one question after the other."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Bounded,
    Context,
    Expectation,
    Expr,
    Finding,
    LimitError,
    Played,
    Probability,
    Process,
    Question,
    Status,
    UnsuitableError,
    conditions_of,
    explore,
)
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.kernels.reference import Reference
from oddsmith_plugins.solvers.stage_games_parts.board import Board
from oddsmith_plugins.solvers.stage_games_parts.columns import Column, Pair, measured, wanted
from oddsmith_plugins.solvers.stage_games_parts.played import InexactError, Table
from oddsmith_plugins.solvers.stage_games_parts.plays import Play
from oddsmith_plugins.solvers.stage_games_parts.prepare import prepared
from oddsmith_plugins.solvers.stage_games_parts.telling import decisions
from oddsmith_plugins.solvers.stage_games_parts.zero_sum import enforce

MOST_STATES = 1_000_000
"""States that are worked on one by one: about a minute and a gigabyte."""


class Work:
    """One game, explored once."""

    def __init__(self, process: Process, context: Context, best: bool, shown: int) -> None:
        self.context, self.best, self.shown = context, best, shown
        self.process = prepared(process)
        self.formulas = conditions_of(process.questions)
        limits = context.limits
        most = MOST_STATES if limits.states is None else min(MOST_STATES, limits.states)
        fewer = replace(context, limits=replace(limits, states=most))
        try:
            space, _ = explore(self.process, self.formulas, (Reference(), CompiledTarget()), fewer)
        except LimitError as error:
            if limits.states is not None and limits.states <= most:
                raise
            advice = "only symmetric equilibria of one crowd with two options are found in larger games"
            raise LimitError(str(error), advice) from None
        self.board = Board(self.process, space)
        self.told: dict[str, str] = {}

    def answer(self, question: Question) -> Finding:
        """The finding, or UnsuitableError with the reason why there is none."""
        query = question.query
        if isinstance(query, Played):
            return self._played(question, query)
        if not isinstance(query, Probability | Expectation) or query.coalition is None:
            raise UnsuitableError("it must be said who plays for it: `<<player>>`, `equilibrium` or `social`")
        column = measured(self.board, question, self.truth)
        members = frozenset(self.process.players.index(name) for name in query.coalition)
        pair, play = enforce(self.board, column, members, 1 if query.optimum == "max" else -1, self.context)
        self._tell(f"{question.name}: how both sides decide", play)
        return self._finding(pair, "zero-sum stage games", column)

    def truth(self, formula: Expr) -> NDArray[np.bool_]:
        """Where a condition of the questions holds."""
        return self.board.space.conditions[self.formulas.index(formula)]

    def _played(self, question: Question, query: Played) -> Finding:
        wants = dict(self.process.wants)
        columns = [wanted(self.board, wants[player]) for player in self.process.players]
        measure = measured(self.board, question, self.truth)
        try:
            table = self._table(query, columns, measure, exact=True)
        except InexactError:
            table = self._table(query, columns, measure, exact=False)
        pair = table.sheet.value[-1][self.board.space.initial]
        if query.play == "social":
            self._tell("what is best for all together", table.play)
            return self._finding(pair, "the best play for all together", measure)
        alike = any(party.among is not None for s in self.process.summands for party in s.parties)
        self._tell(f"the {'symmetric ' if alike else ''}equilibrium{self._choice(table.play)}", table.play)
        method = f"{'symmetric ' if alike else ''}equilibrium, {regret_text(table.regret())}"
        return self._finding(pair, method, measure)

    def _table(self, query: Played, wants: list[Column], measure: Column, exact: bool) -> Table:
        table = Table.of(self.board, wants, [measure], exact, self.best)
        table.sweep(table.equilibrium if query.play == "equilibrium" else table.social, self.context)
        return table

    def _choice(self, play: Play) -> str:
        if not play.several:
            return ""
        where = "1 decision has" if play.several == 1 else f"{play.several:,} decisions have"
        return f" ({where} several equilibria: the {'largest' if self.best else 'smallest'} sum for all is played)"

    def _tell(self, title: str, play: Play) -> None:
        if play.mixings and self.shown > 0:
            self.told[title] = decisions(self.process, self.board.space, play, self.shown)

    def _finding(self, pair: Pair, method: str, column: Column) -> Finding:
        low, high = pair
        if low == high and isinstance(low, Fraction):
            return Finding(Bounded.of(low), f"{method}, in fractions")
        value = Bounded((float(low) + float(high)) / 2, float(low), float(high))
        # payoffs of both signs may cancel, so the width is compared with the largest of them, not with the sum
        scale = max([abs(value.value), *(abs(float(gain)) for gain in column.gain or ())])
        narrow = value.upper - value.lower <= self.context.precision * scale
        return Finding(value, method, Status.DONE if narrow else Status.LOOSE)


def regret_text(regret: Fraction | float) -> str:
    """What one player can gain at most by playing otherwise alone."""
    return "regret 0" if not regret else f"regret at most {float(regret):.1e}"
