"""Variables and arrays become parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from oddsmith.process.process import Array, Process
from oddsmith.source import Diagnostic

Lower = Callable[..., Process]
Refused = Callable[..., Sequence[Diagnostic]]


def cells(process: Process) -> list[tuple[str, int, int, int]]:
    return [(p.name, p.low, p.high, p.init) for p in process.params]


def test_every_kind_of_variable(lowered: Lower) -> None:
    process = lowered("""
        constants: {N: 3}
        variables:
          f: {range: -1..N, init: N - 1}
          g: 2..4
          ready: {type: bool, init: true}
          phase: {values: [bet, roll], init: roll}
        """)
    assert cells(process) == [("f", -1, 3, 2), ("g", 2, 4, 2), ("ready", 0, 1, 1), ("phase", 0, 1, 1)]


def test_arrays_stand_row_by_row(lowered: Lower) -> None:
    process = lowered("""
        variables:
          x: 0..1
          grid: {array: [1..2, 0..1], range: 0..9, init: [[1, 2], [3, 4]]}
          pos: {array: {i: 3..4}, range: 0..9, init: i - 1}
        """)
    assert process.arrays == (Array("grid", ((1, 2), (0, 1)), 1), Array("pos", ((3, 4),), 5))
    assert cells(process)[1:5] == [
        ("grid[1,0]", 0, 9, 1),
        ("grid[1,1]", 0, 9, 2),
        ("grid[2,0]", 0, 9, 3),
        ("grid[2,1]", 0, 9, 4),
    ]
    assert cells(process)[5:] == [("pos[3]", 0, 9, 2), ("pos[4]", 0, 9, 3)]


@pytest.mark.parametrize(
    ("variable", "code"),
    [
        ("{range: 0..5, init: 6}", "E406"),
        ("{range: 3..2}", "E305"),
        ("{range: 0..10^30}", "E305"),
        ("{array: 1..3, range: 0..1, init: [0, 1]}", "E406"),
        ("{array: 1..10^9, range: 0..1}", "E305"),
        ("{array: 3..1, range: 0..1}", "E305"),
    ],
)
def test_impossible_variables_are_refused(refused: Refused, variable: str, code: str) -> None:
    assert [d.code for d in refused(f"variables: {{f: {variable}}}")] == [code]


def test_instances_of_one_variable_must_have_one_shape(refused: Refused) -> None:
    found = refused("""
        modules:
          row: {parameters: {n: 1}, variables: {v: {array: 1..n, range: 0..1}}}
        instances: {row: {module: row, for: {n: 1..2}}}
        """)
    assert [d.code for d in found] == ["E305"]


def test_instances_need_indices_without_gaps(refused: Refused) -> None:
    found = refused("""
        modules:
          die: {parameters: {n: 1}, variables: {v: 0..6}}
        instances: {die: {module: die, for: {n: [1, 3]}}}
        """)
    assert [d.code for d in found] == ["E305"]
