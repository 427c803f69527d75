"""Known values put in their place: names, cells, next values, folds that hide names, functions written out."""

from dataclasses import replace

import pytest

from oddsmith.expr.parse import parse_text as parse
from oddsmith.expr.show import show
from oddsmith.process.known import Known, constant_node
from oddsmith.process.settle import small_functions
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

PROCESS = lower(
    load_text(
        """\
game: g
variables:
  x: 0..9
  on: bool
  phase: {values: [wait, go]}
  v: {array: 1..3, range: 0..9}
tables: {t: [5, 6, 7]}
functions: {plus(a): a + x, loop(a): if a = 0 then x else loop(a - 1)}
commands: [{when: "plus(loop(x)) < t[x + 1] and on and phase = wait", then: {x: "v[x]"}}]
"""
    )
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("x + 1", "4"),
        ("v[2] + v[3]", "7 + v[3]"),
        ("v[x - 1]", "7"),
        ("v[v[1]]", "v[v[1]]"),
        ("t[x]", "7"),
        ("sum(x in 1..v[1]: x)", "sum(x in 1..v[1]: x)"),
        ("sum(i in 1..x: v[i])", "sum(i in 1..3: v[i])"),
        ("next(x) + next(v[1])", "3 + next(v[1])"),
        ("plus(v[1])", "plus(v[1])"),
    ],
)
def test_what_is_left_of_an_expression(text, left):
    known = Known.of(PROCESS, {"x": 3, "v[2]": 7})
    assert show(known(parse(text))) == left


def test_bound_names_are_others():
    assert show(Known.of(PROCESS, {"x": 3})(parse("x + v[1]"), frozenset({"x"}))) == "x + v[1]"


def test_folds_are_written_out_on_request():
    known = Known.of(PROCESS, {"v[2]": 7}, frozenset({"v"}))
    assert show(known(parse("sum(i in 1..3: v[i])"))) == "v[1] + (7 + v[3])"


def test_functions_are_written_out_on_request_but_not_under_a_fold_that_hides_what_they_read():
    known = replace(Known.of(PROCESS, {"v[2]": 7}), bodies=small_functions(PROCESS))
    assert show(known(parse("plus(v[2])"))) == "7 + x"
    assert show(known(parse("sum(x in 1..2: plus(x))"))) == "sum(x in 1..2: plus(x))"
    assert show(known(parse("loop(2)"))) == "loop(2)"


def test_constants_are_written_as_their_types_are():
    x, on, phase = PROCESS.params[:3]
    assert [show(constant_node(p, 1)) for p in (x, on, phase)] == ["1", "true", "go"]
