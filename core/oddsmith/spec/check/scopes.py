"""Everything a game declares -> what names mean outside of modules and inside of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from oddsmith.expr.scope import UNKNOWN, Scope, Signature, join
from oddsmith.expr.types import BOOL, INT, NUMBER, Type
from oddsmith.process.process import Table
from oddsmith.spec.check.here import Here
from oddsmith.spec.game import Game, Instance, Module, Variable

Shape = tuple[Type, int]
"""A type and the number of axes."""


def symbols_of(variables: Iterator[Variable]) -> dict[str, tuple[Type, int]]:
    """The values of all enumerations; the first enumeration that has a name gives its meaning."""
    found: dict[str, tuple[Type, int]] = {}
    for variable in variables:
        for ordinal, name in enumerate(variable.type.values):
            found.setdefault(name, (variable.type, ordinal))
    return found


def all_variables(game: Game) -> Iterator[Variable]:
    """Those of the game, then those of its modules."""
    yield from game.variables
    for module in game.modules:
        yield from module.variables


def outside_names(game: Game) -> dict[str, Shape]:
    """All variables by the name that they have outside of modules."""
    found = {v.name: (v.type, len(v.axes)) for v in game.variables}
    modules = {module.name: module for module in game.modules}
    used = {instance.module for instance in game.instances}
    for module in game.modules:
        if module.name not in used:
            found |= {v.name: (v.type, len(v.axes)) for v in module.variables}
    for instance in game.instances:
        if instance.module in modules:
            found |= instance_names(instance, modules[instance.module])
    return found


def instance_names(instance: Instance, module: Module) -> dict[str, Shape]:
    """`left.v`, or the new name that `rename` gives; the indices of a family come first."""
    renamed = dict(instance.rename)
    return {
        renamed.get(v.name, f"{instance.name}.{v.name}"): (v.type, len(instance.family) + len(v.axes))
        for v in module.variables
    }


def outside(game: Game, symbols: Mapping[str, tuple[Type, int]], signatures: Mapping[str, Signature]) -> Here:
    """The place outside of all modules, without labels."""
    shapes = outside_names(game)
    names = {c.name: c.type for c in game.constants}
    names |= {name: kind for name, (kind, axes) in shapes.items() if not axes}
    arrays = {name: shape for name, shape in shapes.items() if shape[1]}
    tables = {t.name: (table_type(t), len(t.axes)) for t in game.tables}
    return Here(Scope(names, arrays, tables, signatures, symbols), frozenset(shapes), variables=frozenset(shapes))


def with_labels(game: Game, here: Here) -> Here:
    """Labels are conditions by name, families of labels are arrays of conditions."""
    single = {label.name: BOOL for label in game.labels if not label.family}
    many = {label.name: (BOOL, len(label.family)) for label in game.labels if label.family}
    scope = replace(here.scope, names={**here.scope.names, **single}, arrays={**here.scope.arrays, **many})
    return replace(here, scope=scope, moving=here.moving | single.keys() | many.keys())


def inside(module: Module, here: Here, parameters: Mapping[str, Type]) -> Here:
    """The place inside of a module: its own names hide those outside."""
    here = here.bind(parameters)
    here = here.bind({v.name: v.type for v in module.variables if not v.axes}, moving=True)
    arrays = {v.name: (v.type, len(v.axes)) for v in module.variables if v.axes}
    hidden = {name: kind for name, kind in here.scope.names.items() if name not in arrays}
    scope = replace(here.scope, names=hidden, arrays={**here.scope.arrays, **arrays})
    own = frozenset(v.name for v in module.variables)
    return Here(scope, here.moving | own, here.local | own, here.variables | own)


def table_type(table: Table) -> Type:
    """The smallest type of all entries."""
    if table.bind:
        return NUMBER
    found = UNKNOWN
    for value in table.values:
        if value is None:
            continue
        own = BOOL if isinstance(value, bool) else NUMBER if isinstance(value, Fraction) else INT
        found = join(found, own) or UNKNOWN
    return found
