"""The types of functions follow from their bodies."""

from __future__ import annotations

import pytest

from oddsmith.expr.layout import FunctionLayout
from oddsmith.expr.parse import parse_text
from oddsmith.expr.scope import Scope, Signature
from oddsmith.expr.signatures import infer_function, infer_functions
from oddsmith.expr.types import BOOL, INT, NUMBER, Type
from oddsmith.source import Diagnostic

PHASE = Type("enum", ("bet", "roll"))
SCOPE = Scope(
    {"N": INT, "p": NUMBER, "ready": BOOL},
    {"pos": (INT, 1)},
    {"geese": (INT, 1)},
    symbols={"bet": (PHASE, 0), "roll": (PHASE, 1)},
)


def signature(arguments: tuple[str, ...], body: str) -> Signature:
    complaints: list[Diagnostic] = []
    found = infer_function(arguments, parse_text(body), SCOPE, complaints)
    assert complaints == []
    return found


@pytest.mark.parametrize(
    ("body", "argument", "result"),
    [
        ("if a = N then 1 else a + 1", INT, INT),
        ("pos[a]", INT, INT),
        ("not a", BOOL, BOOL),
        ("a = ready", BOOL, BOOL),
        ("if a then 1 else 2", BOOL, INT),
        ("a = bet", PHASE, BOOL),
        ("a in {bet, roll}", PHASE, BOOL),
        ("if a = 1 then bet else roll", INT, PHASE),
        ("a / 2", INT, NUMBER),
        ("a * p", INT, NUMBER),
        ("a in geese", INT, BOOL),
        ("7", INT, INT),
    ],
)
def test_arguments_are_what_the_body_makes_of_them(body: str, argument: Type, result: Type) -> None:
    found = signature(("a",), body)
    assert (found.arguments, found.result) == ((argument,), result)


def test_arguments_that_only_calculate_may_be_fractions() -> None:
    assert signature(("a", "b"), "pos[a] + b").flexible == {1}
    assert signature(("a",), "if a = 0 then a else 1 - a").flexible == {0}


def test_functions_may_call_themselves_and_each_other() -> None:
    bodies = {
        "land": (("n", "r"), "if n in geese then land(n + r, r) else n"),
        "even": (("n",), "if n = 0 then true else odd(n - 1)"),
        "odd": (("n",), "if n = 0 then false else even(n - 1)"),
        "through": (("q",), "flag(q)"),
        "flag": (("q",), "not q"),
        "half": (("n",), "if n = 0 then 0 else half(n - 1) + 1/2"),
    }
    functions = {name: FunctionLayout(arguments, parse_text(body)) for name, (arguments, body) in bodies.items()}
    complaints: list[Diagnostic] = []
    found = infer_functions(functions, SCOPE, complaints)
    assert complaints == []
    assert {name: (s.arguments, s.result) for name, s in found.items()} == {
        "land": ((INT, INT), INT),
        "even": ((INT,), BOOL),
        "odd": ((INT,), BOOL),
        "through": ((BOOL,), BOOL),
        "flag": ((BOOL,), BOOL),
        "half": ((INT,), NUMBER),
    }


@pytest.mark.parametrize(
    ("body", "code"),
    [("a + unheard", "E201"), ("if a then a + 1 else 2", "E302"), ("f(1, 2)", "E303"), ("next(N)", "E307")],
)
def test_mistakes_in_bodies_are_reported_once(body: str, code: str) -> None:
    complaints: list[Diagnostic] = []
    infer_functions({"f": FunctionLayout(("a",), parse_text(body))}, SCOPE, complaints)
    assert [c.code for c in complaints] == [code]


def test_a_function_that_only_calls_itself_ends_the_inference() -> None:
    complaints: list[Diagnostic] = []
    found = infer_functions({"f": FunctionLayout(("a",), parse_text("f(a)"))}, SCOPE, complaints)
    assert found["f"] == Signature((INT,), INT, frozenset({0}))
