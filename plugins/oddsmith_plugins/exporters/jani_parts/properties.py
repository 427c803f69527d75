"""Questions of a process -> properties of a JANI model, and remarks about those that JANI cannot ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from oddsmith.plugin import (
    Diagnostic,
    Distribution,
    Expectation,
    Expr,
    If,
    Number,
    Path,
    Played,
    Probability,
    Quantile,
    Question,
    SpecError,
    Visits,
)
from oddsmith_plugins.exporters.jani_parts.expressions import RELATIONS, binary
from oddsmith_plugins.exporters.jani_parts.layout import Value
from oddsmith_plugins.exporters.prism_parts.names import Names
from oddsmith_plugins.exporters.prism_parts.text import UnspeakableError

GAINED: list[Value] = ["steps", "exit"]
"""Rewards of moves, and of states when they are left."""


@dataclass
class Properties:
    """Collects properties, and rewards that they need."""

    kind: str
    said: Callable[[Expr], Value]
    """An expression of the process in JANI; labels by their names."""
    rewards: dict[str, str]
    """The transient variable of each reward."""
    fresh: Callable[[str], str]
    names: Names = field(default_factory=Names)
    found: list[Value] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    counted: dict[str, Expr] = field(default_factory=dict)
    """Rewards that count visits: their transient variable -> one in these states."""

    def add(self, question: Question) -> None:
        try:
            asked = self._asked(question)
        except CannotAskError as reason:
            self.remarks.append(f"question {question.name} is left out of the properties: {reason}")
            return
        except UnspeakableError as error:
            message = f"the question {question.name} cannot be said in JANI: {error}"
            raise SpecError([Diagnostic("E811", message, question.span)]) from None
        truth = getattr(question.query, "threshold", None) is not None
        self.found.append(
            {
                "name": self.names(question.name),
                "expression": {
                    "op": "filter",
                    "fun": "∀" if truth else "max",
                    "values": asked,
                    "states": {"op": "initial"},
                },
                "comment": question.text,
            }
        )

    def _asked(self, question: Question) -> Value:
        query = question.query
        if isinstance(query, Played):
            raise CannotAskError("JANI has no players who want rewards of their own")
        if isinstance(query, Distribution | Quantile):
            raise CannotAskError("JANI has neither distributions of rewards nor quantiles")
        if getattr(query, "given", None) is not None:
            raise CannotAskError("JANI has no conditional probabilities")
        optimum = self._optimum(query)
        if isinstance(query, Visits):
            name = self.fresh(f"visits {question.name}")
            self.counted[name] = If(query.states, Number(1), Number(0))
            asked: dict[str, Value] = {"op": f"E{optimum}", "exp": name, "accumulate": GAINED}
        elif isinstance(query, Probability):
            asked = {"op": f"P{optimum}", "exp": self._path(query.path)}
        else:
            asked = {"op": f"E{optimum}", "exp": self.rewards[query.reward], **self._measure(query)}
        if query.threshold is None:
            return asked
        return binary(RELATIONS[query.threshold.operator], asked, self.said(query.threshold.value))

    def _optimum(self, query: Probability | Expectation | Visits) -> str:
        """JANI asks for the largest or smallest value, in chains too; a threshold is meant for all strategies."""
        if query.optimum is None and query.threshold is not None and query.threshold.operator in (">", ">="):
            return "min"
        return query.optimum or "max"

    def _path(self, path: Path) -> Value:
        if path.kind == "X":
            raise CannotAskError("JANI has no `X`")
        found: dict[str, Value] = {"op": path.kind}
        if path.kind == "U":
            assert path.left is not None
            found |= {"left": self.said(path.left), "right": self.said(path.right)}
        else:
            found["exp"] = self.said(path.right)
        if path.bound is not None:
            ends = (("lower", path.bound.low), ("upper", path.bound.high))
            found["step-bounds"] = {key: self.said(end) for key, end in ends if end is not None}
        return found

    def _measure(self, query: Expectation) -> dict[str, Value]:
        if query.measure == "reach":
            assert query.goal is not None
            return {"accumulate": GAINED, "reach": self.said(query.goal)}
        if query.measure == "total":
            return {"accumulate": GAINED}
        assert query.steps is not None
        steps = self.said(query.steps)
        return {"step-instant": steps} | ({"accumulate": GAINED} if query.measure == "cumulative" else {})


class CannotAskError(Exception):
    """JANI has no such property."""
