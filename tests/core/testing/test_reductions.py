"""The check for authors of reductions passes good ones and catches bad ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.plugin import Context, Process, Reduction, StateSpace
from oddsmith.testing import check_reduction


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
    from oddsmith.plugin import Lift, SpaceReduction

    @dataclass(frozen=True)
    class Idle(SpaceReduction):
        """Idle."""

        name: ClassVar[str] = "idle"

        def apply(self, space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
            return space, Lift.identity(space.transitions)

    check_reduction(Idle())
