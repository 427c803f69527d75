"""Questions -> those whose answers depend on the number of steps, and the rewards that they ask for."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.process.question import Distribution, Expectation, Path, Probability, Quantile, Question, Visits
from oddsmith.solve.gains import STEPS


def counting(questions: Iterable[Question]) -> tuple[Question, ...]:
    """Those that change when a step that changes and gains nothing is left out."""
    return tuple(question for question in questions if _counts(question))


def rewards_of(questions: Iterable[Question]) -> frozenset[str] | None:
    """The rewards that are asked for; None where one is asked for without its name."""
    queries = [question.measure for question in questions]
    names = {query.reward for query in queries if isinstance(query, Expectation | Distribution)}
    return None if "" in names else frozenset(names)


def _counts(question: Question) -> bool:
    match question.measure:
        case Probability(path=path, given=given):
            return _bounded(path) or _bounded(given)
        case Expectation(reward=reward, measure=measure, given=given):
            return reward == STEPS or measure in ("cumulative", "instant") or _bounded(given)
        case Distribution(reward=reward):
            return reward == STEPS
        case Visits() | Quantile():
            return True


def _bounded(path: Path | None) -> bool:
    return path is not None and (path.kind == "X" or path.bound is not None)
