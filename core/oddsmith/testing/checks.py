"""A plugin -> nothing, or an AssertionError that says where it goes wrong: what a plugin's own tests call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.kernel.kernel import Target
from oddsmith.process.process import Process
from oddsmith.process.reduction import Reduction
from oddsmith.solve.answer import Answer
from oddsmith.solve.answering import answer_all, conclude
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.counting import counting
from oddsmith.solve.problem import Problem, Promise
from oddsmith.solve.process_solver import ProcessSolver, UnsuitableError
from oddsmith.solve.solver import Solver
from oddsmith.space.explore import explore
from oddsmith.space.reduction import SpaceReduction
from oddsmith.space.space import StateSpace
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.games import GAMES


def check_solver(solver: Solver, games: Iterable[str] = GAMES) -> None:
    """Solve every problem of the games that fits, and compare with the exact answers."""
    if Promise.EXACT in solver.promises:
        assert "EXACT_WEIGHTS" in {t.name for t in solver.requires}, "who promises EXACT must require EXACT_WEIGHTS"
    processes = [lower(load_text(text)) for text in games]
    if isinstance(solver, ProcessSolver) and any(solver.takes(process, Context()) for process in processes):
        used = sum(_answered_unstored(solver, process) for process in processes)
    else:
        used = _answered_stored(solver, processes)
    assert used, f"solver {solver.name} fits no problem of these games"


def _answered_unstored(solver: ProcessSolver, process: Process) -> int:
    """How many questions it answered, all of them right."""
    try:
        found = solver.find(process, Context())
    except UnsuitableError:
        return 0
    questions = [question for question in process.questions if question.name in found.findings]
    _assert_right(process.name, [conclude(q, found.findings[q.name], solver.name, 0.0) for q in questions])
    return len(questions)


def _answered_stored(solver: Solver, processes: Iterable[Process]) -> int:
    """How many problems it solved, all of them right."""
    installed, used = _installed(), 0
    for process in processes:
        space = _space(process, installed.all_of("kernel"), exact=True)

        def choose(problem: Problem) -> Solver:
            nonlocal used
            fits = not solver.missing(problem)
            used += fits
            return solver if fits else _exact(installed)

        _assert_right(process.name, answer_all(space, process.questions, choose, Context()))
    return used


def check_kernel(target: Target, games: Iterable[str] = GAMES) -> None:
    """Explore the games, and compare states, weights, gains and conditions with the reference kernel."""
    reference: Target = _installed().make("kernel", "reference", {})
    for text in games:
        process = lower(load_text(text))
        expected, found = _space(process, [reference]), _space(process, [target])
        assert _contents(found) == _contents(expected), f"kernel {target.name} builds another {process.name}"


def check_reduction(reduction: Reduction | SpaceReduction, games: Iterable[str] = GAMES) -> None:
    """Reduce the games: every answer stays (but for those that depend on steps which are not kept), nothing grows."""
    installed = _installed()
    for text in games:
        process = lower(load_text(text))
        before = _space(process, installed.all_of("kernel"), exact=True)
        if isinstance(reduction, Reduction):
            process = reduction.apply(process, Context())
            after = _space(process, installed.all_of("kernel"), exact=True)
            questions = process.questions
        else:
            marked = reduction.foresee(process, conditions_of(process.questions), Context())
            after, _ = reduction.apply(_space(marked, installed.all_of("kernel"), exact=True), Context())
            dropped = () if reduction.keeps_steps else counting(process.questions)
            questions = tuple(question for question in process.questions if question not in dropped)
        assert after.size <= before.size, f"reduction {reduction.name} makes {process.name} larger"
        formulas = conditions_of(process.questions)
        _assert_right(process.name, answer_all(after, questions, _always(_exact(installed)), Context(), formulas))


def _installed() -> Registry:
    return registry(load())


def _exact(installed: Registry) -> Solver:
    solver: Solver = installed.make("solver", "exact", {})
    return solver


def _always(solver: Solver) -> Callable[[Problem], Solver]:
    return lambda problem: solver


def _space(process: Process, targets: Iterable[Target], exact: bool = False) -> StateSpace:
    context = replace(Context(), threads=1)
    return explore(process, conditions_of(process.questions), tuple(targets), context, exact=exact)[0]


def _assert_right(game: str, answers: Iterable[Answer]) -> None:
    for answer in answers:
        where = f"{game}, {answer.question.name}: {answer.question.text}"
        assert answer.ok is not False, f"{where}: {answer.value} is wrong, expected {answer.question.expect}"
        if isinstance(answer.value, float) and not isinstance(answer.value, bool):
            assert answer.lower <= answer.value <= answer.upper, f"{where}: the value lies outside its bounds"


def _contents(space: StateSpace) -> dict[str, object]:
    """What a space says about each state, whatever the numbering of the states."""
    stored = space.transitions
    names = [space.describe(state) for state in range(space.size)]
    contents: dict[str, object] = {"initial": names[space.initial]}
    for state, name in enumerate(names):
        choices = range(int(stored.starts[state]), int(stored.starts[state + 1]))
        truths = [bool(condition[state]) for condition in space.conditions]
        gains = [_rounded(g.state[state : state + 1]) for g in space.gains.values()]
        contents[name] = (truths, gains, sorted(_choice(space, names, choice) for choice in choices))
    return contents


def _choice(space: StateSpace, names: list[str], choice: int) -> tuple[object, ...]:
    stored = space.transitions
    part = slice(int(stored.row_start[choice]), int(stored.row_start[choice + 1]))
    targets = [names[column] for column in stored.column[part].tolist()]
    gains = [_rounded(g.choice[choice : choice + 1]) for g in space.gains.values()]
    steps = [_rounded(g.step[part]) if g.step is not None else [0.0] * len(targets) for g in space.gains.values()]
    moves = sorted(zip(targets, _rounded(stored.weight[part]), *steps, strict=True))
    return int(space.summand[choice]), gains, moves


def _rounded(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[float]:
    """Weights from different kernels may differ in the last bits."""
    return [float(f"{value:.12g}") for value in values]
