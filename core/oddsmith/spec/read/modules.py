"""`modules:` and `instances:` -> Module and Instance."""

from __future__ import annotations

from oddsmith.expr.nodes import Expr
from oddsmith.spec.game import Instance, Module
from oddsmith.spec.keys import INSTANCE, MODULE
from oddsmith.spec.read.commands import read_commands
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.read.variables import read_variables
from oddsmith.spec.tree import Entry, Node, Scalar, Sequence


def read_modules(reader: Reader, node: Node | None) -> tuple[Module, ...]:
    found: list[Module] = []
    for entry in reader.entries(node, "modules (`name: {variables: …, commands: …}`)"):
        name = reader.name(entry.key, "a module")
        fields = reader.fields(entry.value, MODULE)
        parameters = _parameters(reader, fields.get("parameters"))
        variables = read_variables(reader, fields.get("variables"))
        commands = read_commands(reader, fields.get("commands"))
        if name is not None:
            found.append(Module(name, parameters, variables, commands, entry.key.span))
    return tuple(found)


def _parameters(reader: Reader, node: Node | None) -> tuple[tuple[str, Expr | None], ...]:
    """`{n: 1, m: }` or `[n, m]`; None where there is no default."""
    if isinstance(node, Sequence):
        return tuple((name, None) for name in reader.names(node, "a parameter"))
    found: list[tuple[str, Expr | None]] = []
    for entry in reader.entries(node, "parameters (`name: default`)"):
        name = reader.name(entry.key, "a parameter")
        empty = isinstance(entry.value, Scalar) and entry.value.empty
        value = None if empty else reader.expression(entry.value)
        if name is not None:
            found.append((name, value))
    return tuple(found)


def read_instances(reader: Reader, node: Node | None) -> tuple[Instance, ...]:
    found = (_instance(reader, entry) for entry in reader.entries(node, "instances (`name: {module: …}`)"))
    return tuple(instance for instance in found if instance is not None)


def _instance(reader: Reader, entry: Entry) -> Instance | None:
    name = reader.name(entry.key, "an instance")
    if name is None:
        return None
    if isinstance(entry.value, Scalar):
        module = entry.value.text or name
        return Instance(name, module, span=entry.key.span)
    fields = reader.fields(entry.value, INSTANCE)
    module = (reader.name(fields["module"], "a module") if "module" in fields else None) or name
    family = reader.binders(fields.get("for"), "a family")
    parameters: list[tuple[str, Expr]] = []
    for given in reader.entries(fields.get("parameters"), "parameters (`name: value`)"):
        value = reader.expression(given.value)
        if value is not None:
            parameters.append((given.key.text, value))
    rename = _renaming(reader, fields.get("rename"))
    return Instance(name, module, family, tuple(parameters), rename, entry.key.span)


def _renaming(reader: Reader, node: Node | None) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for entry in reader.entries(node, "new names (`old: new`)"):
        old, new = reader.name(entry.key, "a renamed action or variable"), reader.name(entry.value, "a new name")
        if old is not None and new is not None:
            found.append((old, new))
    return tuple(found)
