"""What players want -> how they play: an equilibrium of the whole game, or the play that is best for all together.

Backward over a game without cycles. In every state the players face a table of what follows for each of them; they play
an equilibrium of that table, and its payoffs are the values of the state (Kuhn 1953, Selten 1965: the result is an
equilibrium in every part of the game). Of several equilibria the one with the largest sum is taken (or the smallest, on
demand), then the one that is best for whoever gets least, then the first.

Certificate: beside the values a best response is swept, for each player the most that can be had against the mixtures
of all others, deviating as often as one likes. What it brings more than the value is the regret; it is found with the
same bounds as all else, so nothing depends on how the equilibria were found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from oddsmith.plugin import Context, UnsuitableError
from oddsmith_plugins.solvers.stage_games_parts.board import Board, CrowdDecision, Decision
from oddsmith_plugins.solvers.stage_games_parts.columns import Column, Number, Pair, Sheet
from oddsmith_plugins.solvers.stage_games_parts.crowd import Counts, alike, histograms, weight
from oddsmith_plugins.solvers.stage_games_parts.equilibria import NoEquilibriumError, equilibria
from oddsmith_plugins.solvers.stage_games_parts.matrix import Mixture
from oddsmith_plugins.solvers.stage_games_parts.plays import Mixing, Play


class InexactError(Exception):
    """A mixture is not a fraction, so the answer is not, either."""


@dataclass
class Table:
    """The sheet of a game: what each player gets, what each could get, what is measured."""

    board: Board
    sheet: Sheet
    players: int
    play: Play
    best_first: bool = True

    @classmethod
    def of(cls, board: Board, wants: list[Column], measures: list[Column], exact: bool, best_first: bool) -> Table:
        sheet = Sheet(board, [*wants, *wants, *measures], exact)
        return cls(board, sheet, len(wants), Play([], 0), best_first)

    @property
    def mean_columns(self) -> list[int]:
        """Columns that follow the play."""
        return [*range(self.players), *range(2 * self.players, len(self.sheet.columns))]

    def sweep(self, decide: Callable[[Decision | CrowdDecision], None], context: Context) -> None:
        """All states, those that others lead to first."""
        starts, sheet = self.board.space.transitions.starts, self.sheet
        for number, state in enumerate(self.board.order):
            if number % 64 == 0:
                context.check()
            decision = self.board.decision(state)
            if decision is None:
                for column in range(len(sheet.columns)):
                    self.write(column, state, sheet.choice(column, int(starts[state])))
            else:
                decide(decision)

    def write(self, column: int, state: int, pair: Pair) -> None:
        if not self.sheet.stops[column][state]:
            self.sheet.value[column][state] = pair

    def middle(self, column: int, choice: int) -> Fraction:
        low, high = self.sheet.choice(column, choice)
        return (Fraction(low) + Fraction(high)) / 2

    def follow(self, state: int, column: int, parts: list[tuple[Fraction, int]]) -> Pair:
        """The mean of a column over choices with their probabilities."""
        pairs = ((self.number(w), self.sheet.choice(column, j)) for w, j in parts if w)
        return self.sheet.mean(pairs, self.sheet.zero)

    def number(self, share: Fraction) -> Number:
        return share if self.sheet.exact else float(share)

    def equilibrium(self, decision: Decision | CrowdDecision) -> None:
        """Play an equilibrium of what follows, and write down what it brings."""
        try:
            if isinstance(decision, CrowdDecision):
                self._crowd(decision)
            else:
                self._table(decision)
        except NoEquilibriumError as error:
            where = self.board.space.describe(decision.state)
            raise UnsuitableError(f"in the state {where} {error}") from None

    def _table(self, decision: Decision) -> None:
        shape = [len(options) for options in decision.options]
        payoffs = {
            joint: tuple(self.middle(player, j) for player in decision.players) for joint, j in decision.choice.items()
        }
        found = equilibria(shape, payoffs)
        self.play.several += len(found) > 1 and len(shape) > 1
        chosen = found.pop(0 if self.best_first else -1)
        mixtures = chosen.mixtures
        others = tuple(each.gets for each in found) if len(shape) > 1 else ()
        self.play.mixings.append(Mixing.joint(decision, list(mixtures), others))
        parts = list(_spread(decision, mixtures))
        for column in range(len(self.sheet.columns)):
            self.write(column, decision.state, self.follow(decision.state, column, parts))
        for place, player in enumerate(decision.players):
            pairs = []
            for option in range(shape[place]):
                alone = tuple(Fraction(int(k == option)) for k in range(shape[place]))
                against = list(_spread(decision, (*mixtures[:place], alone, *mixtures[place + 1 :])))
                pairs.append(self.follow(decision.state, self.players + player, against))
            self.write(self.players + player, decision.state, _most(pairs))

    def _crowd(self, decision: CrowdDecision) -> None:
        options, size, player = len(decision.options), decision.size, decision.player
        payoffs = {key: self.middle(player, j) for key, j in decision.choice.items()}
        found = alike(options, size, payoffs)
        self.play.several += len(found) > 1
        chosen = found.pop(0 if self.best_first else -1)
        if not chosen.exact and self.sheet.exact:
            raise InexactError
        self.play.mixings.append(Mixing.crowd(decision, chosen.mixture, tuple((each.gets,) for each in found)))
        by_option = [list(_others(decision, option, chosen.mixture)) for option in range(options)]
        parts = [(own * w, j) for own, line in zip(chosen.mixture, by_option, strict=True) for w, j in line]
        for column in self.mean_columns:
            self.write(column, decision.state, self.follow(decision.state, column, parts))
        pairs = [self.follow(decision.state, self.players + player, line) for line in by_option]
        self.write(self.players + player, decision.state, _most(pairs))

    def social(self, decision: Decision | CrowdDecision) -> None:
        """Do what is best for all together, and write down what it brings."""
        if isinstance(decision, CrowdDecision):
            parts = self._best_spread(decision)
        else:
            best = max(decision.choice, key=lambda joint: self._sum(decision.choice[joint]))
            mixtures = [
                tuple(Fraction(int(k == option)) for k in range(len(options)))
                for option, options in zip(best, decision.options, strict=True)
            ]
            self.play.mixings.append(Mixing.joint(decision, mixtures))
            parts = [(Fraction(1), decision.choice[best])]
        for column in range(len(self.sheet.columns)):
            self.write(column, decision.state, self.follow(decision.state, column, parts))

    def _sum(self, choice: int) -> Fraction:
        return sum((self.middle(player, choice) for player in range(self.players)), Fraction(0))

    def _best_spread(self, decision: CrowdDecision) -> list[tuple[Fraction, int]]:
        """How the crowd is best divided, as the choices of one of its players, who is each of them alike often."""
        options, size = len(decision.options), decision.size

        def parts(counts: Counts) -> list[tuple[Fraction, int]]:
            found = []
            for option in range(options):
                if counts[option]:
                    others = tuple(c - (k == option) for k, c in enumerate(counts))
                    found.append((Fraction(counts[option], size), decision.choice[option, others]))
            return found

        def mean(counts: Counts) -> Fraction:
            return sum((w * self.middle(decision.player, j) for w, j in parts(counts)), Fraction(0))

        best = max(histograms(options, size), key=mean)
        self.play.mixings.append(Mixing.crowd(decision, tuple(Fraction(c, size) for c in best)))
        return parts(best)

    def regret(self) -> Number:
        """What one player can gain at most by playing otherwise alone."""
        first, value = self.board.space.initial, self.sheet.value
        gains = [value[self.players + p][first][1] - value[p][first][0] for p in range(self.players)]
        return max(*gains, self.sheet.zero)


def _spread(decision: Decision, mixtures: tuple[Mixture, ...]) -> Iterator[tuple[Fraction, int]]:
    for joint in product(*(range(len(options)) for options in decision.options)):
        share = prod((m[i] for m, i in zip(mixtures, joint, strict=True)), start=Fraction(1))
        if share:
            yield share, decision.choice[joint]


def _others(decision: CrowdDecision, option: int, mixture: Mixture) -> Iterator[tuple[Fraction, int]]:
    for counts in histograms(len(decision.options), decision.size - 1):
        chance = weight(counts, mixture)
        if chance:
            yield chance, decision.choice[option, counts]


def _most(pairs: list[Pair]) -> Pair:
    return max(low for low, _ in pairs), max(high for _, high in pairs)
