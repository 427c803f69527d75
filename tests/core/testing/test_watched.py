"""Every solution is compared with what its solver promises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest

from oddsmith.plugin import Context, Problem, Promise, Solution, Solver, Trait
from oddsmith.testing import check_solver
from oddsmith.testing.games import GAMBLER
from oddsmith.testing.reference import exact_solver, installed

RIGHT = exact_solver(installed())


def spoiled(change: Callable[[Solution], dict[str, Any]]) -> Solver:
    @dataclass(frozen=True)
    class Spoiled(Solver):
        """The exact solver, and one thing is wrong."""

        name: ClassVar[str] = "spoiled"
        requires: ClassVar[frozenset[Trait]] = RIGHT.requires
        promises: ClassVar[frozenset[Promise]] = frozenset({Promise.EXACT, Promise.STRATEGY})

        def solve(self, problem: Problem, context: Context) -> Solution:
            solution = RIGHT.solve(problem, context)
            return replace(solution, **change(solution))

    return Spoiled()


WRONG: dict[str, Callable[[Solution], dict[str, Any]]] = {
    "promises EXACT, and `exact` is None": lambda s: {"exact": None},
    "promises STRATEGY, and `strategy` is None": lambda s: {"strategy": None},
    "names a choice of another state": lambda s: {"strategy": 0 * np.asarray(s.strategy)},
    "has the shape": lambda s: {"value": s.value[:, 0]},
    "is not a number": lambda s: {"upper": s.upper * np.nan},
    "the lower bound .* lies above": lambda s: {"lower": s.upper + 1},
    "does not lie within its bounds": lambda s: {"value": s.upper + 1},
    "is no array of float64": lambda s: {"value": s.value.astype("f4")},
    "is no Status": lambda s: {"status": "done"},
    "one number for each state|has not one tuple": lambda s: {"exact": s.exact[:0]},
    "must keep their known values": lambda s: {"value": s.value + 1, "upper": s.upper + 1},
    "`method` is the phrase": lambda s: {"method": ""},
}


def test_nothing_is_said_of_a_solver_that_keeps_its_promises() -> None:
    check_solver(spoiled(lambda solution: {}), [GAMBLER])


@pytest.mark.parametrize("complaint", WRONG)
def test_a_broken_promise_is_told(complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_solver(spoiled(WRONG[complaint]), [GAMBLER])
