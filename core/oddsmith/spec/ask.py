"""The text of a question -> a query whose formulas are plain conditions on the state, fit for the kind of game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from oddsmith.expr.infer import check
from oddsmith.expr.nodes import Expr, Index, Number
from oddsmith.expr.parse import parse
from oddsmith.expr.scope import Scope as Types
from oddsmith.expr.substitute import walk
from oddsmith.expr.types import BOOL
from oddsmith.process.question import (
    Bound,
    Distribution,
    Expectation,
    Path,
    Played,
    Probability,
    Quantile,
    Query,
    Threshold,
    Visits,
)
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.spec.ask_fit import fit
from oddsmith.spec.ask_syntax import parse_form
from oddsmith.spec.complaints import suggestion
from oddsmith.spec.lower.constants import Constants
from oddsmith.spec.lower.families import indexed_name
from oddsmith.spec.lower.scope import Scope

UNKNOWN_NAME = "unknown name "
STEPS = "steps"
"""The reward that always exists: one for every step."""


@dataclass(frozen=True)
class Asking:
    """What a question may refer to."""

    kind: str
    """chain, mdp or game."""
    scope: Scope
    types: Types
    constants: Constants
    rewards: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    aimless: tuple[str, ...] = ()
    """The players of whom it is not said what they want."""
    labels: frozenset[str] = frozenset()
    """All labels by their full names: `won`, `win[1]`."""


def parse_question(span: Span, asking: Asking) -> Query:
    """The query that stands in this stretch of a source; raises SpecError with every mistake in it."""
    resolver = _Resolver(asking, span)
    form = resolver.with_players(parse_form(span))
    return resolver.query(fit(form, asking.kind, asking.players, span, asking.aimless))


@dataclass(frozen=True)
class _Resolver:
    """Puts meaning in place of names, one part of a query after the other."""

    asking: Asking
    span: Span

    def with_players(self, form: Query) -> Query:
        """The form with every player of a family by the full name."""
        if not isinstance(form, Probability | Expectation) or form.coalition is None:
            return form
        return replace(form, coalition=tuple(self.indexed(name) for name in form.coalition))

    def indexed(self, text: str) -> str:
        """`gain[i]`, as written -> `gain[1]`."""
        found = parse(self._within(text)) if "[" in text else None
        if not isinstance(found, Index):
            return text
        return indexed_name(found.name, [self.asking.constants.literal(i, self.asking.scope) for i in found.indices])

    def query(self, form: Query) -> Query:
        match form:
            case Probability():
                return replace(
                    form,
                    path=self.path(form.path),
                    threshold=self.threshold(form.threshold),
                    given=self.given(form.given),
                )
            case Expectation():
                return replace(
                    form,
                    reward=self.reward(form.reward),
                    goal=None if form.goal is None else self.condition(form.goal),
                    steps=None if form.steps is None else self.steps(form.steps),
                    threshold=self.threshold(form.threshold),
                    given=self.given(form.given),
                )
            case Visits():
                return replace(form, states=self.condition(form.states), threshold=self.threshold(form.threshold))
            case Distribution():
                return replace(form, reward=self.reward(form.reward), goal=self.condition(form.goal))
            case Quantile():
                return replace(form, path=self.path(form.path, form.binder), level=self.number(form.level))
            case Played():
                measure = self.query(form.measure)
                assert isinstance(measure, Probability | Expectation | Distribution)
                return replace(form, measure=measure)

    def path(self, path: Path, binder: str | None = None) -> Path:
        left = None if path.left is None else self.condition(path.left)
        bound = path.bound
        if bound is not None and binder is None:
            low = None if bound.low is None else self.steps(bound.low)
            high = None if bound.high is None else self.steps(bound.high)
            bound = Bound(low, high)
        return Path(path.kind, self.condition(path.right), left, bound)

    def given(self, path: Path | None) -> Path | None:
        return None if path is None else self.path(path)

    def threshold(self, threshold: Threshold | None) -> Threshold | None:
        return None if threshold is None else Threshold(threshold.operator, self.number(threshold.value))

    def condition(self, expr: Expr) -> Expr:
        """A state formula: every name known, of the right type, labels replaced by their conditions."""
        complaints: list[Diagnostic] = []
        check(expr, self.asking.types, BOOL, "what a question asks for", complaints)
        complaints = [self._unknown_label(d) for d in complaints] or list(self._outside(expr))
        if complaints:
            raise SpecError(complaints)
        return self.asking.constants.simplified(expr, self.asking.scope)

    def number(self, expr: Expr) -> Number:
        value = self.asking.constants.value(expr, self.asking.scope)
        if isinstance(value, bool):
            raise _refusal("E302", "a number is needed here, not a condition", expr.span or self.span)
        return Number(value, span=expr.span)

    def steps(self, expr: Expr) -> Number:
        """A number of steps."""
        number = self.number(expr)
        if not isinstance(number.value, int) or number.value < 0:
            message = f"the number of steps is {number.value}"
            raise _refusal("E503", message, expr.span or self.span, "use a whole number that is not negative")
        return number

    def reward(self, name: str) -> str:
        """A known reward; no name stands for the only one."""
        known = self.asking.rewards
        if not name:
            if len(known) == 1:
                return known[0]
            message = "this game has no rewards but `steps`" if not known else "the game has several rewards"
            raise _refusal("E502", message, self.span, f"name one: {', '.join(f'R{{{r}}}' for r in [*known, STEPS])}")
        full = self.indexed(name)
        if full not in known and full != STEPS:
            fix = suggestion(full, [*known, STEPS], "rewards")
            raise _refusal("E502", f"there is no reward `{full}`", self._within(name), fix)
        return full

    def _unknown_label(self, diagnostic: Diagnostic) -> Diagnostic:
        """An unknown name in a question is most often a label's."""
        if diagnostic.code != "E201" or not diagnostic.message.startswith(UNKNOWN_NAME):
            return diagnostic
        name = diagnostic.message.removeprefix(UNKNOWN_NAME).strip("`")
        message = f"there is no label or variable `{name}`"
        return replace(
            diagnostic, code="E502", message=message, fix=suggestion(name, self.asking.types.known(), "names")
        )

    def _outside(self, expr: Expr) -> Iterator[Diagnostic]:
        """Labels of a family with an index that it does not have."""
        for node in walk(expr):
            if isinstance(node, Index) and node.name in self.asking.scope.macros:
                try:
                    indices = [self.asking.constants.literal(i, self.asking.scope) for i in node.indices]
                except SpecError:  # the index of a fold
                    continue
                name = indexed_name(node.name, indices)
                if name not in self.asking.labels:
                    fix = suggestion(name, [a for a in self.asking.labels if a.startswith(node.name + "[")], "labels")
                    yield Diagnostic("E502", f"there is no label `{name}`", node.span, fix=fix)

    def _within(self, name: str) -> Span:
        """Where the name stands in the question."""
        start = self.span.source.text.find(name, self.span.start, self.span.end)
        return self.span if start < 0 else Span(self.span.source, start, start + len(name))


def _refusal(code: str, message: str, span: Span, fix: str = "") -> SpecError:
    return SpecError([Diagnostic(code, message, span, fix=fix)])
