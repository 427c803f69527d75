"""The stages of a run, one function each: what one makes, the next one takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from oddsmith.context import Context
from oddsmith.expr.nodes import Expr
from oddsmith.hosting.manager import Host, Origin, PluginCrashError
from oddsmith.hosting.names import unknown
from oddsmith.hosting.registry import Registry
from oddsmith.kernel.kernel import Target
from oddsmith.process.process import Process
from oddsmith.process.question import Question
from oddsmith.process.reduction import Reduced, Reduction, Size, reduced
from oddsmith.run.chooser import Chooser
from oddsmith.run.foreign import Foreign
from oddsmith.run.plan import Ask, Plan
from oddsmith.solve.answer import Answer
from oddsmith.solve.problem import Promise
from oddsmith.solve.solver import Solver
from oddsmith.solve.synthesis import Seek
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.reduction import Lift, SpaceReduction
from oddsmith.space.reduction import reduced as reduced_space
from oddsmith.space.space import StateSpace
from oddsmith.spec.game import Game
from oddsmith.tree.sight import needs_tree

SMALL = 200_000
"""Transitions up to which strategies are found and checked without being asked for."""


if TYPE_CHECKING:
    from oddsmith.learn.learner import Learner


def _unheard(reduced: Reduced) -> None:
    """Nobody wants to know."""


def load(plan: Plan) -> Game:
    """The checked game, with the plan's constants; mistakes in those hide the mistakes that only follow from them."""
    from oddsmith.spec.load import load as load_spec

    if plan.foreign is not None:
        if plan.overrides:
            message = f"`{plan.spec.name}` has no constants, so {plan.overrides[0][0]} cannot be set"
            raise SpecError([Diagnostic("E701", message, fix="leave --set out")])
        if plan.bindings:
            message = f"`{plan.spec.name}` has no tables, so nothing can be bound to {plan.bindings[0].table}"
            raise SpecError([Diagnostic("E721", message, fix="leave --bind out")])
        return plan.foreign.game
    try:
        if plan.translated is not None:
            return plan.translated.game(plan)
        return load_spec(plan.spec, dict(plan.overrides), plan.bindings)
    except SpecError as error:
        own = [diagnostic for diagnostic in error.diagnostics if diagnostic.code.startswith("E7")]
        raise SpecError(own or error.diagnostics) from None


def lower(plan: Plan, game: Game, host: Host) -> Process:
    """The linear process with the questions of the plan; plugins may complain about it."""
    from oddsmith.spec.lower import lower as lower_game
    from oddsmith.spec.lower import with_questions

    process = lower_game(game)
    asked = tuple(_asked(plan, game, item) for item in plan.asks)
    chosen = select(process.questions, asked, plan)
    process = with_questions(replace(process, questions=()), chosen, game)
    complaints = [d for answer in host.ask("oddsmith_check", process=process) for d in _diagnostics(*answer)]
    if complaints:
        raise SpecError(complaints)
    return process


def _asked(plan: Plan, game: Game, item: Ask) -> Question:
    """A question of the command line; where a strategy is followed, first as one about a chain."""
    from oddsmith.spec.lower import ask

    if plan.strategy is not None and game.kind != "chain":
        with suppress(SpecError):
            return ask(replace(game, kind="chain"), item.text, item.name)
    return ask(game, item.text, item.name)


def select(listed: tuple[Question, ...], asked: tuple[Question, ...], plan: Plan) -> tuple[Question, ...]:
    """The questions of a run: the named ones and those asked ad hoc; all of the spec if neither is given."""
    if not plan.questions:
        return asked or listed
    known = {question.name: question for question in listed}
    for name in plan.questions:
        if name not in known:
            raise unknown("question", name, known)
    return tuple(known[name] for name in dict.fromkeys(plan.questions)) + asked


def reduce(
    plan: Plan, process: Process, registry: Registry, context: Context, told: Callable[[Reduced], None] = _unheard
) -> Process:
    """The process after the plan's process reductions, in their order but for the last; `told` hears of each."""
    for reduction in sorted(reductions(plan, registry), key=lambda each: isinstance(each, Reduction) and each.last):
        if isinstance(reduction, Reduction) and any(needs_tree(process, question) for question in process.questions):
            context.monitor.message(f"{reduction.name} is left out: it may change what players see and know")
        elif isinstance(reduction, Reduction) and plan.foreign is not None:
            context.monitor.message(f"{reduction.name} changes commands, and {plan.spec.name} has none")
        elif isinstance(reduction, Reduction) and process.together:
            size, note = _process_size(process), f"{reduction.name} is skipped: players decide at the same time"
            told(Reduced(reduction.name, size, size, 0.0, note))
        elif isinstance(reduction, Reduction):
            began, before = time.perf_counter(), process
            process = reduced(reduction, process, context)
            seconds = time.perf_counter() - began
            told(Reduced(reduction.name, _process_size(before), _process_size(process), seconds))
    return process


