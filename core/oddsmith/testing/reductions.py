"""A reduction -> nothing, or an AssertionError that says where it goes wrong: what a reduction's own tests call."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from oddsmith.context import BrokenOfferError, Context
from oddsmith.hosting.registry import Registry
from oddsmith.process.process import Process
from oddsmith.process.question import Question
from oddsmith.process.reduction import Reduction
from oddsmith.process.reduction import reduced as reduced_process
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.counting import counting
from oddsmith.solve.problem import Problem
from oddsmith.solve.solver import Solver
from oddsmith.space.reduction import SpaceReduction
from oddsmith.space.reduction import reduced as reduced_space
from oddsmith.space.space import StateSpace
from oddsmith.testing.games import PLAIN
from oddsmith.testing.offers import assert_offer
from oddsmith.testing.reference import assert_right, exact_solver, explored, installed, process_of


def check_reduction(reduction: Reduction | SpaceReduction, games: Iterable[str] = PLAIN) -> None:
    """Reduce the games: every answer stays (but for those that depend on steps which are not kept), nothing grows."""
    assert_offer("reduction", reduction)
    plugins = installed()
    solver = exact_solver(plugins)
    for text in games:
        process = process_of(text)
        before = explored(process, plugins.all_of("kernel"), exact=True)
        try:
            smaller, after = _reduced(reduction, process, plugins)
        except BrokenOfferError as error:
            raise AssertionError(f"{process.name}: {error}") from None
        assert after.size <= before.size, f"reduction {reduction.name} makes {process.name} larger"
        keeps = isinstance(reduction, Reduction) or reduction.keeps_steps
        dropped = () if keeps else counting(process.questions)
        questions = [question for question in process.questions if question not in dropped]
        names = {question.name for question in questions}
        expected = _answers(before, process, questions, solver)
        found = _answers(after, smaller, [question for question in smaller.questions if question.name in names], solver)
        assert_right(process.name, found)
        for one, other in zip(expected, found, strict=True):
            where = f"{process.name}, {one.question.name}"
            changed = f"reduction {reduction.name} changes the answer from {one.value} to {other.value}"
            assert _same(one, other), f"{where}: {changed}"


def _same(one: Answer, other: Answer) -> bool:
    """Whether two answers from fractions are the same; distributions are told in numbers."""
    if isinstance(one.value, Spread) and isinstance(other.value, Spread):
        near = np.allclose(one.value.probability, other.value.probability, rtol=1e-9)
        return one.value.support == other.value.support and near
    return bool((one.value, one.exact) == (other.value, other.exact))


def _reduced(reduction: Reduction | SpaceReduction, process: Process, plugins: Registry) -> tuple[Process, StateSpace]:
    """The process in which the questions are asked, and the state space after the reduction."""
    kernels = plugins.all_of("kernel")
    if isinstance(reduction, Reduction):
        process = reduced_process(reduction, process, Context())
        return process, explored(process, kernels, exact=True)
    marked = reduction.foresee(process, conditions_of(process.questions), Context())
    return process, reduced_space(reduction, explored(marked, kernels, exact=True), Context())[0]


def _answers(space: StateSpace, process: Process, questions: list[Question], solver: Solver) -> list[Answer]:
    return answer_all(space, questions, _always(solver), Context(), conditions_of(process.questions))


def _always(solver: Solver) -> Callable[[Problem], Solver]:
    return lambda problem: solver
