"""A process -> what a strategy may be explained by: its variables, functions and labels, sums and counts over arrays.

Candidates are all closed subexpressions of guards, gains, labels, questions and functions; for every array also the
sum, the largest and the smallest of its cells, and how many of them have each value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.expr.nodes import (
    TRUE,
    Binary,
    Binder,
    Boolean,
    Call,
    Compare,
    Expr,
    Fold,
    If,
    Index,
    Items,
    Member,
    Name,
    Number,
    Range,
    Symbol,
    Unary,
)
from oddsmith.expr.show import show
from oddsmith.expr.substitute import free_names, walk
from oddsmith.expr.types import Type
from oddsmith.kernel.kernel import Kernel, NotCompilableError, SemanticError, Target
from oddsmith.process.access import cells_of, references
from oddsmith.process.expressions import query_expressions
from oddsmith.process.process import Array, Process, Reward

LONGEST = 120
"""Characters of an expression that may explain anything."""
MOST = 400
MOST_COUNTED = 13
"""Values of a cell up to which they are counted one by one."""
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Feature:
    """An expression over the state; None: the number of steps taken."""

    text: str
    expr: Expr | None
    boolean: bool = False
    type: Type | None = None
    minus: tuple[str, str] | None = None
    """The two parts of a difference, which is compared better than subtracted."""

    def shown(self, value: float) -> str:
        if self.type is not None and self.type.kind == "enum":
            return self.type.text(int(value))
        return str(int(value)) if value == int(value) else f"{value:g}"

    def between(self, low: float | None, high: float | None) -> str:
        """The condition that the value is from low to high (None: no bound)."""
        if self.boolean:
            return self.text if low == 1 else f"not {self.text}" if _plain(self.text) else f"not ({self.text})"
        if low is not None and low == high:
            return self._difference("=", low) or f"{self.text} = {self.shown(low)}"
        if low is None and high is not None:
            return self._difference("<=", high) or f"{self.text} <= {self.shown(high)}"
        if high is None and low is not None:
            return self._difference(">=", low) or f"{self.text} >= {self.shown(low)}"
        assert low is not None
        assert high is not None
        return f"{self.shown(low)} <= {self.text} <= {self.shown(high)}"

    def _difference(self, operator: str, value: float) -> str:
        if self.minus is None or (operator, value) not in _COMPARED:
            return ""
        return f"{self.minus[0]} {_COMPARED[operator, value]} {self.minus[1]}"


_COMPARED = {("=", 0.0): "=", ("<=", 0.0): "<=", (">=", 0.0): ">=", ("<=", -1.0): "<", (">=", 1.0): ">"}


def _plain(text: str) -> bool:
    return all(c.isalnum() or c in "._[]()" for c in text)


def candidates(process: Process) -> list[Feature]:
    """Everything that may explain, simple ones first."""
    found: dict[str, Feature] = {}
    kinds = {param.name: param.type for param in process.params}
    known = set(kinds) | {a.name for a in process.arrays} | {t.name for t in process.tables}
    hidden = {name for blocks in process.exchangeable for block in blocks for name in block}
    results = {f.name: f.result for f in process.functions}
    named = references(process)
    for param in process.params:
        found[param.name] = Feature(param.name, named[param.name], param.type.kind == "bool", param.type)
    for expr in _expressions(process):
        if isinstance(expr, Range | Items | Binder | Number | Boolean | Symbol) or not free_names(expr) <= known:
            continue
        text = show(expr)
        if len(text) <= LONGEST and (free_names(expr) or isinstance(expr, Call)):
            found.setdefault(text, Feature(text, expr, _is_boolean(expr, kinds, results)))
    for array in process.arrays:
        found |= {feature.text: feature for feature in _of_array(array, process) if feature.text not in found}
    usable = [f for f in found.values() if f.expr is None or not sees_cells(f.expr, hidden)]
    return sorted(usable, key=lambda feature: len(feature.text))[:MOST]


def _expressions(process: Process) -> Iterator[Expr]:
    roots: list[Expr] = [Call(f.name, ()) for f in process.functions if not f.arguments]
    roots += [f.body for f in process.functions if not f.arguments]
    roots += [s.guard for s in process.summands]
    roots += [gain.value for s in process.summands for gain in s.gains]
    roots += [label.condition for label in process.labels] + [reward.state for reward in process.rewards]
    roots += [expr for question in process.questions for expr in query_expressions(question.query)]
    for root in roots:
        yield from walk(root)


def _is_boolean(expr: Expr, kinds: dict[str, Type], results: dict[str, Type]) -> bool:
    match expr:
        case Compare() | Member() | Unary(operator="not"):
            return True
        case Binary(operator=operator):
            return operator in ("and", "or", "=>", "<=>")
        case Fold(kind=kind):
            return kind in ("any", "all")
        case Name(name):
            return name in kinds and kinds[name].kind == "bool"
        case Index(name, _):
            return any(cell.startswith(f"{name}[") and kind.kind == "bool" for cell, kind in kinds.items())
        case Call(function, _):
            return function in results and results[function].kind == "bool"
        case If(_, yes, _):
            return _is_boolean(yes, kinds, results)
    return False


def sees_cells(expr: Expr, hidden: set[str]) -> bool:
    """Whether it reads one of the cells that were sorted: these have no place of their own any more."""
    return any(isinstance(node, Name | Index) and show(node) in hidden for node in walk(expr))


def _of_array(array: Array, process: Process) -> Iterator[Feature]:
    if len(array.axes) != 1:
        return
    params = {param.name: param for param in process.params}
    cells = [params[name] for name in cells_of(array) if name in params]
    if len(cells) < 2:
        return
    (low, high), free = array.axes[0], free_binder(array.name)
    cell = Index(array.name, (Name(free),))

    def fold(kind: str, body: Expr) -> Expr:
        return Fold(kind, (Binder(free, Range(Number(low), Number(high))),), body)

    if cells[0].type.kind == "bool":
        yield _feature(fold("count", cell))
        return
    for kind in ("sum", "max", "min"):
        yield _feature(fold(kind, cell))
    bottom, top = min(c.low for c in cells), max(c.high for c in cells)
    yield _feature(fold("count", Compare(cell, ((">", Number(0)),))))
    if top - bottom < MOST_COUNTED:
        counts = [fold("count", Compare(cell, (("=", Number(v)),))) for v in range(bottom, top + 1)]
        yield from (_feature(count) for count in counts)
        if len(counts) <= 8:
            for one, other in combinations(counts[::-1], 2):
                text = f"{show(one)} - {show(other)}"
                yield Feature(text, Binary("-", one, other), minus=(show(one), show(other)))


def free_binder(array: str) -> str:
    """A name for the index that is not the array's."""
    return "j" if array != "j" else "k"


