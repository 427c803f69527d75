"""The check for authors of solvers passes good ones and catches bad ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.plugin import Context, Promise, Solution, Solver, Trait
from oddsmith.testing import check_solver


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def names(kind: str) -> list[str]:
    return [offer.name for offer in registry(load()).of(kind)]


@pytest.mark.parametrize("name", names("solver"))
def test_every_installed_solver_is_right(installed: Registry, name: str) -> None:
    check_solver(installed.make("solver", name, {}))


def test_a_solver_that_is_a_little_wrong_is_caught(installed: Registry) -> None:
    right = installed.make("solver", "exact", {})

    @dataclass(frozen=True)
    class Sloppy(Solver):
        """Sloppy."""

        name: ClassVar[str] = "sloppy"
        requires: ClassVar[frozenset[Trait]] = right.requires
        promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

        def solve(self, problem: object, context: Context) -> Solution:
            solution: Solution = right.solve(problem, context)
            wrong = solution.value * (1 - 1e-6)
            return replace(solution, value=wrong, lower=wrong, upper=wrong, exact=None)

    with pytest.raises(AssertionError, match="is wrong"):
        check_solver(Sloppy())
