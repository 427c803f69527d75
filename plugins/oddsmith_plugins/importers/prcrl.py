"""A specification in prCRL, the language of SCOOP -> a spec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from oddsmith.plugin import Context, Diagnostic, ForeignText, Imported, Importer, SpecError, hookimpl
from oddsmith_plugins.importers.prcrl_parts.alphabet import Alphabet
from oddsmith_plugins.importers.prcrl_parts.commands import CommandWriter, Part
from oddsmith_plugins.importers.prcrl_parts.machine import Machine
from oddsmith_plugins.importers.prcrl_parts.model import Model, Run
from oddsmith_plugins.importers.prcrl_parts.parser import SpecificationParser
from oddsmith_plugins.importers.prcrl_parts.scope import Scope
from oddsmith_plugins.importers.prcrl_parts.spec import SpecWriter


@dataclass(frozen=True)
class Prcrl(Importer):
    """prCRL, the language of SCOOP: processes with data, choice, chance and parallel composition."""

    name: ClassVar[str] = "prcrl"
    suffixes: ClassVar[tuple[str, ...]] = (".prcrl",)

    def read(self, foreign: ForeignText, context: Context) -> Imported:
        if foreign.properties is not None:
            message = "prCRL has no properties files: `until [ true U action ]` stands in the specification"
            raise SpecError([Diagnostic("E802", message)])
        model = Model()
        parser = SpecificationParser(foreign.model, model)
        parser.read()
        _check(parser.complaints)
        scope = Scope(model)
        scope.settle()
        given = dict(foreign.constants)
        for name in sorted(given.keys() - scope.names.keys()):
            scope.complaints.append(Diagnostic("E701", f"there is no constant `{name}` to set"))
        _check(scope.complaints)
        writer = _writer(model, scope, given)
        text = writer.write(foreign.model.name)
        _check(scope.complaints)
        unset = tuple(c.name for c in model.constants if c.value is None and c.name not in given)
        return Imported(text, (), unset, writer.out.origins())


def _writer(model: Model, scope: Scope, given: dict[str, str]) -> SpecWriter:
    machines, runs = _machines(model, scope)
    alone = len(model.start) == 1
    if alone:
        _functions(scope, machines[0])
    happened = scope.room.enter("happened") if model.until is not None else ""
    parts = []
    for machine in machines:
        machine.build()
        alphabet = Alphabet(scope, machine, set() if alone else machine.fixed())
        alphabet.read()
        parts.append(Part(alphabet, runs[machine.root.name]))
    several = [part for part in parts if len(part.machine.places) > 1]
    for part in several:
        part.at = scope.room.enter("at" if len(several) == 1 else f"at_{part.machine.root.name}")
    _check(scope.complaints)
    _check_actions(model, parts)
    return SpecWriter(model, scope, parts, given, CommandWriter(model, scope, parts, happened))


def _machines(model: Model, scope: Scope) -> tuple[list[Machine], dict[str, list[Run]]]:
    """A machine for each process in `init`."""
    runs: dict[str, list[Run]] = {}
    for run in model.start:
        runs.setdefault(scope.process(run).name, []).append(run)
    machines = [Machine(scope, model.processes[name]) for name in runs]
    for machine in machines:
        machine.prepare()
    return machines, runs


def _functions(scope: Scope, machine: Machine) -> None:
    """Shorthands that read the parameters of the only process become functions."""
    parameters = {parameter.name for parameter in machine.root.parameters}
    for name, constant in scope.shorthands.items():
        if constant.value is not None and scope.reads(constant.value) <= parameters | scope.names.keys() | {
            *scope.shorthands
        }:
            scope.functions[name] = scope.room.enter(name)


def _check_actions(model: Model, parts: list[Part]) -> None:
    """Every action has one number of arguments, and the formula is about actions that there are."""
    arities: dict[str, int] = {}
    for part in parts:
        for command in part.machine.commands:
            arity = len(command.arguments)
            if arities.setdefault(command.action, arity) != arity:
                message = f"the action `{command.action}` has {arities[command.action]} arguments elsewhere"
                raise SpecError([Diagnostic("E802", message, command.span)])
    if model.until is None:
        return
    for name, arguments in model.until.actions:
        if name not in arities:
            raise SpecError([Diagnostic("E803", f"there is no action `{name}`", model.until.span)])
        if arguments and len(arguments) != arities[name]:
            message = f"the action `{name}` has {arities[name]} arguments, not {len(arguments)}"
            raise SpecError([Diagnostic("E803", message, model.until.span)])


def _check(complaints: list[Diagnostic]) -> None:
    if complaints:
        raise SpecError(complaints)


@hookimpl
def oddsmith_importers() -> list[type[Importer]]:
    return [Prcrl]
