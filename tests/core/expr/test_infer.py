"""Types are inferred, and every mistake is found at once."""

from __future__ import annotations

import pytest

from oddsmith.expr.infer import check, infer
from oddsmith.expr.nodes import Symbol
from oddsmith.expr.parse import parse_text
from oddsmith.expr.scope import Scope, Signature
from oddsmith.expr.types import BOOL, INT, NUMBER, Type
from oddsmith.source import Diagnostic

PHASE = Type("enum", ("bet", "roll"))
SCOPE = Scope(
    names={"f": INT, "ok": BOOL, "p": NUMBER, "phase": PHASE},
    arrays={"pos": (INT, 1), "grid": (BOOL, 2)},
    tables={"ladder": (INT, 1), "weights": (NUMBER, 2)},
    functions={
        "land": Signature((INT, INT), INT, frozenset({1})),
        "lucky": Signature((PHASE,), BOOL),
    },
    symbols={"bet": (PHASE, 0), "roll": (PHASE, 1)},
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f + 1", INT),
        ("f + p", NUMBER),
        ("f / 2", NUMBER),
        ("f // 2 % 3", INT),
        ("2 ^ f", INT),
        ("2 ^ -f", NUMBER),
        ("p ^ 2", NUMBER),
        ("floor(p)", INT),
        ("min(f, 1, p)", NUMBER),
        ("abs(f)", INT),
        ("-p", NUMBER),
        ("f < 3 < p", BOOL),
        ("phase = bet", BOOL),
        ("phase in {bet, roll}", BOOL),
        ("phase", PHASE),
        ("ok = (f = 1)", BOOL),
        ("if ok then 1 else 1/2", NUMBER),
        ("if ok then bet else roll", PHASE),
        ("pos[f]", INT),
        ("grid[1, 2] and ok", BOOL),
        ("weights[1, 2]", NUMBER),
        ("f in ladder", BOOL),
        ("f in {1, 2..3}", BOOL),
        ("sum(i in 1..3: i)", INT),
        ("sum(i in 1..3: i * p)", NUMBER),
        ("count(q in {bet, roll}: q = phase)", INT),
        ("any(i in 1..3: pos[i] = 1)", BOOL),
        ("land(f, 1)", INT),
        ("land(f, p)", NUMBER),
        ("lucky(bet)", BOOL),
    ],
)
def test_types(text: str, expected: Type) -> None:
    complaints: list[Diagnostic] = []
    assert infer(parse_text(text), SCOPE, complaints) == expected
    assert complaints == []


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("fo + 1", "E201", "unknown name `fo`"),
        ("poss[1]", "E201", "unknown name `poss`"),
        ("lande(1)", "E201", "unknown name `lande`"),
        ("f in pos", "E201", "there is no table `pos`"),
        ("ok + 1", "E302", "`+` needs a number, and `ok` is a truth value"),
        ("f and ok", "E302", "`and` needs a truth value, and `f` is a whole number"),
        ("not f", "E302", "`not` needs a truth value"),
        ("if f then 1 else 2", "E302", "`if` needs a truth value"),
        ("if ok then 1 else ok", "E302", "both sides of `if` must have one type"),
        ("phase = 3", "E302", "what is compared must have one type"),
        ("phase + 1", "E302", "is one of bet, roll"),
        ("f // p", "E302", "`//` needs a whole number"),
        ("pos[p]", "E302", "an index of `pos` needs a whole number"),
        ("pos + 1", "E302", "`pos` is an array"),
        ("ladder + 1", "E302", "`ladder` is a table"),
        ("land + 1", "E302", "`land` is a function"),
        ("land[1]", "E302", "`land` is a function"),
        ("pos(1)", "E302", "`pos` is no function"),
        ("f(1)", "E302", "`f` is no function"),
        ("f[1]", "E302", "has no index"),
        ("f in {bet}", "E302", "`f` is a whole number, and the members are one of bet, roll"),
        ("1 in {1, bet}", "E302", "the members must have one type"),
        ("sum(i in 1..p: i)", "E302", "`..` needs a whole number"),
        ("sum(i in 1..3: i = 1)", "E302", "`sum` needs a number"),
        ("count(i in 1..3: i)", "E302", "`count` needs a truth value"),
        ("land(p, 1)", "E302", "argument 1 of `land` needs a whole number"),
        ("lucky(1)", "E302", "argument 1 of `lucky`"),
        ("f ^ p", "E302", "an exponent needs a whole number"),
        ("land(1)", "E303", "`land` takes 2 arguments, not 1"),
        ("abs(1, 2)", "E303", "`abs` takes 1 argument"),
        ("min()", "E303", "`min` takes 1 argument"),
        ("pos[1, 2]", "E303", "`pos` takes 1 index"),
        ("f in weights", "E303", "has 2 axes"),
        ("next(f)", "E307", "`next` is not allowed here"),
    ],
)
def test_mistakes(text: str, code: str, message: str) -> None:
    complaints: list[Diagnostic] = []
    infer(parse_text(text), SCOPE, complaints)
    (found,) = complaints
    assert found.code == code
    assert message in found.message
    assert found.span is not None


def test_names_close_by_are_suggested() -> None:
    complaints: list[Diagnostic] = []
    infer(parse_text("phse = bet and landd(1, 2) = 1"), SCOPE, complaints)
    assert [c.fix for c in complaints] == ["did you mean `phase`?", "did you mean `land`?"]


def test_all_mistakes_are_found_but_none_twice() -> None:
    complaints: list[Diagnostic] = []
    infer(parse_text("unheard + 1 > ok and f"), SCOPE, complaints)
    assert [c.code for c in complaints] == ["E201", "E302", "E302"]


def test_enumeration_values_have_no_order() -> None:
    complaints: list[Diagnostic] = []
    infer(parse_text("phase < roll"), SCOPE, complaints)
    assert "only compared with `=`, `!=` and `in`" in complaints[0].fix


def test_gains_may_look_at_the_next_state() -> None:
    complaints: list[Diagnostic] = []
    scope = Scope(SCOPE.names, SCOPE.arrays, allow_next=True)
    assert infer(parse_text("next(f) - next(pos[f])"), scope, complaints) == INT
    assert complaints == []
    infer(parse_text("next(f + 1)"), scope, complaints)
    assert complaints[0].code == "E303"


def test_resolved_symbols_keep_their_type() -> None:
    assert infer(Symbol("bet", 0), SCOPE, []) == PHASE


def test_a_place_wants_a_type() -> None:
    complaints: list[Diagnostic] = []
    check(parse_text("f + 1"), SCOPE, BOOL, "a guard", complaints)
    check(parse_text("f + 1"), SCOPE, NUMBER, "a weight", complaints)
    check(parse_text("p"), SCOPE, INT, "a range", complaints)
    assert [c.message for c in complaints] == [
        "a guard must be a truth value, and `f + 1` is a whole number",
        "a range must be a whole number, and `p` is a number",
    ]
