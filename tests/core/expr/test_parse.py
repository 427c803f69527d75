"""Text becomes expressions with the precedence of the language, and refusals with a place."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.expr.nodes import (
    Binary,
    Binder,
    Boolean,
    Call,
    Compare,
    Fold,
    If,
    Index,
    Items,
    Member,
    Name,
    Number,
    Range,
    Unary,
)
from oddsmith.expr.parse import COMPARISON, Parser, parse, parse_domain, parse_text
from oddsmith.source import Source, Span, SpecError

A, B, C = Name("a"), Name("b"), Name("c")
ONE, TWO = Number(1), Number(2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c", Binary("+", A, Binary("*", B, C))),
        ("a - b - c", Binary("-", Binary("-", A, B), C)),
        ("a ^ b ^ c", Binary("^", A, Binary("^", B, C))),
        ("-a ^ b", Unary("-", Binary("^", A, B))),
        ("-a * b", Binary("*", Unary("-", A), B)),
        ("a ^ -b", Binary("^", A, Unary("-", B))),
        ("-3", Number(-3)),
        ("1/3", Number(Fraction(1, 3))),
        ("6/3", Number(2)),
        ("1/0", Binary("/", ONE, Number(0))),
        ("a / 2", Binary("/", A, TWO)),
        ("a // 2 % b", Binary("%", Binary("//", A, TWO), B)),
        ("not a and b or c", Binary("or", Binary("and", Unary("not", A), B), C)),
        ("not a = b", Unary("not", Compare(A, (("=", B),)))),
        ("a => b => c", Binary("=>", A, Binary("=>", B, C))),
        ("a <=> b or c", Binary("<=>", A, Binary("or", B, C))),
        ("1 < a <= b", Compare(ONE, (("<", A), ("<=", B)))),
        ("a == b", Compare(A, (("=", B),))),
        ("if a then b else c + 1", If(A, B, Binary("+", C, ONE))),
        ("if a then 1 else if b then 2 else c", If(A, ONE, If(B, TWO, C))),
        ("a in 1..b + 1", Member(A, Range(ONE, Binary("+", B, ONE)))),
        ("a in {1, b..c}", Member(A, Items((ONE, Range(B, C))))),
        ("a in {}", Member(A, Items(()))),
        ("a in ladder", Member(A, Name("ladder"))),
        ("a not in 1..2", Unary("not", Member(A, Range(ONE, TWO)))),
        ("a in 1..2 and b", Binary("and", Member(A, Range(ONE, TWO)), B)),
        ("pos[a][b]", Index("pos", (A, B))),
        ("die.v[1, 2]", Index("die.v", (ONE, TWO))),
        ("f(a, 1)", Call("f", (A, ONE))),
        ("f()", Call("f", ())),
        ("min (a, b)", Call("min", (A, B))),
        ("min(i in 1..2: i)", Fold("min", (Binder("i", Range(ONE, TWO)),), Name("i"))),
        ("next(a) - a", Binary("-", Call("next", (A,)), A)),
        ("true and false", Binary("and", Boolean(True), Boolean(False))),
        ('"won" and "over"[1]', Binary("and", Name("won"), Index("over", (ONE,)))),
    ],
)
def test_grammar(text: str, expected: object) -> None:
    assert parse_text(text) == expected


def test_folds_have_several_binders() -> None:
    expected = (Binder("i", Range(ONE, A)), Binder("j", Items((ONE, TWO))))
    assert parse_text("sum(i in 1..a, j in {1, 2}: i)") == Fold("sum", expected, Name("i"))


def test_spans_are_places_in_the_whole_source() -> None:
    source = Source("spec.yaml", 'when: "a +  pos[b]"')
    start = source.text.index('"') + 1
    expr = parse(Span(source, start, len(source.text) - 1))
    assert expr.span is not None
    assert (expr.span.text, expr.span.place) == ("a +  pos[b]", "spec.yaml:1:8")
    assert [child.span.text for child in expr.children() if child.span] == ["a", "pos[b]"]


@pytest.mark.parametrize("text", ["nan", "inf", "Infinity", "-inf + 1", "NaN"])
def test_numbers_are_finite(text: str) -> None:
    with pytest.raises(SpecError, match=r"E301: `\w+` is not a number here"):
        parse_text(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ends too early"),
        ("1 +", "ends too early"),
        ("f(", "ends too early"),
        ("pos[1", "`]` is missing"),
        ("sum(1, 2)", "`sum` needs a range"),
        ("sum(i in 1..3)", "`:` is missing"),
        ("sum(i in ladder: 1)", "`..` is missing"),
        ("a < b in c", "cannot be followed|cannot follow"),
        ("a in 1 + 2", "a range, a set or the name of a table"),
        ("and", "`and` is not expected"),
        ("a in {1 2}", "`}` is missing"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        parse_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "1" + ")" * 5000,
        "-" * 5000 + "a",
        "not " * 5000 + "a",
        "if a then " * 5000,
        " + ".join(["a"] * 5000),
        "(" * 90 + "a" + " + a + a)" * 90 + " + a" * 90,
        "f(" * 5000,
        "a[" * 5000,
        "2 ^ " * 5000 + "2",
        "(x in {" * 5000,
    ],
)
def test_depth_has_a_limit_and_never_breaks_the_stack(text: str) -> None:
    with pytest.raises(SpecError, match="nested too deep"):
        parse_text(text)


def test_what_is_below_the_limit_is_read() -> None:
    parse_text("f(" * 90 + "1" + ")" * 90)
    parse_text(" or ".join(f"a = {i}" for i in range(150)))


def test_domains_are_read_alone() -> None:
    source = Source("t", "{1, 3..N}")
    assert parse_domain(Span(source, 0, 9)) == Items((ONE, Range(Number(3), Name("N"))))
    with pytest.raises(SpecError, match="E301"):
        parse_domain(Span(Source("t", "N"), 0, 1))


def test_other_parsers_read_up_to_what_is_theirs() -> None:
    text = "a or b U c]"
    parser = Parser(Span(Source("t", text), 0, len(text)))
    assert parser.expression() == Binary("or", A, B)
    assert parser.accept("U") is not None
    assert parser.expression() == C
    assert parser.accept("]") is not None


def test_a_bound_before_a_parenthesis_is_no_call() -> None:
    text = "k (a or b)"
    parser = Parser(Span(Source("t", text), 0, len(text)))
    assert parser.expression(COMPARISON, calls_with_space=False) == Name("k")
    assert parser.expression() == Binary("or", A, B)
