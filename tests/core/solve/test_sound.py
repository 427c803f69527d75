"""No number of a solver reaches an answer whose form is wrong: the error names the solver and the rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest

from oddsmith.context import BrokenOfferError, Context
from oddsmith.process.process import Process
from oddsmith.process.question import Question
from oddsmith.solve.answering import answer_all
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem, Promise, Trait
from oddsmith.solve.process_solver import Found
from oddsmith.solve.request import Finding
from oddsmith.solve.sample import Sample
from oddsmith.solve.solution import Solution
from oddsmith.solve.solver import Solver
from oddsmith.solve.sound import sound_findings, sound_found
from oddsmith.testing import explored_of
from oddsmith.testing.games import GAMBLER
from oddsmith.testing.reference import exact_solver, installed

RIGHT = exact_solver(installed())


@dataclass(frozen=True)
class Spoiling(Solver):
    """The exact solver, with something else in its solutions."""

    change: Any

    name: ClassVar[str] = "spoiling"
    requires: ClassVar[frozenset[Trait]] = RIGHT.requires
    promises: ClassVar[frozenset[Promise]] = RIGHT.promises

    def solve(self, problem: Problem, context: Context) -> Solution:
        found: Solution = self.change(RIGHT.solve(problem, context))
        return found


def answers(change: Any) -> list[Any]:
    explored = explored_of(GAMBLER, exact=True)
    process: Process = explored.process
    formulas = conditions_of(process.questions)
    return answer_all(explored.space, process.questions, lambda problem: Spoiling(change), Context(), formulas)


def test_what_is_sound_is_answered() -> None:
    assert all(answer.ok for answer in answers(lambda solution: solution))


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda s: None, "NoneType is no Solution"),
        (lambda s: replace(s, value=s.value.tolist()), "`value` is no array of float64"),
        (lambda s: replace(s, upper=s.upper.astype("f4")), "`upper` is no array of float64"),
        (lambda s: replace(s, lower=s.lower[:-1]), "`lower` has the shape"),
        (lambda s: replace(s, upper=np.full_like(s.upper, np.nan)), "is not a number"),
        (lambda s: replace(s, lower=s.upper + 1), "lies above the upper one"),
        (lambda s: replace(s, value=s.upper + 1), "does not lie within its bounds"),
        (lambda s: replace(s, method=None), "`method`"),
        (lambda s: replace(s, status="done"), "which is no Status"),
        (lambda s: replace(s, exact=None), "promises EXACT"),
        (lambda s: replace(s, exact=((1,),)), "`exact` has not one tuple"),
        (lambda s: replace(s, strategy=np.full(len(s.value), 10**6)), "a choice of another state"),
        (lambda s: replace(s, strategy=np.zeros(1)), "one whole number for each state"),
    ],
)
def test_each_wrong_form_is_told(change: Any, rule: str) -> None:
    with pytest.raises(BrokenOfferError, match="the solver spoiling returned no proper solution: ") as error:
        answers(change)
    assert rule in str(error.value)
    assert error.value.module == __name__


WIN = Question("win", "", None)  # type: ignore[arg-type]
FINE = Finding(Bounded(0.5, 0.4, 0.6))
NAN = float("nan")


@pytest.mark.parametrize(
    ("found", "rule"),
    [
        ({"won": FINE}, "answers won, which nobody asked"),
        ({}, "does not answer win"),
        ({"win": 0.5}, "win: float is no Finding"),
        ({"win": replace(FINE, status="done")}, "win: `status` is 'done'"),
        ({"win": replace(FINE, value=Bounded(0.7, 0.4, 0.6))}, "win: the value 0.7"),
        ({"win": replace(FINE, value=Bounded(NAN, 0.4, 0.6))}, "is not a number"),
        ({"win": replace(FINE, value=Bounded(NAN, 0.4, NAN), sample=Sample(0.99, 0))}, "is not a number"),
    ],
)
def test_each_wrong_finding_is_told(found: Any, rule: str) -> None:
    with pytest.raises(BrokenOfferError, match="the solver exact returned no proper findings: ") as error:
        sound_findings(RIGHT, [WIN], found, all_of_them=True)
    assert rule in str(error.value)


def test_a_mean_over_no_games_has_no_value() -> None:
    none = replace(FINE, value=Bounded(NAN, 0.0, 1.0), sample=Sample(0.99, 0))
    assert sound_findings(RIGHT, [WIN], {"win": none}) == {"win": none}


def test_what_was_found_without_states_is_looked_at() -> None:
    fine = Found({"win": FINE}, {}, 1, {"win": 0.1})
    assert sound_found(RIGHT, [WIN], fine) is fine
    assert sound_found(RIGHT, [WIN], replace(fine, findings={})).findings == {}
    for wrong in (None, replace(fine, seconds={}), replace(fine, findings={"won": FINE})):
        with pytest.raises(BrokenOfferError):
            sound_found(RIGHT, [WIN], wrong)
