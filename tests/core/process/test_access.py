"""Which parameters commands read and write."""

from __future__ import annotations

import pytest

from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.process.access import Access, cell_name, cells_of, references
from oddsmith.process.process import Array, Process


def test_a_command_reads_guard_draws_weights_values_and_gains(process: Process) -> None:
    assert Access.of(process).reads(process.summands[0]) == {"f", "ready", "pos[1]", "pos[2]"}
    assert Access.of(process).reads(process.summands[1]) == set()


def test_a_computed_index_may_write_every_cell(process: Process) -> None:
    assert Access.of(process).writes(process.summands[0]) == {"f", "pos[1]", "pos[2]"}
    assert Access.of(process).writes(process.summands[1]) == {"ready"}


def test_functions_read_what_the_functions_that_they_call_read(process: Process) -> None:
    assert Access.of(process).functions == {"shift": {"pos[1]", "pos[2]"}, "twice": {"pos[1]", "pos[2]"}}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("pos[1] + f", {"pos[1]", "f"}),
        ("pos[f]", {"pos[1]", "pos[2]", "f"}),
        ("sum(f in 1..2: f)", set()),
        ("sum(i in 1..f: pos[i])", {"f", "pos[1]", "pos[2]"}),
        ("price[1]", set()),
        ("f in price", {"f"}),
        ("pos[7]", set()),
    ],
)
def test_expressions(process: Process, text: str, read: set[str]) -> None:
    assert Access.of(process).expression(parse_text(text)) == read


def test_bound_names_are_not_parameters(process: Process) -> None:
    assert Access.of(process).expression(parse_text("f + ready"), frozenset({"f"})) == {"ready"}


def test_cells_are_named_by_their_indices() -> None:
    assert cell_name("grid", (2, 3)) == "grid[2,3]"
    assert cells_of(Array("grid", ((0, 1), (2, 3)), 0)) == ("grid[0,2]", "grid[0,3]", "grid[1,2]", "grid[1,3]")


def test_every_parameter_can_be_named(process: Process) -> None:
    named = references(process)
    assert {name: show(expr) for name, expr in named.items()} == {p.name: p.name for p in process.params}
    assert named["pos[2]"] == parse_text("pos[2]")
