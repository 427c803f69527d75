"""Labels, also in families and built upon each other -> plain conditions by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter

from oddsmith.expr.substitute import free_names
from oddsmith.process.process import Label
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import LabelClause
from oddsmith.spec.lower.constants import Constants
from oddsmith.spec.lower.families import combinations, indexed_name
from oddsmith.spec.lower.scope import Macro, Scope


@dataclass(frozen=True)
class Labelled:
    """The scope in which labels have their meaning, and all labels in the order of the spec."""

    scope: Scope
    labels: tuple[Label, ...]


def define(clauses: Sequence[LabelClause], scope: Scope, constants: Constants) -> Labelled:
    """Adds every label to the scope, those first that others are built upon."""
    found: dict[str, list[Label]] = {}
    for clause in _in_order(clauses):
        inner = scope.hide(b.name for b in clause.family)
        if clause.family:
            macro = Macro(tuple(b.name for b in clause.family), inner.resolve(clause.condition))
            scope = replace(scope, macros={**scope.macros, clause.name: macro})
        else:
            scope = scope.bind({clause.name: scope.resolve(clause.condition)})
        found[clause.name] = [
            Label(indexed_name(clause.name, values), constants.simplified(clause.condition, each), clause.span)
            for each, values in combinations(clause.family, scope, constants)
        ]
    return Labelled(scope, tuple(label for clause in clauses for label in found[clause.name]))


def _in_order(clauses: Sequence[LabelClause]) -> list[LabelClause]:
    known = {c.name: c for c in clauses}
    needs = {c.name: (free_names(c.condition) - {b.name for b in c.family}) & known.keys() for c in clauses}
    try:
        return [known[name] for name in TopologicalSorter(needs).static_order()]
    except CycleError as error:
        names = error.args[1]
        message = f"the label `{names[0]}` is built upon itself: {' -> '.join(reversed(names))}"
        raise SpecError([Diagnostic("E205", message, known[names[0]].span)]) from None
