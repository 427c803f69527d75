"""The checks for plugin authors pass good plugins and catch bad ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.plugin import Context, Process, Promise, Reduction, Solution, Solver, StateSpace, Target, Trait
from oddsmith.testing.checks import check_kernel, check_reduction, check_solver


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def names(kind: str) -> list[str]:
    return [offer.name for offer in registry(load()).of(kind)]


@pytest.mark.parametrize("name", names("solver"))
def test_every_installed_solver_is_right(installed: Registry, name: str) -> None:
    check_solver(installed.make("solver", name, {}))


@pytest.mark.parametrize("name", names("kernel"))
def test_every_installed_kernel_agrees_with_the_reference(installed: Registry, name: str) -> None:
    check_kernel(installed.make("kernel", name, {}))


@pytest.mark.parametrize("name", names("reduction"))
def test_every_installed_reduction_keeps_all_answers(installed: Registry, name: str) -> None:
    check_reduction(installed.make("reduction", name, {}))


def test_a_solver_that_is_a_little_wrong_is_caught(installed: Registry) -> None:
    right = installed.make("solver", "exact", {})

    @dataclass(frozen=True)
    class Sloppy(Solver):
        name: ClassVar[str] = "sloppy"
        requires: ClassVar[frozenset[Trait]] = right.requires
        promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

        def solve(self, problem: object, context: Context) -> Solution:
            solution: Solution = right.solve(problem, context)
            wrong = solution.value * (1 - 1e-6)
            return replace(solution, value=wrong, lower=wrong, upper=wrong, exact=None)

    with pytest.raises(AssertionError, match="is wrong"):
        check_solver(Sloppy())


def test_a_kernel_that_forgets_commands_is_caught(installed: Registry) -> None:
    right: Target = installed.make("kernel", "reference", {})

    @dataclass(frozen=True)
    class Forgetful(Target):
        name: ClassVar[str] = "forgetful"
        numbers: ClassVar[str] = "exact"

        def build(self, process: Process, conditions: tuple[object, ...], context: Context) -> object:  # type: ignore[override]
            return right.build(replace(process, summands=process.summands[:1]), conditions, context)  # type: ignore[arg-type]

    with pytest.raises(AssertionError, match="builds another gambler"):
        check_kernel(Forgetful())


def test_a_reduction_that_changes_an_answer_is_caught() -> None:
    @dataclass(frozen=True)
    class Careless(Reduction):
        name: ClassVar[str] = "careless"

        def apply(self, process: Process, context: Context) -> Process:
            return replace(process, summands=process.summands[:1])

    with pytest.raises(AssertionError, match="gambler, best"):
        check_reduction(Careless())


def test_a_reduction_that_does_nothing_is_fine() -> None:
    @dataclass(frozen=True)
    class Idle(Reduction):
        name: ClassVar[str] = "idle"

        def apply(self, process: Process, context: Context) -> Process:
            return process

    check_reduction(Idle())


def test_spaces_are_what_space_reductions_get() -> None:
    from oddsmith.plugin import Lift, SpaceReduction

    @dataclass(frozen=True)
    class Idle(SpaceReduction):
        name: ClassVar[str] = "idle"

        def apply(self, space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
            return space, Lift.identity(space.transitions)

    check_reduction(Idle())
