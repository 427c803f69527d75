"""`pipeline compare`: several solvers, the same questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from oddsmith.solve.answer import Answer

Call = Callable[..., Any]


def test_answers_bounds_and_times_side_by_side(call: Call, walk: str) -> None:
    called = call("compare", walk, "--solvers", "exact, direct,interval-iteration", "--question", "win")
    assert called.code == 0
    lines = [line.split() for line in called.out.splitlines()]
    assert [line[1] for line in lines if line[:1] == ["win"]] == ["exact", "direct", "interval-iteration"]


def test_as_json_with_what_is_set_and_asked(call: Call, walk: str) -> None:
    words = ("--set", "p=1/3", "--ask", "P=? [F f = 0]", "--json")
    document = call("compare", walk, "--solvers", "exact,direct", *words).document
    (question,) = document["questions"]
    assert question["ask"] == "P=? [F f = 0]"
    assert question["answers"][0]["exact"] == "4/5"
    assert question["answers"][1]["lower"] <= 0.8 <= question["answers"][1]["upper"]


def test_two_proofs_that_contradict_each_other_are_a_failure(
    call: Call, walk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from oddsmith.run import side_by_side

    def never(one: Answer | None, other: Answer | None) -> bool:
        return False

    monkeypatch.setattr(side_by_side, "overlap", never)
    called = call("compare", walk, "--solvers", "exact,direct")
    assert called.code == 1
    assert "win: exact and direct do not overlap: one of the two proofs is wrong" in called.out


def test_a_question_that_nobody_answers(call: Call, walk: str) -> None:
    called = call("compare", walk, "--solvers", "acyclic")
    assert called.code == 2
    assert "none of these solvers answers win, length" in called.out


@pytest.mark.parametrize("words", [(), ("--solvers", " , "), ("--solvers", "guess")])
def test_solvers_have_to_be_named(call: Call, walk: str, words: tuple[str, ...]) -> None:
    assert call("compare", walk, *words).code == 2
