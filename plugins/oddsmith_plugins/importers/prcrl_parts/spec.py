"""Machines of a prCRL specification -> the text of a spec."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import PurePath

from oddsmith.plugin import Diagnostic, SpecError, show
from oddsmith_plugins.importers.prcrl_parts.commands import CommandWriter, Part
from oddsmith_plugins.importers.prcrl_parts.model import Domain, Model, Run
from oddsmith_plugins.importers.prcrl_parts.scope import Scope
from oddsmith_plugins.importers.prism_parts.names import entered
from oddsmith_plugins.importers.spec_text import SpecText, flowing, scalar


@dataclass
class SpecWriter:
    """Writes section after section."""

    model: Model
    scope: Scope
    parts: list[Part]
    given: dict[str, str]
    commands: CommandWriter

    @property
    def out(self) -> SpecText:
        return self.commands.out

    @property
    def happened(self) -> str:
        return self.commands.happened

    def write(self, file: str) -> str:
        """The whole spec."""
        out, model = self.out, self.model
        name = "".join(c if c.isalnum() or c in "-_" else "-" for c in PurePath(file).stem) or "model"
        out.comment(0, [f"{PurePath(file).name}, which was written in prCRL."])
        out.add(0, f"game: {scalar(name)}")
        if model.about:
            out.add(0, "about: |")
            for line in model.about:
                out.add(1, line)
        out.add(0, "type: mdp")
        self._constants()
        self._functions()
        if len(self.parts) == 1 and len(self.parts[0].runs) == 1:
            self._variables(0, self.parts[0], self.happened)
            self.commands.write(0, self.parts[0])
        else:
            if self.happened:
                out.add(0, f"variables: {{{self.happened}: bool}}")
            self._modules()
            self._instances()
        self._lists()
        self._rewards()
        self._questions()
        return out.text()

    def _constants(self) -> None:
        pairs, said, spans = [], {}, {}
        for constant in self.model.constants:
            if constant.name in self.scope.shorthands:
                continue
            name = self.scope.names[constant.name]
            value = "" if constant.value is None else show(self.scope.translate(constant.value, {}))
            pairs.append((name, self.given.get(constant.name, value)))
            said[name], spans[name] = constant.comments, constant.span
        self.out.section("constants", pairs, said, spans)

    def _functions(self) -> None:
        machine = self.parts[0].machine
        pairs, said = [], {}
        for name, function in self.scope.functions.items():
            constant = self.scope.shorthands[name]
            assert constant.value is not None
            pairs.append((f"{function}()", show(self.scope.translate(constant.value, machine.places[0].env))))
            said[f"{function}()"] = constant.comments
        if pairs:
            self.out.add(0, "functions:")
            for name, value in pairs:
                self.out.described(1, name, value, said[name])

    def _variables(self, depth: int, part: Part, happened: str = "") -> None:
        machine, out = part.machine, self.out
        first = self._first(part)
        shown = [name for name in machine.variables if name not in part.alphabet.fixed]
        if not (shown or part.at or happened):
            return
        out.add(depth, "variables:")
        for name in shown:
            self._variable(depth + 1, name, machine.variables[name], first.get(name))
        if part.at:
            out.add(depth + 1, f"{part.at}: {{values: [{', '.join(place.name for place in machine.places)}]}}")
        if happened:
            out.add(depth + 1, f"{happened}: bool")

    def _variable(self, depth: int, name: str, domain: Domain, first: str | None) -> None:
        usual = show(self.scope.default(domain))
        first = usual if first is None else first
        text = self.scope.range_text(domain)
        if domain.low is None and not domain.values:
            value = "bool" if first == usual else flowing([("type", "bool"), ("init", first)])
        elif domain.values:
            value = f"{{values: {text}, init: {first}}}"
        else:
            value = text if first == usual else flowing([("range", text), ("init", first)])
        self.out.entry(depth, name, value, ready=True)

    def _first(self, part: Part) -> dict[str, str]:
        """First values of the variables: what all runs give, else a parameter of the module."""
        given = [self.values(part, run) for run in part.runs]
        found = {}
        for name in given[0]:
            texts = {values[name] for values in given}
            found[name] = given[0][name] if len(texts) == 1 else f"first_{name}"
        return found

    def values(self, part: Part, run: Run) -> dict[str, str]:
        """The first values of the parameters in a run."""
        machine = part.machine
        values = machine.values(run, machine.root, None)
        env = machine.places[0].env
        return {show(env[name]): show(self.scope.translate(value, {})) for name, value in values.items()}

    def _modules(self) -> None:
        out = self.out
        out.add(0, "modules:")
        for part in self.parts:
            out.comment(1, part.machine.root.comments)
            out.add(1, f"{self._module_name(part)}:")
            given = self.values(part, part.runs[0])
            first = self._first(part)
            fixed = [(name, given[name]) for name in given if name in part.alphabet.fixed]
            fixed += [
                (text, given[name])
                for name, text in first.items()
                if text == f"first_{name}" and name not in part.alphabet.fixed
            ]
            if fixed:
                out.mapping(2, "parameters", fixed)
            self._variables(2, part)
            self.commands.write(2, part)
        for action in self.commands.witnessed():
            out.add(1, f"{self.scope.room.enter('witness')}:")
            out.add(2, "commands:")
            out.add(3, f"- {{action: {scalar(action, True)}, then: {{{self.happened}: true}}}}")

    def _module_name(self, part: Part) -> str:
        return part.machine.root.name

    def _instances(self) -> None:
        parts = [part for part in self.parts if len(part.runs) > 1]
        if parts:
            self.out.add(0, "instances:")
        for part in parts:
            name = self._module_name(part)
            given = [self.values(part, run) for run in part.runs]
            varying = [key for key in given[0] if len({values[key] for values in given}) > 1]
            if len(varying) == 1 and varying[0] in part.alphabet.fixed:
                numbers = [values[varying[0]] for values in given]
                if (
                    numbers == [str(int(numbers[0]) + step) for step in range(len(numbers))]
                    if numbers[0].isdigit()
                    else False
                ):
                    self.out.add(1, f"{name}: {{module: {name}, for: {{{varying[0]}: {numbers[0]}..{numbers[-1]}}}}}")
                    continue
            for number, values in enumerate(given, 1):
                pairs = [(key if key in part.alphabet.fixed else f"first_{key}", values[key]) for key in varying]
                parameters = f", parameters: {flowing(pairs)}" if pairs else ""
                self.out.add(1, f"{name}{number}: {{module: {name}{parameters}}}")

    def _lists(self) -> None:
        known = [name for part in self.parts for name in part.alphabet.names()]
        for key, actions in (("independent", self.model.alone), ("hide", self.model.hidden)):
            for name, span in actions:
                if name not in known:
                    raise SpecError([Diagnostic("E803", f"there is no action `{name}`", span)])
            if actions and (key == "hide" or len(self.parts) > 1 or len(self.parts[0].runs) > 1):
                self.out.add(0, f"{key}: [{', '.join(dict.fromkeys(self.scope.action(name) for name, _ in actions))}]")

    def _rewards(self) -> None:
        arities = Counter[str]()
        for part in self.parts:
            for command in part.machine.commands:
                arities[command.action] = max(arities[command.action], len(command.arguments))
        hidden = {name for name, _ in self.model.hidden} | {"tau"}
        seen = {self.scope.action(name): arity for name, arity in arities.items() if name not in hidden}
        if not seen:
            return
        self.out.comment(0, ["How often each action happens."])
        self.out.add(0, "rewards:")
        names = entered(seen, {"steps"})
        for action, arity in seen.items():
            text = scalar(f"{action}[*]", True) if arity else action
            self.out.add(1, f"{names[action]}: [{{action: {text}, gain: 1}}]")

    def _questions(self) -> None:
        until = self.model.until
        if until is None:
            return
        name = "_or_".join(self.scope.action(name) for name, _ in until.actions)
        self.out.add(0, "questions:")
        self.out.add(1, f'{name}_max: "Pmax=? [F {self.happened}]"')
        self.out.add(1, f'{name}_min: "Pmin=? [F {self.happened}]"')


def _consecutive(numbers: list[str]) -> bool:
    """Whether these are 4, 5, 6 …"""
    return numbers[0].isdigit() and numbers == [str(int(numbers[0]) + step) for step in range(len(numbers))]
