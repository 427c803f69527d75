"""A process -> which parameters each expression and command reads, and which it may write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from oddsmith.expr.nodes import Binder, Boolean, Call, Expr, Fold, Index, Name, Number, Symbol
from oddsmith.expr.substitute import called_functions
from oddsmith.process.expressions import draw_expressions
from oddsmith.process.process import Array, Branch, Function, Process, Summand

Names = frozenset[str]
NOTHING: Names = frozenset()


@dataclass(frozen=True)
class Access:
    """Who reads and writes what. An array cell at a fixed place counts alone, at a computed place all cells count."""

    params: Names
    cells: Mapping[str, Array]
    functions: Mapping[str, Names]
    """What each function reads of the state, through all the functions that it calls."""

    @classmethod
    def of(cls, process: Process) -> Access:
        params = frozenset(p.name for p in process.params)
        cells = {a.name: a for a in process.arrays}
        return cls(params, cells, _function_reads(cls(params, cells, {}), process.functions))

    def expression(self, expr: Expr, bound: Names = NOTHING) -> Names:
        """The parameters that an expression reads; `bound` names are draws, choices or arguments."""
        match expr:
            case Name(name):
                return frozenset({name}) & self.params - bound
            case Index(name, indices):
                inner = self._all(indices, bound)
                return inner | self.place(expr) if name in self.cells else inner
            case Call(function, arguments):
                return self._all(arguments, bound) | self.functions.get(function, NOTHING)
            case Fold(_, binders, body):
                inside = bound | {b.name for b in binders}
                return self._all((b.domain for b in binders), inside) | self.expression(body, inside)
            case Binder(_, domain):
                return self.expression(domain, bound)
        return self._all(expr.children(), bound)

    def place(self, target: Expr) -> Names:
        """The parameters that a target may stand for."""
        if isinstance(target, Name):
            return frozenset({target.name})
        assert isinstance(target, Index)
        axes = self.cells[target.name].axes
        places = [fixed_indices(low, high, index) for (low, high), index in zip(axes, target.indices, strict=True)]
        return frozenset(cell_name(target.name, place) for place in product(*places)) & self.params

    def reads(self, summand: Summand) -> Names:
        """What a command reads: guard, draws, weights, values, index expressions and gains."""
        bound = frozenset(s.name for s in summand.sums)
        parts = [self.expression(summand.guard, bound)]
        parts += [self._branch_reads(branch, bound) for branch in summand.branches]
        parts += [self.expression(gain.value, bound) for gain in summand.gains]
        return NOTHING.union(*parts)

    def writes(self, summand: Summand) -> Names:
        """What a command may write."""
        return NOTHING.union(*(self.place(u.target) for b in summand.branches for u in b.updates))

    def _branch_reads(self, branch: Branch, bound: Names) -> Names:
        found = NOTHING
        for draw in branch.draws:
            found |= self._all(draw_expressions(draw), bound)
            bound |= {draw.name}
        found |= self.expression(branch.weight, bound)
        for update in branch.updates:
            found |= self.expression(update.value, bound)
            if isinstance(update.target, Index):
                found |= self._all(update.target.indices, bound)
        return found

    def _all(self, expressions: Iterable[Expr], bound: Names) -> Names:
        return NOTHING.union(*(self.expression(e, bound) for e in expressions))


def fixed_indices(low: int, high: int, index: Expr) -> Iterable[int]:
    """The one index that a constant stands for, or the whole axis."""
    match index:
        case Number(int(value)):
            return (value,)
        case Boolean(value):
            return (int(value),)
        case Symbol(_, ordinal):
            return (ordinal,)
    return range(low, high + 1)


def cell_name(array: str, place: Iterable[int]) -> str:
    """How the parameter of an array's cell is called: `pos[1]`, `grid[2,3]`."""
    return f"{array}[{','.join(map(str, place))}]"


def cells_of(array: Array) -> tuple[str, ...]:
    """The parameters of an array, in their order."""
    return tuple(cell_name(array.name, place) for place in product(*(range(a, b + 1) for a, b in array.axes)))


def references(process: Process) -> dict[str, Expr]:
    """How each parameter is named in an expression."""
    found: dict[str, Expr] = {p.name: Name(p.name) for p in process.params}
    for array in process.arrays:
        for place in product(*(range(low, high + 1) for low, high in array.axes)):
            found[cell_name(array.name, place)] = Index(array.name, tuple(map(Number, place)))
    return found


def _function_reads(plain: Access, functions: Iterable[Function]) -> dict[str, Names]:
    """The least solution of: reads(f) = what the body reads itself, and reads(g) for every g called."""
    listed = tuple(functions)
    found = {f.name: plain.expression(f.body, frozenset(f.arguments)) for f in listed}
    called = {f.name: called_functions(f.body) & found.keys() for f in listed}
    changed = True
    while changed:
        changed = False
        for name, others in called.items():
            more = found[name].union(*(found[other] for other in others))
            changed |= more != found[name]
            found[name] = more
    return found
