"""A process -> complaints about tables that may be bound and are read where no probability stands (E307).

States and their choices must be the same whatever is bound, so that a game is explored once and weighted often: only
weights may read such tables. Inside of a weight they may be added, subtracted, multiplied and divided, and chosen among
by conditions; but no condition may depend on them.
"""

from __future__ import annotations

from collections.abc import Iterator

from oddsmith.expr.nodes import Binary, Call, Compare, Expr, Fold, If, Index, Member, Name, Unary
from oddsmith.expr.substitute import walk
from oddsmith.process.expressions import query_expressions
from oddsmith.process.process import Process, Summand, Uniform
from oddsmith.spec.complaints import Complaints

Parts = tuple[Expr, ...]

_ARITHMETIC = frozenset("+-*/")
_SUMS = ("sum", "prod")
_FIX = "read it in probabilities only: `draw: {x: {table: …}}`, `weight:` or the weights of branches"


def check_bound(process: Process, complaints: Complaints) -> None:
    tables = frozenset(table.name for table in process.tables if table.bind)
    if tables:
        _Checking(process, tables, complaints).run()


class _Checking:
    def __init__(self, process: Process, tables: frozenset[str], complaints: Complaints) -> None:
        self.process, self.tables, self.complaints = process, tables, complaints
        self.bodies = {function.name: function.body for function in process.functions}
        self.readers = self._reading_functions()
        self.seen: set[str] = set()

    def run(self) -> None:
        for expr in self._elsewhere():
            self._refuse(expr, "only probabilities may depend on it")
        for summand in self.process.summands:
            for weight in _weights(summand):
                self._weight(weight)

    def _reading_functions(self) -> frozenset[str]:
        """The functions that read such tables, themselves or through others."""
        found: frozenset[str] = frozenset()
        while True:
            more = frozenset(name for name, body in self.bodies.items() if self._reads(body, found))
            if more == found:
                return found
            found = more

    def _reads(self, expr: Expr, functions: frozenset[str]) -> bool:
        return any(self._is_reader(node, functions) for node in walk(expr))

    def _is_reader(self, node: Expr, functions: frozenset[str]) -> bool:
        match node:
            case Index(name, _) | Member(_, Name(name)):
                return name in self.tables
            case Call(function, _):
                return function in functions
        return False

    def _elsewhere(self) -> Iterator[Expr]:
        """All expressions of the process that are no weights."""
        for summand in self.process.summands:
            yield summand.guard
            for branch in summand.branches:
                for draw in branch.draws:
                    if isinstance(draw.domain, Uniform):
                        yield from (draw.domain.low, draw.domain.high)
                    else:
                        yield from (value for value, _ in draw.domain.outcomes)
                for update in branch.updates:
                    yield from (update.target, update.value)
            yield from (gain.value for gain in summand.gains)
        yield from (label.condition for label in self.process.labels)
        yield from (reward.state for reward in self.process.rewards)
        for question in self.process.questions:
            yield from query_expressions(question.query)

    def _weight(self, expr: Expr) -> None:
        """Where the value may go, and where it may not."""
        allowed, refused = self._parts(expr)
        for part in refused:
            self._refuse(part, "no condition, index or rounding may depend on it")
        for part in allowed:
            self._weight(part)

    def _parts(self, expr: Expr) -> tuple[Parts, Parts]:
        """The parts of a weight on which it depends smoothly, and all others."""
        match expr:
            case Binary(operator, left, right) if operator in _ARITHMETIC:
                return (left, right), ()
            case Unary("-", operand):
                return (operand,), ()
            case If(condition, yes, no):
                return (yes, no), (condition,)
            case Fold(kind, binders, body) if kind in _SUMS:
                return (body,), binders
            case Index(_, indices):
                return (), indices
            case Call(function, arguments) if function in self.seen:
                return (), arguments
            case Call(function, arguments) if function in self.bodies:
                self.seen.add(function)
                return (self.bodies[function],), arguments
            case Compare() | Member() | Call() | Fold() | Binary() | Unary():
                return (), (expr,)
        return (), ()

    def _refuse(self, expr: Expr, why: str) -> None:
        for node in walk(expr):
            if self._is_reader(node, self.readers):
                name = node.function if isinstance(node, Call) else getattr(node, "name", "")
                what = "the function `{}`, which reads a table that is bound" if isinstance(node, Call) else "`{}`"
                message = f"{what.format(name)} cannot stand here: {why}"
                self.complaints.add("E307", message, node.span or expr.span, fix=_FIX)
                return


def _weights(summand: Summand) -> Iterator[Expr]:
    for branch in summand.branches:
        yield branch.weight
        for draw in branch.draws:
            if not isinstance(draw.domain, Uniform):
                yield from (weight for _, weight in draw.domain.outcomes)
