"""A reduction -> nothing, or an AssertionError that says where it goes wrong: what a reduction's own tests call."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from oddsmith.context import Context
from oddsmith.process.reduction import Reduction
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.counting import counting
from oddsmith.solve.problem import Problem
from oddsmith.solve.solver import Solver
from oddsmith.space.reduction import SpaceReduction
from oddsmith.testing.games import PLAIN
from oddsmith.testing.offers import assert_offer
from oddsmith.testing.reference import assert_right, exact_solver, explored, installed, process_of


def check_reduction(reduction: Reduction | SpaceReduction, games: Iterable[str] = PLAIN) -> None:
    """Reduce the games: every answer stays (but for those that depend on steps which are not kept), nothing grows."""
    assert_offer("reduction", reduction)
    plugins = installed()
    for text in games:
        process = process_of(text)
        before = explored(process, plugins.all_of("kernel"), exact=True)
        if isinstance(reduction, Reduction):
            process = reduction.apply(process, Context())
            after = explored(process, plugins.all_of("kernel"), exact=True)
            questions = process.questions
        else:
            marked = reduction.foresee(process, conditions_of(process.questions), Context())
            after, _ = reduction.apply(explored(marked, plugins.all_of("kernel"), exact=True), Context())
            dropped = () if reduction.keeps_steps else counting(process.questions)
            questions = tuple(question for question in process.questions if question not in dropped)
        assert after.size <= before.size, f"reduction {reduction.name} makes {process.name} larger"
        formulas = conditions_of(process.questions)
        assert_right(process.name, answer_all(after, questions, _always(exact_solver(plugins)), Context(), formulas))


def _always(solver: Solver) -> Callable[[Problem], Solver]:
    return lambda problem: solver
