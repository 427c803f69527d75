"""The check for authors of reductions passes good ones and catches bad ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.plugin import Context, Lift, Process, Reduction, SpaceReduction, StateSpace
from oddsmith.testing import check_reduction
from oddsmith.testing.games import GAMBLER


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def names(kind: str) -> list[str]:
    return [offer.name for offer in registry(load()).of(kind)]


@pytest.mark.parametrize("name", names("reduction"))
def test_every_installed_reduction_keeps_all_answers(installed: Registry, name: str) -> None:
    check_reduction(installed.make("reduction", name, {}))


def test_a_reduction_that_changes_an_answer_is_caught() -> None:
    @dataclass(frozen=True)
    class Careless(Reduction):
        """Careless."""

        name: ClassVar[str] = "careless"

        def apply(self, process: Process, context: Context) -> Process:
            return replace(process, summands=process.summands[:1])

    with pytest.raises(AssertionError, match="gambler, best"):
        check_reduction(Careless())


def test_a_reduction_that_does_nothing_is_fine() -> None:
    @dataclass(frozen=True)
    class Idle(Reduction):
        """Idle."""

        name: ClassVar[str] = "idle"

        def apply(self, process: Process, context: Context) -> Process:
            return process

    check_reduction(Idle())


def test_spaces_are_what_space_reductions_get() -> None:
    @dataclass(frozen=True)
    class Idle(SpaceReduction):
        """Idle."""

        name: ClassVar[str] = "idle"

        def apply(self, space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
            return space, Lift.identity(space.transitions)

    check_reduction(Idle())


UNEXPECTED = """
game: lonely
variables: {s: 0..2}
commands: [{when: s = 0, then: [{1/4: {s: 1}}, {3/4: {s: 2}}]}]
questions:
  win: "P=? [F s = 1]"
  when: "dist{steps} [F s > 0]"
"""


def changing(change: Callable[[Process], Process]) -> Reduction:
    @dataclass(frozen=True)
    class Changing(Reduction):
        """Changes something."""

        name: ClassVar[str] = "changing"

        def apply(self, process: Process, context: Context) -> Process:
            return change(process)

    return Changing()


def test_answers_are_compared_with_those_before_where_nothing_is_expected() -> None:
    check_reduction(changing(lambda process: process), [UNEXPECTED])
    with pytest.raises(AssertionError, match=r"lonely, win: reduction changing changes the answer from 0.25 to 0"):
        check_reduction(changing(lambda process: replace(process, summands=())), [UNEXPECTED])


@pytest.mark.parametrize(
    "change",
    [
        lambda process: replace(process, questions=()),
        lambda process: replace(process, questions=process.questions[::-1]),
        lambda process: replace(process, questions=tuple(replace(q, expect=None) for q in process.questions)),
    ],
)
def test_a_reduction_that_loses_a_question_or_what_it_expects_is_caught(change: Callable[[Process], Process]) -> None:
    with pytest.raises(AssertionError, match="every question stays, in its place, with what it expects"):
        check_reduction(changing(change), [GAMBLER])


def test_a_space_reduction_without_a_way_back_is_caught() -> None:
    @dataclass(frozen=True)
    class Lost(SpaceReduction):
        """Finds no way back."""

        name: ClassVar[str] = "lost"

        def apply(self, space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
            return space, Lift(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))

    with pytest.raises(AssertionError, match="the reduction lost gave a Lift that does not fit"):
        check_reduction(Lost(), [GAMBLER])
