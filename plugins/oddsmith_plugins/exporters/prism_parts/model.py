"""A process -> the text of a PRISM model, and its properties."""

from __future__ import annotations

from dataclasses import dataclass, field

from oddsmith.plugin import (
    Binary,
    Boolean,
    Call,
    Diagnostic,
    Expr,
    If,
    Name,
    Number,
    Process,
    Question,
    SpecError,
    Unary,
    simplify,
    walk,
)
from oddsmith_plugins.exporters.prism_parts.commands import Command, Commands, named, standstill
from oddsmith_plugins.exporters.prism_parts.expand import Expander
from oddsmith_plugins.exporters.prism_parts.names import FormulaName, Names
from oddsmith_plugins.exporters.prism_parts.properties import Properties
from oddsmith_plugins.exporters.prism_parts.text import UnspeakableError, text

KINDS = {"chain": "dtmc", "mdp": "mdp", "game": "smg"}
WIDTH = 120
TRUE = Boolean(True)


@dataclass
class ModelText:
    """Writes the model from its process, part by part."""

    process: Process
    names: Names = field(default_factory=Names)
    actions: Names = field(default_factory=Names)
    rewards: Names = field(default_factory=Names)
    players: Names = field(default_factory=Names)
    labels: dict[Expr, str] = field(default_factory=dict)
    label_names: Names = field(default_factory=lambda: Names({"deadlock"}))
    remarks: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    """The formulas that something needs."""

    def write(self) -> tuple[str, str]:
        """The model and the properties."""
        process = self.process
        expand = self.expand = Expander(process, self.names)
        unroll = Commands(expand)
        commands = named(list(unroll.unrolled()), self.actions, "mdp" if process.mixes else process.kind)
        if process.deadlock == "loop":
            commands += standstill(commands, self.actions)
        labels = self._labels()
        properties = Properties(expand, self.labels, self.rewards, self.players, label_names=self.label_names)
        states = [(self.rewards(r.name), simplify(expand(r.state, span=r.span))) for r in process.rewards]
        for question in process.questions:
            self._guarded(question, properties)
        states += list(properties.counted.items())
        rewards = self._rewards(states, commands)
        self._remark(unroll, properties)
        labels += [f'label "{name}" = {self._text(value)};' for name, value in properties.more_labels.items()]
        body = [*self._module(commands), *labels, *rewards]
        head = [
            f"// {process.name}",
            KINDS[process.kind],
            "",
            *self._constants(),
            *self._formulas(),
            *self._owners(commands),
        ]
        title = [f"// Questions about {process.name}"]
        return "\n".join([*head, *body]) + "\n", "\n".join([*title, *properties.lines]) + "\n"

    def _guarded(self, question: Question, properties: Properties) -> None:
        try:
            properties.add(question)
        except UnspeakableError as error:
            message = f"the question {question.name} cannot be said in the PRISM language: {error}"
            raise SpecError([Diagnostic("E811", message, question.span)]) from None

    def _remark(self, unroll: Commands, properties: Properties) -> None:
        for name in sorted(unroll.looks_ahead):
            self.remarks.append(f"reward {name} depends on where a move leads: its expectation is gained instead")
        if self.process.deadlock == "error":
            self.remarks.append("a state without commands is no mistake in PRISM, which goes on in it for ever")
        if self.process.sees:
            self.remarks.append("what players do not see is seen in PRISM: questions are about full information")
        self.remarks += properties.remarks

    def _constants(self) -> list[str]:
        symbols = self.expand.symbols
        lines = [f"const int {self.names(name)} = {ordinal};" for name, ordinal in symbols.items()]
        return [*lines, ""] if lines else []

    def _formulas(self) -> list[str]:
        formulas = self.expand.formulas
        lines = [f"formula {n} = {self._text(value)};" for n, value in formulas.items() if n in self.used]
        return [*lines, ""] if lines else []

    def _owners(self, commands: list[Command]) -> list[str]:
        if self.process.kind != "game":
            return []
        lines = []
        for place, player in enumerate(self.process.players):
            owned = [c.action for c in commands if c.player == player or (place == 0 and c.player is None)]
            lines += [f"player {self.players(player)}", f"  {', '.join(f'[{a}]' for a in dict.fromkeys(owned))}"]
            lines += ["endplayer", ""]
        return lines

    def _module(self, commands: list[Command]) -> list[str]:
        lines = [f"module {Names().fresh(self.process.name)}"]
        for param in self.process.params:
            name = self.expand.cells[param.name].name
            if param.type.kind == "bool":
                lines.append(f"  {name} : bool init {'true' if param.init else 'false'};")
            else:
                lines.append(f"  {name} : [{param.low}..{param.high}] init {param.init};")
        lines.append("")
        for command in commands:
            lines += self._command(command)
        return [*lines, "endmodule"]

    def _command(self, command: Command) -> list[str]:
        head = f"  [{command.action}] {self._text(command.guard)} ->"
        branches = []
        for outcome in command.outcomes:
            updates = " & ".join(f"({name}'={self._text(value)})" for name, value in outcome.updates) or "true"
            sure = outcome.weight == Number(1) and len(command.outcomes) == 1
            branches.append(updates if sure else f"{self._text(outcome.weight)} : {updates}")
        if not branches:
            branches = ["true"]
        line = f"{head} {' + '.join(branches)};"
        if len(line) <= WIDTH:
            return [line]
        return [head, *(f"      {'+ ' if place else '  '}{branch}" for place, branch in enumerate(branches)), "    ;"]

    def _labels(self) -> list[str]:
        lines: list[str] = []
        for label in self.process.labels:
            condition = simplify(self.expand(label.condition, span=label.span))
            name = self.label_names(label.name)
            self.labels.setdefault(condition, name)
            lines.append(f'label "{name}" = {self._text(condition)};')
        return ["", *lines] if lines else []

    def _rewards(self, states: list[tuple[str, Expr]], commands: list[Command]) -> list[str]:
        lines: list[str] = []
        for name, state in states:
            items = [*self._state_items(state), *self._gains(name, commands)] or ["  true : 0;"]
            lines += ["", f'rewards "{name}"', *items, "endrewards"]
        return lines

    def _state_items(self, state: Expr) -> list[str]:
        if state == Number(0):
            return []
        condition, gain = ("true", state)
        if isinstance(state, If) and state.no == Number(0):
            condition, gain = self._text(state.condition), state.yes
        elif isinstance(state, Boolean) or not _is_number(state, self.expand):
            condition, gain = self._text(state), Number(1)
        return [f"  {condition} : {self._text(gain)};"]

    def _gains(self, name: str, commands: list[Command]) -> list[str]:
        found: dict[str, list[tuple[Expr, Expr]]] = {}
        for command in commands:
            gain = {self.rewards(reward): value for reward, value in command.gains}.get(name, Number(0))
            found.setdefault(command.action, []).append((command.guard, gain))
        lines = []
        for action, items in found.items():
            gains = {gain for _, gain in items}
            if gains == {Number(0)}:
                continue
            if len(gains) == 1:
                lines.append(f"  [{action}] true : {self._text(items[0][1])};")
            else:
                lines += [f"  [{action}] {self._text(g)} : {self._text(v)};" for g, v in items if v != Number(0)]
        return lines

    def _text(self, expr: Expr) -> str:
        """The text of an expression; its formulas are then needed, too."""
        waiting = [expr]
        while waiting:
            names = {node.name for node in walk(waiting.pop()) if isinstance(node, FormulaName)} - self.used
            self.used |= names
            waiting += [self.expand.formulas[name] for name in names]
        try:
            return text(expr)
        except UnspeakableError as error:
            message = f"{error} cannot be said in the PRISM language"
            raise SpecError([Diagnostic("E811", message, expr.span)]) from None


def _is_number(expr: Expr, expand: Expander) -> bool:
    """Whether it is no condition (visits are counted by one)."""
    if isinstance(expr, FormulaName):
        return _is_number(expand.formulas[expr.name], expand)
    if isinstance(expr, If):
        return _is_number(expr.yes, expand)
    if isinstance(expr, Name):
        return expr.name not in expand.truths
    arithmetic = isinstance(expr, Binary) and expr.operator not in ("and", "or", "=>", "<=>")
    return isinstance(expr, Number | Call) or arithmetic or (isinstance(expr, Unary) and expr.operator == "-")
