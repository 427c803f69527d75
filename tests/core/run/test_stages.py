"""Each stage takes what the one before it made; plans decide which plugins are used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from oddsmith.run import stages
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.run.runner import Tools
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.space import Gains


def test_overrides_reach_the_game(plan: Plan) -> None:
    game = stages.load(replace(plan, overrides=(("N", "6"),)))
    assert {c.name: c.value for c in game.constants} == {"N": 6}


def test_a_wrong_override_hides_what_only_follows_from_it(plan: Plan) -> None:
    with pytest.raises(SpecError) as caught:
        stages.load(replace(plan, overrides=(("N", "true"),)))
    assert {d.code for d in caught.value.diagnostics} == {"E702"}


@pytest.mark.parametrize(
    ("questions", "asks", "expected"),
    [
        ((), (), ["best", "worst"]),
        (("worst",), (), ["worst"]),
        (("worst", "worst"), (), ["worst"]),
        ((), (Ask("mine", "Pmin=? [F over]"),), ["mine"]),
        (("best",), (Ask("mine", "Pmin=? [F over]"),), ["best", "mine"]),
    ],
)
def test_the_plan_selects_the_questions(
    plan: Plan, tools: Tools, questions: tuple[str, ...], asks: tuple[Ask, ...], expected: list[str]
) -> None:
    plan = replace(plan, questions=questions, asks=asks)
    process = stages.lower(plan, stages.load(plan), tools.host)
    assert [question.name for question in process.questions] == expected


def test_an_unknown_question_is_answered_with_the_nearest(plan: Plan, tools: Tools) -> None:
    plan = replace(plan, questions=("bst",))
    with pytest.raises(SpecError, match=r"E704(.|\n)*did you mean best"):
        stages.lower(plan, stages.load(plan), tools.host)


def test_complaints_of_plugins_end_the_run(plan: Plan, tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    complaint = Diagnostic("X001", "I do not like it")
    monkeypatch.setattr(type(tools.host), "ask", lambda self, hook, **arguments: [(None, [complaint])])
    with pytest.raises(SpecError, match="X001"):
        stages.lower(plan, stages.load(plan), tools.host)


def test_rewards_that_nobody_asks_for_are_left_out_before_a_space_is_reduced(plan: Plan, tools: Tools) -> None:
    process = stages.lower(plan, stages.load(plan), tools.host)
    space, _ = stages.explore(plan, process, tools.registry, tools.context)
    space = replace(space, gains={"money": Gains(np.zeros(space.size), np.zeros(space.transitions.choices))})
    assert stages.asked_for(plan, space, process.questions) is space
    reducing = replace(plan, reductions=(Step("bisimulation"),))
    assert stages.asked_for(reducing, space, process.questions).gains == {}


def test_space_reductions_say_so_where_nothing_is_stored(plan: Plan, tools: Tools) -> None:
    (unused,) = stages.unused(replace(plan, reductions=(Step("bisimulation"),)), tools.registry)
    assert unused.note.startswith("bisimulation had nothing to do")
    assert unused.before.states is None


def test_the_named_kernel_is_the_only_one(plan: Plan, tools: Tools) -> None:
    named = replace(plan, kernel=Step("compiled"))
    assert [target.name for target in stages.targets(named, tools.registry)] == ["compiled"]
    assert {target.name for target in stages.targets(plan, tools.registry)} >= {"compiled", "reference"}


def test_the_exact_solver_asks_for_exact_numbers(plan: Plan, tools: Tools) -> None:
    assert stages.wants_exact(replace(plan, solver=Step("exact")), tools.registry)
    assert not stages.wants_exact(plan, tools.registry)
