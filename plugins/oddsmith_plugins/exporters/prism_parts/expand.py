"""Expressions of a process -> expressions that PRISM has words for.

Arrays become their cells, folds are written out, tables and cells at computed places become choices by range, functions
are put in place. What is long and has a name, the value of a function, becomes a formula. A function that calls itself
is followed as long as constants decide whether it goes on; else it is evaluated for every value of the one variable
that it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from oddsmith.plugin import (
    Binary,
    Boolean,
    Call,
    Compare,
    Compiler,
    Diagnostic,
    EvaluationError,
    Expr,
    Fold,
    Function,
    If,
    Index,
    Items,
    Member,
    Name,
    Number,
    Process,
    Range,
    Span,
    SpecError,
    Symbol,
    Unary,
    flat_index,
    free_names,
    layout_of,
    simplify,
    substitute,
    walk,
)
from oddsmith_plugins.exporters.prism_parts.calls import recursive, stateless
from oddsmith_plugins.exporters.prism_parts.names import Cell, FormulaName, Names
from oddsmith_plugins.exporters.prism_parts.pieces import piecewise
from oddsmith_plugins.exporters.prism_parts.sets import one_of

LONG: Final = 10
"""Values of functions with more nodes than this become formulas."""
MOST_VALUES: Final = 20_000
"""A function that calls itself is evaluated for at most so many values."""
BUILT_IN: Final = frozenset({"min", "max", "abs", "floor", "ceil", "mod", "pow", "log"})


class UndecidedError(Exception):
    """Whether a function calls itself again depends on the state."""


@dataclass
class Expander:
    """Expands the expressions of one process; formulas are collected on the way."""

    process: Process
    names: Names
    language: str = "the PRISM language"
    """What refusals call it."""
    formulas: dict[str, Expr] = field(default_factory=dict)
    _named: dict[tuple[str, Expr], FormulaName] = field(default_factory=dict)
    _called: dict[tuple[str, tuple[Expr, ...]], Expr] = field(default_factory=dict)
    _evaluators: dict[str, Callable[[tuple[object, ...]], int | Fraction | bool]] = field(default_factory=dict)
    _active: list[str] = field(default_factory=list)
    _reads: dict[int, tuple[Expr, list[str]]] = field(default_factory=dict)
    """By identity: the expression, kept so that its identity stays its own, and the names that it reads."""
    _expanded: dict[tuple[object, ...], Expr] = field(default_factory=dict)
    _undecided: int = 0
    _span: Span | None = None

    def __post_init__(self) -> None:
        process = self.process
        self.cells = {param.name: Cell(self.names(param.name)) for param in process.params}
        self.ranges = {self.cells[param.name].name: (param.low, param.high) for param in process.params}
        self.truths = {self.cells[param.name].name for param in process.params if param.type.kind == "bool"}
        self.arrays = {array.name: array for array in process.arrays}
        self.tables = {table.name: table for table in process.tables}
        self.functions = {function.name: function for function in process.functions}
        self.recursive = recursive(self.functions)
        self.symbols: dict[str, int] = {}
        self.stateless = stateless(self.functions, [*self.cells, *self.arrays])
        self.evaluate = Compiler(layout_of(process))

    def __call__(self, expr: Expr, bound: Mapping[str, Expr] | None = None, span: Span | None = None) -> Expr:
        """The expanded expression, with values for names that choices and draws bind."""
        given = bound or {}
        if isinstance(expr, Number | Boolean):
            return expr
        if isinstance(expr, Name) and expr.name in given:
            return given[expr.name]
        if id(expr) not in self._reads:
            self._reads[id(expr)] = (expr, sorted(free_names(expr)))
        own = {name: given[name] for name in self._reads[id(expr)][1] if name in given}
        key = (id(expr), *own.items())
        if key not in self._expanded:
            self._span = expr.span or span
            self._expanded[key] = simplify(self.visit(self.simple(substitute(expr, own) if own else expr)))
        return self._expanded[key]

    def simple(self, expr: Expr) -> Expr:
        return simplify(expr, unroll=True, tables=self.tables)

    def refuse(self, what: str, why: str, fix: str, span: Span | None = None) -> SpecError:
        return SpecError(
            [Diagnostic("E811", f"{what} cannot be said in {self.language}", span or self._span, why, fix)]
        )

    def visit(self, expr: Expr) -> Expr:
        """The same for a part of an expression; parts that are expanded already stay as they are."""
        match expr:
            case Number() | Boolean() | Cell() | FormulaName():
                return expr
            case Symbol():
                self.symbols[expr.name] = expr.ordinal
                return Cell(self.names(expr.name))
            case Name():
                return self.cells.get(expr.name, expr)
            case Index():
                return self._index(expr)
            case If():
                return self._if(expr)
            case Member():
                return self._member(expr)
            case Call():
                return self._call(expr)
            case Fold():
                raise self.refuse(f"`{expr.kind}(…)` over so much", "it would be too long", "use smaller ranges")
        return self._operator(expr)

    def _operator(self, expr: Expr) -> Expr:
        match expr:
            case Unary():
                return simplify(Unary(expr.operator, self.visit(expr.operand), span=expr.span))
            case Binary(operator="and" | "or" | "=>"):
                left = simplify(self.visit(expr.left))
                if isinstance(left, Boolean) and left.value != (expr.operator != "or"):
                    return simplify(Binary(expr.operator, left, Boolean(True)))
                with self._doubt(not isinstance(left, Boolean)):
                    return simplify(Binary(expr.operator, left, self.visit(expr.right), span=expr.span))
            case Binary(operator="<=>"):
                return self._alike(self.visit(expr.left), self.visit(expr.right))
            case Binary():
                return simplify(Binary(expr.operator, self.visit(expr.left), self.visit(expr.right), span=expr.span))
            case Compare():
                rest = tuple((operator, self.visit(operand)) for operator, operand in expr.rest)
                first = self.visit(expr.first)
                if self.is_truth(first) and len(rest) == 1:
                    same = self._alike(first, rest[0][1])
                    return same if rest[0][0] == "=" else simplify(Unary("not", same))
                return simplify(Compare(first, rest, span=expr.span))
        raise self.refuse(f"`{type(expr).__name__}`", "it has no counterpart", "write it differently")

    def _alike(self, left: Expr, right: Expr) -> Expr:
        """Whether two conditions are alike; Storm neither reads `<=>` nor compares conditions."""
        return simplify(If(left, right, Unary("not", right)))

    def is_truth(self, expr: Expr) -> bool:
        """Whether the value of an expanded expression is true or false."""
        match expr:
            case Boolean() | Compare() | Unary(operator="not") | Binary(operator="and" | "or" | "=>" | "<=>"):
                return True
            case If():
                return self.is_truth(expr.yes)
            case FormulaName():
                return self.is_truth(self.formulas[expr.name])
            case Cell():
                return expr.name in self.truths
        return False

    def _doubt(self, doubtful: bool) -> _Doubt:
        return _Doubt(self, int(doubtful))

    def _if(self, expr: If) -> Expr:
        condition = simplify(self.visit(expr.condition))
        if isinstance(condition, Boolean):
            return self.visit(expr.yes if condition.value else expr.no)
        with self._doubt(True):
            return simplify(If(condition, self.visit(expr.yes), self.visit(expr.no), span=expr.span))

    def _member(self, expr: Member) -> Expr:
        element = self.visit(expr.element)
        if isinstance(expr.domain, Name):
            table = self.tables[expr.domain.name]
            low = table.axes[0][0]
            held: list[Expr] = [Number(low + n) for n, value in enumerate(table.values) if value is not None]
            return simplify(one_of(element, held))
        members = expr.domain.members if isinstance(expr.domain, Items) else (expr.domain,)
        visited: list[Expr] = []
        for member in members:
            if isinstance(member, Range):
                visited.append(Range(self.visit(member.low), self.visit(member.high)))
            else:
                visited.append(self.visit(member))
        return simplify(one_of(element, visited))

    def _index(self, expr: Index) -> Expr:
        indices = tuple(simplify(self.visit(index)) for index in expr.indices)
        if expr.name in self.arrays:
            array = self.arrays[expr.name]
            found = self.looked_up(array.axes, indices, lambda place: self.cell_at(array.first + place))
        elif expr.name in self.tables:
            table = self.tables[expr.name]
            values = [None if value is None else Number(value) for value in table.values]
            found = self.looked_up(table.axes, indices, lambda place: values[place])
        else:
            raise self.refuse(f"`{expr.name}[…]`", "nothing of that name is known", "use an array or a table")
        if found is None:
            raise self.refuse(f"`{expr.name}[…]` here", "there is no entry at all", "check the index", expr.span)
        return found

    def cell_at(self, place: int) -> Cell:
        return self.cells[self.process.params[place].name]

    def looked_up(
        self,
        axes: tuple[tuple[int, int], ...],
        indices: tuple[Expr, ...],
        entry: Callable[[int], Expr | None],
        before: tuple[int, ...] = (),
    ) -> Expr | None:
        """The entry at these indices: itself, or a choice by ranges of the first index that is not constant."""
        if not indices:
            place = flat_index(axes, before)
            return None if place is None else entry(place)
        first, rest = indices[0], indices[1:]
        if isinstance(first, Number):
            index = first.value if isinstance(first.value, int) else None
            return None if index is None else self.looked_up(axes, rest, entry, (*before, index))
        low, high = axes[len(before)]
        values = [self.looked_up(axes, rest, entry, (*before, index)) for index in range(low, high + 1)]
        return piecewise(first, low, values)

    def _call(self, expr: Call) -> Expr:
        if expr.function not in self.functions:
            if expr.function == "next":
                raise self.refuse("`next(…)` here", "only gains can look ahead", "use it in a reward of an action")
            arguments = tuple(self.visit(argument) for argument in expr.arguments)
            if expr.function not in BUILT_IN and not all(isinstance(a, Number) for a in arguments):
                raise self.refuse(f"`{expr.function}(…)`", "it has no such function", "use a table", expr.span)
            return simplify(Call(expr.function, arguments, span=expr.span))
        arguments = tuple(simplify(self.visit(argument)) for argument in expr.arguments)
        key = (expr.function, arguments)
        if key not in self._called:
            function = self.functions[expr.function]
            found = self._value(function, arguments)
            if found is None and function.name in self.recursive:
                found = self._recursive(function, arguments)
            if found is None:
                found = self._body(function, arguments)
            fixed = [str(a.value) for a in arguments if isinstance(a, Number) and a.value == int(a.value)]
            self._called[key] = self._formula("_".join([function.name, *fixed]), found)
        return self._called[key]

    def _body(self, function: Function, arguments: tuple[Expr, ...]) -> Expr:
        count = dict.fromkeys(function.arguments, 0)
        for node in walk(function.body):
            if isinstance(node, Name) and node.name in count:
                count[node.name] += 1
        bound = {
            name: self._formula(f"{function.name} {name}", value) if count[name] > 1 else value
            for name, value in zip(function.arguments, arguments, strict=True)
        }
        return self.visit(self.simple(substitute(function.body, bound)))

    def _recursive(self, function: Function, arguments: tuple[Expr, ...]) -> Expr | None:
        if function.name in self._active:
            if self._undecided:
                raise UndecidedError
            if self._active.count(function.name) > self.process.call_depth:
                raise self.refuse(f"`{function.name}`", "it calls itself too deeply", "use a table", function.span)
            self._active.append(function.name)
            try:
                return self._body(function, arguments)
            finally:
                self._active.pop()
        outer, self._undecided = self._undecided, 0
        self._active.append(function.name)
        try:
            return self._body(function, arguments)
        except UndecidedError:
            return self._tabulated(function, arguments)
        finally:
            self._active.pop()
            self._undecided = outer

    def _tabulated(self, function: Function, arguments: tuple[Expr, ...]) -> Expr:
        """The values of a function that calls itself, for all values of the variables in its arguments."""
        cells = list(
            dict.fromkeys(node for a in arguments for node in walk(self.unfolded(a)) if isinstance(node, Cell))
        )
        ranges = [self.ranges.get(cell.name, (0, 0)) for cell in cells]
        size = 1
        for low, high in ranges:
            size *= high - low + 1
        if not cells or size > MOST_VALUES:
            why = "it calls itself, and whether it goes on depends on more than can be listed"
            raise self.refuse(f"`{function.name}`", why, "use a table, or fewer values", function.span)
        return self._listed(function, tuple(self.unfolded(a) for a in arguments), cells, ranges)

    def _listed(
        self, function: Function, arguments: tuple[Expr, ...], cells: list[Cell], ranges: list[tuple[int, int]]
    ) -> Expr:
        if not cells:
            found = self._value(function, arguments)
            return self._fixed(function, arguments) if found is None else found
        (cell, *others), ((low, high), *rest) = cells, ranges
        values: list[Expr | None] = []
        for number in range(low, high + 1):
            value = Boolean(bool(number)) if cell.name in self.truths else Number(number)
            chosen = tuple(simplify(substitute(argument, {cell.name: value})) for argument in arguments)
            try:
                values.append(self._listed(function, chosen, others, rest))
            except SpecError:
                values.append(None)
        found = piecewise(cell, low, values)
        if found is None:
            raise self.refuse(f"`{function.name}`", "it has no value for any argument", "check it", function.span)
        return found

    def _value(self, function: Function, arguments: tuple[Expr, ...]) -> Expr | None:
        """The value of a function that reads no variable, for constants."""
        if function.name not in self.stateless or not all(isinstance(a, Number | Boolean) for a in arguments):
            return None
        values = tuple(a.value for a in arguments if isinstance(a, Number | Boolean))
        if function.name not in self._evaluators:
            binders = [f"argument {place}" for place in range(len(values))]
            call = Call(function.name, tuple(Name(name) for name in binders))
            self._evaluators[function.name] = self.evaluate.compile(call, binders)
        try:
            found = self._evaluators[function.name]((0,) * len(self.process.params) + values)
        except EvaluationError as error:
            raise self.refuse(f"`{function.name}`", error.message, "check it", function.span) from None
        return Boolean(found) if isinstance(found, bool) else Number(found)

    def _fixed(self, function: Function, arguments: tuple[Expr, ...]) -> Expr:
        active, self._active = self._active, []
        try:
            found = self._recursive(function, arguments)
        except UndecidedError:
            found = None
        finally:
            self._active = active
        if found is None:
            why = "it calls itself, and whether it goes on depends on the state"
            raise self.refuse(f"`{function.name}`", why, "use a table", function.span)
        return self.unfolded(found)

    def unfolded(self, expr: Expr) -> Expr:
        """The expression with the bodies of formulas in their places."""
        names = [node.name for node in walk(expr) if isinstance(node, FormulaName)]
        while names:
            expr = substitute(expr, {name: self.formulas[name] for name in names})
            names = [node.name for node in walk(expr) if isinstance(node, FormulaName)]
        return expr

    def reach(self, expr: Expr) -> tuple[int, int] | None:
        """The lowest and highest value of an expression of at most one variable; None if it has more."""
        plain = self.unfolded(expr)
        cells = list(dict.fromkeys(node for node in walk(plain) if isinstance(node, Cell)))
        if len(cells) > 1 or any(cell.name not in self.ranges for cell in cells):
            return None
        low, high = self.ranges[cells[0].name] if cells else (0, 0)
        values = [simplify(substitute(plain, {cell.name: Number(n) for cell in cells})) for n in range(low, high + 1)]
        numbers = [int(value.value) for value in values if isinstance(value, Number)]
        return (min(numbers), max(numbers)) if len(numbers) == len(values) else None

    def _formula(self, hint: str, expr: Expr) -> Expr:
        """The expression, or the name of a formula that stands for it if it is long."""
        if sum(1 for _ in walk(expr)) <= LONG or self._active:
            return expr
        key = (hint, expr)
        if key not in self._named:
            name = self.names.fresh(hint)
            self.formulas[name] = expr
            self._named[key] = FormulaName(name)
        return self._named[key]


@dataclass
class _Doubt:
    """While this lasts, whether an expression is evaluated depends on the state."""

    owner: Expander
    more: int

    def __enter__(self) -> None:
        self.owner._undecided += self.more

    def __exit__(self, *error: object) -> None:
        self.owner._undecided -= self.more
