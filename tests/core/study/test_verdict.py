"""What is said of a published number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.study.quantity import Found
from oddsmith.study.study import Printed
from oddsmith.study.verdict import Verdict, decimal, judge


def found(value: str, width: str = "0") -> Found:
    number, half = Fraction(value), Fraction(width) / 2
    return Found(float(number), number - half, number + half)


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        ("0.6774", "21/31", Verdict.AGREES),
        ("0.6775", "21/31", Verdict.DIFFERS),
        ("0.3799", "0.379985312", Verdict.TRUNCATES),
        ("3.77e-3", "0.003767235", Verdict.AGREES),
        ("1.81e-106", "1.8118e-106", Verdict.AGREES),
        ("1.82e-106", "1.8118e-106", Verdict.DIFFERS),
        ("28", "28", Verdict.AGREES),
        ("28", "28.2", Verdict.DIFFERS),
        ("39,782,886", "39782886", Verdict.AGREES),
        ("21/31", "21/31", Verdict.AGREES),
        ("-0.0555", "-1/18", Verdict.TRUNCATES),
        ("-0.0556", "-1/18", Verdict.AGREES),
        ("-0.0554", "-1/18", Verdict.DIFFERS),
        ("about 3", "3", Verdict.DIFFERS),
    ],
)
def test_a_printed_decimal_stands_for_half_a_unit_around_it(text: str, value: str, verdict: Verdict) -> None:
    assert judge(Printed("x", text, ()), found(value)).verdict is verdict


def test_bounds_that_meet_the_printed_interval_agree() -> None:
    assert judge(Printed("x", "0.5", ()), found("0.6", "0.2")).verdict is Verdict.AGREES


@pytest.mark.parametrize(
    ("lower", "upper", "verdict"),
    [
        ("0.99999999", "1", Verdict.TRUNCATES),  # the bound is 1, the number may be below
        ("0.999989", "1", Verdict.AGREES),
        ("1", "1", Verdict.DIFFERS),
        ("0.99997", "0.99998", Verdict.DIFFERS),
    ],
)
def test_digits_may_be_cut_off_of_any_number_between_the_bounds(lower: str, upper: str, verdict: Verdict) -> None:
    between = Found(float(lower), Fraction(lower), Fraction(upper))
    assert judge(Printed("x", "0.99999", ()), between).verdict is verdict


def test_a_tolerance_may_be_given() -> None:
    assert judge(Printed("x", "3", (), tolerance="1/10"), found("3.05")).verdict is Verdict.AGREES


def test_a_wrong_number_with_a_reason_is_the_papers_fault() -> None:
    judged = judge(Printed("x", "17.2699", (), wrong="a slip"), found("17.5409"))
    assert judged.verdict is Verdict.WRONG
    assert not judged.alarming


def test_a_reason_for_a_difference_that_is_not_there_is_alarming() -> None:
    assert judge(Printed("x", "17.54", (), wrong="a slip"), found("17.5409")).alarming


def test_gaps_are_filled_and_missing_answers_are_said() -> None:
    assert judge(Printed("x", "-", (), gap=True), found("3")).verdict is Verdict.FILLED
    assert judge(Printed("x", "3", ()), None).verdict is Verdict.MISSING


def test_truths_are_compared_as_words() -> None:
    assert judge(Printed("x", "true", ()), Found(True)).verdict is Verdict.AGREES
    assert judge(Printed("x", "1", ()), Found("Infinity")).verdict is Verdict.DIFFERS


def test_the_unit_of_the_last_digit() -> None:
    assert decimal("10.000") == (Fraction(10), Fraction(1, 1000))
    assert decimal("3e2") == (Fraction(300), Fraction(100))
    assert decimal("5/7") == (Fraction(5, 7), Fraction(0))
    assert decimal("1/0") is None
