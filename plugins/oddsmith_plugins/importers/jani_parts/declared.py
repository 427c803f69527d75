"""JANI's constants, variables and functions -> those of a spec, under names that nothing else has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from oddsmith.plugin import Expr, Name, Number, simplify
from oddsmith_plugins.importers.jani_parts.expressions import Scope
from oddsmith_plugins.importers.jani_parts.tree import Node
from oddsmith_plugins.importers.prism_parts.model import Constant, Variable
from oddsmith_plugins.importers.prism_parts.names import Room
from oddsmith_plugins.importers.prism_parts.parser import HIGHEST, LOWEST

MOST_CELLS: Final = 10_000


@dataclass(frozen=True)
class Places(Variable):
    """Where an automaton is: one of these values."""

    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cells(Variable):
    """An array with its first values; indices begin with 0."""

    cells: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Transient:
    """A value that lasts for a moment: of a location or of an edge."""

    name: str
    type: str
    init: Expr | None
    node: Node


@dataclass(frozen=True)
class Defined:
    """A function with the names of its arguments."""

    name: str
    arguments: tuple[str, ...]
    body: Expr


@dataclass
class Declared:
    """Everything that is declared, and the names that are taken."""

    room: Room = field(default_factory=Room)
    names: dict[str, Expr] = field(default_factory=dict)
    """Of constants and global variables."""
    functions: dict[str, tuple[str, int]] = field(default_factory=dict)
    constants: list[Constant] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    transients: dict[str, Transient] = field(default_factory=dict)
    defined: list[Defined] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def scope(self) -> Scope:
        return Scope(self.names, self.functions, frozenset(self.transients))

    def fresh(self, name: str, owner: str = "") -> str:
        """The name; where it is taken, with its owner's name before it, or a number behind it."""
        wanted = name if name not in self.room.taken or not owner else f"{owner}_{name}"
        found, number = wanted, 2
        while found in self.room.taken:
            found, number = f"{wanted}_{number}", number + 1
        return self.room.enter(found)

    def constant(self, node: Node) -> None:
        node.only("name", "type", "value")
        name, kind = node.name(), node["type"]
        if name in self.names:
            raise node.failure(f"`{name}` is declared twice", code="E803")
        base = kind.text if kind.kind == "text" else kind.name("base")
        if base not in ("int", "real", "bool"):
            raise kind.refusal(f"a constant of the type `{base}` has no translation")
        value = node.get("value")
        new = self.fresh(name)
        found = None if value is None else self.scope.expression(value)
        self.constants.append(Constant(new, base, found, node.span, comments(node)))
        self.names[name] = Name(new)

    def variable(self, node: Node, scope: Scope, owner: str = "") -> tuple[str, Variable] | None:
        """JANI's name and the variable; a transient one is only noted."""
        node.only("name", "type", "transient", "initial-value")
        name, transient, init = node.name(), node.get("transient"), node.get("initial-value")
        kind = node["type"]
        if transient is not None and transient.text == "true":
            base = kind.text if kind.kind == "text" else kind.name("kind")
            base = kind.name("base") if base == "bounded" else base
            if base not in ("bool", "int", "real"):
                raise kind.refusal(f"a transient variable of the type `{base}` has no translation")
            if name in self.transients:
                raise node.refusal(f"two transient variables `{name}` have no translation")
            self.transients[name] = Transient(name, base, None if init is None else scope.expression(init), node)
            return None
        if kind.kind == "object" and kind.name("kind") == "array":
            return name, self._array(node, kind, scope, owner)
        low, high = self._limits(kind, scope, name)
        first = None if init is None else scope.expression(init)
        return name, Variable(self.fresh(name, owner), low, high, first, node.span, comments(node))

    def _limits(self, kind: Node, scope: Scope, name: str) -> tuple[Expr | None, Expr | None]:
        """The ends of its range; none for truth values."""
        base = kind.text if kind.kind == "text" else kind.name("kind")
        if base == "bool":
            return None, None
        if base == "int":
            self.remarks.append(f"{name} has no bounds: it gets {LOWEST}..{HIGHEST}")
            return Number(LOWEST), Number(HIGHEST)
        if base != "bounded" or kind.name("base") != "int":
            shown = kind.name("base") if base == "bounded" else base
            why = "the variables of a spec are whole numbers, truth values and arrays of them"
            raise kind.refusal(f"the variable `{name}` of the type `{shown}` has no translation", why)
        kind.only("kind", "base", "lower-bound", "upper-bound")
        ends = [kind.get("lower-bound"), kind.get("upper-bound")]
        low, high = (None if end is None else scope.expression(end) for end in ends)
        return low or Number(LOWEST), high or Number(HIGHEST)

    def _array(self, node: Node, kind: Node, scope: Scope, owner: str) -> Variable:
        kind.only("kind", "base")
        low, high = self._limits(kind["base"], scope, node.name())
        init = node.get("initial-value")
        if init is None:
            raise node.refusal(f"the array `{node.name()}` without initial values has no translation")
        cells = self._cells(init, scope)
        if not cells:
            raise init.refusal(f"the array `{node.name()}` without cells has no translation")
        return Cells(self.fresh(node.name(), owner), low, high, None, node.span, comments(node), cells)

    def _cells(self, init: Node, scope: Scope) -> tuple[Expr, ...]:
        operator = init.name("op") if init.kind == "object" else ""
        if operator == "av":
            init.only("op", "elements")
            return tuple(scope.expression(part) for part in init.list("elements"))
        if operator != "ac":
            raise init.refusal(f"the first values of an array ({init.path}) must be listed (`av`) or built (`ac`)")
        init.only("op", "var", "length", "exp")
        length = init["length"]
        if length.kind != "number" or not length.text.isdigit() or int(length.text) > MOST_CELLS:
            why = f"only a number up to {MOST_CELLS:,} is understood"
            raise length.refusal("this length of an array has no translation", why)
        variable = init.name("var")
        scopes = (
            Scope({**scope.names, variable: Number(place)}, scope.functions, scope.transients)
            for place in range(int(length.text))
        )
        return tuple(simplify(inner.expression(init["exp"])) for inner in scopes)

    def function(self, node: Node) -> None:
        """Enter its name; bodies may call each other and are read later."""
        node.only("name", "type", "parameters", "body")
        name = node.name()
        if name in self.functions:
            raise node.failure(f"the function `{name}` is declared twice", code="E803")
        self.functions[name] = (self.fresh(name), len(node.list("parameters")))

    def body(self, node: Node) -> None:
        parameters = [part.name() for part in node.list("parameters")]
        new = {name: self.fresh(name) for name in parameters}
        scope = Scope({**self.names, **{name: Name(n) for name, n in new.items()}}, self.functions)
        body = scope.expression(node["body"])
        self.defined.append(Defined(self.functions[node.name()][0], tuple(new.values()), body))


def comments(node: Node) -> tuple[str, ...]:
    found = node.get("comment")
    return () if found is None else tuple(line for line in found.text.splitlines() if line.strip())
