"""Expressions that differ in the order of operands alone -> one number; renamed leaves -> the number after that.

Every node is kept once, under its operator and the numbers of its operands, which are sorted where their order does not
matter. So two nodes have the same number exactly if they look the same in this form: nothing is left to a hash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from oddsmith.plugin import Binary, Boolean, Call, Expr, LimitError, Number, Unary, simplify

MOST_NODES = 50_000
"""A process with more different expressions than this takes longer to look through than it is worth."""

Key = tuple[object, ...]
Value = int | Fraction | bool

JOINING = {"+": 0, "*": 1, "and": True, "or": False}
"""Operators whose operands may be in any order and nesting, and what changes nothing."""
UNORDERED = {"=", "!=", "gcd", "weighted"}
COMPARED = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
}


class TooLargeError(LimitError):
    """There is more to look through than it is worth."""


class Forms:
    """All nodes by number."""

    def __init__(self) -> None:
        self.numbers: dict[Key, int] = {}
        self.keys: list[Key] = []
        self.reads: list[int] = []
        """The leaves below each node, one bit each."""
        self.leaves = 0

    def leaf(self, *name: object) -> int:
        """A node that can be renamed: a parameter, a drawn value."""
        key = ("leaf", *name)
        known = self.numbers.get(key)
        if known is None:
            self.leaves += 1
            known = self._enter(key, 1 << (self.leaves - 1))
        return known

    def constant(self, value: Value) -> int:
        key = ("constant", isinstance(value, bool), value)
        known = self.numbers.get(key)
        return self._enter(key, 0) if known is None else known

    def value(self, node: int) -> Value | None:
        """The value of a constant node."""
        key = self.keys[node]
        return key[2] if key[0] == "constant" else None  # type: ignore[return-value]

    def make(self, operator: str, parts: Sequence[int]) -> int:
        """The node of an operator over operands."""
        if operator in JOINING:
            return self._joined(operator, parts)
        if operator == "if":
            return self._choice(parts)
        values = [self.value(part) for part in parts]
        if parts and None not in values:
            known = _calculated(operator, values)
            if known is not None:
                return self.constant(known)
        if operator in ("min", "max"):
            return self._node(operator, sorted(set(self._flat(operator, parts))))
        return self._node(operator, sorted(parts) if operator in UNORDERED else parts)

    def _choice(self, parts: Sequence[int]) -> int:
        condition, yes, no = parts
        known = self.value(condition)
        if known is not None:
            return yes if known else no
        return yes if yes == no else self._node("if", parts)

    def _joined(self, operator: str, parts: Sequence[int]) -> int:
        neutral: Value = JOINING[operator]
        total, others = neutral, []
        for part in self._flat(operator, parts):
            value = self.value(part)
            if value is None:
                others.append(part)
            elif operator in ("and", "or"):
                if value is not neutral:
                    return part
            else:
                total = total + value if operator == "+" else total * value
        if operator in ("and", "or"):
            others = list(set(others))
        if total != neutral or not others:
            others.append(self.constant(total))
        return others[0] if len(others) == 1 else self._node(operator, sorted(others))

    def _flat(self, operator: str, parts: Sequence[int]) -> list[int]:
        found: list[int] = []
        for part in parts:
            key = self.keys[part]
            if key[0] == operator:
                found += key[1:]  # type: ignore[arg-type]
            else:
                found.append(part)
        return found

    def _node(self, operator: str, parts: Sequence[int]) -> int:
        key = (operator, *parts)
        known = self.numbers.get(key)
        if known is not None:
            return known
        reads = 0
        for part in parts:
            reads |= self.reads[part]
        return self._enter(key, reads)

    def _enter(self, key: Key, reads: int) -> int:
        number = len(self.keys)
        if number > MOST_NODES:
            raise TooLargeError(f"it has more than {MOST_NODES:,} different expressions")
        self.numbers[key] = number
        self.keys.append(key)
        self.reads.append(reads)
        return number


class Renaming:
    """A node -> the node with other leaves."""

    def __init__(self, forms: Forms, leaves: Mapping[int, int]) -> None:
        self.forms = forms
        self.known = dict(leaves)
        self.moved = 0
        for leaf in leaves:
            self.moved |= forms.reads[leaf]

    def __call__(self, node: int) -> int:
        if not self.forms.reads[node] & self.moved:
            return node
        found = self.known.get(node)
        if found is None:
            key = self.forms.keys[node]
            found = self.forms.make(str(key[0]), [self(part) for part in key[1:]])  # type: ignore[arg-type]
            self.known[node] = found
        return found


def _calculated(operator: str, values: Sequence[Value | None]) -> Value | None:
    """The value of an operator of constants, if it has one."""
    if operator in COMPARED:
        return COMPARED[operator](*values)  # type: ignore[no-untyped-call, no-any-return]
    operands: list[Expr] = [Boolean(v) if isinstance(v, bool) else Number(v or 0) for v in values]
    expr: Expr
    match operator, operands:
        case ("not" | "-", [operand]):
            expr = simplify(Unary(operator, operand))
        case ("-" | "/" | "//" | "%" | "^", [left, right]):
            expr = simplify(Binary(operator, left, right))
        case _:
            expr = simplify(Call(operator, tuple(operands)))
    return expr.value if isinstance(expr, Number | Boolean) else None
