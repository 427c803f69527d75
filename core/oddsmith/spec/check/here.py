"""What names mean at one place of a game: their types, which of them change, which are bound here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from oddsmith.expr.scope import Scope
from oddsmith.expr.types import Type


@dataclass(frozen=True)
class Here:
    scope: Scope
    moving: frozenset[str] = frozenset()
    """Names whose value depends on the state."""
    local: frozenset[str] = frozenset()
    """Names that are bound at this place and hide constants."""
    variables: frozenset[str] = frozenset()
    """Names that can get a new value."""

    def bind(self, names: Mapping[str, Type], *, moving: bool = False) -> Here:
        """The place inside of a family, an abbreviation or a draw."""
        bound = frozenset(names)
        scope = self.scope.bind(names)
        hidden = bound & (scope.arrays.keys() | scope.tables.keys())
        if hidden:
            scope = replace(
                scope,
                arrays={name: shape for name, shape in scope.arrays.items() if name not in hidden},
                tables={name: shape for name, shape in scope.tables.items() if name not in hidden},
            )
        changing = self.moving | bound if moving else self.moving - bound
        return Here(scope, changing, self.local | bound, self.variables - bound)

    def gains(self) -> Here:
        """The same place where `next(x)` is allowed."""
        return replace(self, scope=replace(self.scope, allow_next=True))
