"""Sentences of a paper that numbers decide."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from oddsmith.source import SpecError
from oddsmith.study.claims import decide
from oddsmith.study.outcome import concluded, study_document
from oddsmith.study.perform import Result
from oddsmith.study.quantity import Found
from oddsmith.study.show import study_text
from oddsmith.study.study import Claim, Printed, Study
from oddsmith.study.verdict import Verdict

Write = Callable[[str], Study]


def found(lower: str, upper: str) -> Found:
    return Found(float(Fraction(lower)), Fraction(lower), Fraction(upper))


@pytest.mark.parametrize(
    ("relation", "one", "two", "verdict"),
    [
        ("<", found("1", "2"), found("3", "4"), Verdict.AGREES),
        ("<", found("3", "4"), found("1", "2"), Verdict.DIFFERS),
        ("<", found("1", "3"), found("2", "4"), Verdict.UNDECIDED),
        (">=", found("2", "2"), found("2", "2"), Verdict.AGREES),
        (">", found("2", "2"), found("2", "2"), Verdict.DIFFERS),
        ("=", found("2", "2"), found("2", "2"), Verdict.AGREES),
        ("=", found("2", "3"), found("2", "3"), Verdict.UNDECIDED),
        ("=", found("2", "3"), found("4", "5"), Verdict.DIFFERS),
    ],
)
def test_a_claim_is_decided_by_bounds_that_do_not_overlap(
    relation: str, one: Found, two: Found, verdict: Verdict
) -> None:
    claim = Claim("so it is", relation, "other")
    assert decide(Printed("one", "", ()), claim, one, two).verdict is verdict


def test_a_false_claim_that_is_explained_is_the_papers_fault_and_a_true_one_is_alarming() -> None:
    printed = Printed("one", "1/2", (), wrong="a slip")
    assert decide(printed, Claim("s", ">"), found("0.4", "0.4"), None).verdict is Verdict.WRONG
    assert decide(printed, Claim("s", ">"), found("0.6", "0.6"), None).alarming


TEXT = """
stages:
  one:
    title: Some claims
    spec: walk.yaml
    matrix: {set: {n: [4, 5]}}
    claims:
      - {says: "longer is harder", quantity: win, at: {n: 4}, is: ">", beside: {n: 5}, source: Section 2}
      - {says: "it is fair", quantity: win, at: {n: 4}, is: "=", number: 1/2, wrong: it is not in the middle}
  two: {spec: walk.yaml}
"""


def test_claims_stand_below_the_table_and_what_is_wrong_is_summed_up(study: Write) -> None:
    trial = study(TEXT)
    results = [
        Result(cell, {"states": 5, "answers": [answer(value)], "seconds": {}})
        for cell, value in zip(trial.cells, ("1/4", "1/5", "1/4"), strict=True)
    ]
    outcome = concluded(trial, results, 1.0)
    text = study_text(outcome)
    assert "✓: longer is harder (win at n=4: 0.25 > 0.2 of win at n=5?)" in text
    assert "✗ paper wrong: it is fair (win at n=4: 0.25 = 0.5?)" in text
    summary = text[text.index("Where the papers are wrong") :].splitlines()
    assert summary[2:4] == ["✗ trial: win at n=4: 0.25 = 0.5?", "    it is not in the middle"]
    assert outcome.code == 0
    (claim, _) = study_document(outcome)["stages"][0]["published"]
    assert claim["claim"] == {
        "says": "longer is harder",
        "relation": ">",
        "other": "win",
        "beside": {"n": "5"},
        "value": 0.2,
    }


def answer(exact: str) -> dict[str, object]:
    value = float(Fraction(exact))
    return {"name": "win", "value": value, "lower": value, "upper": value, "exact": exact}


@pytest.mark.parametrize(
    ("claim", "complaint"),
    [
        ("{says: s, quantity: win}", "needs the key `is`"),
        ("{says: s, quantity: win, is: about, number: 1}", "no relation `about`"),
        ("{says: s, quantity: win, is: '>'}", "compares with a number, or with another quantity"),
        ("{says: s, quantity: win, is: '>', number: 1, other: win}", "compares with a number"),
        ("{says: s, quantity: win, is: '>', number: 1, at: {m: 3}}", "no coordinate `m`"),
    ],
)
def test_mistakes_in_claims_have_places(study: Write, claim: str, complaint: str) -> None:
    with pytest.raises(SpecError, match=complaint):
        study(f"stages: {{one: {{spec: walk.yaml, matrix: {{set: {{n: [4]}}}}, claims: [{claim}]}}}}")
