"""A space and a question -> its answer at every state: what it would be if the game began there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.expr.nodes import Expr
from oddsmith.process.question import Distribution, Probability, Quantile, Question
from oddsmith.solve.conditions import conditions_of, refuse
from oddsmith.solve.desk import Desk
from oddsmith.solve.pose import work
from oddsmith.solve.request import Solved
from oddsmith.solve.solving import ChooseSolver, solve_all
from oddsmith.space.space import StateSpace


@dataclass(frozen=True)
class Everywhere:
    """An answer for each state, with its bounds."""

    value: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    method: str


def everywhere(
    space: StateSpace,
    question: Question,
    choose_solver: ChooseSolver,
    context: Context,
    questions: Sequence[Question] = (),
    formulas: tuple[Expr, ...] = (),
) -> Everywhere:
    """The answer at every state; only of questions that are solved in one step (no `given`, distribution, quantile).

    `questions` are those that the space was explored for, where they are more than this one.
    """
    desk = Desk(space, formulas or conditions_of(questions or (question,)), context)
    asked = work(desk, question)
    simple = not isinstance(question.query, Distribution | Quantile)
    requests = [replace(request, whole=True) for request in next(asked)] if simple else []
    if len(requests) == 1:
        solved = solve_all(requests, desk, choose_solver)
        try:
            asked.send(solved)
        except StopIteration:
            return _combined(question, solved[0], len(requests[0].columns))
    raise refuse(
        "E503", f"`{question.text}` is answered for the first state only", question.span, fix="ask P, R or visits"
    )


def _combined(question: Question, solved: Solved, columns: int) -> Everywhere:
    """Gains of both signs are a difference of two columns; `G a` is the opposite of what was solved."""
    value, lower, upper = solved.value(), solved.lower(), solved.upper()
    if columns == 2:
        value, lower, upper = value - solved.value(1), lower - solved.upper(1), upper - solved.lower(1)
    if isinstance(question.query, Probability) and question.query.path.kind == "G":
        value, lower, upper = 1 - value, 1 - upper, 1 - lower
    return Everywhere(value, lower, upper, solved.solution.method)
