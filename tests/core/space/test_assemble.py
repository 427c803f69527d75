"""Explored rows become complete spaces: loops at ends, players, conditions, gains."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.kernel.encoding import Encoding
from oddsmith.kernel.kernel import SemanticError
from oddsmith.space.assemble import assemble
from oddsmith.space.search import Budget, Search

ONE, HALF = Fraction(1), Fraction(1, 2)


def up_or_end(values):
    """1 -> 2 or 0, 2 -> 3; 0 and 3 are ends."""
    x = values[0]
    return {1: [(0, [(HALF, (2,)), (HALF, (0,))])], 2: [(0, [(ONE, (3,))])]}.get(x, [])


def space_of(hand, choices, process, **options):
    kernel = hand.kernel(Encoding.of(process.params), choices, **options)
    search = Search(kernel, process, Context())
    search.run(Budget())
    return assemble(search.raw(), kernel, process, len(kernel.conditions))


def test_ends_get_a_loop_of_no_command_that_gains_nothing(hand):
    space = space_of(hand, up_or_end, hand.process())
    assert [int(r[0]) for r in space.rows] == [1, 2, 0, 3]
    assert space.summand.tolist() == [0, 0, -1, -1]
    assert space.transitions.column.tolist() == [1, 2, 3, 2, 3]
    assert space.transitions.exact == (HALF, HALF, ONE, ONE, ONE)
    assert space.gains["money"].choice.tolist() == [1, 1, 0, 0]
    assert space.gains["money"].exact_choice == (1, 1, 0, 0)
    assert space.deadlocks == 2


def test_a_chain_has_no_choice_starts(hand):
    assert space_of(hand, up_or_end, hand.process()).transitions.choice_start is None


def test_an_mdp_has_choice_starts_with_loops_counted(hand):
    space = space_of(hand, up_or_end, hand.process("mdp"))
    assert space.transitions.choice_start.tolist() == [0, 1, 2, 3, 4]
    assert space.player is None


def test_conditions_and_state_gains_come_from_the_kernel(hand):
    space = space_of(hand, up_or_end, hand.process(), conditions=[lambda v: v[0] == 3, lambda v: v[0] > 0])
    assert [c.tolist() for c in space.conditions] == [[False, False, False, True], [True, True, False, True]]
    assert space.gains["money"].state.tolist() == [0.5, 1.0, 0.0, 1.5]
    assert space.gains["money"].exact_state == (HALF, ONE, 0, Fraction(3, 2))


def test_step_gains_follow_the_transitions(hand):
    space = space_of(hand, up_or_end, hand.process(), stepped=True)
    assert space.gains["money"].step.tolist() == [1, -1, 1, 0, 0]
    assert space.gains["money"].exact_step == (1, -1, 1, 0, 0)


def test_arrays_are_read_only(hand):
    space = space_of(hand, up_or_end, hand.process())
    with pytest.raises(ValueError, match="read-only"):
        space.transitions.weight[0] = 2


def test_each_state_of_a_game_belongs_to_who_moves_there(hand):
    def choices(values):
        x = values[0]
        return [] if x == 0 else [((x + 1) % 2, [(ONE, (x - 1,))])]

    process = hand.process("game", players=("anna", "bob"))
    space = space_of(hand, choices, replace(process, params=(replace(process.params[0], init=2),)))
    assert space.players == ("anna", "bob")
    assert space.player.tolist() == [1, 0, -1]


def test_two_players_in_one_state_are_refused(hand):
    process = hand.process("game", players=("anna", "bob"))
    with pytest.raises(SemanticError, match=r"anna \(up\) and bob \(down\)") as error:
        space_of(hand, lambda v: [(0, [(ONE, v)]), (1, [(ONE, v)])], process)
    assert error.value.code == "E610"


def test_choices_of_nobody_are_refused_in_a_game(hand):
    process = hand.process("game", players=("anna",))
    with pytest.raises(SemanticError, match="nobody") as error:
        space_of(hand, lambda v: [(1, [(ONE, v)]), (1, [(ONE, v)])], process)
    assert error.value.code == "E610"


def test_two_commands_in_a_chain_are_refused(hand):
    with pytest.raises(SemanticError, match="up and down") as error:
        space_of(hand, lambda v: [(0, [(ONE, v)]), (1, [(ONE, v)])], hand.process())
    assert error.value.code == "E603"


def test_ends_can_be_mistakes(hand):
    with pytest.raises(SemanticError, match="no command") as error:
        space_of(hand, up_or_end, replace(hand.process(), deadlock="error"))
    assert error.value.code == "E609"
    assert np.array_equal(error.value.row, [0])
