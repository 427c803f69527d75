"""The check for authors of solvers passes good ones and catches bad ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.plugin import (
    Bounded,
    Context,
    Diagnostic,
    Finding,
    Found,
    Outlook,
    Process,
    ProcessSolver,
    Promise,
    Question,
    Solution,
    Solver,
    SpecError,
    Trait,
    TreeSolver,
    Unfolded,
    UnsuitableError,
)
from oddsmith.testing import check_solver
from oddsmith.testing.games import WALK


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def names(kind: str) -> list[str]:
    return [offer.name for offer in registry(load()).of(kind)]


@pytest.mark.parametrize("name", names("solver"))
def test_every_installed_solver_is_right(installed: Registry, name: str) -> None:
    check_solver(installed.make("solver", name, {}))


def test_a_solver_that_is_a_little_wrong_is_caught(installed: Registry) -> None:
    right = installed.make("solver", "exact", {})

    @dataclass(frozen=True)
    class Sloppy(Solver):
        """Sloppy."""

        name: ClassVar[str] = "sloppy"
        requires: ClassVar[frozenset[Trait]] = right.requires
        promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

        def solve(self, problem: object, context: Context) -> Solution:
            solution: Solution = right.solve(problem, context)
            wrong = solution.value * (1 - 1e-6)
            return replace(solution, value=wrong, lower=wrong, upper=wrong, exact=None)

    with pytest.raises(AssertionError, match="is wrong"):
        check_solver(Sloppy())


def test_a_tree_solver_that_lets_players_peek_is_caught(installed: Registry) -> None:
    right = installed.make("solver", "sequence-form", {})

    @dataclass(frozen=True)
    class Peeking(TreeSolver):
        """Gives bob what he would get if he saw everything."""

        name: ClassVar[str] = "peeking"
        promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

        def hindrance(self, game: Unfolded, question: Question) -> str:
            return str(right.hindrance(game, question))

        def find(self, game: Unfolded, questions: Sequence[Question], context: Context) -> Mapping[str, Finding]:
            found = right.find(game, questions, context)
            return {name: replace(one, value=Bounded(1.0, 1.0, 1.0)) for name, one in found.items()}

    with pytest.raises(AssertionError, match=r"pennies, value: .* 1.0 is wrong"):
        check_solver(Peeking())


@dataclass(frozen=True)
class Oracle(ProcessSolver):
    """Knows the answer to every question of one game."""

    name: ClassVar[str] = "oracle"
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

    def suits(self, process: Process) -> bool:
        return True

    def outlook(self, process: Process, context: Context) -> Outlook:
        raise UnsuitableError("it just knows")

    def find(self, process: Process, context: Context) -> Found:
        if process.name != "shots":
            raise UnsuitableError("it knows one game")
        if len(process.questions) > 1:
            raise SpecError([Diagnostic("X001", "one question at a time")])
        name = process.questions[0].name
        value = {"ann": 0.75, "bob": 0.25}[name]
        return Found({name: Finding(Bounded(value, value, value), "known")}, {}, 0, {})


def test_what_is_refused_in_the_proper_way_is_not_held_against_a_solver() -> None:
    check_solver(Oracle())


def test_a_process_solver_that_answers_what_nobody_asked_is_caught() -> None:
    @dataclass(frozen=True)
    class Chatty(Oracle):
        """Says more than it is asked."""

        def find(self, process: Process, context: Context) -> Found:
            found = super().find(process, context)
            return replace(found, findings={**found.findings, "weather": next(iter(found.findings.values()))})

    with pytest.raises(AssertionError, match="answers weather, which nobody asked"):
        check_solver(Chatty())


def test_a_solver_that_fits_nothing_is_told_so() -> None:
    with pytest.raises(AssertionError, match="fits no problem of these games"):
        check_solver(Oracle(), [WALK])
