"""Process -> state space: the interpreter for small games, compiled code for large ones."""

from __future__ import annotations

from collections.abc import Sequence

from oddsmith.context import Context
from oddsmith.expr.nodes import Expr
from oddsmith.kernel.kernel import Kernel, Rows, SemanticError, Target
from oddsmith.process.process import Process
from oddsmith.space.assemble import assemble
from oddsmith.space.faults import check_choices, complaint
from oddsmith.space.paths import path_to_row, search_path
from oddsmith.space.raw import FaultyStateError, RawSpace
from oddsmith.space.search import Budget, Search
from oddsmith.space.space import StateSpace

FIRST_TRY = Budget(states=600, seconds=0.15)
"""What the exact kernel may spend on a game before a compiled one takes over."""


def explore(
    process: Process,
    conditions: tuple[Expr, ...],
    targets: Sequence[Target],
    context: Context,
    *,
    exact: bool = False,
    first_try: Budget = FIRST_TRY,
) -> tuple[StateSpace, str]:
    """The state space and the name of the target that was used.

    The exact target begins. If the game is larger than `first_try`, a float target takes over, unless there is none
    or `exact` numbers are demanded. Raises SpecError at a state that breaks the rules, LimitError beyond the limits.
    """
    exact_target = next((t for t in targets if t.numbers == "exact"), None)
    float_target = next((t for t in targets if t.numbers == "float"), None)
    if exact_target is not None:
        alone = exact or float_target is None
        kernel = exact_target.build(process, conditions, context)
        space = _explore_exactly(kernel, process, len(conditions), context, Budget() if alone else first_try)
        if space is not None:
            return space, exact_target.name
    elif exact:
        raise ValueError("exact numbers are demanded, and no target gives them")
    if float_target is None:
        raise ValueError("no target to build a kernel with")
    kernel = float_target.build(process, conditions, context)
    return _explore_compiled(kernel, process, conditions, exact_target, context), float_target.name


def _explore_exactly(
    kernel: Kernel, process: Process, conditions: int, context: Context, budget: Budget
) -> StateSpace | None:
    """The whole space, or None where the budget did not suffice."""
    search = Search(kernel, process, context)
    try:
        if not search.run(budget):
            return None
        return assemble(search.raw(), kernel, process, conditions)
    except SemanticError as error:
        raise complaint(error, process, kernel.encoding, path_to_row(search.raw(), error.row)) from None


def _explore_compiled(
    kernel: Kernel, process: Process, conditions: tuple[Expr, ...], oracle: Target | None, context: Context
) -> StateSpace:
    raw: RawSpace | None = None
    try:
        raw = _raw(kernel, process, context)
        return assemble(raw, kernel, process, len(conditions))
    except FaultyStateError as fault:
        row, error, part = fault.row, None, fault.part
    except SemanticError as fault:
        row, error, part = fault.row, fault, raw
    judge = kernel if oracle is None else oracle.build(process, conditions, context)
    path = path_to_row(part, row) if part is not None else None
    if path is None:
        path = search_path(judge, process, row, context)
    if oracle is not None:
        error = _verdict(judge, process, len(conditions), row) or error
    if error is None:
        error = SemanticError("E612", "a number in this state is too large for compiled code", row)
    raise complaint(error, process, kernel.encoding, path)


def _raw(kernel: Kernel, process: Process, context: Context) -> RawSpace:
    if kernel.native is not None:
        from oddsmith.space.native_explore import explore_native

        return explore_native(kernel, process, context)
    search = Search(kernel, process, context)
    search.run(Budget())
    return search.raw()


def _verdict(judge: Kernel, process: Process, conditions: int, row: Rows) -> SemanticError | None:
    """What the exact kernel says is wrong with a state."""
    rows = row.reshape(1, -1)
    try:
        moves = judge.expand(rows)
        check_choices(process, rows, moves.choices, moves.summand)
        for condition in range(conditions):
            judge.holds(condition, rows)
        for reward in range(len(judge.rewards)):
            judge.state_gain(reward, rows)
    except SemanticError as error:
        return error
    return None
