"""Expression and scope -> type, with every mistake in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from oddsmith.expr.nodes import (
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
from oddsmith.expr.scope import UNKNOWN, Scope, fits, join, words
from oddsmith.expr.show import show
from oddsmith.expr.types import BOOL, INT, NUMBER, Type
from oddsmith.expr.values import ARGUMENTS, BUILT_IN
from oddsmith.source import Diagnostic, nearest

LOGIC: Final = ("and", "or", "=>", "<=>")
FLAG: Final = "write `if flag then 1 else 0` to count a truth value"


def infer(expr: Expr, scope: Scope, complaints: list[Diagnostic]) -> Type:
    """The type of the expression; mistakes (E201 E302 E303 E307) are added to the complaints."""
    return Inference(complaints).infer(expr, scope)


def check(expr: Expr, scope: Scope, wanted: Type, purpose: str, complaints: list[Diagnostic]) -> Type:
    """Infer, and complain (E302) unless the type fits; `purpose` names the place: "a guard"."""
    found = infer(expr, scope, complaints)
    if not fits(found, wanted):
        message = f"{purpose} must be {words(wanted)}, and `{_short(expr)}` is {words(found)}"
        complaints.append(Diagnostic("E302", message, expr.span, fix=_remedy(found, wanted)))
    return found


class Inference:
    """One walk over an expression. A subclass may learn from what is wanted of a name (`learn`)."""

    def __init__(self, complaints: list[Diagnostic]) -> None:
        self.complaints = complaints

    def learn(self, name: Name, wanted: Type) -> None:
        """A name of unknown type stands where this type is wanted."""

    def infer(self, expr: Expr, scope: Scope) -> Type:
        match expr:
            case Number() | Boolean() | Symbol():
                return _constant(expr, scope)
            case Name():
                return self._name(expr, scope)
            case Index():
                return self._index(expr, scope)
            case Call():
                return self._call(expr, scope)
            case Unary():
                wanted = BOOL if expr.operator == "not" else NUMBER
                return self.want(expr.operand, wanted, f"`{expr.operator}`", scope)
            case Binary():
                return self._binary(expr, scope)
            case Compare():
                return self._compare(expr, scope)
            case If():
                self.want(expr.condition, BOOL, "`if`", scope)
                return self.same([expr.yes, expr.no], scope, "both sides of `if`")
            case Member():
                return self._member(expr, scope)
            case Fold():
                return self._fold(expr, scope)
        return self.complain("E301", "a range or set stands only behind `in`", expr)

    def complain(self, code: str, message: str, expr: Expr, fix: str = "", why: str = "") -> Type:
        self.complaints.append(Diagnostic(code, message, expr.span, why, fix))
        return UNKNOWN

    def want(self, expr: Expr, wanted: Type, user: str, scope: Scope) -> Type:
        """The type of an operand of `user`, which must fit."""
        found = self.infer(expr, scope)
        if found == UNKNOWN and isinstance(expr, Name):
            self.learn(expr, wanted)
        if fits(found, wanted):
            return found
        message = f"{user} needs {words(wanted)}, and `{_short(expr)}` is {words(found)}"
        return self.complain("E302", message, expr, _remedy(found, wanted))

    def same(self, operands: Iterable[Expr], scope: Scope, users: str) -> Type:
        """The smallest type of all operands."""
        found = UNKNOWN
        listed = list(operands)
        for operand in listed:
            own = self.infer(operand, scope)
            joined = join(found, own)
            if joined is None:
                message = f"{users} must have one type: `{_short(operand)}` is {words(own)}, not {words(found)}"
                return self.complain("E302", message, operand)
            found = joined
        self._learn_kind(listed, found)
        return found

    def _learn_kind(self, operands: Iterable[Expr], found: Type) -> None:
        """Names beside truth values are truth values; names beside a whole number may still be fractions."""
        if found.kind in ("bool", "enum"):
            for operand in operands:
                if isinstance(operand, Name):
                    self.learn(operand, found)

    def _name(self, expr: Name, scope: Scope) -> Type:
        name = expr.name
        if name in scope.names:
            return scope.names[name]
        if name in scope.symbols:
            return scope.symbols[name][0]
        if name in scope.arrays or name in scope.tables:
            what = "an array" if name in scope.arrays else "a table"
            return self.complain("E302", f"`{name}` is {what}, not a single value", expr, f"write `{name}[index]`")
        if name in scope.functions or name in BUILT_IN:
            return self.complain("E302", f"`{name}` is a function", expr, f"write `{name}(…)`")
        return self._unknown(expr, name, scope)

    def _unknown(self, expr: Expr, name: str, scope: Scope) -> Type:
        close = nearest(name, [*scope.known(), *BUILT_IN])
        fix = f"did you mean `{close}`?" if close else "define it, or check its spelling"
        return self.complain("E201", f"unknown name `{name}`", expr, fix)

    def _index(self, expr: Index, scope: Scope) -> Type:
        for index in expr.indices:
            self.want(index, INT, f"an index of `{expr.name}`", scope)
        found = scope.arrays.get(expr.name) or scope.tables.get(expr.name)
        if found is not None:
            type_, axes = found
            if axes != len(expr.indices):
                return self.complain("E303", f"`{expr.name}` takes {_count(axes, 'index', 'indices')}", expr)
            return type_
        if expr.name in scope.functions or expr.name in BUILT_IN:
            fix = f"write `{expr.name}(…)`"
            return self.complain("E302", f"`{expr.name}` is a function", expr, fix)
        if expr.name in scope.names or expr.name in scope.symbols:
            return self.complain("E302", f"`{expr.name}` is a single value and has no index", expr)
        return self._unknown(expr, expr.name, scope)

    def _call(self, expr: Call, scope: Scope) -> Type:
        if expr.function == "next":
            return self._next(expr, scope)
        if expr.function in scope.functions:
            return self._call_function(expr, scope)
        if expr.function in BUILT_IN:
            return self._call_built_in(expr, scope)
        for argument in expr.arguments:
            self.infer(argument, scope)
        if expr.function in scope.arrays or expr.function in scope.tables:
            fix = f"write `{expr.function}[index]`"
            return self.complain("E302", f"`{expr.function}` is no function", expr, fix)
        if expr.function in scope.names:
            return self.complain("E302", f"`{expr.function}` is no function", expr, "write `*` to multiply")
        return self._unknown(expr, expr.function, scope)

    def _next(self, expr: Call, scope: Scope) -> Type:
        if not scope.allow_next:
            return self.complain("E307", "`next` is not allowed here", expr, why="only gains see the next state")
        if len(expr.arguments) != 1 or not isinstance(expr.arguments[0], Name | Index):
            return self.complain("E303", "`next` takes one variable", expr, "write `next(x)` or `next(x[i])`")
        return self.infer(expr.arguments[0], scope)

    def _call_function(self, expr: Call, scope: Scope) -> Type:
        signature = scope.functions[expr.function]
        if len(signature.arguments) != len(expr.arguments):
            wanted = _count(len(signature.arguments), "argument", "arguments")
            return self.complain("E303", f"`{expr.function}` takes {wanted}, not {len(expr.arguments)}", expr)
        result = signature.result
        for place, (argument, wanted_type) in enumerate(zip(expr.arguments, signature.arguments, strict=True)):
            flexible = place in signature.flexible and wanted_type == INT
            accepted = NUMBER if flexible else wanted_type
            found = self.want(argument, accepted, f"argument {place + 1} of `{expr.function}`", scope)
            if flexible and found == NUMBER and result == INT:
                result = NUMBER
        return result

    def _call_built_in(self, expr: Call, scope: Scope) -> Type:
        name, arguments = expr.function, expr.arguments
        low, high = ARGUMENTS.get(name, (1, len(arguments)))
        if not low <= len(arguments) <= high:
            return self.complain("E303", f"`{name}` takes {_count(low, 'argument', 'arguments')}", expr)
        whole = name in ("mod", "gcd")
        types = [self.want(argument, INT if whole else NUMBER, f"`{name}`", scope) for argument in arguments]
        if whole or name in ("floor", "ceil", "log"):
            return INT
        if name == "pow":
            return self._power(types[0], arguments[1], scope)
        return _numeric(types)

    def _power(self, base: Type, exponent: Expr, scope: Scope) -> Type:
        self.want(exponent, INT, "an exponent", scope)
        negative = isinstance(exponent, Unary) or (isinstance(exponent, Number) and exponent.value < 0)
        return NUMBER if negative else base

    def _binary(self, expr: Binary, scope: Scope) -> Type:
        user = f"`{expr.operator}`"
        if expr.operator in LOGIC:
            for operand in (expr.left, expr.right):
                self.want(operand, BOOL, user, scope)
            return BOOL
        if expr.operator in ("//", "%"):
            for operand in (expr.left, expr.right):
                self.want(operand, INT, user, scope)
            return INT
        left = self.want(expr.left, NUMBER, user, scope)
        if expr.operator == "^":
            return self._power(left, expr.right, scope)
        right = self.want(expr.right, NUMBER, user, scope)
        return NUMBER if expr.operator == "/" else _numeric((left, right))

    def _compare(self, expr: Compare, scope: Scope) -> Type:
        operands = [expr.first, *(operand for _, operand in expr.rest)]
        if all(operator in ("=", "!=") for operator, _ in expr.rest):
            self.same(operands, scope, "what is compared")
            return BOOL
        sign = next(operator for operator, _ in expr.rest if operator not in ("=", "!="))
        for operand in operands:
            self.want(operand, NUMBER, f"`{sign}`", scope)
        return BOOL

    def _member(self, expr: Member, scope: Scope) -> Type:
        if isinstance(expr.domain, Name):
            table = scope.tables.get(expr.domain.name)
            if table is None:
                close = nearest(expr.domain.name, scope.tables)
                fix = f"did you mean `{close}`?" if close else "write a range `1..6`, a set `{1, 2}` or a table"
                self.complain("E201", f"there is no table `{expr.domain.name}`", expr.domain, fix)
            elif table[1] != 1:
                self.complain(
                    "E303", f"table `{expr.domain.name}` has {table[1]} axes", expr.domain, "use one with one"
                )
            self.want(expr.element, INT, "`in`", scope)
            return BOOL
        members = self._domain(expr.domain, scope)
        element = self.infer(expr.element, scope)
        self._learn_kind([expr.element], members)
        if join(element, members) is None:
            message = f"`{_short(expr.element)}` is {words(element)}, and the members are {words(members)}"
            self.complain("E302", message, expr)
        return BOOL

    def _domain(self, domain: Range | Items, scope: Scope) -> Type:
        """The type of the members."""
        if isinstance(domain, Range):
            self.want(domain.low, INT, "`..`", scope)
            self.want(domain.high, INT, "`..`", scope)
            return INT
        found = self.same((member for member in domain.members if not isinstance(member, Range)), scope, "the members")
        for member in domain.members:
            if isinstance(member, Range):
                found = join(found, self._domain(member, scope)) or UNKNOWN
        return found

    def _fold(self, expr: Fold, scope: Scope) -> Type:
        inner = scope
        for binder in expr.binders:
            inner = inner.bind({binder.name: self._binder(binder, inner)})
        if expr.kind in ("count", "any", "all"):
            self.want(expr.body, BOOL, f"`{expr.kind}`", inner)
            return INT if expr.kind == "count" else BOOL
        return self.want(expr.body, NUMBER, f"`{expr.kind}`", inner)

    def _binder(self, binder: Binder, scope: Scope) -> Type:
        return self._domain(binder.domain, scope)


def _constant(expr: Number | Boolean | Symbol, scope: Scope) -> Type:
    if isinstance(expr, Symbol):
        return scope.symbols.get(expr.name, (UNKNOWN, 0))[0]
    if isinstance(expr, Boolean):
        return BOOL
    return INT if isinstance(expr.value, int) else NUMBER


def _numeric(types: Iterable[Type]) -> Type:
    """The type of a sum of such values."""
    found = set(types)
    if NUMBER in found:
        return NUMBER
    return UNKNOWN if UNKNOWN in found else INT


def _short(expr: Expr) -> str:
    text = show(expr)
    return text if len(text) <= 60 else text[:57] + "…"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _remedy(found: Type, wanted: Type) -> str:
    if found.kind == "bool" and wanted.kind in ("int", "number"):
        return FLAG
    if found.kind == "number" and wanted.kind == "int":
        return "use `//`, `floor(…)` or `ceil(…)` to get a whole number"
    if wanted.kind == "bool" and found.kind in ("int", "number"):
        return "write a comparison, such as `… > 0` (`=>` means implication; at least is `>=`)"
    if found.kind == "enum":
        return "values of an enumeration are only compared with `=`, `!=` and `in`"
    return ""
