"""The syntax of questions."""

from __future__ import annotations

import pytest

from oddsmith.expr.parse import parse_text
from oddsmith.process.question import (
    Bound,
    Distribution,
    Expectation,
    Path,
    Played,
    Probability,
    Quantile,
    Query,
    Threshold,
    Visits,
)
from oddsmith.source import Diagnostic, Source, Span, SpecError
from oddsmith.spec.ask_syntax import parse_form

e = parse_text
A, B = e("a"), e("b")
EVENTUALLY = Path("F", A)


def parsed(text: str) -> Query:
    return parse_form(Span(Source("ask", text), 0, len(text)))


def complaint(text: str) -> Diagnostic:
    with pytest.raises(SpecError) as caught:
        parsed(text)
    return caught.value.diagnostics[0]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("P=? [F a]", Probability(EVENTUALLY)),
        ("P = ?[ F a ]", Probability(EVENTUALLY)),
        ('Pmax=? [F "a"]', Probability(EVENTUALLY, "max")),
        ("Pmin=? [F win[1]]", Probability(Path("F", e("win[1]")), "min")),
        ("P=? [F x = 3 and not b]", Probability(Path("F", e("x = 3 and not b")))),
        ("P=? [G a]", Probability(Path("G", A))),
        ("P=? [X a]", Probability(Path("X", A))),
        ("P=? [a U b]", Probability(Path("U", B, A))),
        ("P=? [F<=k a]", Probability(Path("F", A, bound=Bound(high=e("k"))))),
        ("P=? [F<=k (a or b)]", Probability(Path("F", e("a or b"), bound=Bound(high=e("k"))))),
        ("P=? [F<=2*N+1 a]", Probability(Path("F", A, bound=Bound(high=e("2 * N + 1"))))),
        ("P=? [F<k a]", Probability(Path("F", A, bound=Bound(high=e("k - 1"))))),
        ("P=? [F>=k a]", Probability(Path("F", A, bound=Bound(low=e("k"))))),
        ("P=? [F>k a]", Probability(Path("F", A, bound=Bound(low=e("k + 1"))))),
        ("P=? [F=k a]", Probability(Path("F", A, bound=Bound(e("k"), e("k"))))),
        ("P=? [F[2, k] a]", Probability(Path("F", A, bound=Bound(e("2"), e("k"))))),
        ("P=? [G<=3 a]", Probability(Path("G", A, bound=Bound(high=e("3"))))),
        ("P=? [a U<=3 b]", Probability(Path("U", B, A, Bound(high=e("3"))))),
        ("P>=0.5 [F a]", Probability(EVENTUALLY, threshold=Threshold(">=", e("1/2")))),
        ("P>p [F a]", Probability(EVENTUALLY, threshold=Threshold(">", e("p")))),
        ("P<=odds[2] [F a]", Probability(EVENTUALLY, threshold=Threshold("<=", e("odds[2]")))),
        ("Pmax<1 - p [F a]", Probability(EVENTUALLY, "max", Threshold("<", e("1 - p")))),
        ("P=? [F a] given [F b]", Probability(EVENTUALLY, given=Path("F", B))),
        ("<<ann, bob>> Pmax=? [F a]", Probability(EVENTUALLY, "max", coalition=("ann", "bob"))),
        ("<<>> Pmax=? [F a]", Probability(EVENTUALLY, "max", coalition=())),
    ],
)
def test_probabilities(text: str, form: Query) -> None:
    assert parsed(text) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("R=? [F a]", Expectation("", "reach", A)),
        ("R{x}=? [F a]", Expectation("x", "reach", A)),
        ('R{"x"}max=? [F a]', Expectation("x", "reach", A, optimum="max")),
        ("R{x}min=? [F a]", Expectation("x", "reach", A, optimum="min")),
        ("Rmax{x}=? [F a]", Expectation("x", "reach", A, optimum="max")),
        ("R{x}=? [C]", Expectation("x", "total")),
        ("R{x}=? [C<=2*k]", Expectation("x", "cumulative", steps=e("2 * k"))),
        ("R{x}=? [I=5]", Expectation("x", "instant", steps=e("5"))),
        ("R{x}<=7 [F a]", Expectation("x", "reach", A, threshold=Threshold("<=", e("7")))),
        ("R{x}=? [F a] given [F b]", Expectation("x", "reach", A, given=Path("F", B))),
        ("<<ann>> R{x}max=? [F a]", Expectation("x", "reach", A, optimum="max", coalition=("ann",))),
    ],
)
def test_rewards(text: str, form: Query) -> None:
    assert parsed(text) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("visits=? [a]", Visits(A)),
        ("visitsmax=? [a]", Visits(A, "max")),
        ("visits>=2 [a]", Visits(A, threshold=Threshold(">=", e("2")))),
        ("dist{x} [F a]", Distribution("x", A)),
        ("dist{steps}=? [F a]", Distribution("steps", A)),
        (
            "smallest k with P [F<=k a] >= 1/2",
            Quantile("smallest", "k", Path("F", A, bound=Bound(high=e("k"))), ">=", e("1/2")),
        ),
        (
            "largest n with Pmin(F<=n a) <= q",
            Quantile("largest", "n", Path("F", A, bound=Bound(high=e("n"))), "<=", e("q"), "min"),
        ),
    ],
)
def test_what_other_tools_lack(text: str, form: Query) -> None:
    assert parsed(text) == form


