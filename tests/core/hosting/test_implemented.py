"""A plugin is refused where it implements what does not exist: the reason says what there is."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from oddsmith.hosting.implemented import refusal
from oddsmith.plugin import hookimpl


def plugin(**members: object) -> ModuleType:
    module = ModuleType("stranger")
    vars(module).update(members)
    return module


@hookimpl
def oddsmith_check(process: Any) -> list[Any]:
    return []


def test_hooks_with_all_or_some_of_their_arguments_are_fine() -> None:
    @hookimpl
    def fewer() -> list[Any]:
        return []

    assert refusal(plugin(oddsmith_check=oddsmith_check, oddsmith_surface="1.0", helper=len)) == ""
    assert refusal(plugin(oddsmith_check=fewer)) == ""
    assert refusal(plugin()) == ""


def test_an_object_with_hooks_is_a_plugin_too() -> None:
    class Plugin:
        @hookimpl
        def oddsmith_check(self, process: Any) -> list[Any]:
            return []

    assert refusal(Plugin()) == ""
    assert refusal(3) == ""


def test_an_unknown_hook_is_answered_with_the_nearest() -> None:
    assert refusal(plugin(oddsmith_chek=oddsmith_check)).startswith(
        "there is no hook oddsmith_chek: did you mean oddsmith_check? known: "
    )


def test_a_marked_function_of_any_name_is_looked_at() -> None:
    assert "there is no hook check" in refusal(plugin(check=oddsmith_check))


def test_a_hook_may_have_another_name_if_it_says_so() -> None:
    @hookimpl(specname="oddsmith_check")
    def mine(process: Any) -> list[Any]:
        return []

    @hookimpl(optionalhook=True)
    def oddsmith_of_tomorrow() -> None: ...

    assert refusal(plugin(mine=mine, oddsmith_of_tomorrow=oddsmith_of_tomorrow)) == ""


def test_an_argument_that_the_hook_has_not_is_answered_with_those_it_has() -> None:
    @hookimpl
    def wrong(proces: Any) -> list[Any]:
        return []

    found = refusal(plugin(oddsmith_check=wrong))
    assert found == "the hook oddsmith_check has no argument proces: did you mean process? known: process"


@pytest.mark.parametrize("name", ["oddsmith_check", "oddsmith_solvers"])
def test_a_hook_without_its_mark_is_told(name: str) -> None:
    def unmarked() -> list[Any]:
        return []

    assert refusal(plugin(**{name: unmarked})) == f"{name} looks like a hook but is not marked with @hookimpl"
