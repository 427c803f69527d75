"""Answers carry their number, bounds, method and verdict; comparisons are decided only where bounds tell."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from oddsmith.context import Context
from oddsmith.expr.nodes import Name, Number
from oddsmith.process.question import Bound, Distribution, Expectation, Expected, Path, Probability, Question, Threshold
from oddsmith.solve.answering import answer_all, worse
from oddsmith.solve.solution import Status
from oddsmith.source import Source, Span, SpecError
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.small import space_of, stored_of

A, B = Name("a"), Name("b")
SPACE = space_of(stored_of([{1: "1/3", 2: "2/3"}, {1: 1}, {2: 1}]), [[1], [2]])


class Blunt(Oracle):
    """A solver without fractions, with bounds of a given width."""

    def solve(self, problem, context):
        solution = super().solve(problem, context)
        return replace(solution, exact=None, lower=solution.lower - 0.01, upper=solution.upper + 0.01)


def answer(query, expect=None, solver=Oracle):
    question = Question("q", "text", query, expect)
    (result,) = answer_all(SPACE, [question], lambda problem: solver(), Context(), (A, B))
    return result


def at_least(level, **options):
    return Probability(Path("F", A), threshold=Threshold(">=", Number(level)), **options)


def test_a_number_comes_with_everything():
    result = answer(Probability(Path("F", A)), Expected(Fraction(1, 3)))
    assert result.exact == Fraction(1, 3)
    assert result.lower <= Fraction(1, 3) <= result.upper
    assert (result.solver, result.method, result.status) == ("oracle", "every policy in fractions", Status.DONE)
    assert result.ok is True
    assert result.seconds > 0
    assert answer(Probability(Path("F", A)), Expected(Fraction(1, 4))).ok is False
    assert answer(Probability(Path("F", A))).ok is None


def test_several_methods_are_one_phrase_without_repetition():
    class Wordy(Oracle):
        def solve(self, problem, context):
            horizon = "" if problem.horizon is None else f", {problem.horizon} steps"
            return replace(super().solve(problem, context), method=f"fractions{horizon}")

    between = Path("F", A, bound=Bound(low=Number(2), high=Number(5)))
    assert answer(Probability(between), solver=Wordy).method == "fractions, 3 steps, 2 steps"


def test_a_comparison_is_true_or_false():
    assert answer(at_least(Fraction(1, 3))).value is True
    assert answer(at_least(Fraction(1, 2))).value is False
    assert answer(at_least(Fraction(1, 2))).ok is False
    assert answer(at_least(Fraction(1, 2)), Expected(False)).ok is True


def test_a_comparison_that_the_bounds_do_not_decide_is_left_open():
    result = answer(at_least(Fraction(1, 3)), solver=Blunt)
    assert result.value is None
    assert result.ok is None
    assert result.status is Status.OPEN
    assert answer(at_least(Fraction(1, 2)), solver=Blunt).value is False


def test_an_infinite_expectation_is_said_to_be_infinite():
    result = answer(Expectation("steps", "reach", A), Expected(math.inf))
    assert (result.value, result.lower, result.upper, result.exact) == (math.inf, math.inf, math.inf, None)
    assert result.ok is True


def test_all_questions_that_have_no_meaning_are_refused_at_once_at_their_places():
    source = Source("game.yaml", "one two")
    questions = [
        Question("one", "text", Expectation("nothing", "reach", A), span=Span(source, 0, 3)),
        Question("fine", "text", Probability(Path("F", A))),
        Question("two", "text", Distribution("nothing", A), span=Span(source, 4, 7)),
    ]
    with pytest.raises(SpecError) as caught:
        answer_all(SPACE, questions, lambda problem: Oracle(), Context(), (A, B))
    assert [d.span.text for d in caught.value.diagnostics] == ["one", "two"]


def test_questions_that_share_a_problem_are_solved_once():
    problems = []

    def choose(problem):
        problems.append(problem)
        return Oracle()

    questions = [Question(n, n, Probability(Path("F", f))) for n, f in (("x", A), ("y", B))]
    answers = answer_all(SPACE, questions, choose, Context(), (A, B))
    assert [a.exact for a in answers] == [Fraction(1, 3), Fraction(2, 3)]
    assert [p.columns for p in problems] == [2]


def test_the_worse_status_counts():
    assert worse(Status.DONE, Status.LOOSE) is Status.LOOSE
    assert worse(Status.FAILED, Status.LOOSE) is Status.FAILED
