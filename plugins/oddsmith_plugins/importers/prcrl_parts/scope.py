"""Names of a prCRL specification -> names of a spec, and its expressions in our language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from oddsmith.plugin import (
    Binary,
    Boolean,
    Call,
    Diagnostic,
    Expr,
    Name,
    Number,
    Span,
    SpecError,
    Unary,
    free_names,
    nearest,
    show,
    transform,
)
from oddsmith_plugins.importers.prcrl_parts.model import Constant, Domain, Model, Process, Run
from oddsmith_plugins.importers.prism_parts.meaning import fraction
from oddsmith_plugins.importers.prism_parts.model import Literal
from oddsmith_plugins.importers.prism_parts.names import Room

Env = Mapping[str, Expr]
TRUTH = {"T": True, "F": False}


@dataclass
class Scope:
    """What is known everywhere; complaints are collected."""

    model: Model
    room: Room = field(default_factory=Room)
    complaints: list[Diagnostic] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """Constants and values of types."""
    shorthands: dict[str, Constant] = field(default_factory=dict)
    """Constants that read parameters of processes, like `constant full = n=N`."""
    actions: Room = field(default_factory=Room)
    functions: dict[str, str] = field(default_factory=dict)
    """Shorthands that are functions of the spec; the others are put in their place."""

    def settle(self) -> None:
        """Give constants and values their names; what is declared twice or built upon itself is a complaint."""
        known: dict[str, Constant] = {}
        for constant in self.model.constants:
            if constant.name in known:
                self._complain(f"the constant `{constant.name}` is declared twice", constant.span)
            known[constant.name] = constant
        wants = {name: set() if c.value is None else free_names(c.value) & known.keys() for name, c in known.items()}
        try:
            order = list(TopologicalSorter(wants).static_order())
        except CycleError as error:
            name = error.args[1][0]
            self._complain(f"the constant `{name}` is built upon itself", known[name].span)
            return
        values = [value for domain in self._domains() for value in domain.values]
        for name in dict.fromkeys([*(c.name for c in self.model.constants), *values]):
            self.names[name] = name
        parameters = {b.name for process in self.model.processes.values() for b in process.parameters}
        for name in order:
            value = known[name].value
            if value is not None and self.reads(value) & (parameters - self.names.keys() | self.shorthands.keys()):
                self.shorthands[name] = known[name]
        for name in list(self.names):
            if name in self.shorthands:
                del self.names[name]
            else:
                self.names[name] = self.room.enter(name)

    def _domains(self) -> list[Domain]:
        found = list(self.model.types.values())
        found += [b.domain for process in self.model.processes.values() for b in process.parameters]
        return list(dict.fromkeys(domain for domain in found if domain.values))

    def reads(self, expr: Expr) -> set[str]:
        """The names in an expression and in the shorthands that it uses, but for numbers."""
        found: set[str] = set()
        waiting = [expr]
        while waiting:
            for name in free_names(waiting.pop()) - found:
                if name[0].isdigit():
                    continue
                found.add(name)
                shorthand = self.shorthands.get(name)
                if shorthand is not None and shorthand.value is not None:
                    waiting.append(shorthand.value)
        return found

    def translate(self, expr: Expr, env: Env) -> Expr:
        """The expression in our language; `env` says what parameters and bound names are."""

        def change(node: Expr) -> Expr:
            if isinstance(node, Literal):
                return node
            if isinstance(node, Name):
                return self._name(node, env)
            if isinstance(node, Unary) and node.operator == "-" and isinstance(node.operand, Number):
                return Number(-node.operand.value, span=node.span)
            if isinstance(node, Call) and node.function == "mod":
                return Binary("%", *node.arguments, span=node.span)
            if isinstance(node, Binary) and node.operator == "/":
                return fraction(node)
            return node

        return transform(expr, change)

    def _name(self, node: Name, env: Env) -> Expr:
        if node.name in env:
            return env[node.name]
        if node.name in self.functions:
            return Call(self.functions[node.name], (), span=node.span)
        shorthand = self.shorthands.get(node.name)
        if shorthand is not None and shorthand.value is not None:
            return self.translate(shorthand.value, env)
        if node.name in self.names:
            return Name(self.names[node.name], span=node.span)
        if node.name in TRUTH:
            return Boolean(TRUTH[node.name], span=node.span)
        near = nearest(node.name, [*env, *self.names, *self.shorthands])
        fix = f"did you mean {near}?" if near else "declare it, or check its spelling"
        self._complain(f"there is no name `{node.name}` here", node.span, fix)
        return node

    def action(self, name: str) -> str:
        """What an action is called in the spec."""
        return self.actions.new.get(name) or self.actions.enter(name)

    def limits(self, domain: Domain, env: Env | None = None) -> tuple[Expr, Expr] | None:
        """The lowest and the highest value; None for truth values and named ones."""
        if domain.low is None or domain.high is None:
            return None
        return self.translate(domain.low, env or {}), self.translate(domain.high, env or {})

    def process(self, run: Run) -> Process:
        """The process of this name."""
        known = self.model.processes
        if run.process not in known:
            fix = f"the processes are: {', '.join(known)}"
            raise SpecError([Diagnostic("E803", f"there is no process `{run.process}`", run.span, fix=fix)])
        return known[run.process]

    def default(self, domain: Domain) -> Expr:
        """The value of what is not in use."""
        if domain.values:
            return Name(self.names[domain.values[0]])
        limits = self.limits(domain)
        return Boolean(False) if limits is None else limits[0]

    def range_text(self, domain: Domain, limits: tuple[Expr, Expr] | None = None) -> str:
        """`1..N`, or `0..1` for truth values; named values stand in a list."""
        if domain.values:
            return f"[{', '.join(self.names[value] for value in domain.values)}]"
        limits = limits or self.limits(domain)
        return "0..1" if limits is None else f"{show(limits[0])}..{show(limits[1])}"

    def _complain(self, message: str, span: Span | None, fix: str = "") -> None:
        self.complaints.append(Diagnostic("E803", message, span, fix=fix))
