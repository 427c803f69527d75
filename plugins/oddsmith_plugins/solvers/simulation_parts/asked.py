"""Questions -> what is looked for in every game, and why some questions cannot be answered by playing."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.plugin import (
    Crossing,
    Distribution,
    Expectation,
    Path,
    Played,
    Probability,
    Process,
    Quantile,
    Question,
    Unary,
    Visits,
    steps,
)
from oddsmith_plugins.solvers.simulation_parts.seen import Gathered, Instant, Observable, PathSeen

STEPS = "steps"


@dataclass(frozen=True)
class Asked:
    """A question and the places of its observables: what is asked for, and the condition that is given."""

    question: Question
    main: int
    given: int | None = None
    crossing: Crossing | None = None
    """Of a quantile."""


@dataclass
class Sheet:
    """Everything that is looked for, each thing once, however many questions ask for it."""

    process: Process
    asked: list[Asked] = field(default_factory=list)
    observables: list[Observable] = field(default_factory=list)
    rewards: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, process: Process) -> Sheet:
        """Whoever decides, best and worst are what comes of it."""
        sheet = cls(process)
        for question in process.questions:
            if isinstance(question.query, Played):
                sheet.refused[question.name] = "it asks how players play who want something"
            else:
                sheet.asked.append(sheet._asked(question))
        return sheet

    def _asked(self, question: Question) -> Asked:
        query = question.query
        given = getattr(query, "given", None)
        condition = None if given is None else self._place(path_seen(given))
        crossing = None
        match query:
            case Probability(path=path):
                seen: Observable = path_seen(path)
            case Expectation(reward, "reach", goal):
                seen = Gathered(self._reward(reward), goal)
            case Expectation(reward, "total"):
                seen = Gathered(self._reward(reward))
            case Expectation(reward, "instant", steps=count):
                assert count is not None
                seen = Instant(self._reward(reward), steps(count))
            case Expectation(reward, _, steps=count):
                assert count is not None
                seen = Gathered(self._reward(reward), steps=steps(count))
            case Visits(states):
                seen = Gathered(-1, states=states)
            case Distribution(reward, goal):
                seen = Gathered(self._reward(reward), goal)
            case Quantile(path=path):
                seen = timed(path)
                crossing = Crossing.of(query, path.kind == "G")
        return Asked(question, self._place(seen), condition, crossing)

    def _place(self, seen: Observable) -> int:
        if seen not in self.observables:
            self.observables.append(seen)
        return self.observables.index(seen)

    def _reward(self, name: str) -> int:
        """The number of a reward among those that are asked for; -1: every move counts 1."""
        known = [reward.name for reward in self.process.rewards]
        if not name and len(known) == 1:
            name = known[0]
        if name == STEPS and STEPS not in known:
            return -1
        if name not in self.rewards:
            self.rewards.append(name)
        return self.rewards.index(name)


def path_seen(path: Path) -> PathSeen:
    """Every path formula as an until: F a = true U a, G a = not F not a, X a = true U[1, 1] a."""
    if path.kind == "X":
        return PathSeen(path.right, None, 1, 1)
    bound = path.bound
    low = 0 if bound is None or bound.low is None else steps(bound.low)
    high = None if bound is None or bound.high is None else steps(bound.high)
    if path.kind == "G":
        return PathSeen(Unary("not", path.right), None, low, high, negated=True)
    return PathSeen(path.right, path.left, low, high)


def timed(path: Path) -> PathSeen:
    """When the path formula happens (of `G a`: when it fails)."""
    right = Unary("not", path.right) if path.kind == "G" else path.right
    return PathSeen(right, path.left, timed=True)