def _process_size(process: Process) -> Size:
    return Size(parameters=len(process.params), commands=len(process.summands))


def reductions(plan: Plan, registry: Registry) -> Iterable[Reduction | SpaceReduction]:
    """The plan's reductions with their options."""
    return [registry.make("reduction", step.name, dict(step.options), step.span) for step in plan.reductions]


def targets(plan: Plan, registry: Registry) -> tuple[Target, ...]:
    """The kernel of the plan, or all of them for the explorer to choose from."""
    if plan.kernel is None:
        return registry.all_of("kernel")
    return (registry.make("kernel", plan.kernel.name, dict(plan.kernel.options), plan.kernel.span),)


def explore(plan: Plan, process: Process, registry: Registry, context: Context) -> tuple[StateSpace, str]:
    """The state space, and the name of the kernel that found it; a hopeless game is refused on the way."""
    from oddsmith.run.lookahead import watched
    from oddsmith.solve.conditions import conditions_of
    from oddsmith.space.estimate import estimate
    from oddsmith.space.explore import explore as explore_process

    conditions = conditions_of(process.questions)
    kernels = targets(plan, registry)
    if plan.foreign is not None:
        if not process.questions:
            raise _nothing_asked(plan, plan.foreign)
        return plan.foreign.space(process, conditions, kernels), plan.foreign.importer.name
    process = foresee(plan, process, conditions, registry, context)
    alert = watched(context, lambda: estimate(process, kernels, context)) if plan.estimates else context
    referees = registry.all_of("kernel")
    return explore_process(process, conditions, kernels, alert, exact=wants_exact(plan, registry), referees=referees)


def foresee(
    plan: Plan, process: Process, conditions: tuple[Expr, ...], registry: Registry, context: Context
) -> Process:
    """The process with the marks of the plan's space reductions, which need not store what they would drop."""
    for reduction in reductions(plan, registry):
        if isinstance(reduction, SpaceReduction) and not _hindrance(reduction, process.questions):
            process = reduction.foresee(process, conditions, context)
    return process


def solve(
    space: StateSpace, process: Process, choose: Chooser, context: Context, seek: Seek | None = None
) -> tuple[Answer, ...]:
    """The answer to every question: problems are posed, solvers chosen, expectations and strategies checked."""
    from oddsmith.solve.answering import answer_all

    return tuple(answer_all(space, process.questions, choose, context, seek=seek))


def seek(plan: Plan, host: Host, registry: Registry, space: StateSpace) -> Seek:
    """How strategies are found in this space; without being asked for, nothing large is made for them."""
    checker = chooser(replace(plan, solver=None), host, registry)
    return Seek(checker, space, most=SMALL) if plan.strategies is None else Seek(checker, space)


def seeks(plan: Plan, space: StateSpace) -> bool:
    """Whether strategies are to be found: where that is asked for, or cheap."""
    decides = space.transitions.choices > space.size
    return decides and (space.transitions.count <= SMALL if plan.strategies is None else plan.strategies)


def solver_of(plan: Plan, registry: Registry) -> Solver | None:
    """The plan's solver with its options; None: to be chosen for each problem."""
    if plan.solver is None:
        return None
    solver = registry.make("solver", plan.solver.name, dict(plan.solver.options), plan.solver.span)
    assert isinstance(solver, Solver)
    return solver


def reduce_space(
    plan: Plan,
    space: StateSpace,
    registry: Registry,
    context: Context,
    questions: tuple[Question, ...] = (),
    told: Callable[[Reduced], None] = _unheard,
) -> tuple[StateSpace, Lift | None]:
    """The state space after the plan's space reductions, and the way back where strategies are wanted.

    `told` hears of each. One that does not keep the number of steps is skipped where one of the questions depends on
    it. The way back keeps the larger space in memory, so it is dropped where it is not wanted.
    """
    way, wanted = None, seeks(plan, space)
    for reduction in reductions(plan, registry):
        if isinstance(reduction, SpaceReduction):
            began, before, note = time.perf_counter(), _space_size(space), _hindrance(reduction, questions)
            if not note:
                space, lift = reduced_space(reduction, space, context)
                if wanted:
                    way = lift if way is None else lift.after(way)
            followed = 0 if note or reduction.keeps_steps else space.followed
            spent = time.perf_counter() - began
            told(Reduced(reduction.name, before, _space_size(space), spent, note, followed))
    return space, way


