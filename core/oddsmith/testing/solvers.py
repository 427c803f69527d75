"""A solver -> nothing, or an AssertionError that says where it goes wrong: what a solver's own tests call.

Every kind of solver gets the games that it is made for: stored problems by their traits, processes, game trees, players
who decide at the same time. What it refuses in the proper way is not held against it; a wrong number is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from oddsmith.context import Context
from oddsmith.process.process import Process
from oddsmith.process.question import Question
from oddsmith.solve.answering import answer_all, conclude
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem, Promise, Trait
from oddsmith.solve.process_solver import Found, ProcessSolver, UnsuitableError
from oddsmith.solve.solver import Solver
from oddsmith.source import SpecError
from oddsmith.testing.games import ALL_GAMES
from oddsmith.testing.offers import assert_offer
from oddsmith.testing.reference import assert_right, assert_told, exact_solver, explored, installed, process_of
from oddsmith.testing.watched import Watched
from oddsmith.tree.sight import needs_tree
from oddsmith.tree.solver import TreeSolver
from oddsmith.tree.unfolded import Unfolded


def check_solver(solver: Solver, games: Iterable[str] = ALL_GAMES) -> None:
    """Solve every problem of the games that fits, and compare with the exact answers."""
    assert_offer("solver", solver)
    if Promise.EXACT in solver.promises:
        assert Trait.EXACT_WEIGHTS in solver.requires, "who promises EXACT must require EXACT_WEIGHTS"
    processes = [process_of(text) for text in games]
    if isinstance(solver, TreeSolver):
        used = sum(_answered_on_trees(solver, process) for process in processes)
    elif isinstance(solver, ProcessSolver) and any(solver.takes(process, Context()) for process in processes):
        used = sum(_answered_unstored(solver, process) for process in processes)
    else:
        used = sum(_answered_stored(solver, process) for process in processes)
    assert used, f"solver {solver.name} fits no problem of these games"


def _answered_on_trees(solver: TreeSolver, process: Process) -> int:
    """How many questions that need the game tree it answered, all of them right."""
    asked = [question for question in process.questions if needs_tree(process, question)]
    if process.together or not asked:
        return 0
    space = explored(process, installed().all_of("kernel"), exact=True)
    game = Unfolded.of(process, space, conditions_of(process.questions), Context())
    fitting = [question for question in asked if not solver.hindrance(game, question)]
    if fitting:
        found = solver.find(game, fitting, Context())
        lost = [question.name for question in fitting if question.name not in found]
        assert not lost, f"{process.name}: {solver.name} sees no hindrance for {', '.join(lost)}, and does not answer"
        assert_right(process.name, [conclude(q, found[q.name], solver.name, 0.0) for q in fitting])
    return len(fitting)


def _answered_unstored(solver: ProcessSolver, process: Process) -> int:
    """How many questions it answered from the process itself, all of them right."""
    if process.together and not solver.simultaneous:
        return 0
    if not process.together and any(needs_tree(process, question) for question in process.questions):
        return 0
    used = 0
    for questions, found in _found(solver, process):
        strange = found.findings.keys() - {question.name for question in questions}
        assert not strange, f"{process.name}: {solver.name} answers {', '.join(sorted(strange))}, which nobody asked"
        answered = [question for question in questions if question.name in found.findings]
        assert_right(process.name, [conclude(q, found.findings[q.name], solver.name, 0.0) for q in answered])
        used += len(answered)
    return used


def _found(solver: ProcessSolver, process: Process) -> list[tuple[Sequence[Question], Found]]:
    """What it finds for all questions at once or, where that is refused, for each question that it does not refuse."""
    try:
        return [(process.questions, solver.find(process, Context()))]
    except UnsuitableError:
        return []
    except SpecError as error:
        assert_told(solver.name, error)
    if len(process.questions) == 1:
        return []
    alone = [replace(process, questions=(question,)) for question in process.questions]
    return [found for one in alone for found in _found(solver, one)]


def _answered_stored(solver: Solver, process: Process) -> int:
    """How many problems it solved, all of them right."""
    questions = [question for question in process.questions if not needs_tree(process, question)]
    if process.together or not questions:
        return 0
    used, plugins = 0, installed()
    space = explored(process, plugins.all_of("kernel"), exact=True)

    def choose(problem: Problem) -> Solver:
        nonlocal used
        fits = not solver.missing(problem)
        used += fits
        return Watched(solver) if fits else exact_solver(plugins)

    formulas = conditions_of(process.questions)
    assert_right(process.name, answer_all(space, questions, choose, Context(), formulas))
    return used
