"""Complaints show their place."""

from __future__ import annotations

import pytest

from oddsmith.source import Diagnostic, Source, Span, SpecError, nearest

SPEC = Source("spec.yaml", "game: x\n\twhen: fo < 1\n")


def span(text: str, source: Source = SPEC) -> Span:
    start = source.text.index(text)
    return Span(source, start, start + len(text))


def test_places_count_from_one() -> None:
    assert span("fo").place == "spec.yaml:2:8"
    assert SPEC.position(0) == (1, 1)


def test_carets_stand_under_the_place_also_behind_tabs() -> None:
    assert span("fo").excerpt() == "    2 | \twhen: fo < 1\n      | \t      ^^"


def test_what_was_translated_is_told_at_its_origin() -> None:
    model = Source("model.prism", "dtmc\n[go] x < 1 -> true;\n")
    source = Source(
        "model.yaml", "game: x\ncommands:\n  - when: x < 1\n", ((1, span("dtmc", model)), (3, span("x < 1", model)))
    )
    assert [span(text, source).place for text in ("game", "commands", "when")] == [
        "model.prism:1:1",
        "model.prism:1:1",
        "model.prism:2:6",
    ]
    assert span("when", source).excerpt() == "    2 | [go] x < 1 -> true;\n      |      ^^^^^"
    assert span("when", source).text == "when"


def test_a_stretch_over_lines_is_marked_on_its_first() -> None:
    assert span("x\n\twhen").excerpt().endswith("| game: x\n      |       ^")


def test_long_lines_are_cut_around_the_place() -> None:
    source = Source("t", "a" * 5000 + "&" + "b" * 5000)
    line, carets = span("&", source).excerpt().split("\n")
    assert len(line) < 200
    assert line[carets.index("^")] == "&"


def test_a_complaint_says_what_where_why_and_what_to_do() -> None:
    text = Diagnostic("E201", "unknown name `fo`", span("fo"), "it is not defined", "did you mean `f`?").render()
    assert text.splitlines() == [
        "spec.yaml:2:8: error E201: unknown name `fo`",
        "    2 | \twhen: fo < 1",
        "      | \t      ^^",
        "  why: it is not defined",
        "  fix: did you mean `f`?",
    ]


def test_complaints_come_in_order_of_place_and_once() -> None:
    late, early = Diagnostic("E201", "late", span("fo")), Diagnostic("E202", "early", span("game"))
    assert [d.message for d in SpecError([late, early, late]).diagnostics] == ["early", "late"]


@pytest.mark.parametrize(
    ("name", "expected"), [("pss", "pos"), ("TURN", "turn"), ("quite_different", None), ("", None)]
)
def test_the_nearest_name(name: str, expected: str | None) -> None:
    assert nearest(name, ["turn", "pos", "over"]) == expected
