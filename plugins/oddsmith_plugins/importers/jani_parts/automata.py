"""JANI's automata -> their variables and edges, once per use of an automaton; locations become a variable."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.plugin import Binary, Boolean, Compare, Expr, Index, Name, Number, Span, free_names, show, substitute
from oddsmith_plugins.importers.jani_parts.declared import Declared, Places, comments
from oddsmith_plugins.importers.jani_parts.expressions import Scope
from oddsmith_plugins.importers.jani_parts.tree import Node
from oddsmith_plugins.importers.prism_parts.model import Branch, Variable

TRUE = Boolean(True)
BEGIN = "a game begins in one state"
Gains = tuple[tuple[str, Expr], ...]
"""(transient variable, value) pairs."""


@dataclass(frozen=True)
class Edge:
    action: str
    """"" where there is none."""
    guard: Expr
    branches: tuple[Branch, ...]
    gains: Gains
    """What is expected to be gained."""
    span: Span
    comments: tuple[str, ...]


@dataclass
class Automaton:
    """One use of an automaton."""

    name: str
    node: Node
    variables: list[Variable] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    values: dict[str, list[tuple[Expr, Expr]]] = field(default_factory=dict)
    """Transient variable -> (where, value) of locations."""
    place: str = ""
    """The variable that says where it is; "" if there is one location only."""
    scope: Scope = field(default_factory=lambda: Scope({}))

    def cases(self, transient: str) -> list[tuple[Expr, Expr]]:
        """(where, value) pairs; locations with the same value share one, and all of them need no condition."""
        found: dict[Expr, list[Expr]] = {}
        for where, value in self.values.get(transient, ()):
            found.setdefault(value, []).append(where)
        count = len(self.node["locations"].items)
        return [(TRUE if len(places) == count else _any(places), value) for value, places in found.items()]


@dataclass
class AutomatonReader:
    """Reads one use of an automaton."""

    declared: Declared
    found: Automaton
    places: dict[str, str] = field(default_factory=dict)
    """Location -> its value in the spec."""
    alone: bool = True
    """Nothing else can move with the edge that is read."""

    def read(self, first: bool, alone: bool) -> None:
        """`first`: transient variables are noted once; `alone`: there is no other automaton."""
        node, found = self.found.node, self.found
        node.only("name", "variables", "restrict-initial", "locations", "initial-locations", "edges")
        names = dict(self.declared.names)
        for part in node.list("variables"):
            transient = part.get("transient")
            if not first and transient is not None and transient.text == "true":
                continue
            scope = Scope(names, self.declared.functions, frozenset(self.declared.transients))
            made = self.declared.variable(part, scope, found.name)
            if made is not None:
                names[made[0]] = Name(made[1].name)
                found.variables.append(made[1])
        found.scope = Scope(names, self.declared.functions, frozenset(self.declared.transients))
        self._locations("location" if alone else f"{found.name}_location")
        for edge in node.list("edges"):
            self.alone = alone or edge.get("action") is None
            found.edges.append(self._edge(edge))

    def _locations(self, name: str) -> None:
        node, found = self.found.node, self.found
        locations = node["locations"].items
        first = [part.text for part in node["initial-locations"]]
        if len(first) != 1:
            raise node["initial-locations"].refusal("several initial locations have no translation", BEGIN)
        known = [location.name() for location in locations]
        if first[0] not in known:
            raise node["initial-locations"].failure(f"there is no location `{first[0]}`", code="E803")
        if len(set(known)) < len(known):
            raise node["locations"].failure("two locations have the same name", code="E803")
        if len(locations) > 1:
            found.place = self.declared.fresh(name)
            self.places = {place: self.declared.fresh(place, found.name) for place in known}
            values = tuple(self.places.values())
            init = Name(self.places[first[0]])
            found.variables.insert(0, Places(found.place, None, None, init, node.span, (), values))
        else:
            self.places = {known[0]: ""}
        for location in locations:
            location.only("name", "transient-values")
            for part in location.list("transient-values"):
                part.only("ref", "value")
                transient = self._transient(part["ref"])
                value = found.scope.expression(part["value"])
                found.values.setdefault(transient, []).append((self._here(location.name()), value))

    def _transient(self, node: Node) -> str:
        if node.kind != "text" or node.text not in self.declared.transients:
            raise node.failure("only transient variables are given values here", code="E803")
        return node.text

    def _here(self, place: str) -> Expr:
        value = self.places[place]
        return Compare(Name(self.found.place), (("=", Name(value)),)) if value else TRUE

    def _known(self, node: Node) -> str:
        if node.text not in self.places:
            raise node.failure(f"there is no location `{node.text}`", code="E803")
        return node.text

    def _edge(self, node: Node) -> Edge:
        node.only("location", "action", "guard", "destinations", "rate", "assignments")
        if node.get("rate") is not None:
            raise node["rate"].refusal("rates have no translation", "time is not measured here, steps are counted")
        start, action, guard = self._known(node["location"]), node.get("action"), node.get("guard")
        condition = self._here(start)
        if guard is not None:
            guard.only("exp")
            more = self.found.scope.expression(guard["exp"])
            condition = more if condition == TRUE else condition if more == TRUE else Binary("and", condition, more)
        branches, gains = [], []
        always = node.list("assignments")
        for part in always:
            self._transient(part["ref"])
        for destination in node["destinations"]:
            branch, gained = self._destination(destination, start, always)
            branches.append(branch)
            gains.append(gained)
        if not branches:
            raise node["destinations"].failure("an edge must lead somewhere", code="E803")
        text = "" if action is None else action.text
        return Edge(text, condition, tuple(branches), _expected(branches, gains), node.span, comments(node))

    def _destination(self, node: Node, start: str, always: list[Node]) -> tuple[Branch, dict[str, Expr]]:
        """`always`: values that the edge gives to transient variables, wherever it leads."""
        node.only("location", "probability", "assignments")
        weight = node.get("probability")
        chance = None
        if weight is not None:
            weight.only("exp")
            chance = self.found.scope.expression(weight["exp"])
        updates, gains = self._assignments([*always, *node.list("assignments")])
        goal = self._known(node["location"])
        if goal != start:
            updates.insert(0, (self.found.place, Name(self.places[goal]), node["location"].span))
        return Branch(chance, tuple(updates)), gains

    def _assignments(self, nodes: list[Node]) -> tuple[list[tuple[str, Expr, Span]], dict[str, Expr]]:
        """Updates of variables, and values of transient ones; later indices read what earlier ones wrote."""
        numbered: dict[int, list[Node]] = {}
        for node in nodes:
            node.only("ref", "value", "index")
            order = node.get("index")
            if order is not None and not order.text.lstrip("-").isdigit():
                order.wrong("a whole number")
            numbered.setdefault(0 if order is None else int(order.text), []).append(node)
        updates: dict[str, tuple[str, Expr, Span]] = {}
        written: dict[str, Expr] = {}
        cells: set[str] = set()
        gains: dict[str, Expr] = {}
        for place, index in enumerate(sorted(numbered)):
            before, arrays = dict(written), frozenset(cells)
            for node in numbered[index]:
                value = self._value(node, before, gains if len(numbered) > 1 else {}, arrays)
                reference = node["ref"]
                if reference.kind == "text" and reference.text in self.declared.transients:
                    gains[reference.text] = value
                    continue
                target = self._target(reference, before, arrays)
                text = show(target)
                if text in updates and place == 0:
                    raise node.failure(f"`{text}` is assigned twice at once", code="E803")
                updates[text] = (text, value, node.span)
                if isinstance(target, Index):
                    cells.add(target.name)
                else:
                    written[text] = value
        return list(updates.values()), gains

    def _value(self, node: Node, before: dict[str, Expr], gains: dict[str, Expr], arrays: frozenset[str]) -> Expr:
        """What is assigned, told by what held before the edge; `arrays` have cells that an earlier index wrote."""
        scope = Scope({**self.found.scope.names, **gains}, self.found.scope.functions, self.found.scope.transients)
        value = scope.expression(node["value"])
        others = {variable.name for variable in self.declared.variables}
        if before and not self.alone and free_names(value) & others:
            why = "another automaton could have changed what it reads"
            raise node.refusal("an assignment of a later index that reads a global variable has no translation", why)
        self._untouched(node, value, arrays)
        return substitute(value, before) if before else value

    def _untouched(self, node: Node, read: Expr, arrays: frozenset[str]) -> None:
        """Which cell an earlier index wrote is known in the game only: what it reads could be old or new."""
        for name in sorted(free_names(read) & arrays):
            message = f"an assignment that uses `{name}` behind one of a lower index to a cell of it has no translation"
            raise node.refusal(message, "both could mean the same cell", "give them the same index")

    def _target(self, reference: Node, before: dict[str, Expr], arrays: frozenset[str]) -> Name | Index:
        """What is assigned to, told by what held before the edge."""
        found = self.found.scope.expression(reference)
        if not isinstance(found, Name | Index):
            raise reference.failure("this cannot be assigned to", code="E803")
        if isinstance(found, Index):
            self._untouched(reference, found, arrays)
            cell = substitute(found, before)
            return cell if isinstance(cell, Index) else found
        return found


def _any(places: list[Expr]) -> Expr:
    found = places[0]
    for place in places[1:]:
        found = Binary("or", found, place)
    return found


def _expected(branches: list[Branch], gains: list[dict[str, Expr]]) -> Gains:
    """The value of each transient variable: the same everywhere, or its expectation."""
    found = []
    for name in dict.fromkeys(name for gained in gains for name in gained):
        values = [gained.get(name, Number(0)) for gained in gains]
        if all(value == values[0] for value in values):
            total: Expr = values[0]
        else:
            parts = [
                value if branch.weight is None else Binary("*", branch.weight, value)
                for branch, value in zip(branches, values, strict=True)
                if value != Number(0)
            ]
            total = parts[0]
            for part in parts[1:]:
                total = Binary("+", total, part)
        found.append((name, total))
    return tuple(pair for pair in found if pair[1] != Number(0))
