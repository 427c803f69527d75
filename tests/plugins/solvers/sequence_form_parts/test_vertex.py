"""Vertices with large denominators, in fractions."""

from __future__ import annotations

from fractions import Fraction

from oddsmith_plugins.solvers.sequence_form import SequenceForm
from oddsmith_plugins.solvers.sequence_form_parts import duel
from oddsmith_plugins.solvers.sequence_form_parts.duel import Duel, settle
from oddsmith_plugins.solvers.sequence_form_parts.program import Program, solve_program
from oddsmith_plugins.solvers.sequence_form_parts.vertex import exact_vertex
from plugins.solvers.hidden_games import answers, spec, unfolded

OVER = "equilibrium R{gain}=? [F over]"


def bluff(luck: str) -> Duel:
    game = unfolded(spec("bluff", stake="7919", luck=luck), OVER)
    return Duel(game, 0, 1, game.wanted[0], game.exact_wanted[0])


def test_the_tight_constraints_determine_the_plan() -> None:
    found = bluff("104729/1000003")
    program = Program.of(found, 0, 1, 1)
    plan = exact_vertex(program, solve_program(program))
    assert plan is not None
    bets = {found.game.tree.words(int(found.game.tree.information.owner[m])): w for m, w in plan.items() if m in (0, 2)}
    assert bets["card=good"] == 1
    luck, stake = Fraction(104729, 1000003), Fraction(7919)
    assert bets["card=bad"] == luck / (1 - luck) * stake / (2 + stake)


def test_fractions_that_no_small_denominator_hits_are_found_and_proved() -> None:
    settled = settle(bluff("104729/1000003"), fractions=True)
    luck, stake = Fraction(104729, 1000003), Fraction(7919)
    assert settled.value.exact == luck * (1 + 2 * stake / (2 + stake)) - (1 - luck)
    assert settled.exact is not None


def test_small_denominators_are_tried_first() -> None:
    assert duel.DENOMINATORS[0] < 100
    (found,) = answers(SequenceForm(), spec("bluff"), OVER)
    assert found.method == "sequence form, proved in fractions"
