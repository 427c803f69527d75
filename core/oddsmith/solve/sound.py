"""What a solver returned -> what is wrong with its form: no number of it may reach an answer unread."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import chain

import numpy as np

from oddsmith.context import BrokenOfferError
from oddsmith.process.question import Question
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.problem import Problem, Promise
from oddsmith.solve.process_solver import Found
from oddsmith.solve.request import Finding
from oddsmith.solve.solution import Solution, Status
from oddsmith.solve.solver import Solver


def sound(solver: Solver, problem: Problem, solution: object) -> Solution:
    """The solution, if it has the form of one; else an error that names the solver."""
    wrong = fault(solver, problem, solution)
    if wrong or not isinstance(solution, Solution):
        raise BrokenOfferError(solver, f"the solver {solver.name} returned no proper solution: {wrong}")
    return solution


def fault(solver: Solver, problem: Problem, solution: object) -> str:
    """What is wrong with it; nothing where it may be read."""
    if not isinstance(solution, Solution):
        return f"{type(solution).__name__} is no Solution"
    shape = (problem.transitions.size, problem.columns)
    for field in ("value", "lower", "upper"):
        found = getattr(solution, field)
        if not isinstance(found, np.ndarray) or found.dtype != np.float64:
            return f"`{field}` is no array of float64"
        if found.shape != shape:
            return f"`{field}` has the shape {found.shape}, not (states, columns) = {shape}"
    if not isinstance(solution.method, str) or not solution.method:
        return "`method` is the phrase that users read behind the answer, and it is empty or no text"
    if not isinstance(solution.status, Status):
        return f"`status` is {solution.status!r}, which is no Status"
    return _fault_of_numbers(solver, problem, solution) or _fault_of_strategy(problem, solution)


def _fault_of_numbers(solver: Solver, problem: Problem, solution: Solution) -> str:
    """Comparisons with what is not a number are false, so they find that, too."""
    wrong = ~((solution.lower <= solution.value) & (solution.value <= solution.upper))
    if wrong.any():
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        numbers = (float(x[place]) for x in (solution.lower, solution.value, solution.upper))
        return f"in state {place[0]} {_outside(*numbers)}"
    if Promise.EXACT in solver.promises and solution.exact is None:
        return "it promises EXACT, and `exact` is None"
    if solution.exact is not None:
        sizes = {len(solution.exact) == problem.columns, *(len(x) == problem.transitions.size for x in solution.exact)}
        if sizes != {True}:
            return "`exact` has not one tuple with a number for each state for each column"
    return ""


def _fault_of_strategy(problem: Problem, solution: Solution) -> str:
    if solution.strategy is None:
        return ""
    starts, strategy = problem.transitions.starts, np.asarray(solution.strategy)
    if strategy.shape != (problem.transitions.size,) or strategy.dtype.kind != "i":
        return "`strategy` has not one whole number for each state"
    chosen = np.flatnonzero(strategy >= 0)
    if not ((starts[chosen] <= strategy[chosen]) & (strategy[chosen] < starts[chosen + 1])).all():
        return "`strategy` names a choice of another state (it holds indices of all choices)"
    return ""


def sound_findings(
    solver: Solver, asked: Iterable[Question], found: Mapping[str, Finding], all_of_them: bool = False
) -> Mapping[str, Finding]:
    """The findings of a solver that answers questions itself, if they have the form of findings."""
    names = [question.name for question in asked]
    strange = [name for name in found if name not in names]
    lost = [name for name in names if name not in found] if all_of_them else []
    wrong = chain(
        (f"it answers {name}, which nobody asked" for name in strange),
        (f"it does not answer {name}, for which it saw no hindrance" for name in lost),
        (f"{name}: {fault}" for name, finding in found.items() if (fault := _fault_of_finding(finding))),
    )
    if first := next(wrong, ""):
        raise BrokenOfferError(solver, f"the solver {solver.name} returned no proper findings: {first}")
    return found


def sound_found(solver: Solver, asked: Iterable[Question], found: object) -> Found:
    """What a solver of processes found, if its answers have the form of answers."""
    if not isinstance(found, Found):
        raise BrokenOfferError(solver, f"the solver {solver.name} returned {type(found).__name__}, which is no Found")
    sound_findings(solver, asked, found.findings)
    untimed = [name for name in found.findings if name not in found.seconds]
    if untimed:
        raise BrokenOfferError(solver, f"the solver {solver.name} does not say how many `seconds` {untimed[0]} took")
    return found


def _fault_of_finding(finding: object) -> str:
    if not isinstance(finding, Finding):
        return f"{type(finding).__name__} is no Finding"
    if not isinstance(finding.status, Status):
        return f"`status` is {finding.status!r}, which is no Status"
    known = finding.value
    if not isinstance(known, Bounded) or known.lower <= known.value <= known.upper:
        return ""
    if finding.sample is not None and math.isnan(known.value) and known.lower <= known.upper:
        return ""  # a mean over no games has no value
    return _outside(known.lower, known.value, known.upper)


def _outside(lower: float, value: float, upper: float) -> str:
    """What is wrong with a number that does not lie within its bounds."""
    if any(map(math.isnan, (lower, value, upper))):
        return f"the value {value} or one of its bounds {lower} and {upper} is not a number"
    if lower > upper:
        return f"the lower bound {lower} lies above the upper one, {upper}"
    return f"the value {value} does not lie within its bounds {lower} to {upper}"
