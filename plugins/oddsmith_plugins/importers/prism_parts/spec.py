"""A PRISM model that is understood -> the text of a spec: names, comments, modules and their order stay."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePath

from oddsmith.plugin import Boolean, Call, Expr, If, Number, Span, Unary, show
from oddsmith_plugins.importers.prism_parts.copies import Instance
from oddsmith_plugins.importers.prism_parts.meaning import Meaning
from oddsmith_plugins.importers.prism_parts.model import (
    Branch,
    Coalition,
    Command,
    Constant,
    Module,
    Piece,
    Reward,
    RewardItem,
    RewardNumber,
    Variable,
)
from oddsmith_plugins.importers.prism_parts.names import entered
from oddsmith_plugins.importers.prism_parts.overlap import may_overlap
from oddsmith_plugins.importers.spec_text import LONGEST_KEY, WIDTH, SpecText, flowing, scalar

TRUE = Boolean(True)


@dataclass
class SpecWriter:
    """Writes section after section."""

    meaning: Meaning
    constants: dict[str, str]
    """Values that the user gives."""
    out: SpecText = field(default_factory=SpecText)
    place: int = 0
    """The line where functions begin."""
    language: str = "the PRISM language"
    """What the model was written in."""
    internal: str = ""
    """The action that commands without one are given, where a reward is about them."""

    def write(self, file: str) -> str:
        """The whole spec."""
        model, out = self.meaning.model, self.out
        self.internal = self._internal()
        name = "".join(c if c.isalnum() or c in "-_" else "-" for c in PurePath(file).stem) or "model"
        out.comment(0, [f"{PurePath(file).name}, which was written in {self.language}."])
        out.add(0, f"game: {scalar(name)}")
        if model.about:
            out.add(0, "about: |")
            for line in model.about:
                out.add(1, line)
        out.add(0, f"type: {model.kind}")
        if model.kind == "chain" and may_overlap(self.meaning.copies.written.values(), self.meaning.symbols):
            out.add(0, "overlap: uniform")
        self._constants()
        self._functions()
        self._players()
        if model.variables:
            out.add(0, "variables:")
            for variable in model.variables:
                self._variable(1, variable)
        self._modules()
        self._labels()
        self._rewards()
        self._questions()
        self._helpers()
        return out.text()

    def text(self, expr: Expr) -> str:
        return show(self.meaning.translate(expr))

    def _internal(self) -> str:
        """A name for commands without an action, if a reward is about them and not about all commands."""
        named = any(item.action == "" for reward in self.meaning.model.rewards for item in reward.items)
        commands = [command for module in self.meaning.copies.written.values() for command in module.commands]
        plain = [command for command in commands if not command.action]
        if not named or not plain or len(plain) == len(commands):
            return ""
        return entered(["internal"], self.meaning.actions.values())["internal"]

    def _constants(self) -> None:
        meaning = self.meaning
        pairs, said, spans = [], {}, {}
        for constant in meaning.model.constants:
            name = meaning.names[constant.name]
            pairs.append((name, self._value(constant)))
            said[name], spans[name] = constant.comments, constant.span
        for formula in meaning.copies.formulas.values():
            if formula.name in meaning.fixed:
                name = meaning.names[formula.name]
                pairs.append((name, self.text(formula.value)))
                said[name], spans[name] = formula.comments, formula.span
        self.out.section("constants", pairs, said, spans)

    def _value(self, constant: Constant) -> str:
        if constant.name in self.constants:
            return self.constants[constant.name]
        return "" if constant.value is None else self.text(constant.value)

    def _functions(self) -> None:
        meaning = self.meaning
        pairs, said, spans = [], {}, {}
        for formula in meaning.copies.formulas.values():
            if formula.name in meaning.functions:
                name = f"{meaning.functions[formula.name]}()"
                pairs.append((name, self.text(formula.value)))
                said[name], spans[name] = formula.comments, formula.value.span or formula.span
        self.place = len(self.out.lines)
        self.out.add(0, "functions:")
        for name, value in pairs:
            self.out.mark(spans[name])
            self.out.described(1, name, value, said.get(name, ()))

    def _helpers(self) -> None:
        """Functions that turned out to be needed; without any, there is no such section."""
        more = SpecText()
        for name, value in self.meaning.helpers.items():
            more.entry(1, name, value)
        self.out.insert(self.place + 1, more.lines)
        following = self.out.lines[self.place + 1 : self.place + 2]
        if not following or not following[0].startswith(" "):
            self.out.remove(self.place)

    def _players(self) -> None:
        if not self.meaning.model.players:
            return
        self.out.add(0, "players:")
        for player in self.meaning.model.players:
            self.out.mark(player.span)
            parts = []
            if player.modules:
                modules = [self.meaning.modules[name] for name, _ in player.modules]
                parts.append(f"modules: [{', '.join(modules)}]")
            actions = [self.meaning.actions[name] for name, _ in player.actions if name in self.meaning.actions]
            if actions:
                parts.append(f"actions: [{', '.join(actions)}]")
            self.out.add(1, f"{self.meaning.players[player.name]}: {{{', '.join(parts)}}}")

    def _variable(self, depth: int, variable: Variable) -> None:
        name = self.meaning.names[variable.name]
        self.out.mark(variable.span)
        first = self.meaning.initial(variable)
        if variable.low is None or variable.high is None:
            value = "bool" if first == Boolean(False) else flowing([("type", "bool"), ("init", show(first))])
        else:
            low, high = self.meaning.translate(variable.low), self.meaning.translate(variable.high)
            limits = f"{range_end(low)}..{range_end(high)}"
            value = flowing([("range", limits), ("init", show(first))]) if first != low else scalar(limits)
        self.out.described(depth, name, value, variable.comments, ready=True)

    def _modules(self) -> None:
        copies, out = self.meaning.copies, self.out
        modules = [copies.written[name] for name in copies.order() if name not in copies.instances]
        if modules:
            out.add(0, "modules:")
        for module in modules:
            self._module(module)
        if copies.instances:
            self._instances(modules)
        if self.internal:
            out.add(0, f"independent: [{self.internal}]")

    def _module(self, module: Module) -> None:
        out = self.out
        out.mark(module.span)
        out.comment(1, module.comments)
        out.add(1, f"{self.meaning.modules[module.name]}:")
        if not module.variables and not module.commands:
            out.add(2, "commands: []")
        if module.variables:
            out.add(2, "variables:")
            for variable in module.variables:
                self._variable(3, variable)
        if module.commands:
            out.add(2, "commands:")
            for command in module.commands:
                self._command(command)

    def _instances(self, modules: list[Module]) -> None:
        """Those that rename, and the modules themselves, whose names would else be hidden."""
        copies, meaning = self.meaning.copies, self.meaning
        bases = {instance.module for instance in copies.instances.values()}
        self.out.add(0, "instances:")
        for module in modules:
            if module.name in bases:
                names = tuple((v.name, v.name) for v in module.variables)
                self._instance(Instance(module.name, module.name, names))
        for instance in copies.instances.values():
            base = copies.written[instance.module]
            known = {v.name for v in base.variables} | meaning.names.keys()
            actions = {command.action for command in base.commands}
            names = tuple((old, new) for old, new in instance.names if old in known or old in actions)
            self._instance(Instance(instance.name, instance.module, names, instance.comments))

    def _instance(self, instance: Instance) -> None:
        names, actions = self.meaning.names, self.meaning.actions
        self.out.comment(1, instance.comments)
        pairs = [
            (names.get(old) or actions.get(old, old), names.get(new) or actions.get(new, new))
            for old, new in instance.names
        ]
        rename = f", rename: {flowing(pairs)}" if pairs else ""
        modules = self.meaning.modules
        self.out.add(1, f"{modules[instance.name]}: {{module: {modules[instance.module]}{rename}}}")

    def _command(self, command: Command) -> None:
        out, depth, lead = self.out, 3, "- "
        out.mark(command.span)
        out.comment(depth, command.comments)
        action = self.meaning.actions[command.action] if command.action else self.internal
        if action:
            out.add(depth, f"- action: {action}")
            depth, lead = 4, ""
        if command.guard != TRUE:
            out.mark((action and command.guard.span) or None)
            out.entry(depth, "when", self.text(command.guard), lead)
            depth, lead = 4, ""
        out.mark(_reach(command.branches[0]) if depth == 4 else None)
        if len(command.branches) == 1 and command.branches[0].weight in (None, Number(1)):
            out.mapping(depth, "then", self._updates(command.branches[0]), lead)
            return
        out.add(depth, f"{lead}then:")
        for branch in command.branches:
            self._branch(5, branch)

    def _updates(self, branch: Branch) -> list[tuple[str, str]]:
        known = self.meaning.names
        for name, _, span in branch.updates:
            if name not in known:
                self.meaning.unknown(name, "variable", known, span)
        return [(known.get(name, name), self.text(value)) for name, value, _ in branch.updates]

    def _branch(self, depth: int, branch: Branch) -> None:
        weight = "1" if branch.weight is None else self.text(branch.weight)
        pairs = self._updates(branch)
        self.out.mark(_reach(branch))
        if len(weight) <= LONGEST_KEY and 2 * depth + len(weight) + len(flowing(pairs)) + 4 <= WIDTH:
            self.out.add(depth, f"- {scalar(weight)}: {flowing(pairs)}")
            return
        self.out.entry(depth, "weight", weight, "- ")
        self.out.mapping(depth + 1, "then", pairs)

    def _labels(self) -> None:
        labels = self.meaning.model.labels
        if labels:
            self.out.add(0, "labels:")
        for label in labels:
            self.out.mark(label.value.span or label.span)
            self.out.comment(1, label.comments)
            self.out.entry(1, self.meaning.labels[label.name], self.text(label.value))

    def _rewards(self) -> None:
        rewards = self.meaning.model.rewards
        if rewards:
            self.out.add(0, "rewards:")
        for name, reward in zip(self.meaning.rewards, rewards, strict=True):
            self.out.mark(reward.span)
            self.out.comment(1, reward.comments)
            self._reward(name, reward)

    def _reward(self, name: str, reward: Reward) -> None:
        if len(reward.items) == 1 and reward.items[0].action is None and reward.items[0].guard == TRUE:
            self.out.entry(1, name, self.text(reward.items[0].gain))
            return
        items = [item for item in reward.items if self._happens(name, item)]
        if not items:
            self.out.add(1, f"{name}: 0")
            return
        self.out.add(1, f"{name}:")
        for item in items:
            self.out.mark(item.span)
            pairs = [] if item.action is None else [("action", self._action(item.action))]
            pairs += [("when", self.text(item.guard))] if item.guard != TRUE or not pairs else []
            pairs.append(("gain", self.text(item.gain)))
            short = f"- {flowing(pairs)}"
            if len(short) + 4 <= WIDTH:
                self.out.add(2, short)
                continue
            for number, (key, value) in enumerate(pairs):
                self.out.entry(2 if number == 0 else 3, key, value, "- " if number == 0 else "")

    def _happens(self, name: str, item: RewardItem) -> bool:
        """Whether a command has the action of the reward; if none has, it is never gained."""
        if item.action is None or item.action in self.meaning.actions:
            return True
        written = self.meaning.copies.written.values()
        if item.action == "" and any(not command.action for module in written for command in module.commands):
            return True
        line = item.span.place
        self.meaning.model.remarks.append(f"{line}: no command has the action of this part of the reward {name}")
        return False

    def _action(self, action: str) -> str:
        return self.meaning.actions[action] if action else self.internal or "*"

    def _questions(self) -> None:
        properties = self.meaning.model.properties
        if not properties:
            return
        names = iter(_question_names([item.name for item in properties]))
        self.out.add(0, "questions:")
        for item in properties:
            self.out.mark(item.span)
            self.out.comment(1, item.comments)
            before = ("", *item.pieces[:-1])
            text = "".join(self._piece(piece, last) for piece, last in zip(item.pieces, before, strict=True))
            self.out.entry(1, next(names), text)

    def _piece(self, piece: Piece, before: Piece) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, RewardNumber):
            return f"{{{self.meaning.rewards[piece.place]}}}"
        if isinstance(piece, Coalition):
            players = list(self.meaning.players.values())
            return f"<<{', '.join(players[place] for place in piece.places)}>> "
        found = self.meaning.translate(piece)
        alone = isinstance(found, If | Unary) or (isinstance(before, str) and before.endswith("=") and _compound(found))
        return f"({show(found)})" if alone and not _negation(found) else show(found)


def _reach(branch: Branch) -> Span | None:
    """From the weight of a branch to the end of its updates."""
    parts = [] if branch.weight is None or branch.weight.span is None else [branch.weight.span]
    for _, value, span in branch.updates:
        parts += [span] if value.span is None or value.span.source != span.source else [span, value.span]
    if not parts:
        return None
    return Span(parts[0].source, min(part.start for part in parts), max(part.end for part in parts))


def _compound(expr: Expr) -> bool:
    """Whether it needs parentheses behind a comparison sign."""
    return any(True for _ in expr.children()) and not isinstance(expr, Call)


def _negation(expr: Expr) -> bool:
    return isinstance(expr, Unary) and expr.operator == "not"


def range_end(expr: Expr) -> str:
    """The end of a range."""
    text = show(expr)
    return f"({text})" if isinstance(expr, If) else text


def _question_names(names: list[str]) -> list[str]:
    """Their own names, else q1, q2, …"""
    given = [name for name in names if name]
    known = entered(given)
    numbers = (f"q{number}" for number in range(1, len(names) + len(given) + 1))
    free = (name for name in numbers if name not in known.values())
    seen: set[str] = set()
    found = []
    for name in names:
        if name and name not in seen:
            seen.add(name)
            found.append(known[name])
        else:
            found.append(next(free))
    return found
