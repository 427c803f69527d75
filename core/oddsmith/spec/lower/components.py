"""Modules and instances -> components: which variables there are, and what names mean inside of each use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from oddsmith.expr.nodes import Expr, Index, Name
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.complaints import suggestion
from oddsmith.spec.game import Game, Instance, Module
from oddsmith.spec.lower.constants import Constants, ordinal
from oddsmith.spec.lower.families import combinations
from oddsmith.spec.lower.scope import Scope
from oddsmith.spec.lower.steps import Component
from oddsmith.spec.lower.variables import Declared


@dataclass(frozen=True)
class Parts:
    """All variables in order, and all components that move."""

    declared: tuple[Declared, ...]
    components: tuple[Component, ...]


def parts(game: Game, scope: Scope, constants: Constants) -> Parts:
    """The commands outside of modules are a component of their own; a module without instances is used as itself."""
    declared = [Declared(v.name, v, (((), scope),)) for v in game.variables]
    components = [Component((), scope, game.commands)] if game.commands else []
    modules = {m.name: m for m in game.modules}
    instantiated = {i.module for i in game.instances}
    for module in game.modules:
        if module.name not in instantiated:
            inner = scope.bind(_parameters(module, {}, scope, constants))
            declared += [Declared(v.name, v, (((), inner),)) for v in module.variables]
            components.append(Component((module.name,), inner, module.commands))
    for instance in game.instances:
        module = modules[instance.module]
        uses = list(_uses(instance, module, scope, constants))
        declared += _declared(instance, module, uses)
        components += [component for _, component in uses]
    return Parts(tuple(declared), tuple(components))


def _uses(
    instance: Instance, module: Module, scope: Scope, constants: Constants
) -> Iterator[tuple[tuple[int, ...], Component]]:
    for outer, values in combinations(instance.family, scope, constants):
        given = {b.name: value for b, value in zip(instance.family, values, strict=True)}
        known = [name for name, _ in module.parameters]
        for name, expr in instance.parameters:
            if name not in known:
                message = f"module `{module.name}` has no parameter `{name}`"
                raise SpecError([Diagnostic("E201", message, expr.span, fix=suggestion(name, known, "parameters"))])
            given[name] = constants.literal(expr, outer)
        inner = scope.bind(_parameters(module, given, scope, constants))
        full = {v.name: _full_name(instance, v.name) for v in module.variables}
        foreign = {old: inner.names.get(new, Name(new)) for old, new in instance.rename if old not in full}
        local = inner.bind(foreign)
        local = local.bind({old: Index(new, values) if values else Name(new) for old, new in full.items()})
        component = Component((instance.name, module.name), local, module.commands, instance.rename)
        yield tuple(ordinal(v) for v in values), component


def _declared(instance: Instance, module: Module, uses: list[tuple[tuple[int, ...], Component]]) -> list[Declared]:
    places = tuple((place, component.scope) for place, component in uses)
    return [Declared(_full_name(instance, v.name), v, places) for v in module.variables]


def _full_name(instance: Instance, variable: str) -> str:
    """A renamed variable has its new name, every other that of its instance before it."""
    return dict(instance.rename).get(variable, f"{instance.name}.{variable}")


def _parameters(module: Module, given: Mapping[str, Expr], scope: Scope, constants: Constants) -> dict[str, Expr]:
    """Module constants: what the instance gives, else the default, which may use earlier ones."""
    found: dict[str, Expr] = {}
    for name, default in module.parameters:
        if name in given:
            found[name] = given[name]
        elif default is not None:
            found[name] = constants.literal(default, scope.bind(found))
        else:
            fix = f"give it: `instances: {{x: {{module: {module.name}, parameters: {{{name}: …}}}}}}`"
            message = f"parameter `{name}` of module `{module.name}` has no value"
            raise SpecError([Diagnostic("E203", message, module.span, fix=fix)])
    return found