def unused(plan: Plan, registry: Registry) -> tuple[Reduced, ...]:
    """What is said of the plan's space reductions where no state was stored."""
    names = [reduction.name for reduction in reductions(plan, registry) if isinstance(reduction, SpaceReduction)]
    note = "{} had nothing to do: no state was stored (another --solver may store them)"
    return tuple(Reduced(name, Size(), Size(), 0.0, note.format(name)) for name in names)


def _space_size(space: StateSpace) -> Size:
    return Size(space.size, space.transitions.count)


def _hindrance(reduction: SpaceReduction, questions: tuple[Question, ...]) -> str:
    """Why the reduction would change an answer; nothing where it would not."""
    from oddsmith.solve.counting import counting

    names = [] if reduction.keeps_steps else [question.name for question in counting(questions)]
    if not names:
        return ""
    depend = "depends" if len(names) == 1 else "depend"
    return f"{reduction.name} is skipped: {', '.join(names)} {depend} on the number of steps, which it changes"


def asked_for(plan: Plan, space: StateSpace, questions: tuple[Question, ...]) -> StateSpace:
    """What is to be reduced: without the rewards that nobody asks for, so that they do not keep states apart."""
    from oddsmith.solve.counting import rewards_of

    if not plan.reductions:
        return space
    names = rewards_of(questions)
    gains = {name: gains for name, gains in space.gains.items() if names is None or name in names}
    return replace(space, gains=gains)


def chooser(plan: Plan, host: Host, registry: Registry, keeps: bool = False) -> Chooser:
    """The plan's solver where it fits, else the one that plugins choose."""
    return Chooser(host, registry.all_of("solver"), solver_of(plan, registry), keeps)


def wants_exact(plan: Plan, registry: Registry) -> bool:
    """Whether the plan's solver works with fractions."""
    solver = solver_of(plan, registry)
    return solver is not None and Promise.EXACT in solver.promises


def verify(plan: Plan, registry: Registry) -> None:
    """Make every plugin that the plan names once, so that unknown names and options are found early."""
    reductions(plan, registry)
    targets(plan, registry)
    solver_of(plan, registry)
    learners(plan, registry)


def learners(plan: Plan, registry: Registry) -> list[Learner]:
    """The plan's learners with their options."""
    steps = () if plan.learning is None else plan.learning.learners
    return [registry.make("learner", step.name, dict(step.options), step.span) for _, step in steps]


def verify_ranks(plan: Plan, registry: Registry, context: Context) -> None:
    """Refuse several ranks where the solver has no use for them: they would all do the same."""
    solver = solver_of(plan, registry)
    if context.ranks == 1 or (solver is not None and solver.spreads):
        return
    able = " or ".join(f"--solver {other.name}" for other in registry.all_of("solver") if other.spreads)
    what = "no solver is named" if solver is None else f"the solver {solver.name} works in one process"
    message = f"{context.ranks} ranks were started, and {what}"
    advice = f"name one that shares the work: {able}; or " if able else ""
    span = None if plan.solver is None else plan.solver.span
    raise SpecError([Diagnostic("E703", message, span, fix=f"{advice}start it once, without mpirun")])


def _nothing_asked(plan: Plan, foreign: Foreign) -> SpecError:
    names = ", ".join([*foreign.model.labels][:8]) or "none"
    message = f"`{plan.spec.name}` has states and transitions, and no questions (its labels: {names})"
    return SpecError([Diagnostic("E704", message, fix="ask: --ask 'P=? [F label]'")])


def _diagnostics(origin: Origin, answer: object) -> list[Diagnostic]:
    """What a plugin complains about; its complaint is not to be lost because it has the wrong form."""
    items = list(answer) if isinstance(answer, Iterable) else [answer]
    found = [item for item in items if isinstance(item, Diagnostic)]
    if len(found) < len(items):
        raise PluginCrashError(origin, f"oddsmith_check must return Diagnostics, not {answer!r}")
    return found
