"""The table of `--stats`."""

from __future__ import annotations

from oddsmith.process.reduction import Reduced, Size
from oddsmith.report.reductions import reduction_table


def test_sizes_that_nobody_knows_are_left_out() -> None:
    one = Reduced("bisimulation", Size(5000, 12_000), Size(20, 48), 0.25)
    assert reduction_table([one]) == (
        ("reduction", "states", "transitions", "time"),
        [("bisimulation", "5,000 -> 20", "12,000 -> 48", "0.25 s")],
    )


def test_what_only_some_know_is_empty_for_the_others() -> None:
    first = Reduced("simplification", Size(parameters=3, commands=9), Size(parameters=3, commands=4), 0.5)
    second = Reduced("bisimulation", Size(5, 7), Size(5, 7), 0.125)
    head, rows = reduction_table([first, second])
    assert head == ("reduction", "states", "transitions", "parameters", "commands", "time")
    assert rows[0][1:5] == ("", "", "3", "9 -> 4")
    assert rows[1][1:5] == ("5", "7", "", "")