@pytest.mark.parametrize(
    ("text", "place", "fix"),
    [
        ("", "ask:1:1", "questions look like"),
        ("P=? F won", "ask:1:5", "write `P=? [F won]`"),
        ("P [F won]", "ask:1:3", "write `P=? […]`"),
        ("P= [F won]", "ask:1:4", "write `P=?`"),
        ("P=1 [F won]", "ask:1:3", "a comparison like `>= 0.5`"),
        ("p=? [F won]", "ask:1:1", "write `P`"),
        ("PMAX=? [F won]", "ask:1:1", "write `Pmax`"),
        ("S=? [won]", "ask:1:1", "questions look like"),
        ("filter(min, P=? [F a])", "ask:1:1", "questions look like"),
        ("P=? [won]", "ask:1:6", "write `F won`"),
        ("P=? [a W b]", "ask:1:8", "[before U goal]"),
        ("P=? [F a & b]", "ask:1:10", "write `and`"),
        ("P=? [F a", "ask:1:9", "write `]` here"),
        ("R{x}=? [a]", "ask:1:9", "[F goal]"),
        ("R{x}=? [F<=3 a]", "ask:1:10", "[C<=k]"),
        ("R{x=? [F a]", "ask:1:4", "write `}` here"),
        ("smallest k with P [F a] >= 1/2", "ask:1:20", "write `[F<=k …]`"),
        ("smallest k with R [F<=k a] >= 1/2", "ask:1:17", "smallest k with P"),
        ("smallest k with P [F<=k a]", "ask:1:27", ">= 0.5"),
        ("smallest k P [F<=k a] >= 1/2", "ask:1:12", "write `with` here"),
        ("P=? [F a] [F b]", "ask:1:11", ""),
        ("<<ann Pmax=? [F a]", "ask:1:7", "write `>>` here"),
        ("<<ann>> visitsmax=? [a]", "ask:1:9", "<<player>> Pmax"),
        ("<<ann>> smallest k with Pmax [F<=k a] >= 1/2", "ask:1:9", "<<player>> Pmax"),
    ],
)
def test_mistakes_show_the_place_and_a_remedy(text: str, place: str, fix: str) -> None:
    found = complaint(text)
    assert found.code == "E501"
    assert found.span is not None
    assert found.span.place == place
    assert fix in found.fix


def test_how_players_play_stands_before_the_measure() -> None:
    gain = Expectation("gain[i + 1]", "reach", A)
    assert parsed("equilibrium R{gain[i + 1]}=? [F a]") == Played("equilibrium", gain)
    assert parsed("social P=? [F a]") == Played("social", Probability(EVENTUALLY))
    assert parsed("equilibrium dist{gain} [F a]") == Played("equilibrium", Distribution("gain", A))
    assert parsed("<<p[1], p[i]>> Pmax=? [F a]") == Probability(EVENTUALLY, "max", coalition=("p[1]", "p[i]"))


@pytest.mark.parametrize(
    "text",
    [
        "equilibrium Rmax{gain}=? [F a]",
        "<<ann>> equilibrium R{gain}=? [F a]",
        "equilibrium <<ann>> Rmax{gain}=? [F a]",
        "equilibrium visits=? [a]",
        "equilibrium social P=? [F a]",
        "equilibrium",
    ],
)
def test_what_cannot_be_asked_of_an_equilibrium(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        parsed(text)
    assert [d.code for d in caught.value.diagnostics] == ["E501"]
