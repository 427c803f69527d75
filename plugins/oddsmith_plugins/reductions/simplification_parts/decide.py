"""An expression and the ranges of its names -> the expression with every condition decided that ranges decide."""

from __future__ import annotations

from dataclasses import replace

from oddsmith.plugin import (
    FALSE,
    TRUE,
    Binary,
    Call,
    Compare,
    Expr,
    Fold,
    If,
    Index,
    Member,
    Name,
    Table,
    Unary,
    constant_node,
    map_children,
    simplify,
    value_of,
)
from oddsmith_plugins.reductions.simplification_parts.boxes import Box, Boxes


class Decide:
    """Decides conditions and reads off parameters of which only one value is left."""

    def __init__(self, boxes: Boxes) -> None:
        self.boxes = boxes
        self.tables: dict[str, Table] = {t.name: t for t in boxes.process.tables}
        self.truths = {f.name for f in boxes.process.functions if f.result.kind == "bool"}

    def __call__(self, expr: Expr, box: Box) -> Expr:
        return simplify(self._visit(expr, box), tables=self.tables)

    def _visit(self, expr: Expr, box: Box) -> Expr:
        if self._is_condition(expr):
            decided = self.boxes.range(expr, box)
            if decided in ((0, 0), (1, 1)):
                return TRUE if decided == (1, 1) else FALSE
        match expr:
            case Name() | Index():
                return self._value(expr, box)
            case Call("next", _):
                return expr
            case Binary("and", left, right):
                left = self(left, box)
                return replace(expr, left=left, right=self._visit(right, self.boxes.where(left, box)))
            case Binary("or", left, right):
                left = self(left, box)
                return replace(expr, left=left, right=self._visit(right, self.boxes.where(Unary("not", left), box)))
            case If(condition, yes, no):
                condition = self(condition, box)
                opposite = Unary("not", condition)
                return If(
                    condition,
                    self._visit(yes, self.boxes.where(condition, box)),
                    self._visit(no, self.boxes.where(opposite, box)),
                    span=expr.span,
                )
            case Fold():
                names = {binder.name for binder in expr.binders}
                inner = {name: found for name, found in box.items() if name not in names}
                return map_children(expr, lambda child: self._visit(child, inner))
        return map_children(expr, lambda child: self._visit(child, box))

    def _is_condition(self, expr: Expr) -> bool:
        match expr:
            case Compare() | Member() | Unary("not", _) | Binary("and" | "or" | "=>" | "<=>", _, _):
                return True
            case Call(function, _):
                return function in self.truths
        return False

    def _value(self, expr: Expr, box: Box) -> Expr:
        """The one value that a parameter can have here."""
        if isinstance(expr, Index):
            expr = map_children(expr, lambda child: self._visit(child, box))
        plain = self.boxes.plain(expr)
        if not isinstance(plain, Name) or plain.name not in self.boxes.params or plain.name not in box:
            return expr
        low, high = box[plain.name]
        return constant_node(self.boxes.params[plain.name], int(low)) if low == high else expr

    def is_zero(self, weight: Expr) -> bool:
        return value_of(weight) == 0