def _feature(expr: Expr) -> Feature:
    return Feature(show(expr), expr)


@dataclass(frozen=True)
class Measured:
    """Features of a process, computed for packed states when they are asked for."""

    features: Sequence[Feature]
    kernel: Kernel

    def __call__(self, number: int, rows: NDArray[np.uint64]) -> Values | None:
        """The values of one feature; None where it has none in some state."""
        try:
            return self.kernel.state_gain(number, rows)
        except SemanticError:
            return None


def measured(
    process: Process, features: Sequence[Feature], targets: Iterable[Target], few: bool, context: Context
) -> Measured:
    """A kernel whose rewards are the features; compiled, unless there are few states."""
    one, zero = Number(1), Number(0)
    numbers = [f.expr if not f.boolean else If(f.expr or TRUE, one, zero) for f in features]
    asked = replace(
        process,
        kind="chain",
        summands=(),
        questions=(),
        labels=(),
        exchangeable=(),
        rewards=tuple(Reward(f"x{place}", expr or zero) for place, expr in enumerate(numbers)),
    )
    ordered = sorted(targets, key=lambda target: (target.numbers == "exact") != few)
    build: Callable[[Target], Kernel] = lambda target: target.build(asked, (), context)  # noqa: E731
    for target in ordered:
        try:
            return Measured(features, build(target))
        except NotCompilableError:
            continue
    raise AssertionError("no kernel can compute the features")
