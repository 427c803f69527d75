"""A plan with a strategy file -> the game in which the strategy is followed, or complaints where it does not fit.

Rules change the commands of the process before it is reduced and explored. Tables choose among the choices of the
explored space.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from oddsmith.context import Context
from oddsmith.hosting.registry import Registry
from oddsmith.kernel.kernel import Kernel
from oddsmith.process.process import Process
from oddsmith.process.question import Distribution, Expectation, Played, Probability, Question
from oddsmith.run.plan import Plan
from oddsmith.run.unstored import Unstored
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Promise
from oddsmith.solve.process_solver import ProcessSolver
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.space import StateSpace
from oddsmith.spec.game import Game
from oddsmith.spec.text import read_file
from oddsmith.strategies.complain import at_state
from oddsmith.strategies.files import read_table
from oddsmith.strategies.follow_table import follow
from oddsmith.strategies.ruled import Ruled, ruled
from oddsmith.strategies.rules import rules_of
from oddsmith.strategies.table import Table
from oddsmith.strategies.words import Words


@dataclass(frozen=True)
class Following:
    """A strategy at work in a run."""

    name: str
    table: Table | None = None
    ruled: Ruled | None = None

    def applied(
        self, space: StateSpace, process: Process, registry: Registry, context: Context
    ) -> tuple[StateSpace, Process]:
        """The explored game in which the strategy is followed; raises SpecError where it does not fit."""
        if self.table is not None:
            return follow(space, process, self.table, words_of(process, registry, context)), process
        assert self.ruled is not None
        asked = process.questions[: len(process.questions) - len(self.ruled.misfits)]
        formulas, complaints = conditions_of(process.questions), []
        for rule, misfit in zip(self.ruled.rules, process.questions[len(asked) :], strict=True):
            (formula,) = conditions_of([misfit])
            where = np.flatnonzero(space.conditions[formulas.index(formula)])
            if len(where):
                message = f"the rule for `{rule.do}` holds in a state in which that move is not possible"
                fix = "say in `when` where it is possible"
                complaints.append(at_state("E844", message, space, process, int(where[0]), rule.span, fix))
        several = np.diff(space.transitions.starts) > 1
        if space.player is not None and self.ruled.players:
            members = np.array([name in self.ruled.players for name in space.players])
            several &= members[np.maximum(space.player, 0)] & (space.player >= 0)
            if several.any():
                message = f"no rule of {self.name} decides in this state"
                complaints.append(at_state("E843", message, space, process, int(np.argmax(several)), None))
        if complaints:
            raise SpecError(complaints)
        return space, replace(process, questions=asked)

    def played(
        self, process: Process, solvers: tuple[ProcessSolver, ...], answer: Callable[[], Unstored]
    ) -> tuple[Unstored, Process]:
        """What solvers that play the game at random find by following rules; nothing is left to other such solvers."""
        if not solvers or not all(Promise.ESTIMATE in solver.promises for solver in solvers):
            return Unstored(), process
        if self.ruled is None:
            message = f"{solvers[0].name} plays by rules, and {self.name} is a table of explored states"
            raise SpecError([Diagnostic("E703", message, fix="write the strategy as rules, or leave --solver out")])
        try:
            found = answer()
        except SpecError as error:
            raise self.undecided(error) from None
        asked = process.questions[: len(process.questions) - len(self.ruled.misfits)]
        for rule, misfit in zip(self.ruled.rules, process.questions[len(asked) :], strict=True):
            if found.answers[misfit.name].value:
                message = f"the rule for `{rule.do}` holds in a state in which that move is not possible"
                raise SpecError([Diagnostic("E844", message, rule.span, fix="say in `when` where it is possible")])
        return found, replace(process, questions=asked)

    def undecided(self, error: SpecError) -> SpecError:
        """What exploring complains about where rules leave several commands enabled, in the words of strategies."""
        fix = "add a rule whose condition holds there, or `choose:` the values that are left open"
        why = "a strategy says what to do in every state that following it leads to"
        return SpecError(
            [
                replace(d, code="E843", message=f"no rule of {self.name} decides: {d.message}", why=why, fix=fix)
                if d.code == "E603"
                else d
                for d in error.diagnostics
            ]
        )


def following(plan: Plan, game: Game, process: Process) -> tuple[Process, Following | None]:
    """The process in which the plan's strategy is followed, if it has one."""
    if plan.strategy is None:
        return process, None
    source = read_file(plan.strategy)
    questions = tuple(_plain(question) for question in process.questions)
    if plan.strategy.suffix.lower() in (".json", ".csv"):
        table = read_table(source.text, plan.strategy.name)
        used = tuple(step.name for step in plan.reductions)
        if table.reductions not in ((), used):
            message = f"the table {table.name} speaks of the states after --reduce {', '.join(table.reductions)}"
            raise SpecError([Diagnostic("E845", message, fix="run with the same --reduce")])
        return replace(process, questions=questions), Following(table.name, table)
    rules = rules_of(source, game)
    found = ruled(replace(process, questions=questions), rules)
    if found.process.kind == "chain":
        questions = tuple(_undecided(question) for question in questions)
    return replace(found.process, questions=(*questions, *found.misfits)), Following(rules.name, ruled=found)


def words_of(process: Process, registry: Registry, context: Context) -> Words:
    """What the choices of a process are called."""

    def kernel() -> Kernel:
        exact = next(target for target in registry.all_of("kernel") if target.numbers == "exact")
        built: Kernel = exact.build(process, (), context)
        return built

    return Words(process, kernel)


def _plain(question: Question) -> Question:
    """What is expected of the best choices is not expected of these."""
    return replace(question, expect=None)


def _undecided(question: Question) -> Question:
    """The question where nobody decides."""
    query = question.query
    if isinstance(query, Distribution | Played):
        return question
    query = replace(query, optimum=None)
    if isinstance(query, Probability | Expectation):
        query = replace(query, coalition=None)
    return replace(question, query=query)
