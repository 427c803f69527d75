"""Questions -> the state formulas in them, and their truth in a state space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.expr.evaluate import evaluate
from oddsmith.expr.nodes import Expr
from oddsmith.expr.values import EvaluationError
from oddsmith.process.question import Distribution, Expectation, Path, Probability, Quantile, Question, Visits
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.space.space import StateSpace


def conditions_of(questions: Iterable[Question]) -> tuple[Expr, ...]:
    """The different state formulas of all questions: what a kernel is built with."""
    return tuple(dict.fromkeys(formula for question in questions for formula in _formulas(question)))


def _formulas(question: Question) -> Iterator[Expr]:
    match question.measure:
        case Probability(path=path, given=given):
            yield from _of_path(path)
            yield from _of_path(given)
        case Expectation(goal=goal, given=given):
            if goal is not None:
                yield goal
            yield from _of_path(given)
        case Visits(states=states):
            yield states
        case Distribution(goal=goal):
            yield goal
        case Quantile(path=path):
            yield from _of_path(path)


def _of_path(path: Path | None) -> Iterator[Expr]:
    if path is not None:
        yield path.right
        if path.left is not None:
            yield path.left


def asked_only(space: StateSpace, asked: Sequence[Question], rest: Sequence[Question]) -> StateSpace:
    """A space that was explored for some questions, for a part of them: with their conditions, in their order."""
    truth = Truth(space, conditions_of(asked))
    return replace(space, conditions=tuple(truth(formula) for formula in conditions_of(rest)))


class Truth:
    """Where a state formula holds; the space was built with these formulas as its conditions, in this order."""

    def __init__(self, space: StateSpace, formulas: tuple[Expr, ...]) -> None:
        self._places = {formula: place for place, formula in enumerate(formulas)}
        self._conditions = space.conditions

    def __call__(self, formula: Expr) -> NDArray[np.bool_]:
        return self._conditions[self._places[formula]]


def constant(expr: Expr, what: str) -> Fraction:
    """The value of a constant expression in a question."""
    try:
        value = evaluate(expr)
    except EvaluationError as error:
        raise refuse("E304", f"{what} is not a constant: {error.message}", expr.span) from None
    return Fraction(value)


def steps(expr: Expr) -> int:
    """The value of a step bound: a whole number, not negative."""
    value = constant(expr, "the number of steps")
    if value.denominator != 1 or value < 0:
        raise refuse("E501", f"the number of steps is {value}", expr.span, fix="give a whole number from 0 on")
    return int(value)


def refuse(code: str, message: str, span: Span | None = None, why: str = "", fix: str = "") -> SpecError:
    """A question that cannot be asked like this."""
    return SpecError([Diagnostic(code, message, span, why, fix)])
