"""Tables that may be bound: how they are declared, and what their values must be."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from oddsmith.process.process import Table
from oddsmith.source import Source, SpecError
from oddsmith.spec.game import Game
from oddsmith.spec.load import load_text
from oddsmith.spec.read.bound import Binding

Read = Callable[..., Game]
Codes = Callable[..., list[str]]
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def bound(declared: str, text: str, form: str = "yaml") -> Table:
    (table,) = load_text(
        f"game: g\ntables: {{t: {declared}}}", bindings=[Binding("t", Source("values", text), form)]
    ).tables
    return table


def complaints(declared: str, text: str, form: str = "yaml") -> list[str]:
    with pytest.raises(SpecError) as error:
        bound(declared, text, form)
    return [diagnostic.code for diagnostic in error.value.diagnostics]


@pytest.mark.parametrize(
    ("declared", "axes", "values"),
    [
        ("{index: 1..3, bind: weights, default: 1/3}", ((1, 3),), (THIRD,) * 3),
        ("{index: [1..N, 0..1], bind: probabilities, default: p}", ((1, 2), (0, 1)), (HALF,) * 4),
        ("{bind: counts, values: [[1, 1], [3, 0]]}", ((1, 2), (1, 2)), (HALF, HALF, 1, 0)),
        ("{bind: counts, values: [0, 0], on_zero: uniform}", ((1, 2),), (HALF, HALF)),
        ("{bind: weights, values: [0, 0], on_zero: first}", ((1, 2),), (1, 0)),
    ],
)
def test_values_of_the_spec_stand_where_none_are_bound(read: Read, declared: str, axes: object, values: object) -> None:
    (table,) = read(f"constants: {{N: 2, p: 1/2}}\ntables: {{t: {declared}}}").tables
    assert (table.axes, table.values) == (axes, values)


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ("{bind: weights}", "E203"),
        ("{bind: chances, index: 1..2}", "E108"),
        ("{bind: weights, index: 1..2, on_zero: shrug}", "E108"),
        ("{bind: weights, index: 1..2, values: [1, 0]}", "E307"),
        ("{bind: weights, index: 1..2, form: round}", "E202"),
        ("{bind: weights, index: 2..1, default: 1}", "E305"),
        ("{bind: weights, index: 1..2}", "E309"),
        ("{bind: weights, index: 1..2, default: 1}", "E402"),
        ("{bind: weights, index: 1..2, default: 0}", "E402"),
        ("{bind: probabilities, index: 1..2, default: 2}", "E401"),
        ("{bind: counts, values: [1, -1]}", "E401"),
    ],
)
def test_declarations_that_make_no_sense(codes: Codes, declared: str, code: str) -> None:
    assert codes(f"tables: {{t: {declared}}}") == [code]


def test_a_constant_cannot_depend_on_it(codes: Codes) -> None:
    text = "tables: {t: {bind: weights, values: [1/2, 1/2]}}\nconstants:\n  N: t[1]"
    assert codes(text) == ["E304"]


def test_rows_are_made_to_sum_to_one_exactly() -> None:
    table = bound("{index: 1..3, bind: weights}", "[0.1, 0.2, 0.7000000001]")
    assert sum(value or 0 for value in table.values) == 1
    assert bound("{index: [1..2, 1..2], bind: counts, on_zero: first}", "[[1, 3], [0, 0]]").values == (
        Fraction(1, 4),
        Fraction(3, 4),
        1,
        0,
    )


@pytest.mark.parametrize(
    ("declared", "text", "code"),
    [
        ("{index: 1..2, bind: weights}", "[0.5, 0.6]", "E402"),
        ("{index: 1..2, bind: weights}", "[0, 0]", "E402"),
        ("{index: 1..2, bind: weights}", "[2, -1]", "E401"),
        ("{index: 1..2, bind: probabilities}", "[0.5, 1.1]", "E401"),
        ("{index: 1..2, bind: counts}", "[1, -1]", "E401"),
        ("{index: 1..2, bind: counts}", "[1, .nan]", "E722"),
        ("{index: 1..2, bind: counts}", "[1]", "E722"),
        ("[1, 2]", "[1, 2]", "E721"),
    ],
)
def test_values_that_cannot_be_bound(declared: str, text: str, code: str) -> None:
    assert code in complaints(declared, text)


def test_an_unknown_table_is_answered_with_the_known_ones() -> None:
    text = "game: g\ntables: {face: {index: 1..2, bind: weights, default: 1/2}}"
    with pytest.raises(SpecError, match="did you mean `face`"):
        load_text(text, bindings=[Binding("fase", Source("values", "[1, 0]"), "yaml")])
