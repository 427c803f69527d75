"""From process to space: which kernel is used, and what the user reads when a state is faulty."""

from dataclasses import replace
from fractions import Fraction

import pytest

from oddsmith.context import Context, LimitError, Limits, Silent
from oddsmith.kernel.encoding import Encoding
from oddsmith.kernel.kernel import NotCompilableError
from oddsmith.source import Source, Span, SpecError
from oddsmith.space.explore import explore
from oddsmith.space.search import Budget

ONE, HALF = Fraction(1), Fraction(1, 2)
TIGHT = Budget(states=5)


def walk(high):
    def choices(values):
        x, *rest = values
        return [] if x in {0, high} else [(0, [(HALF, (x + 1, *rest)), (HALF, (x - 1, *rest))])]

    return choices


def climb(values):
    x, *rest = values
    return [(0, [(ONE, (x + 1, *rest))])]


def targets_of(hand, process, choices):
    encoding = Encoding.of(process.params)
    exact = hand.target(hand.kernel(encoding, choices))
    return exact, hand.float_target(hand.kernel(encoding, choices, numbers="float"))


def test_small_games_are_explored_exactly(hand):
    process = hand.process()
    space, name = explore(process, (), targets_of(hand, process, walk(4)), Context())
    assert name == "hand"
    assert space.size == 5
    assert space.transitions.exact is not None


def test_large_games_are_handed_over_to_the_float_target(hand):
    process = hand.process()
    space, name = explore(process, (), targets_of(hand, process, walk(50)), Context(), first_try=TIGHT)
    assert name == "hand-float"
    assert space.size == 51
    assert space.transitions.exact is None


def test_exact_numbers_can_be_demanded(hand):
    process = hand.process()
    targets = targets_of(hand, process, walk(50))
    space, name = explore(process, (), targets, Context(), exact=True, first_try=TIGHT)
    assert name == "hand"
    assert space.transitions.exact is not None


def test_without_a_float_target_the_exact_one_does_everything(hand):
    process = hand.process()
    _, name = explore(process, (), targets_of(hand, process, walk(50))[:1], Context(), first_try=TIGHT)
    assert name == "hand"


def test_the_limit_of_states_holds_for_every_target(hand):
    process = hand.process()
    with pytest.raises(LimitError):
        explore(process, (), targets_of(hand, process, walk(50)), Context(limits=Limits(states=20)), first_try=TIGHT)


def test_a_faulty_state_is_shown_with_the_command_the_state_and_the_way(hand):
    process = hand.process()
    source = Source("game.yaml", "commands:\n  - action: up\n")
    up = replace(process.summands[0], origin=Span(source, 14, 24))
    process = replace(process, summands=(up, process.summands[1]))

    def choices(values):
        return [(0, [(HALF, (values[0] + 1,)), (HALF, (99,))])]

    with pytest.raises(SpecError) as error:
        explore(process, (), targets_of(hand, process, choices), Context())
    (found,) = error.value.diagnostics
    assert found.code == "E605"
    assert found.span.place == "game.yaml:2:5"
    assert found.notes == (
        "state: x=99",
        "command: up",
        "a shortest way to it (1 step):",
        "  start: x=1",
        "  up: x=99",
    )


@pytest.mark.parametrize("first_try", [Budget(), TIGHT])
def test_long_ways_are_abbreviated_the_same_by_both_targets(hand, first_try):
    process = hand.process()
    with pytest.raises(SpecError) as error:
        explore(process, (), targets_of(hand, process, climb), Context(), first_try=first_try)
    notes = error.value.diagnostics[0].notes
    assert notes[2] == "a shortest way to it (98 steps):"
    assert notes[3:5] == ("  start: x=1", "  up: x=2")
    assert notes[9] == "  … 87 more steps …"
    assert notes[-1] == "  up: x=99"
    assert len(notes) == 3 + 13


def test_wide_states_are_shown_by_what_changed(hand):
    process = hand.process(wide=6)
    with pytest.raises(SpecError) as error:
        explore(process, (), targets_of(hand, process, climb), Context())
    notes = error.value.diagnostics[0].notes
    assert notes[3].count("=") == 7
    assert notes[4] == "  up: x=2"


def test_a_fault_in_the_initial_state_needs_no_way(hand):
    process = hand.process()
    process = replace(process, params=(replace(process.params[0], init=99),))
    with pytest.raises(SpecError) as error:
        explore(process, (), targets_of(hand, process, climb), Context())
    assert error.value.diagnostics[0].notes == ("state: x=99", "command: up", "this is the initial state")


def test_two_commands_in_a_chain_are_shown_with_the_way(hand):
    process = hand.process()

    def choices(values):
        x = values[0]
        return [(0, [(ONE, (x + 1,))])] + ([(1, [(ONE, (x,))])] if x == 3 else [])

    with pytest.raises(SpecError, match="E603") as error:
        explore(process, (), targets_of(hand, process, choices), Context())
    assert error.value.diagnostics[0].notes[-3:] == ("  start: x=1", "  up: x=2", "  up: x=3")


def test_no_target_at_all_is_refused(hand):
    with pytest.raises(SpecError, match="E703: there is no kernel"):
        explore(hand.process(), (), (), Context())


def test_a_float_target_cannot_give_the_fractions_that_are_demanded(hand):
    process = hand.process()
    with pytest.raises(SpecError, match="E703: the kernel hand-float has no fractions"):
        explore(process, (), targets_of(hand, process, climb)[1:], Context(), exact=True)


class Refusing:
    """A float target whose kernel cannot be built."""

    name, numbers = "refusing", "float"

    def build(self, process, conditions, context):
        raise NotCompilableError("it is too odd")


def test_a_game_without_compiled_form_is_explored_exactly_and_the_user_is_told(hand):
    process = hand.process()
    targets = (targets_of(hand, process, walk(50))[0], Refusing())
    told = Told()
    space, name = explore(process, (), targets, Context(monitor=told), first_try=TIGHT)
    assert (space.size, name) == (51, "hand")
    assert "too odd" in told.messages[0]


def test_a_kernel_asked_for_that_cannot_be_built_is_named(hand):
    with pytest.raises(SpecError, match="refusing cannot take this game"):
        explore(hand.process(), (), (Refusing(),), Context())


def test_states_that_only_compiled_code_refuses_are_explored_exactly(hand):
    process = hand.process()
    exact, floating = targets_of(hand, process, walk(50))
    floating.kernel.fault = 30
    space, name = explore(process, (), (exact, floating), Context(), first_try=TIGHT)
    assert (space.size, name) == (51, "hand")


def test_a_float_target_alone_shows_the_way_to_what_it_refuses(hand):
    process = hand.process()
    with pytest.raises(SpecError, match=r"98 steps") as error:
        explore(process, (), targets_of(hand, process, climb)[1:], Context())
    assert error.value.diagnostics[0].notes[0] == "state: x=99"


def test_a_referee_explains_what_a_float_target_alone_refuses(hand):
    process = hand.process()
    exact, floating = targets_of(hand, process, climb)
    floating.kernel.fault = 30
    with pytest.raises(SpecError, match="E612: a number does not fit into 64 bits here"):
        explore(process, (), (floating,), Context(), referees=(exact,))
    exact.kernel.fault = 30
    with pytest.raises(SpecError) as error:
        explore(process, (), (floating,), Context(), referees=(exact,))
    assert error.value.diagnostics[0].code != "E612"


class Told(Silent):
    """Keeps the messages."""

    def __init__(self):
        self.messages = []

    def message(self, text):
        self.messages.append(text)
