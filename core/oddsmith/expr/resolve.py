"""Bare names -> values of enumerations, where nothing else has that name."""

from __future__ import annotations

from dataclasses import replace

from oddsmith.expr.nodes import Binder, Expr, Fold, Items, Name, Range, Symbol
from oddsmith.expr.scope import UNKNOWN, Scope
from oddsmith.expr.substitute import map_children


def resolve(expr: Expr, scope: Scope) -> Expr:
    """Turn the bare names of enumeration values into Symbols, unless something else has that name."""
    if isinstance(expr, Name):
        found = None if expr.name in scope.names else scope.symbols.get(expr.name)
        return expr if found is None else Symbol(expr.name, found[1], span=expr.span)
    if isinstance(expr, Fold):
        return _resolve_fold(expr, scope)
    return map_children(expr, lambda child: resolve(child, scope))


def _resolve_fold(expr: Fold, scope: Scope) -> Fold:
    binders: list[Binder] = []
    for binder in expr.binders:
        domain = resolve(binder.domain, scope)
        assert isinstance(domain, Range | Items)
        binders.append(replace(binder, domain=domain))
        scope = scope.bind({binder.name: UNKNOWN})
    return Fold(expr.kind, tuple(binders), resolve(expr.body, scope), span=expr.span)
