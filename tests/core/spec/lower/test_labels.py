"""Labels become plain conditions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.expr.nodes import TRUE
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.process.process import Process
from oddsmith.source import SpecError
from oddsmith.spec.game import LabelClause
from oddsmith.spec.lower.constants import Constants
from oddsmith.spec.lower.labels import define
from oddsmith.spec.lower.scope import Scope

Lower = Callable[..., Process]
Shown = Callable[..., str]


def conditions(process: Process) -> dict[str, str]:
    return {label.name: show(label.condition) for label in process.labels}


def test_labels_may_be_built_upon_later_ones_and_families(lowered: Lower) -> None:
    text = """
        constants: {N: 2}
        variables: {pos: {array: 1..N, range: 0..9}}
        labels:
          over: won or pos[1] = 1
          won: "any(p in 1..N: win[p])"
          win[p in 1..N]: pos[p] = 9
        """
    assert conditions(lowered(text)) == {
        "over": "any(p in 1..2: pos[p] = 9) or pos[1] = 1",
        "won": "any(p in 1..2: pos[p] = 9)",
        "win[1]": "pos[1] = 9",
        "win[2]": "pos[2] = 9",
    }


def test_guards_may_use_labels(commands: Shown) -> None:
    assert (
        commands("""
        variables: {f: 0..9}
        labels: {over: f = 9}
        commands: [{when: not over, then: {f: f + 1}}]
        """)
        == "[]\n  when f != 9\n  f' = f + 1\n"
    )


def test_a_circle_of_labels_is_refused() -> None:
    clauses = [LabelClause("a", parse_text("b")), LabelClause("b", parse_text("a"))]
    with pytest.raises(SpecError) as caught:
        define(clauses, Scope(), Constants())
    assert caught.value.diagnostics[0].code == "E205"


def test_no_labels() -> None:
    assert define([LabelClause("always", TRUE)], Scope(), Constants()).scope.names == {"always": TRUE}
