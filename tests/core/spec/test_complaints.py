"""Mistakes are collected and reported at once."""

from __future__ import annotations

import pytest

from oddsmith.source import Diagnostic, Source, Span, SpecError
from oddsmith.spec.complaints import MOST_SHOWN, Complaints, suggestion


def test_nothing_found_raises_nothing() -> None:
    Complaints().check()


def test_everything_found_is_raised_in_order_of_place() -> None:
    source = Source("x", "one two")
    complaints = Complaints()
    complaints.add("E201", "second", Span(source, 4, 7))
    assert complaints.attempt(_fail) is None
    complaints.add("E202", "first", Span(source, 0, 3))
    with pytest.raises(SpecError) as error:
        complaints.check()
    assert [d.message for d in error.value.diagnostics] == ["failed", "first", "second"]


def _fail() -> int:
    raise SpecError([Diagnostic("E301", "failed")])


def test_an_attempt_gives_the_result() -> None:
    assert Complaints().attempt(lambda: 3) == 3


def test_far_too_many_are_counted() -> None:
    source = Source("x", "y" * 1000)
    complaints = Complaints()
    for place in range(MOST_SHOWN + 50):
        complaints.add("E201", "again", Span(source, place, place + 1))
    with pytest.raises(SpecError, match="and 50 more mistakes") as error:
        complaints.check()
    assert len(error.value.diagnostics) == MOST_SHOWN


def test_suggestions() -> None:
    assert suggestion("limt", ["limit", "other"]) == "did you mean `limit`?"
    assert suggestion("zzz", ["a", "b"], "names") == "known names: a, b"
    assert suggestion("zzz", [f"name{i}" for i in range(100)]) == ""
