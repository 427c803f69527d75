"""A question -> where it is decided and what is gained on the way, or why the ranks do not answer it together."""

from __future__ import annotations

from dataclasses import dataclass, replace

from oddsmith.plugin import Expectation, Expr, Path, Probability, Process, Question, steps

FORMS = "only P [F …], P [… U …], P [G …] and R [F …] are answered on several ranks"


class NotTogetherError(Exception):
    """Why a question is left to one process."""


@dataclass(frozen=True)
class Asked:
    """P(through U goal) (or its complement) within `steps` steps, or what of `reward` is gained before the goal."""

    goal: Expr
    through: Expr | None = None
    negated: bool = False
    """Whether the goal is where the expression does not hold, and the answer one minus the value."""
    steps: int | None = None
    reward: str | None = None
    optimum: str | None = None
    """min or max of the path's own value, where somebody decides."""

    @property
    def maximise(self) -> bool:
        """Whether the value of the goal is to be large: for a complement the other way round."""
        return (self.optimum == "max") != self.negated


def asked(process: Process, question: Question) -> Asked:
    """The question in these terms; NotTogetherError for others."""
    query = question.query
    if not isinstance(query, Probability | Expectation) or query.given is not None:
        raise NotTogetherError(FORMS)
    optimum = _optimum(process, query)
    if isinstance(query, Probability):
        form = _path(query.path)
        if optimum is not None and form.steps is not None:
            raise NotTogetherError("steps are counted on several ranks only where nobody decides")
        return replace(form, optimum=optimum)
    if query.measure == "reach" and query.goal is not None:
        return Asked(query.goal, reward=_reward(process, query.reward), optimum=optimum)
    raise NotTogetherError(FORMS)


def _optimum(process: Process, query: Probability | Expectation) -> str | None:
    """What is wanted where somebody decides; None in a chain."""
    if process.kind == "chain":
        return None
    if process.kind == "game" or query.coalition is not None or query.optimum is None:
        raise NotTogetherError("only decisions of one side are taken on several ranks")
    return query.optimum


def _path(path: Path) -> Asked:
    limit = None
    if path.bound is not None:
        if path.bound.low is not None or path.bound.high is None:
            raise NotTogetherError("a smallest number of steps is not supported on several ranks")
        limit = steps(path.bound.high)
    if path.kind not in ("F", "U", "G"):
        raise NotTogetherError(FORMS)
    return Asked(path.right, path.left, path.kind == "G", limit)


def _reward(process: Process, name: str) -> str:
    """The name of the reward; without one, the only one there is."""
    names = [reward.name for reward in process.rewards]
    return names[0] if name == "" and len(names) == 1 else name
