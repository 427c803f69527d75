"""The check for authors of report sections passes good ones and catches bad ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.plugin import Outcome, Section
from oddsmith.testing import check_report_section
from oddsmith.testing.games import DICE, WALK


def size(outcome: Outcome) -> list[Section]:
    return [Section("size", f"{outcome.states} states")]


def test_a_section_is_fine() -> None:
    check_report_section(size)


WRONG: dict[str, Callable[[Outcome], list[Section]]] = {
    "fails for walk with 0 answers: IndexError": lambda o: [Section("first", str(o.answers[0].value))],
    "fails for walk with 5 answers: TypeError": lambda o: [Section("sum", str(sum(a.value for a in o.answers)))],  # type: ignore[misc]
    "more than one line": lambda o: [Section("a\nb", "text")],
    "has no title": lambda o: [Section(" ", "text")],
    "is empty; leave the section out": lambda o: [Section("notes", "")],
    "is no Section": lambda o: ["text"],  # type: ignore[list-item]
    "to none of these runs": lambda o: [],
}


@pytest.mark.parametrize("complaint", WRONG)
def test_sections_that_break_a_rule_are_caught(complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_report_section(WRONG[complaint], [DICE, WALK])
