"""A process -> a JANI document: one automaton with one location, one edge per command.

Labels and rewards are transient variables: of states by the values of the location, of moves by assignments.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.plugin import Diagnostic, Expr, If, Number, Process, SpecError, simplify
from oddsmith_plugins.exporters.jani_parts.expressions import expression
from oddsmith_plugins.exporters.jani_parts.layout import Value
from oddsmith_plugins.exporters.jani_parts.properties import Properties
from oddsmith_plugins.exporters.prism_parts.commands import Command, Commands, standstill
from oddsmith_plugins.exporters.prism_parts.expand import Expander
from oddsmith_plugins.exporters.prism_parts.names import Names
from oddsmith_plugins.exporters.prism_parts.text import UnspeakableError

KINDS = {"chain": "dtmc", "mdp": "mdp"}
PLACE = "playing"
"""The only location."""


@dataclass
class JaniModel:
    """Builds the document, part by part."""

    process: Process
    names: Names = field(default_factory=Names)
    actions: Names = field(default_factory=Names)
    remarks: list[str] = field(default_factory=list)
    labels: dict[Expr, str] = field(default_factory=dict)
    """Expanded condition -> the transient variable of its label."""

    def document(self) -> Value:
        process = self.process
        if process.kind not in KINDS:
            why = "JANI has types for chains and decision processes, and none where several players decide"
            raise SpecError([Diagnostic("E811", "a game cannot be said in JANI", None, why, "use --to prism")])
        self.expand = Expander(process, self.names, language="JANI")
        unroll = Commands(self.expand)
        commands = list(unroll.unrolled())
        if process.deadlock == "loop":
            commands += standstill(commands, Names({command.action for command in commands}))
        states: dict[str, Value] = {}
        transient: list[Value] = []
        for label in process.labels:
            condition = self._expanded(label.condition)
            name = self.names.fresh(label.name)
            self.labels.setdefault(condition, name)
            transient.append({"name": name, "type": "bool", "transient": True, "initial-value": False})
            states[name] = self._json(condition)
        rewards = {reward.name: self.names.fresh(reward.name) for reward in process.rewards}
        properties = Properties(process.kind, self.said, rewards, self.names.fresh)
        for question in process.questions:
            properties.add(question)
        gains = {rewards[reward.name]: reward.state for reward in process.rewards} | properties.counted
        for name, gain in gains.items():
            transient.append({"name": name, "type": "real", "transient": True, "initial-value": 0})
            value = self._expanded(gain)
            if value != Number(0):
                states[name] = self._json(value)
        self._remark(unroll, properties)
        edges = [self._edge(command, rewards) for command in commands]
        return self._assembled(transient, states, edges, properties.found)

    def _assembled(
        self, transient: list[Value], states: dict[str, Value], edges: list[Value], properties: list[Value]
    ) -> Value:
        used: list[Value] = [{"name": name} for name in self.actions.known.values()]
        automaton = Names().fresh(self.process.name)
        place: dict[str, Value] = {"name": PLACE}
        if states:
            place["transient-values"] = [{"ref": name, "value": value} for name, value in states.items()]
        moves: list[Value] = [{"synchronise": [name], "result": name} for name in self.actions.known.values()]
        return {
            "jani-version": 1,
            "name": self.process.name,
            "type": KINDS[self.process.kind],
            "features": ["derived-operators", "state-exit-rewards"],
            "actions": used,
            "constants": [
                {"name": self.names(name), "type": "int", "value": ordinal}
                for name, ordinal in self.expand.symbols.items()
            ],
            "variables": [*self._variables(), *transient],
            "properties": properties,
            "automata": [{"name": automaton, "locations": [place], "initial-locations": [PLACE], "edges": edges}],
            "system": {"elements": [{"automaton": automaton}], "syncs": moves},
        }

    def _variables(self) -> list[Value]:
        found: list[Value] = []
        for param in self.process.params:
            name = self.expand.cells[param.name].name
            if param.type.kind == "bool":
                found.append({"name": name, "type": "bool", "initial-value": bool(param.init)})
                continue
            limits: Value = {"kind": "bounded", "base": "int", "lower-bound": param.low, "upper-bound": param.high}
            found.append({"name": name, "type": limits, "initial-value": int(param.init)})
        return found

    def _edge(self, command: Command, rewards: dict[str, str]) -> Value:
        edge: dict[str, Value] = {"location": PLACE}
        if command.action:
            edge["action"] = self.actions(command.action)
        edge["guard"] = {"exp": self._json(command.guard)}
        gained: list[Value] = [{"ref": rewards[name], "value": self._json(value)} for name, value in command.gains]
        destinations: list[Value] = []
        for outcome in command.outcomes:
            destination: dict[str, Value] = {"location": PLACE}
            if outcome.weight != Number(1):
                destination["probability"] = {"exp": self._json(outcome.weight)}
            updates: list[Value] = [{"ref": name, "value": self._json(value)} for name, value in outcome.updates]
            if updates or gained:
                destination["assignments"] = [*updates, *gained]
            destinations.append(destination)
        edge["destinations"] = destinations or [{"location": PLACE}]
        return edge

    def _remark(self, unroll: Commands, properties: Properties) -> None:
        for name in sorted(unroll.looks_ahead):
            self.remarks.append(f"reward {name} depends on where a move leads: its expectation is gained instead")
        if self.process.deadlock == "error":
            self.remarks.append("a state without commands is no mistake in JANI")
        if self.process.mixes:
            self.remarks.append(
                "of several edges that are enabled one is drawn, each alike: Storm does so, JANI says nothing"
            )
        if self.process.sees:
            self.remarks.append("what players do not see is seen in JANI: questions are about full information")
        self.remarks += properties.remarks

    def said(self, expr: Expr) -> Value:
        """An expression of a question; a condition that is a label by its name."""
        found = self._expanded(expr)
        return self.labels[found] if found in self.labels else expression(self.expand.unfolded(found))

    def _expanded(self, expr: Expr) -> Expr:
        if isinstance(expr, If):
            return simplify(If(self.expand(expr.condition), self.expand(expr.yes), self.expand(expr.no)))
        return simplify(self.expand(expr))

    def _json(self, expr: Expr) -> Value:
        try:
            return expression(self.expand.unfolded(expr))
        except UnspeakableError as error:
            raise SpecError([Diagnostic("E811", f"{error} cannot be said in JANI", expr.span)]) from None
