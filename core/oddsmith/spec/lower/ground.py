"""A game -> what all its parts stand upon: constants, functions, labels, variables, and the types of all names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

from oddsmith.expr import scope as types
from oddsmith.expr.interval import Interval
from oddsmith.expr.nodes import Expr, Symbol
from oddsmith.expr.simplify import simplify
from oddsmith.expr.types import BOOL, INT, NUMBER, Type
from oddsmith.process.process import Array, Function, Label, Parameter, Table
from oddsmith.spec.game import Game, Player
from oddsmith.spec.lower.components import Parts, parts
from oddsmith.spec.lower.constants import Constants, as_expression
from oddsmith.spec.lower.labels import define
from oddsmith.spec.lower.players import seated
from oddsmith.spec.lower.scope import Scope
from oddsmith.spec.lower.variables import lay_out


@dataclass(frozen=True)
class Ground:
    """Everything of a game but its commands, rewards and questions, with constants in place."""

    game: Game
    scope: Scope
    """What names mean outside of all modules."""
    constants: Constants
    functions: tuple[Function, ...]
    labels: tuple[Label, ...]
    players: tuple[Player, ...]
    """Families unrolled."""
    parts: Parts
    params: tuple[Parameter, ...]
    arrays: tuple[Array, ...]

    @cached_property
    def ranges(self) -> dict[str, Interval]:
        """What each variable, and any cell of each array, can hold."""
        found: dict[str, Interval] = {p.name: (p.low, p.high) for p in self.params}
        for array in self.arrays:
            size = prod(high - low + 1 for low, high in array.axes)
            cells = self.params[array.first : array.first + size]
            found[array.name] = (min(p.low for p in cells), max(p.high for p in cells))
        return found

    @cached_property
    def types(self) -> types.Scope:
        """The types of all names that a question may use."""
        declared = [(item.name, item.variable, len(item.uses[0][0])) for item in self.parts.declared if item.uses]
        arrays = {name: (v.type, size + len(v.axes)) for name, v, size in declared if size + len(v.axes)}
        names = {c.name: c.type for c in self.game.constants}
        names |= {name: v.type for name, v, size in declared if name not in arrays}
        names |= {clause.name: BOOL for clause in self.game.labels if not clause.family}
        arrays |= {clause.name: (BOOL, len(clause.family)) for clause in self.game.labels if clause.family}
        return types.Scope(
            names,
            arrays,
            {t.name: (_entries(t), len(t.axes)) for t in self.game.tables},
            {f.name: types.Signature(f.argument_types, f.result) for f in self.functions},
            {name: (kind, place) for kind in _enumerations(self.game) for place, name in enumerate(kind.values)},
        )


def ground(game: Game) -> Ground:
    """Evaluates and lays out; raises SpecError."""
    scope = Scope(_fixed_names(game))
    functions = tuple(_function(f, scope) for f in game.functions)
    constants = Constants.of(game.tables, functions)
    labelled = define(game.labels, scope, constants)
    all_parts = parts(game, labelled.scope, constants)
    params, arrays = lay_out(all_parts.declared, constants)
    return Ground(
        game,
        labelled.scope,
        constants,
        functions,
        labelled.labels,
        seated(game.players, labelled.scope, constants),
        all_parts,
        tuple(params),
        tuple(arrays),
    )


def _fixed_names(game: Game) -> dict[str, Expr]:
    """Values of enumerations and constants."""
    names: dict[str, Expr] = {}
    for kind in _enumerations(game):
        names |= {name: Symbol(name, place) for place, name in enumerate(kind.values)}
    return names | {c.name: as_expression(c.type, c.value) for c in game.constants}


def _enumerations(game: Game) -> list[Type]:
    variables = [*game.variables, *(v for m in game.modules for v in m.variables)]
    kinds = [*(v.type for v in variables), *(c.type for c in game.constants)]
    return [kind for kind in kinds if kind.kind == "enum"]


def _function(function: Function, scope: Scope) -> Function:
    return replace(function, body=simplify(scope.hide(function.arguments).resolve(function.body)))


def _entries(table: Table) -> Type:
    whole = not table.bind and all(v is None or isinstance(v, int) for v in table.values)
    return INT if whole else NUMBER
