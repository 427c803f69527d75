"""Questions, parsed: what is asked of a process, with its text and its expected answer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddsmith.expr.nodes import Expr
from oddsmith.source import Span


@dataclass(frozen=True)
class Bound:
    """A step bound: at least `low`, at most `high` steps (None: any number); constant expressions."""

    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True)
class Path:
    """`kind` F, G, X or U; `left U right`, the others use `right` alone."""

    kind: str
    right: Expr
    left: Expr | None = None
    bound: Bound | None = None


@dataclass(frozen=True)
class Threshold:
    """`>= 0.5`: turns a number into true or false."""

    operator: str
    value: Expr


@dataclass(frozen=True)
class Probability:
    """`P=? Pmin=? Pmax=? [path]`, with `given [path]` and `<<players>>`."""

    path: Path
    optimum: str | None = None
    """min, max, or None (a chain)."""
    threshold: Threshold | None = None
    given: Path | None = None
    coalition: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Expectation:
    """`R{reward}=? [F goal | C | C<=k | I=k]`."""

    reward: str
    measure: str
    """reach, total, cumulative or instant."""
    goal: Expr | None = None
    steps: Expr | None = None
    optimum: str | None = None
    threshold: Threshold | None = None
    given: Path | None = None
    coalition: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Visits:
    """`visits=? [states]`: the expected number of times in such a state, the first state included."""

    states: Expr
    optimum: str | None = None
    threshold: Threshold | None = None


@dataclass(frozen=True)
class Distribution:
    """`dist{reward} [F goal]`: P(reward up to the goal = k) for every k; `steps` counts moves."""

    reward: str
    goal: Expr


@dataclass(frozen=True)
class Quantile:
    """`smallest k with P [F<=k goal] >= q`; the path's bound is the binder."""

    which: str
    """smallest or largest."""
    binder: str
    path: Path
    operator: str
    level: Expr
    optimum: str | None = None


@dataclass(frozen=True)
class Played:
    """`equilibrium R{gain}=? [F over]`, `social …`: a measure of how players play who want what the game says.

    The play is one in which nobody gains by playing otherwise alone (equilibrium), or one whose sum of all that the
    players want is largest (social). The measure itself leaves nothing to choose.
    """

    play: str
    """equilibrium or social."""
    measure: Probability | Expectation | Distribution


Measure = Probability | Expectation | Visits | Distribution | Quantile
Query = Measure | Played


@dataclass(frozen=True)
class Question:
    """A named question; `expect` is checked by every run."""

    name: str
    text: str
    query: Query
    expect: Expected | None = None
    span: Span | None = None

    @property
    def measure(self) -> Measure:
        """What is measured, whoever plays for it."""
        return self.query.measure if isinstance(self.query, Played) else self.query


@dataclass(frozen=True)
class Expected:
    """An expected answer: a number (exact), `inf`, true/false, or a distribution by value."""

    value: Fraction | float | bool | dict[int, Fraction]
    tolerance: Fraction | None = None
    """Absolute; None: half a unit of the last digit given, or exact for fractions."""
    source: str = ""
    """Where the number was published."""
    span: Span | None = None
