"""Two players, what one gains the other loses: the exact equilibrium by one linear program over realisation plans.

With plans x, y (see Plays), their constraints E x = e and F y = f, and the payoffs A between the last moves of both,

    max over x of min over y of  x A y   =   max f v   subject to   F' v <= A' x,   E x = e,   x >= 0

(Koller, Megiddo & von Stengel 1996). HiGHS solves it for both sides in floating point. The behaviour of both is then
made exact: fractions with small denominators first, else the vertex that the tight constraints determine, solved
in fractions (python-flint). Nothing of this is believed: a best response in fractions to each behaviour gives what each
player can guarantee, and where these two numbers are equal, they are the value. Where fractions are not at hand or do
not meet, the two numbers are the bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oddsmith.plugin import (
    Behaviour,
    Context,
    Expectation,
    Finding,
    Played,
    Probability,
    Promise,
    Question,
    Solver,
    Status,
    Trait,
    TreeSolver,
    Unfolded,
    describe,
    hookimpl,
    measured,
)

if TYPE_CHECKING:
    from oddsmith_plugins.solvers.sequence_form_parts.duel import Settled


@dataclass(frozen=True)
class SequenceForm(TreeSolver):
    """Two opposed players: the value as a fraction, and how both guarantee it."""

    exact: bool = True
    """Whether fractions are looked for; else the bounds of floating point are given."""
    largest: int = 20_000
    """Up to so many leaves."""

    name = "sequence-form"
    requires = frozenset({Trait.TREE, Trait.EXACT_WEIGHTS})
    promises = frozenset({Promise.EXACT, Promise.BOUNDS})
    rank = 30

    def hindrance(self, game: Unfolded, question: Question) -> str:
        if game.plays.count > self.largest:
            return f"the tree has {game.plays.count:,} leaves (option `largest`: {self.largest:,})"
        query = question.query
        if isinstance(query, Played):
            if query.play != "equilibrium":
                return "it answers `equilibrium` questions and `<<player>> Rmax{…}=?`"
            return "" if game.opposed else "it needs two players who decide, and what one gains the other loses"
        if len(game.deciders) != 2:
            return "it needs two players who decide"
        if not isinstance(query, Probability | Expectation) or query.optimum is None or query.coalition is None:
            return "it answers `<<player>> Pmax=?` and `Rmax`, and what the other allows"
        ours = [game.tree.players[player] in query.coalition for player in game.deciders]
        return "" if ours.count(True) == 1 else "one of the two has to play for the question, the other against it"

    def find(self, game: Unfolded, questions: Sequence[Question], context: Context) -> Mapping[str, Finding]:
        found: dict[str, Finding] = {}
        together = [question for question in questions if isinstance(question.query, Played)]
        if together:
            found |= self._equilibrium(game, together)
        for question in questions:
            if question not in together:
                found[question.name] = self._against(game, question)
        return found

    def _equilibrium(self, game: Unfolded, questions: Sequence[Question]) -> dict[str, Finding]:
        from oddsmith_plugins.solvers.sequence_form_parts.duel import Duel, settle

        first, second = game.deciders
        wanting = [player for player, want in enumerate(game.tree.wants) if want is not None]
        exact = None if game.exact is None else game.exact_wanted[wanting.index(first)]
        settled = settle(Duel(game, first, second, game.wanted[first], exact), fractions=self.exact)
        behaviour = Behaviour(settled.behaviour, settled.exact)
        play = describe(game, behaviour, "equilibrium")
        method = _method(settled)
        if settled.exact is None:
            method += f", NashConv at most {play.nash_conv.upper:.1e}"
        return {q.name: measured(game, q, play, behaviour, method, _status(settled)) for q in questions}

    def _against(self, game: Unfolded, question: Question) -> Finding:
        from oddsmith_plugins.solvers.sequence_form_parts.duel import Duel, settle

        query = question.query
        assert isinstance(query, Probability | Expectation)
        assert query.coalition is not None
        inside = [player for player in game.deciders if game.tree.players[player] in query.coalition]
        outside = [player for player in game.deciders if player not in inside]
        first, second = (inside[0], outside[0]) if query.optimum == "max" else (outside[0], inside[0])
        exact = None if game.exact is None else game.exact_payoff(question)
        settled = settle(Duel(game, first, second, game.payoff(question), exact), fractions=self.exact)
        behaviour = Behaviour(settled.behaviour, settled.exact)
        play = describe(game, behaviour, f"{game.tree.players[first]} against {game.tree.players[second]}")
        return Finding(settled.value, _method(settled), _status(settled), play)


def _method(settled: Settled) -> str:
    return "sequence form, proved in fractions" if settled.exact is not None else "sequence form"


def _status(settled: Settled) -> Status:
    wide = settled.value.upper - settled.value.lower > 1e-7 * max(1.0, abs(settled.value.value))
    return Status.LOOSE if settled.exact is None and wide else Status.DONE


@hookimpl
def oddsmith_solvers() -> list[type[Solver]]:
    return [SequenceForm]
