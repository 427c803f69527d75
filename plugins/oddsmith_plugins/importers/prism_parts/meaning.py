"""A PRISM model -> what its names mean, and its expressions in our language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter

from oddsmith.plugin import (
    Binary,
    Boolean,
    Call,
    Compare,
    Diagnostic,
    Expr,
    Name,
    Number,
    Span,
    Unary,
    free_names,
    nearest,
    transform,
    walk,
)
from oddsmith_plugins.importers.prism_parts.copies import Copies
from oddsmith_plugins.importers.prism_parts.expressions import BALANCED, LABEL
from oddsmith_plugins.importers.prism_parts.first import SeveralStatesError, named_state
from oddsmith_plugins.importers.prism_parts.model import Formula, Literal, Model, Variable
from oddsmith_plugins.importers.prism_parts.names import entered

DEADLOCK = "deadlock"
HELPERS = {
    ("floor", "log"): ("floor_log", "floor_log(a, b)", "if a < b then 0 else 1 + floor_log(a / b, b)"),
    ("ceil", "log"): ("ceil_log", "ceil_log(a, b)", "if a <= 1 then 0 else 1 + ceil_log(a / b, b)"),
}
"""Logarithms that are rounded at once are whole numbers, and can be computed exactly."""


@dataclass
class Meaning:
    """Names and expressions of one model; complaints are collected."""

    model: Model
    copies: Copies
    complaints: list[Diagnostic] = field(default_factory=list)
    fixed: set[str] = field(default_factory=set)
    """Formulas that only depend on constants: they become constants."""
    names: dict[str, str] = field(default_factory=dict)
    """Constants, variables and fixed formulas."""
    functions: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    rewards: list[str] = field(default_factory=list)
    modules: dict[str, str] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    actions: dict[str, str] = field(default_factory=dict)
    first: dict[str, Expr] = field(default_factory=dict)
    """First values that `init … endinit` gives."""
    helpers: dict[str, str] = field(default_factory=dict)
    symbols: frozenset[str] = frozenset()
    """Values of enumerations: each differs from the others."""

    def settle(self) -> None:
        """Give every name its new one; what is declared twice or built upon itself is a complaint."""
        model = self.model
        constants = [constant.name for constant in model.constants]
        variables = [variable.name for variable in self.variables()]
        self._once([(c.name, c.span) for c in model.constants] + [(v.name, v.span) for v in self.variables()])
        self._once([(item.name, item.span) for item in (*model.formulas, *model.constants)])
        self._once([(label.name, label.span) for label in model.labels], '"')
        self._acyclic()
        self._labels_apart()
        self.fixed = self._fixed(set(constants))
        known = [*constants, *variables, *(name for name in self.copies.formulas if name in self.fixed)]
        self.names = entered(known)
        self.functions = entered(name for name in self.copies.formulas if name not in self.fixed)
        self._deadlock()
        taken = self.names.values()
        self.labels = entered((label.name for label in model.labels), taken, "_label")
        rewards = entered(reward.name for reward in model.rewards if reward.name)
        unnamed = iter(f"reward{number}" for number in range(1, len(model.rewards) + 1))
        self.rewards = [rewards[reward.name] if reward.name else next(unnamed) for reward in model.rewards]
        self.modules = entered(self.copies.order())
        self.players = entered(player.name for player in model.players)
        commands = [command for module in self.copies.written.values() for command in module.commands]
        self.actions = entered(command.action for command in commands if command.action)
        self._check_players()
        if model.init is not None:
            self._read_init(model.init)

    def _labels_apart(self) -> None:
        """Labels are about states: ranges, first values and constants cannot read them."""
        parts = [part for v in self.variables() for part in (v.low, v.high, v.init)]
        parts += [constant.value for constant in self.model.constants] + [self.model.init]
        for part in parts:
            for node in () if part is None else walk(part):
                if isinstance(node, Name) and node.name.startswith(LABEL):
                    message = f'the label "{node.name.removeprefix(LABEL)}" stands where no label may stand'
                    self.complaints.append(Diagnostic("E801", message, node.span))

    def _deadlock(self) -> None:
        """The label "deadlock" of PRISM, if a property is about it: no command is enabled."""
        label = Name(LABEL + DEADLOCK)
        asked = (piece for item in self.model.properties for piece in item.pieces if isinstance(piece, Expr))
        used = next((node.span for piece in asked for node in walk(piece) if node == label), None)
        if used is None or any(item.name == DEADLOCK for item in self.model.labels):
            return
        ways: list[Expr] = []
        shared: dict[str, list[Expr]] = {}
        for module in self.copies.written.values():
            alone: dict[str, list[Expr]] = {}
            for command in module.commands:
                alone.setdefault(command.action, []).append(command.guard)
            ways += alone.pop("", [])
            for action, guards in alone.items():
                shared.setdefault(action, []).append(joined("or", guards))
        ways += [joined("and", conditions) for conditions in shared.values()]
        value: Expr = Unary("not", joined("or", list(dict.fromkeys(ways)))) if ways else Boolean(True)
        self.model.labels.append(Formula(DEADLOCK, value, used))

    def _check_players(self) -> None:
        for player in self.model.players:
            for name, span in player.modules:
                if name not in self.modules:
                    self.unknown(name, "module", self.modules, span)
            for name, span in player.actions:
                if name not in self.actions:
                    self.unknown(name, "action", self.actions, span)

    def variables(self) -> list[Variable]:
        """The global ones, then those of all modules."""
        modules = [self.copies.written[name] for name in self.copies.order()]
        return [*self.model.variables, *(v for module in modules for v in module.variables)]

    def translate(self, expr: Expr) -> Expr:
        """The expression in our language."""
        return transform(expr, self._change)

    def _change(self, expr: Expr) -> Expr:
        if isinstance(expr, Literal):
            return expr
        if isinstance(expr, Name):
            return self._name(expr)
        if isinstance(expr, Call):
            return self._call(expr)
        if isinstance(expr, Unary) and expr.operator == "-" and isinstance(expr.operand, Number):
            return Number(-expr.operand.value, span=expr.span)
        if isinstance(expr, Binary) and expr.operator == "/":
            return fraction(expr)
        return expr

    def _name(self, expr: Name) -> Expr:
        if expr.name.startswith(LABEL):
            return self._label(expr)
        if expr.name in self.functions:
            return Call(self.functions[expr.name], (), span=expr.span)
        if expr.name not in self.names:
            self.unknown(expr.name, "name", [*self.names, *self.functions], expr.span)
        return Name(self.names.get(expr.name, expr.name), span=expr.span)

    def _label(self, expr: Name) -> Expr:
        name = expr.name.removeprefix(LABEL)
        if name in self.labels:
            return Name(self.labels[name], span=expr.span)
        if name == "init":
            return self._beginning()
        self.unknown(name, "label", self.labels, expr.span)
        return expr

    def _beginning(self) -> Expr:
        """Every variable has its first value."""
        parts = [Compare(Name(self.names[v.name]), (("=", self.initial(v)),)) for v in self.variables()]
        found: Expr = parts[0] if parts else Boolean(True)
        for part in parts[1:]:
            found = Binary("and", found, part)
        return found

    def initial(self, variable: Variable) -> Expr:
        """The first value: as written, else the lowest."""
        written = self.first.get(variable.name, variable.init)
        written = variable.low if written is None else written
        return Boolean(False) if written is None else self.translate(written)

    def _call(self, expr: Call) -> Expr:
        if expr.function == "round":
            half = Binary("+", expr.arguments[0], Number(Fraction(1, 2)))
            return Call("floor", (half,), span=expr.span)
        inner = expr.arguments[0] if expr.arguments else None
        helper = HELPERS.get((expr.function, inner.function)) if isinstance(inner, Call) else None
        if helper is None or not isinstance(inner, Call):
            return expr
        self.helpers[helper[1]] = helper[2]
        return Call(helper[0], inner.arguments, span=expr.span)

    def unknown(self, name: str, what: str, known: Iterable[str], span: Span | None) -> None:
        near = nearest(name, known)
        fix = f"did you mean {near}?" if near else "declare it, or check its spelling"
        self.complaints.append(Diagnostic("E803", f"there is no {what} `{name}`", span, fix=fix))

    def _once(self, declared: list[tuple[str, Span]], quote: str = "`") -> None:
        seen: dict[str, Span] = {}
        for name, span in declared:
            first = seen.setdefault(name, span)
            if first is not span and first != span:
                notes = (f"first at {first.place}",)
                self.complaints.append(Diagnostic("E803", f"{quote}{name}{quote} is declared twice", span, notes=notes))

    def _acyclic(self) -> None:
        parts = {f.name: (f.value, f.span) for f in self.copies.formulas.values()}
        parts |= {c.name: (c.value, c.span) for c in self.model.constants if c.value is not None}
        parts |= {LABEL + item.name: (item.value, item.span) for item in self.model.labels}
        wants = {name: free_names(value) & parts.keys() for name, (value, _) in parts.items()}
        try:
            TopologicalSorter(wants).prepare()
        except CycleError as error:
            name, *_ = error.args[1]
            loop = " -> ".join(f"`{name.removeprefix(LABEL)}`" for name in reversed(error.args[1]))
            message = f"`{name.removeprefix(LABEL)}` is built upon itself: {loop}"
            self.complaints.append(Diagnostic("E803", message, parts[name][1]))

    def _fixed(self, constants: set[str]) -> set[str]:
        found: set[str] = set()
        while True:
            more = {
                name
                for name, formula in self.copies.formulas.items()
                if name not in found and _reads(formula.value) <= constants | found
            }
            if not more:
                return found
            found |= more

    def _read_init(self, expr: Expr) -> None:
        """A single state, if it names every variable."""
        try:
            self.first = named_state(expr)
        except SeveralStatesError as error:
            self._several(error.part.span)
            return
        variables = {variable.name for variable in self.variables()}
        constant = all(not free_names(value) & variables for value in self.first.values())
        if self.first.keys() != variables or not constant:
            self._several(self.model.init_span)

    def _several(self, span: Span | None) -> None:
        message = "`init … endinit` has no translation unless it describes a single state"
        why = "a game begins in one state; every variable must be given one value: `x=0 & y=1 & !b`"
        fix = "write `init` at the variables, or begin with a command that draws the first state"
        self.complaints.append(Diagnostic("E802", message, span, why, fix))


def joined(operator: str, parts: list[Expr]) -> Expr:
    """All of them with `and` or `or` between; a balanced tree if there are many, as specs take no long chains."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2 if len(parts) > BALANCED else len(parts) - 1
    return Binary(operator, joined(operator, parts[:middle]), joined(operator, parts[middle:]))


def fraction(expr: Binary) -> Expr:
    """`1/6` is a number."""
    if isinstance(expr.left, Number) and isinstance(expr.right, Number) and expr.right.value != 0:
        value = Fraction(expr.left.value) / expr.right.value
        return expr if value.denominator == 1 else Number(value, span=expr.span)
    return expr


def _reads(expr: Expr) -> set[str]:
    literals = {node for node in free_names(expr) if node[0].isdigit() or node[0] == "."}
    return set(free_names(expr)) - literals
