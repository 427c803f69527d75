"""Faulty games, from their text to what the user reads."""

import pytest

from oddsmith.context import Context
from oddsmith.source import SpecError
from oddsmith.space.explore import explore
from oddsmith.space.search import Budget
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.kernels.reference import Reference

TICKING = """
game: ticking
type: {kind}
variables:
  n: 0..9
  phase: [up, down]
commands:
  - action: tick
    when: phase = up
    then: {tick}
  - action: tock
    when: {tock_when}
    then: {{phase: up}}
deadlock: {deadlock}
"""


def complaint(tick, tock_when="phase = down", kind="chain", deadlock="loop", first_try=None):
    text = TICKING.format(tick=tick, tock_when=tock_when, kind=kind, deadlock=deadlock)
    process = lower(load_text(text))
    with pytest.raises(SpecError) as error:
        explore(process, (), (Reference(), CompiledTarget()), Context(), first_try=first_try or Budget())
    (found,) = error.value.diagnostics
    return found


@pytest.mark.parametrize("first_try", [Budget(), Budget(states=1)], ids=["interpreted", "compiled"])
@pytest.mark.parametrize(
    ("code", "message", "tick", "steps"),
    [
        ("E601", "sum to 4/3 (1.33333), not to 1", "[{n / 3: {n: n + 1}}, {1 - n / 3 + n // 4 / 3: {n: n + 1}}]", 4),
        ("E602", "`n` would become 10, outside its range 0..9", "{n: n + 1}", 9),
        ("E605", "division by zero: 1 / 0", "{n: n + floor(1 / (3 - n)) - floor(1 / (3 - n)) + 1}", 3),
        ("E606", "negative: -1/2 (-0.5)", "[{1 - n / 2: {n: n + 1}}, {n / 2: {n: n + 1}}]", 3),
    ],
)
def test_a_fault_is_shown_with_state_command_and_a_shortest_way(first_try, code, message, tick, steps):
    found = complaint(tick, first_try=first_try)
    assert found.code == code
    assert message in found.message
    assert found.notes[0] == f"state: n={steps}, phase=up"
    assert found.notes[1].startswith("command: tick")
    assert f"({steps} step" in found.notes[2]
    assert found.notes[3:5] == ("  start: n=0, phase=up", "  tick: n=1, phase=up")
    assert len(found.notes) == 4 + steps
    assert found.fix


def test_the_place_is_the_command_or_the_faulty_expression_in_it():
    assert complaint("{n: n + 1}").span.place == "spec:8:5"
    division = complaint("{n: n + floor(1 / (3 - n)) - floor(1 / (3 - n)) + 1}")
    assert division.span.text == "1 / (3 - n)"
    assert "spec:8:5" in division.notes[1]


@pytest.mark.parametrize("first_try", [Budget(), Budget(states=1)], ids=["interpreted", "compiled"])
def test_two_enabled_commands_in_a_chain(first_try):
    found = complaint("{n: n + 1}", tock_when="n = 2", first_try=first_try)
    assert found.code == "E603"
    assert "tick and tock" in found.message
    assert found.notes[0] == "state: n=2, phase=up"


@pytest.mark.parametrize("first_try", [Budget(), Budget(states=1)], ids=["interpreted", "compiled"])
def test_a_deadlock_that_is_an_error(first_try):
    found = complaint("{n: n + 1, phase: if n = 1 then down else up}", "false", deadlock="error", first_try=first_try)
    assert found.code == "E609"
    assert found.notes[0] == "state: n=2, phase=down"
    assert found.notes[-1] == "  tick: n=2, phase=down"


def test_wide_states_and_many_commands_are_shortened():
    text = """
game: wide
variables: {z: {array: 1..100, range: 0..1}}
commands: [{for: {i: 1..6}, then: {"z[i]": 1}}]
"""
    with pytest.raises(SpecError) as error:
        explore(lower(load_text(text)), (), (Reference(),), Context())
    (found,) = error.value.diagnostics
    assert found.message.startswith(
        "several commands are enabled in the same state: command 1, command 2, command 3 and 3 more"
    )
    assert found.notes[0].endswith("z[59]=0, z[60]=0, and 40 more")
