"""Properties of a JANI model -> questions of our language, and the rewards that they are about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from oddsmith.plugin import Binary, Boolean, Expr, Number, SpecError
from oddsmith_plugins.importers.jani_parts.declared import comments
from oddsmith_plugins.importers.jani_parts.expressions import RELATIONS, Scope
from oddsmith_plugins.importers.jani_parts.tree import Node
from oddsmith_plugins.importers.prism_parts.model import Piece, Property, RewardNumber

Pieces = list[Piece]
TURNED: Final = {"<": ">", "≤": "≥", ">": "<", "≥": "≤"}
VALUES: Final = ("min", "max", "values", "avg", "sum")
"""Filters that leave the value of a single state as it is."""
ONLY: Final = "one probability or one expected reward, in the first state, can be asked for"
PATHS: Final = ("F", "G", "U")


@dataclass
class Properties:
    """Reads properties one by one."""

    kind: str
    scope: Scope
    reward: Callable[[Node, frozenset[str]], int]
    """The place of the reward for an expression and what is accumulated."""
    found: list[Property] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def add(self, node: Node, partial: bool) -> None:
        """One property; `partial`: what has no translation is left out with a remark."""
        try:
            node.only("name", "expression")
            pieces = self._filter(node["expression"])
            self.found.append(Property(node.name(), tuple(pieces), node.span, comments(node)))
        except SpecError as error:
            if not partial or any(found.code != "E802" for found in error.diagnostics):
                raise
            self.remarks.append(f"the property {node.name()} is left out: {error.diagnostics[0].message}")

    def _filter(self, node: Node) -> Pieces:
        if node.kind != "object" or node.name("op") != "filter":
            return self._asked(node)
        node.only("op", "fun", "values", "states")
        states = node["states"]
        if states.kind != "object" or states.name("op") != "initial":
            raise states.refusal("questions about other states than the first have no translation", ONLY)
        if node.name("fun") not in (*VALUES, "∀", "∃"):
            raise node["fun"].refusal(f"the filter `{node.name('fun')}` has no translation", ONLY)
        return self._asked(node["values"])

    def _asked(self, node: Node) -> Pieces:
        if node.kind != "object":
            raise node.refusal(f"a property that is no probability ({node.path}) has no translation", ONLY)
        operator = node.name("op")
        if operator in TURNED:
            node.only("op", "left", "right")
            left, right = node["left"], node["right"]
            if _asks(right):
                left, right, operator = right, left, TURNED[operator]
            return self._head(left, [RELATIONS[operator], self.scope.expression(right)])
        return self._head(node, ["=?"])

    def _head(self, node: Node, level: Pieces) -> Pieces:
        if not _asks(node):
            shown = node.name("op") if node.kind == "object" else node.text
            raise node.refusal(f"the property `{shown}` ({node.path}) has no translation", ONLY)
        operator = node.name("op")
        optimum = "" if self.kind == "chain" else operator[1:]
        if operator.startswith("P"):
            node.only("op", "exp")
            return ["P", optimum, *level, " [", *self._path(node["exp"]), "]"]
        reward, measure = self._expected(node)
        return ["R", RewardNumber(reward), optimum, *level, " [", *measure, "]"]

    def _path(self, node: Node) -> Pieces:
        operator = node.name("op") if node.kind == "object" else ""
        if operator not in PATHS:
            raise node.refusal(
                f"the path `{operator or node.text}` ({node.path}) has no translation", "F, G and U have"
            )
        node.only("op", "exp", "left", "right", "step-bounds")
        bound = self._bound(node.get("step-bounds"))
        if operator != "U":
            return [operator, *bound, " ", self.state(node["exp"])]
        left, right = self.state(node["left"]), self.state(node["right"])
        if left == Boolean(True):
            return ["F", *bound, " ", right]
        return [left, " U", *bound, " ", right]

    def _bound(self, node: Node | None) -> Pieces:
        if node is None:
            return []
        node.only("lower", "lower-exclusive", "upper", "upper-exclusive")
        low, high = self._end(node, "lower", 1), self._end(node, "upper", -1)
        if low == Number(0):
            low = None
        if low is None and high is None:
            return []
        if low is None:
            return ["<=", high] if high is not None else []
        return [">=", low] if high is None else ["[", low, ", ", high, "]"]

    def _end(self, node: Node, key: str, step: int) -> Expr | None:
        """An end that belongs to the bound; steps are whole."""
        end, exclusive = node.get(key), node.get(f"{key}-exclusive")
        if end is None:
            return None
        found = self.scope.expression(end)
        if exclusive is None or exclusive.text != "true":
            return found
        if isinstance(found, Number):
            return Number(found.value + step)
        return Binary("+" if step > 0 else "-", found, Number(1))

    def state(self, node: Node) -> Expr:
        """A condition; what holds in paths is none."""
        operator = node.get("op") if node.kind == "object" else None
        if operator is not None and operator.text in (*PATHS, "W", "R", "Pmin", "Pmax", "∀", "∃"):
            raise node.refusal(f"`{operator.text}` inside of a formula ({node.path}) has no translation", ONLY)
        return self.scope.expression(node)

    def _expected(self, node: Node) -> tuple[int, Pieces]:
        node.only("op", "exp", "accumulate", "reach", "step-instant")
        gained = node.get("accumulate")
        kinds = frozenset() if gained is None else frozenset(part.text for part in gained)
        for part in () if gained is None else gained:
            if part.text not in ("steps", "exit"):
                raise part.refusal(f"accumulating by `{part.text}` has no translation", "there is no time, only steps")
        instant, reach = node.get("step-instant"), node.get("reach")
        if instant is not None and reach is not None:
            raise node.refusal("a reward up to a goal within a number of steps has no translation")
        if instant is not None and not kinds:
            return self.reward(node["exp"], frozenset({"exit"})), ["I=", self.scope.expression(instant)]
        if not kinds:
            raise node.refusal("the value in a last state has no translation", "rewards are gained on the way")
        reward = self.reward(node["exp"], kinds)
        if instant is not None:
            return reward, ["C<=", self.scope.expression(instant)]
        return reward, ["C"] if reach is None else ["F ", self.state(reach)]


def _asks(node: Node) -> bool:
    return node.kind == "object" and node.name("op") in ("Pmin", "Pmax", "Emin", "Emax")
