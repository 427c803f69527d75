"""A stored space and questions about what players know or want -> answers by solvers of game trees."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from oddsmith.context import Context
from oddsmith.hosting.registry import Registry
from oddsmith.process.process import Process
from oddsmith.process.question import Played, Question
from oddsmith.run.plan import Plan
from oddsmith.run.stages import solver_of
from oddsmith.run.unstored import Unstored
from oddsmith.solve.answer import Answer
from oddsmith.solve.answering import conclude
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.solver import Solver
from oddsmith.solve.sound import sound_findings
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.space import StateSpace
from oddsmith.tree.sight import blind, needs_tree
from oddsmith.tree.solver import TreeSolver
from oddsmith.tree.unfolded import Unfolded

ELSEWHERE = "it answers"
"""How solvers begin to say that they are made for other questions."""


def answer_unfolded(plan: Plan, process: Process, space: StateSpace, registry: Registry, context: Context) -> Unstored:
    """The answers to the questions that need the tree; the space was explored for all questions of the process."""
    asked = tuple(question for question in process.questions if needs_tree(process, question))
    try:
        game = Unfolded.of(process, space, conditions_of(process.questions), context)
        chosen = _chosen(plan, process, game, asked, registry)
        answers: dict[str, Answer] = {}
        for solver, questions in chosen.items():
            answers |= _answers(solver, game, questions, context)
    except SpecError as error:
        raise SpecError([replace(d, span=d.span or asked[0].span) for d in error.diagnostics]) from None
    sets, size = game.tree.information.count, game.tree.size
    note = f"the game tree has {size:,} histories; {sets:,} information sets tell what players know where they decide"
    why = _why(solver_of(plan, registry))
    return Unstored(answers, space.size, tuple(f"{solver.name}, {why}" for solver in chosen), (note,))


def _why(wanted: Solver | None) -> str:
    """Why the solver was taken that was taken; nobody is to believe that another one has answered."""
    if wanted is None:
        return "for what players know and want"
    return "as asked" if isinstance(wanted, TreeSolver) else f"since {wanted.name} does not know what players see"


def answer_on_tree(
    solver: Solver, process: Process, question: Question, space: StateSpace, context: Context
) -> Answer | str:
    """What one solver says to one question of this kind, or why it says nothing."""
    if not isinstance(solver, TreeSolver):
        return "it would let players see what is hidden from them, and knows nothing of what they want"
    game = Unfolded.of(process, space, conditions_of(process.questions), context)
    return solver.hindrance(game, question) or _answers(solver, game, [question], context)[question.name]


def _chosen(
    plan: Plan, process: Process, game: Unfolded, questions: Sequence[Question], registry: Registry
) -> Mapping[TreeSolver, list[Question]]:
    wanted = solver_of(plan, registry)
    offered = [solver for solver in registry.all_of("solver") if isinstance(solver, TreeSolver)]
    if isinstance(wanted, TreeSolver):
        offered = [wanted]
    found: dict[TreeSolver, list[Question]] = {}
    complaints: list[Diagnostic] = []
    for question in questions:
        reasons = {solver: solver.hindrance(game, question) for solver in offered}
        fitting = [solver for solver in offered if not reasons[solver]]
        if fitting:
            found.setdefault(min(fitting, key=lambda solver: solver.rank), []).append(question)
        else:
            complaints.append(_peeking(process, question, _told(reasons)))
    if complaints:
        raise SpecError(complaints)
    return found


def _told(reasons: Mapping[TreeSolver, str]) -> str:
    """Why none fits; those made for other questions are not worth a word."""
    near = {solver: reason for solver, reason in reasons.items() if not reason.startswith(ELSEWHERE)}
    return "; ".join(f"{solver.name}: {reason}" for solver, reason in (near or reasons).items())


def _peeking(process: Process, question: Question, reasons: str) -> Diagnostic:
    if isinstance(question.query, Played):
        message = f"no solver that is at hand plays `{question.query.play}` in this game"
        fix = "see `pipeline plugins`; a question about one player against given behaviour is `<<player>> Rmax{…}=?`"
        return Diagnostic("E506", message, question.span, reasons, fix)
    player, hidden = next(iter(blind(process).items()))
    shown = ", ".join(hidden[:3]) + (f" and {len(hidden) - 3} more" if len(hidden) > 3 else "")
    message = f"to answer this, {player} would have to know {shown}, which {player} does not see"
    why = f"{reasons}" if reasons else "the largest and smallest values of states belong to players who see all of them"
    fix = "ask for `equilibrium …`, let one player decide alone and give the others' behaviour, or change `sees:`"
    return Diagnostic("E506", message, question.span, why, fix)


def _answers(solver: TreeSolver, game: Unfolded, questions: Sequence[Question], context: Context) -> dict[str, Answer]:
    began = time.perf_counter()
    found = sound_findings(solver, questions, solver.find(game, questions, context), all_of_them=True)
    seconds = (time.perf_counter() - began) / len(questions)
    return {q.name: conclude(q, found[q.name], solver.name, seconds) for q in questions}
