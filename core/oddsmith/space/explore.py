"""Process -> state space: the interpreter for small games, compiled code for large ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from oddsmith.context import Context
from oddsmith.expr.nodes import Expr
from oddsmith.kernel.kernel import Kernel, NotCompilableError, SemanticError, Target
from oddsmith.kernel.sound import sound_kernel
from oddsmith.process.process import Process
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.assemble import assemble
from oddsmith.space.explain import Judge
from oddsmith.space.raw import FaultyStateError, RawSpace
from oddsmith.space.search import Budget, Search
from oddsmith.space.space import StateSpace

FIRST_TRY = Budget(states=600, seconds=0.08)
"""What the exact kernel may spend on a game before a compiled one takes over."""

OTHER = "let the kernel be chosen, or take the reference kernel"


def explore(
    process: Process,
    conditions: tuple[Expr, ...],
    targets: Sequence[Target],
    context: Context,
    *,
    exact: bool = False,
    first_try: Budget = FIRST_TRY,
    referees: Sequence[Target] = (),
) -> tuple[StateSpace, str]:
    """The state space and the name of the target that was used.

    The exact target begins. If the game is larger than `first_try`, a float target takes over, unless there is none,
    `exact` numbers are demanded, or compiled code cannot express the game.
    A float target that is alone takes the first exact one of the `referees` to explain what it refuses.
    Raises SpecError at a state that breaks the rules, LimitError beyond the limits.
    """
    exact_target = _exact(targets)
    float_target = next((t for t in targets if t.numbers == "float"), None)
    if exact_target is None:
        if float_target is None:
            raise _refusal("there is no kernel to explore the game with", "do not leave out all kernels")
        if exact:
            raise _refusal(f"the kernel {float_target.name} has no fractions, which this solver needs", OTHER)
        return _explore_alone(process, conditions, float_target, _exact(referees), context), float_target.name
    try:
        kernel = sound_kernel(exact_target, exact_target.build(process, conditions, context))
    except NotCompilableError as error:
        raise _refusal(f"the kernel {exact_target.name} cannot take this game", OTHER, f"it refuses {error}") from None
    judge = Judge(process, kernel, len(conditions), context)
    search = Search(kernel, process, context)
    if float_target is not None and not exact and not _searched(search, judge, first_try):
        space = _explore_compiled(process, conditions, float_target, judge)
        if space is not None:
            return space, float_target.name
    _searched(search, judge, Budget())
    try:
        return assemble(search.raw(), kernel, process, len(conditions)), exact_target.name
    except SemanticError as error:
        raise judge.explain(error, search.raw()) from None


def _searched(search: Search, judge: Judge, budget: Budget) -> bool:
    """Whether the whole space was found within the budget."""
    try:
        return search.run(budget)
    except SemanticError as error:
        raise judge.explain(error, search.raw()) from None


def _explore_compiled(
    process: Process, conditions: tuple[Expr, ...], target: Target, judge: Judge
) -> StateSpace | None:
    """The whole space; None where the game is right and compiled code cannot take it (fractions, large numbers)."""
    context, raw = judge.context, None
    try:
        kernel = sound_kernel(target, target.build(process, conditions, context))
        raw = explore_raw(kernel, process, context)
        return assemble(raw, kernel, process, len(conditions))
    except NotCompilableError as error:
        context.monitor.message(f"no compiled code for this game ({error}): it is interpreted, which takes longer")
        return None
    except FaultyStateError as fault:
        row, part = fault.row, fault.part
    except SemanticError as fault:
        row, part = fault.row, raw
    verdict = judge.verdict(row)
    if verdict is not None:
        raise judge.explain(verdict, part)
    context.monitor.message("a number does not fit into 64 bits: the game is interpreted, which takes longer")
    return None


def _refusal(message: str, fix: str, why: str = "") -> SpecError:
    return SpecError([Diagnostic("E703", message, None, why, fix)])


def _exact(targets: Sequence[Target]) -> Target | None:
    return next((target for target in targets if target.numbers == "exact"), None)


def _explore_alone(
    process: Process, conditions: tuple[Expr, ...], target: Target, referee: Target | None, context: Context
) -> StateSpace:
    """The whole space by a float target; the referee only explains what is refused."""
    raw: RawSpace | None = None
    try:
        kernel = sound_kernel(target, target.build(process, conditions, context))
        raw = explore_raw(kernel, process, context)
        return assemble(raw, kernel, process, len(conditions))
    except NotCompilableError as error:
        why = f"it has no exact translation: {error}"
        raise _refusal(f"the kernel {target.name} cannot take this game", OTHER, why) from None
    except FaultyStateError as fault:
        refusal, part = SemanticError("E612", "compiled code refuses this state", fault.row, fix=OTHER), fault.part
    except SemanticError as fault:
        refusal, part = fault, raw
    judge = Judge(process, kernel, len(conditions), context)
    if referee is None:
        raise judge.explain(refusal, part)
    judge = replace(judge, kernel=referee.build(process, conditions, context))
    too_large = SemanticError("E612", "a number does not fit into 64 bits here", refusal.row, fix=OTHER)
    raise judge.explain(judge.verdict(refusal.row) or too_large, part)


def explore_raw(kernel: Kernel, process: Process, context: Context) -> RawSpace:
    """Everything that can be reached, by compiled loops where the kernel has a compiled step."""
    if kernel.native is not None:
        from oddsmith.space.native_explore import explore_native

        return explore_native(kernel, process, context)
    search = Search(kernel, process, context)
    search.run(Budget())
    return search.raw()
