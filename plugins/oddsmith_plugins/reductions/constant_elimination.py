"""Process -> one without the parameters that always have their initial value.

The largest set C of parameters such that no command that may be enabled while all of C have their initial values
changes one of them: begin with all parameters, and take out those that such a command sets to something else, until
none is left to be taken out. By induction over the steps of a play they never change. (Constant elimination of linear
processes: Katoen, van de Pol, Stoelinga, Timmer, "A linear process-algebraic format with data for probabilistic
automata", 2012.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from oddsmith.plugin import (
    Access,
    Context,
    Index,
    Known,
    Process,
    Reduction,
    Settler,
    Update,
    cells_of,
    erase,
    hookimpl,
    rewritten,
    value_of,
    without_unused,
)


@dataclass(frozen=True)
class ConstantElimination(Reduction):
    """Puts the values of parameters that never change in their place."""

    name: ClassVar[str] = "constant-elimination"

    def apply(self, process: Process, context: Context) -> Process:
        if process.exchangeable:  # their values change places without a command that says so
            return process
        settler = Settler(process)
        values = constants(process, settler, context)
        if not values:
            return process
        touched = frozenset(a.name for a in process.arrays if values.keys() & set(cells_of(a)))
        alive = replace(process, summands=tuple(settler.at(values).summands()))
        known = Known.of(process, values, touched)
        return without_unused(erase(rewritten(alive, known), values))


def constants(process: Process, settler: Settler, context: Context) -> dict[str, int]:
    """The parameters that never change, and their values."""
    access = Access.of(process)
    fixed = _bound_to_stay(process)
    values = {p.name: p.init for p in process.params if p.name not in fixed}
    changing = True
    while changing:
        settler.at(values)
        changing = False
        for summand in list(settler.summands()):
            context.check()
            updates = [update for branch in summand.branches for update in branch.updates]
            changed = {name for update in updates for name in _changed(update, access, settler, values)}
            changing = changing or bool(changed)
            values = {name: value for name, value in values.items() if name not in changed}
    return values


def _changed(update: Update, access: Access, settler: Settler, values: Mapping[str, int]) -> list[str]:
    """The parameters held to be constant that an update may set to another value."""
    target = update.target
    if isinstance(target, Index):
        target = Index(target.name, tuple(settler.left(index) for index in target.indices))
    after = value_of(settler.left(update.value))
    return [name for name in access.place(target) if name in values and after != values[name]]


def _bound_to_stay(process: Process) -> set[str]:
    """Parameters that a declared symmetry names."""
    named = {name for _, name in process.symmetry}
    return named | {cell for array in process.arrays if array.name in named for cell in cells_of(array)}


@hookimpl
def oddsmith_reductions() -> list[type[Reduction]]:
    return [ConstantElimination]
