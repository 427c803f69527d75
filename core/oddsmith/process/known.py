"""Values of parameters that are known -> a change of expressions that puts them in their place and calculates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import Binder, Boolean, Call, Expr, Fold, Index, Items, Name, Number, Range, Symbol
from oddsmith.expr.simplify import simplify
from oddsmith.expr.substitute import free_names, map_children, substitute
from oddsmith.expr.unroll import unrolled
from oddsmith.process.access import NOTHING, Names, cell_name
from oddsmith.process.process import Array, Function, Parameter, Process, Table


@dataclass(frozen=True)
class Known:
    """Made for one process; a cell of an array is known by its own name, `pos[1]`."""

    values: Mapping[str, Expr]
    arrays: Mapping[str, Array]
    tables: Mapping[str, Table] = field(default_factory=dict)
    written_out: Names = NOTHING
    """Arrays whose cells are to be named one by one where a fold goes through them."""
    bodies: Mapping[str, Function] = field(default_factory=dict)
    """Functions that are to be written out; they do not call themselves."""
    done: dict[str, Expr] = field(default_factory=dict)
    """Bodies with the known values in them."""

    @classmethod
    def of(cls, process: Process, values: Mapping[str, int], written_out: Names = NOTHING) -> Known:
        nodes = {p.name: constant_node(p, values[p.name]) for p in process.params if p.name in values}
        return cls(nodes, {a.name: a for a in process.arrays}, {t.name: t for t in process.tables}, written_out)

    def __call__(self, expr: Expr, bound: Names = NOTHING) -> Expr:
        """The expression with the known values in it; `bound` names are draws, choices or arguments."""
        return simplify(self._put(expr, bound), tables=self.tables)

    def _put(self, expr: Expr, bound: Names) -> Expr:
        match expr:
            case Name(name):
                return expr if name in bound else self.values.get(name, expr)
            case Index(name, indices):
                return self._cell(Index(name, tuple(self._put(i, bound) for i in indices), span=expr.span))
            case Call("next", (argument,)):
                inner = self._put(argument, bound)
                return inner if value_of(inner) is not None else Call("next", (inner,), span=expr.span)
            case Call(function, arguments) if function in self.bodies:
                return self._written_out(expr, tuple(self._put(a, bound) for a in arguments), bound)
            case Fold():
                return self._fold(expr, bound)
        return map_children(expr, lambda child: self._put(child, bound))

    def _cell(self, expr: Index) -> Expr:
        if expr.name not in self.arrays:
            return expr
        places = [value_of(simplify(index)) for index in expr.indices]
        if not all(isinstance(place, int) for place in places):
            return expr
        return self.values.get(cell_name(expr.name, [int(place) for place in places if place is not None]), expr)

    def _written_out(self, expr: Call, arguments: tuple[Expr, ...], bound: Names) -> Expr:
        function = self.bodies[expr.function]
        if expr.function not in self.done:
            self.done[expr.function] = self(function.body, frozenset(function.arguments))
        body = self.done[expr.function]
        if bound & (free_names(body) - set(function.arguments)):  # a fold around the call hides what the body reads
            return Call(expr.function, arguments, span=expr.span)
        return substitute(body, dict(zip(function.arguments, arguments, strict=True)))

    def _fold(self, expr: Fold, bound: Names) -> Expr:
        if self.written_out & free_names(expr):
            written = unrolled(expr, lambda domain: simplify(self._put(domain, bound)))
            if written is not None:
                return self._put(written, bound)
        binders: list[Binder] = []
        for binder in expr.binders:
            domain = self._put(binder.domain, bound)
            assert isinstance(domain, Range | Items)
            binders.append(replace(binder, domain=domain))
            bound |= {binder.name}
        return Fold(expr.kind, tuple(binders), self._put(expr.body, bound), span=expr.span)


def constant_node(param: Parameter, value: int) -> Expr:
    """How a value of a parameter is written."""
    if param.type.kind == "bool":
        return Boolean(bool(value))
    return Symbol(param.type.values[value], value) if param.type.kind == "enum" else Number(value)
