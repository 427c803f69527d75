"""Problem -> solver: the user's, or the one that the plugins choose among those that fit."""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Real

from oddsmith.context import BrokenOfferError
from oddsmith.hosting.manager import Host, PluginCrashError
from oddsmith.solve.choose import NoSolverError, applicable, reason
from oddsmith.solve.problem import Problem, Trait
from oddsmith.solve.solver import Solver
from oddsmith.source import Diagnostic, SpecError


@dataclass(frozen=True)
class Posed:
    """A problem, the solver that was chosen for it, and those it was chosen from."""

    problem: Problem
    solver: Solver
    candidates: tuple[Solver, ...]


@dataclass
class Chooser:
    """Called with every problem of a run; remembers why each solver was chosen."""

    host: Host
    solvers: tuple[Solver, ...]
    wanted: Solver | None = None
    """The one that the user named."""
    keeps: bool = False
    """Whether the problems are kept to be looked at; they are large."""
    posed: list[Posed] = field(default_factory=list)
    why: dict[str, str] = field(default_factory=dict)
    """For each solver that was chosen, the reason when it was first chosen."""

    def __call__(self, problem: Problem) -> Solver:
        try:
            fitting = applicable(problem, self.solvers)
        except NoSolverError as error:
            raise SpecError([Diagnostic("E703", str(error))]) from None
        named = self._named(problem, fitting)
        chosen = named or self._chosen(problem, fitting)
        self.why.setdefault(chosen.name, "as asked" if named else self._reason(problem, chosen, fitting))
        if self.keeps:
            self.posed.append(Posed(problem, chosen, fitting))
        return chosen

    def reasons(self) -> tuple[str, ...]:
        """One line per solver that was used: why this one."""
        return tuple(f"{name}, {why}" for name, why in self.why.items())

    def _named(self, problem: Problem, fitting: tuple[Solver, ...]) -> Solver | None:
        """The user's solver; None where there is none, or where it cannot count steps and others can."""
        if self.wanted is None:
            return None
        missing = self.wanted.missing(problem)
        if not missing:
            return self.wanted
        if missing == {Trait.UNBOUNDED}:
            return None
        raise SpecError(
            [
                Diagnostic(
                    "E703",
                    f"the solver {self.wanted.name} does not fit all questions",
                    why=f"it needs: {'; '.join(sorted(trait.value for trait in missing))}",
                    fix=f"leave the choice to the program, or take one that fits: {_names(fitting)}",
                )
            ]
        )

    def _chosen(self, problem: Problem, fitting: tuple[Solver, ...]) -> Solver:
        for solver in fitting:
            cost = solver.cost(problem)
            if not isinstance(cost, Real) or not cost >= 0:
                raise BrokenOfferError(solver, f"the solver {solver.name} guesses a cost of {cost!r}, not of seconds")
        found = self.host.first("oddsmith_choose_solver", problem=problem, candidates=fitting)
        if found is None:
            return min(fitting, key=lambda solver: solver.cost(problem))
        origin, name = found
        for solver in fitting:
            if solver.name == name:
                return solver
        wrong = f"chose the solver {name}, and those that fit are {_names(fitting)}"
        raise PluginCrashError(origin, f"oddsmith_choose_solver {wrong}")

    def _reason(self, problem: Problem, chosen: Solver, fitting: tuple[Solver, ...]) -> str:
        if self.wanted is not None:
            return f"where a number of steps is given, which {self.wanted.name} cannot take"
        return reason(problem, chosen, fitting)


def _names(solvers: tuple[Solver, ...]) -> str:
    return ", ".join(sorted(solver.name for solver in solvers))
