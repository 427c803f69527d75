"""What is left of a process at some values: commands that may be enabled, branches that may be taken."""

import pytest

from oddsmith.process.settle import Settler, small_functions
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

PROCESS = lower(
    load_text(
        """\
game: g
type: mdp
variables: {pc: 0..3, x: 0..9}
functions: {early(): pc < 2, deep(n): if n = 0 then x else deep(n - 1), around(n): deep(n)}
commands:
  - {action: first, when: early() and x < 5, then: [{pc / 2: {x: 1}}, {1 - pc / 2: {x: 2}}]}
  - {action: last, when: pc = 3 or around(2) > 9, then: {x: 0}}
"""
    )
)


def test_commands_and_branches_that_values_exclude_are_left_out():
    settler = Settler(PROCESS)
    assert [(s.action, len(s.branches)) for s in settler.summands()] == [("first", 2), ("last", 1)]
    assert [(s.action, len(s.branches)) for s in settler.at({"pc": 0}).summands()] == [("first", 1), ("last", 1)]
    assert [(s.action, len(s.branches)) for s in settler.at({"pc": 3}).summands()] == [("last", 1)]


def test_functions_that_call_themselves_even_through_others_are_not_written_out():
    assert set(small_functions(PROCESS)) == {"early"}


@pytest.mark.parametrize("step", ["f{0}(a) + f{0}(a + 1)", "f{0}(f{0}(a))"], ids=["many calls", "calls in calls"])
def test_functions_that_grow_large_are_not_written_out(step):
    functions = ", ".join(["f0(a): a + a * x", *(f"f{n}(a): {step.format(n - 1)}" for n in range(1, 30))])
    head = "game: g\nvariables: {x: 0..9}\nfunctions: {" + functions + "}\n"
    found = small_functions(lower(load_text(head + "commands: [{when: f29(x) > 0, then: {x: 0}}]\n")))
    assert "f1" in found
    assert "f12" not in found
