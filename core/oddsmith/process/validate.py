"""A process -> the invariants it breaks: every name defined, every arity right, every draw in scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import Call, Expr, Fold, Index, Name
from oddsmith.expr.values import ARGUMENTS, BUILT_IN
from oddsmith.process.access import Names, cells_of
from oddsmith.process.expressions import draw_expressions, query_expressions
from oddsmith.process.process import Array, Branch, Process, Summand, Table
from oddsmith.process.question import Distribution, Expectation, Played, Quantile, Query


class InvalidProcessError(Exception):
    """A stage or a reduction made a process that breaks an invariant: a mistake of the program, not of the user."""


def validate(process: Process) -> Process:
    """The same process, if it keeps every invariant."""
    found = list(complaints(process))
    if found:
        raise InvalidProcessError(f"{process.name}: " + "; ".join(found))
    return process


def complaints(process: Process) -> Iterator[str]:
    """Every broken invariant, in words."""
    scope = _Scope.of(process)
    yield from _layout(process)
    yield from _exchangeable(process)
    for function in process.functions:
        yield from scope.expression(function.body, frozenset(function.arguments), f"function {function.name}")
    for number, summand in enumerate(process.summands):
        yield from _summand(process, scope, summand, f"command {number} [{summand.action}]")
    for label in process.labels:
        yield from scope.expression(label.condition, frozenset(), f"label {label.name}")
    for reward in process.rewards:
        yield from scope.expression(reward.state, frozenset(), f"reward {reward.name}")
    for question in process.questions:
        yield from _query(process, scope, question.query, f"question {question.name}")


def _exchangeable(process: Process) -> Iterator[str]:
    """Blocks hold the same ranges, and every parameter is in one block at most."""
    ranges = {p.name: (p.type, p.low, p.high) for p in process.params}
    for name, count in Counter(n for group in process.exchangeable for block in group for n in block).items():
        if name not in ranges:
            yield f"exchangeable {name} is no parameter"
        elif count > 1:
            yield f"{name} is exchangeable twice"
    for group in process.exchangeable:
        if len({tuple(ranges.get(name) for name in block) for block in group}) > 1:
            yield f"{group[0][0]} and others are exchangeable and have different ranges"


@dataclass(frozen=True)
class _Scope:
    """What may be named: parameters, arrays and tables with their number of axes, functions with their arity."""

    params: Names
    indexed: dict[str, int]
    tables: Names
    functions: dict[str, int]

    @classmethod
    def of(cls, process: Process) -> _Scope:
        axes: list[Array | Table] = [*process.arrays, *process.tables]
        return cls(
            frozenset(p.name for p in process.params),
            {a.name: len(a.axes) for a in axes},
            frozenset(t.name for t in process.tables),
            {f.name: len(f.arguments) for f in process.functions},
        )

    def expressions(self, expressions: Iterable[Expr], bound: Names, where: str) -> Iterator[str]:
        for expr in expressions:
            yield from self.expression(expr, bound, where)

    def expression(self, expr: Expr, bound: Names, where: str) -> Iterator[str]:
        match expr:
            case Name(name) if name not in self.params and name not in bound and name not in self.tables:
                yield f"{where} reads {name}, which is not defined"
            case Index(name, indices) if self.indexed.get(name) != len(indices):
                yield f"{where} reads {name} with {len(indices)} indices"
            case Call(function, arguments):
                yield from self._call(function, len(arguments), where)
            case Fold(_, binders, body):
                for binder in binders:
                    yield from self.expression(binder.domain, bound, where)
                    bound |= {binder.name}
                yield from self.expression(body, bound, where)
                return
        yield from self.expressions(expr.children(), bound, where)

    def _call(self, function: str, count: int, where: str) -> Iterator[str]:
        if function not in self.functions and function not in BUILT_IN and function != "next":
            yield f"{where} calls {function}, which is not defined"
            return
        own = self.functions.get(function)
        fewest, most = ARGUMENTS.get(function, (1, count)) if own is None else (own, own)
        if not fewest <= count <= most:
            yield f"{where} calls {function} with {count} arguments"


def _followed(summand: Summand, where: str) -> Iterator[str]:
    """What is followed at once leads to one state for sure."""
    sure = len(summand.branches) == 1 and not summand.branches[0].draws and value_of(summand.branches[0].weight) == 1
    if summand.followed is not None and (summand.sums or not sure):
        yield f"{where} is followed at once and leads to several states"


def _layout(process: Process) -> Iterator[str]:
    for name, count in Counter(p.name for p in process.params).items():
        if count > 1:
            yield f"parameter {name} is there {count} times"
    for param in process.params:
        if not param.low <= param.init <= param.high:
            yield f"parameter {param.name} starts outside its range"
    for array in process.arrays:
        size = prod(high - low + 1 for low, high in array.axes)
        names = tuple(p.name for p in process.params[array.first : array.first + size])
        if names != cells_of(array):
            yield f"array {array.name} does not stand at parameter {array.first}"
    for table in process.tables:
        if len(table.values) != prod(high - low + 1 for low, high in table.axes):
            yield f"table {table.name} has {len(table.values)} values"


def _summand(process: Process, scope: _Scope, summand: Summand, where: str) -> Iterator[str]:
    bound = frozenset(s.name for s in summand.sums)
    if summand.sums and process.kind == "chain":
        yield f"{where} chooses in a chain"
    if summand.player is not None and summand.player not in process.players:
        yield f"{where} belongs to {summand.player}, who does not play"
    if not summand.branches:
        yield f"{where} has no branches"
    for name in bound & scope.params:
        yield f"{where} binds {name}, which is a parameter"
    yield from _parties(process, scope, summand, where)
    yield from scope.expression(summand.guard, bound, where)
    yield from _followed(summand, where)
    for branch in summand.branches:
        yield from _branch(scope, branch, bound, where)
    rewards = {r.name for r in process.rewards}
    for gain in summand.gains:
        if gain.reward not in rewards:
            yield f"{where} gains {gain.reward}, which is no reward"
        yield from scope.expression(gain.value, bound, where)


def _parties(process: Process, scope: _Scope, summand: Summand, where: str) -> Iterator[str]:
    """Every choice is somebody's, and only one party's."""
    owned = Counter(name for party in summand.parties for name in (*party.choices, *party.others))
    if summand.parties and owned != Counter(s.name for s in summand.sums):
        yield f"{where} has choices that are not exactly one party's"
    for party in summand.parties:
        if party.player not in process.players:
            yield f"{where} is decided by {party.player}, who does not play"
        if party.among is not None:
            yield from scope.expression(party.among, frozenset(), where)


def _branch(scope: _Scope, branch: Branch, bound: Names, where: str) -> Iterator[str]:
    for draw in branch.draws:
        yield from scope.expressions(draw_expressions(draw), bound, where)
        if draw.name in bound or draw.name in scope.params:
            yield f"{where} draws {draw.name}, which is bound already"
        bound |= {draw.name}
    yield from scope.expression(branch.weight, bound, where)
    for update in branch.updates:
        if not isinstance(update.target, Name | Index):
            yield f"{where} writes to something that is no variable"
        if isinstance(update.target, Name) and update.target.name not in scope.params:
            yield f"{where} writes {update.target.name}, which is not defined"
        elif isinstance(update.target, Index) and update.target.name in scope.tables:
            yield f"{where} writes the table {update.target.name}"
        yield from scope.expressions((update.target, update.value), bound, where)


def _query(process: Process, scope: _Scope, query: Query, where: str) -> Iterator[str]:
    if isinstance(query, Played):
        query = query.measure
    bound = frozenset({query.binder}) if isinstance(query, Quantile) else frozenset()
    yield from scope.expressions(query_expressions(query), bound, where)
    if isinstance(query, Expectation | Distribution) and query.reward not in {r.name for r in process.rewards}:
        yield f"{where} asks for {query.reward}, which is no reward"
