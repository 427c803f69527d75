"""JANI's expressions -> expressions of our language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from oddsmith.plugin import Binary, Boolean, Call, Compare, Expr, If, Index, Name, Number, Unary, nearest
from oddsmith_plugins.importers.jani_parts.tree import Node
from oddsmith_plugins.importers.prism_parts.expressions import LABEL
from oddsmith_plugins.importers.prism_parts.model import Literal

LOGIC: Final = {"∨": "or", "∧": "and", "⇒": "=>", "⇔": "<=>"}
ARITHMETIC: Final = {"+": "+", "-": "-", "*": "*", "/": "/"}
RELATIONS: Final = {"=": "=", "≠": "!=", "<": "<", "≤": "<=", ">": ">", "≥": ">="}
PAIRS: Final = {"%": "mod", "pow": "pow", "min": "min", "max": "max", "log": "log"}
SINGLE: Final = ("floor", "ceil", "abs")
BALANCED: Final = 40
"""Longer chains of one operator are written as a balanced tree, since specs take no more than 200 in a row."""
LONGEST: Final = 400
"""How many characters a number may have."""
STATES: Final = {"initial": "init", "deadlock": "deadlock"}
"""Conditions of properties that need no variable, and the labels that PRISM has for them."""
TWO: Final = ("op", "left", "right")
ONE: Final = ("op", "exp")


@dataclass
class Scope:
    """What names stand for here."""

    names: Mapping[str, Expr]
    """Constants, variables, arguments."""
    functions: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """The new name of a function, and how many arguments it takes."""
    transients: frozenset[str] = frozenset()
    """Names that have no value here."""

    def expression(self, node: Node) -> Expr:
        """An expression; SpecError at the place of what has no translation."""
        span = node.span
        if node.kind == "text":
            if node.text not in self.names and node.text in self.transients:
                raise node.refusal(f"the transient variable `{node.text}` is read here ({node.path})")
            if node.text not in self.names:
                near = nearest(node.text, self.names)
                fix = f"did you mean {near}?" if near else "declare it, or check its spelling"
                raise node.failure(f"there is no constant or variable `{node.text}` here", fix=fix, code="E803")
            return self.names[node.text]
        if node.kind == "truth":
            return Boolean(node.text == "true", span=span)
        if node.kind == "number":
            return number(node)
        if node.kind != "object":
            node.wrong("an expression")
        if "constant" in node.entries:
            raise node.refusal(f"the constant `{node['constant'].text}` has no translation", "it is no fraction")
        return self._operator(node, node.name("op"))

    def _operator(self, node: Node, operator: str) -> Expr:
        span = node.span
        if operator in ("∧", "∨", "+", "*"):
            return self._chain(node, operator)
        if operator in LOGIC or operator in ARITHMETIC:
            return Binary((LOGIC | ARITHMETIC)[operator], *self._two(node), span=span)
        if operator in RELATIONS:
            left, right = self._two(node)
            return Compare(left, ((RELATIONS[operator], right),), span=span)
        if operator in PAIRS:
            return Call(PAIRS[operator], self._two(node), span=span)
        if operator == "¬":
            node.only(*ONE)
            return Unary("not", self.expression(node["exp"]), span=span)
        if operator in (*SINGLE, "trc", "sgn"):
            node.only(*ONE)
            return _rounded(operator, self.expression(node["exp"]))
        if operator == "ite":
            node.only("op", "if", "then", "else")
            return If(*(self.expression(node[key]) for key in ("if", "then", "else")), span=span)
        if operator == "aa":
            return self._element(node)
        if operator == "call":
            return self._call(node)
        if operator in STATES:
            node.only("op")
            return Name(LABEL + STATES[operator], span=span)
        raise node.refusal(f"the operator `{operator}` ({node.path}) has no translation")

    def _two(self, node: Node) -> tuple[Expr, Expr]:
        node.only(*TWO)
        return self.expression(node["left"]), self.expression(node["right"])

    def _chain(self, node: Node, operator: str) -> Expr:
        """`a ∧ b ∧ c ∧ …`, balanced if it is long; not by recursion, as chains can be long."""
        terms: list[Expr] = []
        waiting = [node]
        while waiting:
            part = waiting.pop()
            if part.kind == "object" and (found := part.get("op")) is not None and found.text == operator:
                part.only(*TWO)
                waiting += [part["right"], part["left"]]
            else:
                terms.append(self.expression(part))
        return _joined((LOGIC | ARITHMETIC)[operator], terms, node)

    def _element(self, node: Node) -> Expr:
        node.only("op", "exp", "index")
        array, index = self.expression(node["exp"]), self.expression(node["index"])
        if isinstance(array, Index):
            return Index(array.name, (*array.indices, index), span=node.span)
        if not isinstance(array, Name):
            raise node.refusal(f"an element of something else than a variable ({node.path}) has no translation")
        return Index(array.name, (index,), span=node.span)

    def _call(self, node: Node) -> Expr:
        node.only("op", "function", "args")
        name, arguments = node.name("function"), tuple(self.expression(part) for part in node.list("args"))
        if name not in self.functions:
            raise node.failure(f"there is no function `{name}`", code="E803")
        new, count = self.functions[name]
        if count != len(arguments):
            raise node.failure(f"`{name}` takes {count} arguments, not {len(arguments)}", code="E803")
        return Call(new, arguments, span=node.span)


def number(node: Node) -> Expr:
    """The number as it is written; `1.0` and the like are whole."""
    text = node.text
    if len(text) > LONGEST or len(text.lower().partition("e")[2].lstrip("+-")) > 3:
        raise node.refusal(f"a number of this size ({node.path}) has no translation")
    value = Fraction(text)
    if value.denominator == 1:
        return Number(int(value), span=node.span)
    found = Literal(text.lstrip("-"), span=node.span)
    return Unary("-", found, span=node.span) if value < 0 else found


def _joined(operator: str, terms: list[Expr], node: Node) -> Expr:
    if len(terms) > BALANCED:
        middle = len(terms) // 2
        halves = (_joined(operator, part, node) for part in (terms[:middle], terms[middle:]))
        return Binary(operator, *halves, span=node.span)
    found = terms[0]
    for term in terms[1:]:
        found = Binary(operator, found, term, span=node.span)
    return found


def _rounded(operator: str, inner: Expr) -> Expr:
    positive = Compare(inner, ((">=", Number(0)),))
    if operator == "trc":
        return If(positive, Call("floor", (inner,)), Call("ceil", (inner,)))
    if operator == "sgn":
        return If(positive, Call("min", (Number(1), Call("ceil", (inner,)))), Number(-1))
    return Call(operator, (inner,))
