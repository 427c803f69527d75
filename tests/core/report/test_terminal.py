"""The report in words: every number with bound and method, verdicts, distributions, cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import nan

from oddsmith.hosting.outcome import Outcome, Section
from oddsmith.report.terminal import headline, report_text, value_text, verdict
from oddsmith.solve.answer import Answer, missing
from oddsmith.solve.solution import Status


def test_the_report_reads_like_this(outcome: Outcome) -> None:
    lines = report_text(outcome, [Section("Advice", "Stay at home.")]).splitlines()
    assert lines[0] == "walk (N=5, p=3/5, fair=false): 6 states, 16 transitions"
    assert lines[2].split() == ["question", "answer", "method", "expected"]
    assert lines[3].split() == ["win", "0.677419355", "=", "21/31", "one", "sweep", "✓", "21/31"]
    assert [line.split()[0] for line in lines[3:8]] == ["win", "length", "likely", "gain", "wrong"]
    assert "Stay at home." in lines
    assert lines[-1] == "0.75 s (load 0.25 s, solve 0.5 s), at most 57 MB"


def test_of_many_constants_the_first_are_shown(outcome: Outcome) -> None:
    many = replace(outcome, constants=outcome.constants[:1] * 1020, states=1)
    assert headline(many).endswith("N=5, and 1,000 more): 1 state, 16 transitions")


def test_verdicts_show_what_was_expected(outcome: Outcome) -> None:
    assert [verdict(answer) for answer in outcome.answers] == ["✓ 21/31", "", "✓", "", "✗ 1/3"]


def test_a_comparison_shows_the_compared_number(outcome: Outcome) -> None:
    assert value_text(outcome.answers[2]) == "true (0.4)"


def test_distributions_are_drawn_with_their_mean(outcome: Outcome) -> None:
    text = report_text(outcome)
    assert "gain: mean 1.25, 3 values from 0 to 3" in text
    assert "1  0.5        " + "█" * 40 in text


def test_bounds_that_are_too_wide_come_with_advice(outcome: Outcome, answer: Callable[..., Answer]) -> None:
    loose = [answer(0.5, 0.1, 0.9, status=Status.LOOSE, name=name) for name in ("win", "lose")]
    text = report_text(replace(outcome, answers=(*loose, answer(0.5, 0.5, 0.5, name="fine"))))
    assert "\nwin, lose: the bounds are wider than asked" in text
    assert "take another --solver" in text


def test_a_comparison_that_the_bounds_do_not_decide_says_so(answer: Callable[..., Answer]) -> None:
    assert value_text(answer(None, 0.4, 0.6)) == "undecided (0.5 in [0.4, 0.6])"


def test_what_has_no_answer_says_so_once(outcome: Outcome, answer: Callable[..., Answer]) -> None:
    undefined = answer(nan, nan, nan, status=Status.UNDEFINED, name="if_won")
    assert value_text(undefined) == "undefined"
    assert "\nif_won: there is no answer: what stands behind `given` never happens" in report_text(
        replace(outcome, answers=(undefined,))
    )


def test_where_nothing_is_expected_there_is_no_column_for_it(outcome: Outcome, answer: Callable[..., Answer]) -> None:
    lines = report_text(replace(outcome, answers=(answer(0.5, 0.5, 0.5),))).splitlines()
    assert lines[2].split() == ["question", "answer", "method"]


def test_a_higher_precision_shows_more_digits(outcome: Outcome, answer: Callable[..., Answer]) -> None:
    third = answer(1 / 3, 1 / 3 - 1e-14, 1 / 3 + 1e-14)
    text = report_text(replace(outcome, answers=(third,), precision=1e-12))
    assert "0.3333333333333 in [0.3333333333333, 0.3333333333334]" in text


def test_remarks_stand_together(outcome: Outcome) -> None:
    text = report_text(replace(outcome, choices=("exact, as asked", "acyclic, too"), notes=("one", "two")))
    assert "\n\nsolver: exact, as asked\nsolver: acyclic, too\n\nnote: one\nnote: two\n\n" in text


def test_a_missing_answer_says_why(outcome: Outcome) -> None:
    text = report_text(replace(outcome, answers=(missing(outcome.answers[0].question, "too many states"),)))
    assert "win       no answer  too many states\n" in text
    assert "win: there is no answer" in text
