"""Published numbers: which number stands where."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.source import SpecError
from oddsmith.study.study import Printed, Study

Write = Callable[[str], Study]


def printed(study: Write, text: str) -> tuple[Printed, ...]:
    head = "stages:\n  one:\n    spec: walk.yaml\n    matrix: {set: {n: [4, 5]}, reductions: {plain: []}}\n"
    return study(f"{head}    published: {text}\n").stages[0].printed


def test_columns_that_are_coordinates_say_where(study: Write) -> None:
    (one,) = printed(study, "{columns: [n, win], rows: [[4, 0.25]], where: {reductions: plain}, source: Table 1}")
    assert (one.quantity, one.text, one.source) == ("win", "0.25", "Table 1")
    assert one.where == (("reductions", "plain"), ("n", "4"))


def test_a_dash_is_what_the_paper_could_not_do(study: Write) -> None:
    (one,) = printed(study, "{columns: [n, win], rows: [[5, '-']]}")
    assert one.gap


def test_a_value_may_say_why_it_is_wrong(study: Write) -> None:
    (one,) = printed(study, "{columns: [n, win], rows: [[4, {value: 0.3, wrong: a slip, tolerance: 1e-3}]]}")
    assert (one.text, one.wrong, one.tolerance) == ("0.3", "a slip", "1e-3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{columns: [n, win], rows: [[4]]}", "this row needs 2 entries: n, win"),
        ("{columns: [n, win]}", "needs the key `rows`"),
        ("{columns: [win], rows: [[1]], where: {d: 3}}", "no coordinate `d`"),
        ("{columns: [win], rows: [[{number: 3}]]}", "has no key `number`"),
    ],
)
def test_mistakes_have_words(study: Write, text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        printed(study, text)
