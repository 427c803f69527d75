"""Automata and synchronisation vectors -> modules whose commands synchronise by the names of their actions.

Every vector gets an action of its own, which only its participants use: so actions that are written alike never meet
by accident. Rewards of edges are told by actions; where edges of one action gain differently, each gets its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from oddsmith.plugin import Expr
from oddsmith_plugins.importers.jani_parts.automata import Automaton, Edge, Gains
from oddsmith_plugins.importers.jani_parts.tree import Node
from oddsmith_plugins.importers.prism_parts.model import Command, Module
from oddsmith_plugins.importers.prism_parts.names import Room

MOST: Final = 500
"""How many actions one vector may become."""


@dataclass(frozen=True)
class Vector:
    """The action of each automaton, "" where it takes no part; "" as result is silent."""

    actions: tuple[str, ...]
    result: str
    node: Node | None = None


@dataclass
class Composition:
    """What becomes of the automata."""

    automata: list[Automaton]
    vectors: list[Vector]
    measured: frozenset[str]
    """Transient variables that are numbers: only these tell actions apart."""
    room: Room = field(default_factory=Room)
    commands: list[list[Command]] = field(default_factory=list)
    gains: dict[str, dict[str, Expr]] = field(default_factory=dict)
    """Action -> what it gains of each transient variable."""
    remarks: list[str] = field(default_factory=list)

    def modules(self) -> list[Module]:
        self.commands = [[] for _ in self.automata]
        for place in range(len(self.automata)):
            for gains, edges in self._groups(place, "").items():
                action = self._action(f"{self.automata[place].name}_step", (gains,), None) if gains else ""
                self._enter(place, edges, action)
        for vector in self.vectors:
            self._vector(vector)
        self._unused()
        for place, commands in enumerate(self.commands):
            commands.sort(key=lambda command: command.span.start)
            self.commands[place] = commands
        return [
            Module(automaton.name, tuple(automaton.variables), tuple(commands), automaton.node.span)
            for automaton, commands in zip(self.automata, self.commands, strict=True)
        ]

    def _groups(self, place: int, action: str) -> dict[Gains, list[Edge]]:
        """The edges of an automaton with this action, by what they gain."""
        found: dict[Gains, list[Edge]] = {}
        for edge in self.automata[place].edges:
            if edge.action == action:
                gains = tuple(sorted((pair for pair in edge.gains if pair[0] in self.measured), key=lambda p: p[0]))
                found.setdefault(gains, []).append(edge)
        return found

    def _vector(self, vector: Vector) -> None:
        parts = [(place, self._groups(place, action)) for place, action in enumerate(vector.actions) if action]
        for place, groups in parts:
            if not groups:
                names = [action for action in vector.actions if action]
                self.remarks.append(f"{self.automata[place].name} never does its part of {', '.join(names)}")
                return
        combinations = list(self._combinations(parts, vector))
        for combination in combinations:
            gains = tuple(groups_gains for groups_gains, _ in combination)
            silent = not vector.result and len(parts) == 1 and not any(gains)
            base = vector.result or "_".join(dict.fromkeys(action for action in vector.actions if action))
            action = "" if silent else self._action(base, gains, vector.node)
            for (place, _), (_, edges) in zip(parts, combination, strict=True):
                self._enter(place, edges, action)

    def _combinations(
        self, parts: list[tuple[int, dict[Gains, list[Edge]]]], vector: Vector
    ) -> Iterator[tuple[tuple[Gains, list[Edge]], ...]]:
        size = 1
        for _, groups in parts:
            size *= len(groups)
        if size > MOST and vector.node is not None:
            raise vector.node.refusal(f"this synchronisation gains in {size:,} different ways: that has no translation")
        return product(*(groups.items() for _, groups in parts))

    def _action(self, base: str, gains: tuple[Gains, ...], node: Node | None) -> str:
        found, number = base, 2
        while found in self.room.taken:
            found, number = f"{base}_{number}", number + 1
        name = self.room.enter(found)
        for part in gains:
            for transient, value in part:
                before = self.gains.setdefault(name, {}).setdefault(transient, value)
                if before != value and node is not None:
                    raise node.refusal(f"two automata give different values to `{transient}` at once")
        return name

    def _enter(self, place: int, edges: list[Edge], action: str) -> None:
        for edge in edges:
            self.commands[place].append(Command(action, edge.guard, edge.branches, edge.span, edge.comments))

    def _unused(self) -> None:
        """Edges whose action is in no vector never happen: that is said, as it may be a mistake."""
        for place, automaton in enumerate(self.automata):
            known = {vector.actions[place] for vector in self.vectors}
            for action in dict.fromkeys(edge.action for edge in automaton.edges if edge.action):
                if action not in known:
                    self.remarks.append(f"{action} of {automaton.name} is in no synchronisation: it never happens")


def composed(system: Node, automata: list[Node], actions: frozenset[str]) -> tuple[list[Node], list[Vector]]:
    """The automata that are used, in order and as often as they are, and the vectors."""
    known = {automaton.name(): automaton for automaton in automata}
    if len(known) < len(automata):
        raise automata[-1].failure("two automata have the same name", code="E803")
    system.only("elements", "syncs")
    used = []
    for element in system["elements"]:
        element.only("automaton", "input-enable")
        enabled = element.get("input-enable")
        if enabled is not None and enabled.items:
            raise enabled.refusal("`input-enable` has no translation", "", "add edges that change nothing")
        if element.name("automaton") not in known:
            raise element.failure(f"there is no automaton `{element.name('automaton')}`", code="E803")
        used.append(known[element.name("automaton")])
    if system.get("syncs") is None and len(used) == 1:
        return used, _alone(used[0])
    return used, [_vector(node, len(used), actions) for node in system.list("syncs")]


def _alone(automaton: Node) -> list[Vector]:
    names = dict.fromkeys(edge.name("action") for edge in automaton.list("edges") if edge.get("action") is not None)
    return [Vector((name,), name) for name in names]


def _vector(node: Node, count: int, actions: frozenset[str]) -> Vector:
    node.only("synchronise", "result")
    slots = node["synchronise"].items
    if len(slots) != count:
        raise node.failure(f"this vector has {len(slots)} places, and there are {count} automata", code="E803")
    names = tuple("" if slot.kind == "nothing" else slot.text for slot in slots)
    result = node.get("result")
    for slot in [*slots, *([] if result is None else [result])]:
        if slot.kind == "text" and slot.text not in actions:
            raise slot.failure(f"there is no action `{slot.text}`", code="E803")
    if not any(names):
        raise node.failure("nobody takes part in this synchronisation", code="E803")
    return Vector(names, "" if result is None else result.text, node)
