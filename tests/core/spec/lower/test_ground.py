"""What everything else of a game stands upon."""

from __future__ import annotations

from oddsmith.expr.show import show
from oddsmith.expr.types import BOOL, INT, NUMBER
from oddsmith.spec.load import load_text
from oddsmith.spec.lower.ground import ground

TEXT = """\
game: test
constants: {N: 2, p: 1/2, best: blue}
functions: {"more(p)": p + N, "chance()": p}
tables: {price: [1, 2], odds: [1/2, 1/2]}
variables: {colour: [red, blue], f: 0..N}
modules: {die: {variables: {v: 0..6}}}
instances: {die: {module: die, for: {i: 1..N}}}
labels: {full: f = N, "top[i in 1..N]": "die.v[i] = 6"}
"""


def test_constants_stand_in_functions_and_arguments_hide_them() -> None:
    base = ground(load_text(TEXT.replace(", best: blue", "")))
    assert {f.name: show(f.body) for f in base.functions} == {"more": "p + 2", "chance": "1/2"}


def test_the_types_of_all_names_that_a_question_may_use() -> None:
    types = ground(load_text(TEXT.replace(", best: blue", ""))).types
    assert types.names["N"] == INT
    assert types.names["p"] == NUMBER
    assert types.names["full"] == BOOL
    assert types.names["colour"].values == ("red", "blue")
    assert types.arrays["die.v"] == (INT, 1)
    assert types.arrays["top"] == (BOOL, 1)
    assert types.tables == {"price": (INT, 1), "odds": (NUMBER, 1)}
    assert types.symbols["blue"][1] == 1
