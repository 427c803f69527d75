"""Questions of a process -> PRISM's properties, and remarks about those that PRISM cannot ask."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.plugin import (
    Boolean,
    Distribution,
    Expectation,
    Expr,
    Path,
    Played,
    Probability,
    Quantile,
    Question,
    Visits,
    simplify,
    walk,
)
from oddsmith_plugins.exporters.prism_parts.expand import Expander
from oddsmith_plugins.exporters.prism_parts.names import FormulaName, Names
from oddsmith_plugins.exporters.prism_parts.text import text

SHORT = 9
"""Longer conditions become labels of the model."""
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MISSING = {
    "given": "PRISM has no conditional probabilities",
    Distribution: "PRISM has no distributions of rewards",
    Quantile: "PRISM has no quantiles",
    Played: "PRISM has no players who want rewards of their own",
}


@dataclass
class Properties:
    """Writes properties; conditions that are labels are written as labels."""

    expand: Expander
    labels: dict[Expr, str]
    """Expanded condition -> name of the label."""
    rewards: Names
    players: Names
    lines: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    counted: dict[str, Expr] = field(default_factory=dict)
    """Rewards that count visits: name -> where."""
    names: Names = field(default_factory=Names)
    label_names: Names = field(default_factory=Names)
    more_labels: dict[str, Expr] = field(default_factory=dict)
    """Labels for conditions of questions that are long or use formulas."""
    name: str = ""

    def add(self, question: Question) -> None:
        """One question: a comment with its text, and the property if there is one."""
        self.name = question.name
        self.lines += ["", f"// {question.name}: {question.text}"]
        try:
            asked = self._asked(question)
        except _CannotAskError as reason:
            self.lines.append(f"// not asked here: {reason}")
            self.remarks.append(f"question {question.name} is left out of the properties: {reason}")
            return
        self.lines.append(f'"{self.names(question.name)}": {asked};')

    def _asked(self, question: Question) -> str:
        query = question.query
        if isinstance(query, Distribution | Quantile | Played):
            raise _CannotAskError(MISSING[type(query)])
        if isinstance(query, Visits):
            name = self.rewards(f"visits {question.name}")
            self.counted[name] = simplify(self.expand(query.states))
            return self._compared(query, f'R{{"{name}"}}', "C")
        if query.given is not None:
            raise _CannotAskError(MISSING["given"])
        who = "" if query.coalition is None else f"<<{', '.join(self.players(p) for p in query.coalition)}>> "
        if isinstance(query, Probability):
            return self._compared(query, f"{who}P", self._path(query.path))
        return self._compared(query, f'{who}R{{"{self.rewards(query.reward)}"}}', self._measure(query))

    def _compared(self, query: Probability | Expectation | Visits, head: str, body: str) -> str:
        """A number, or a comparison: PRISM's holds for all strategies (of a coalition: for one), so that the best
        one is compared by denying the opposite."""
        if query.threshold is None:
            return f"{head}{query.optimum or ''}=? [ {body} ]"
        operator, level = query.threshold.operator, text(self.expand(query.threshold.value))
        if query.optimum in (None, _meant(query, operator)):
            return f"{head}{operator}{level} [ {body} ]"
        return f"!({head}{OPPOSITE[operator]}{level} [ {body} ])"

    def _path(self, path: Path) -> str:
        bound = ""
        if path.bound is not None:
            low, high = (None if end is None else text(self.expand(end)) for end in (path.bound.low, path.bound.high))
            if low is None:
                bound = f"<={high}"
            else:
                bound = f">={low}" if high is None else f"[{low},{high}]"
        if path.kind == "U":
            assert path.left is not None
            return f"{self._state(path.left)} U{bound} {self._state(path.right)}"
        return f"{path.kind}{bound} {self._state(path.right)}"

    def _measure(self, query: Expectation) -> str:
        if query.measure == "reach":
            assert query.goal is not None
            return f"F {self._state(query.goal)}"
        if query.measure == "total":
            return "C"
        assert query.steps is not None
        sign = "C<=" if query.measure == "cumulative" else "I="
        return sign + text(self.expand(query.steps))

    def _state(self, condition: Expr) -> str:
        found = simplify(self.expand(condition))
        if isinstance(found, Boolean):
            return "true" if found.value else "false"
        if found not in self.labels:
            parts = list(walk(found))
            if len(parts) <= SHORT and not any(isinstance(part, FormulaName) for part in parts):
                return f"({text(found)})"
            self.labels[found] = self.label_names.fresh(f"{self.name} goal")
            self.more_labels[self.labels[found]] = found
        return f'"{self.labels[found]}"'


def _meant(query: Probability | Expectation | Visits, operator: str) -> str:
    """Which value PRISM compares where neither `min` nor `max` is said."""
    is_enforced = not isinstance(query, Visits) and query.coalition is not None
    return "max" if (operator in (">", ">=")) == is_enforced else "min"


class _CannotAskError(Exception):
    """PRISM has no such property."""
