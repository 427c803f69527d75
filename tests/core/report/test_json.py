"""The JSON document: the keys that programs rely on, valid JSON whatever the numbers are."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from oddsmith.hosting.outcome import Outcome
from oddsmith.report.json import answer_document, diagnostic_document, number, outcome_document, print_document
from oddsmith.solve.answer import Answer, missing
from oddsmith.solve.process_solver import Effort
from oddsmith.solve.solution import Status
from oddsmith.source import Diagnostic, Source, Span


def test_the_document_has_exactly_the_promised_keys(outcome: Outcome) -> None:
    document = outcome_document(outcome)
    promised = {"game", "spec", "constants", "states", "transitions", "answers", "seconds", "peak_rss_mb"}
    assert promised <= set(document)
    keys = ["name", "ask", "value", "lower", "upper", "exact", "method", "solver", "seconds", "expect", "ok"]
    assert list(document["answers"][0])[: len(keys)] == keys


def test_fractions_and_infinity_are_text(outcome: Outcome) -> None:
    document = outcome_document(outcome)
    assert document["constants"] == {"N": 5, "p": "3/5", "fair": False}
    win, length, likely, _, wrong = document["answers"]
    assert (win["value"], win["exact"], win["expect"], win["ok"]) == (21 / 31, "21/31", "21/31", True)
    assert (length["value"], length["lower"], length["exact"], length["ok"]) == ("Infinity", "Infinity", None, None)
    assert (likely["value"], likely["lower"]) == (True, 0.4)
    assert wrong["ok"] is False


def test_large_whole_numbers_are_text() -> None:
    assert [number(n) for n in (2**63 - 1, 2**63, Fraction(10**5000))] == [2**63 - 1, str(2**63), f"1{'0' * 5000}"]
    assert number(True) is True


def test_what_the_bounds_do_not_decide_is_text(answer: Callable[..., Answer]) -> None:
    document = answer_document(answer(None, 0.4, 0.6, status=Status.LOOSE))
    assert (document["value"], document["ok"], document["status"]) == ("undecided", None, "loose")
    document = answer_document(answer(math.nan, math.nan, math.nan, status=Status.FAILED))
    assert (document["value"], document["lower"], document["status"]) == ("undefined", "undefined", "failed")


def test_distributions_have_support_and_probability(outcome: Outcome) -> None:
    gain = outcome_document(outcome)["answers"][3]
    assert gain["value"] == {"support": [0, 1, 3], "probability": [0.25, 0.5, 0.25]}


def test_one_document_is_printed(outcome: Outcome, capsys: pytest.CaptureFixture[str]) -> None:
    print_document(outcome_document(outcome))
    assert json.loads(capsys.readouterr().out)["peak_rss_mb"] == 57.0


def test_complaints_have_their_place() -> None:
    source = Source("a.yaml", "game: a\ntype: chian\n")
    found = diagnostic_document(Diagnostic("E202", "no such type", Span(source, 14, 19), fix="chain"))
    assert (found["file"], found["line"], found["column"], found["code"]) == ("a.yaml", 2, 7, "E202")
    assert diagnostic_document(Diagnostic("E703", "no such solver"))["line"] is None


def test_a_missing_answer_is_null(outcome: Outcome) -> None:
    document = answer_document(missing(outcome.answers[0].question, "too many states"))
    assert [document[key] for key in ("value", "lower", "upper", "ok", "exact")] == [None] * 5
    assert (document["status"], document["method"]) == ("missing", "too many states")


def test_what_was_moved_through_memory_is_told(outcome: Outcome) -> None:
    assert outcome_document(outcome)["effort"] is None
    effort = outcome_document(replace(outcome, effort=Effort(3, 2, 10, 960, 0.5)))["effort"]
    told = {"rounds": 3, "turns": 2, "cells": 10, "bytes": 960, "seconds": 0.5}
    assert effort == {**told, "games": 0, "moves": 0}
