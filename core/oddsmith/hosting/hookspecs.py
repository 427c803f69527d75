"""All hooks of Oddsmith, in the order of a run: the markers for specs and for implementations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

import pluggy

if TYPE_CHECKING:  # the hooks are declared before anybody needs what they speak of
    from oddsmith.context import Context
    from oddsmith.exchange.exporter import Exporter
    from oddsmith.exchange.importer import Importer
    from oddsmith.exchange.stored import ExplicitImporter
    from oddsmith.hosting.outcome import Outcome, Section
    from oddsmith.kernel.kernel import Target
    from oddsmith.learn.learner import Learner
    from oddsmith.process.process import Process
    from oddsmith.process.reduction import Reduction
    from oddsmith.solve.problem import Problem
    from oddsmith.solve.solver import Solver
    from oddsmith.source import Diagnostic
    from oddsmith.space.reduction import SpaceReduction

PROJECT = "oddsmith"
"""The entry-point group, and the prefix of every hook."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class CommandGroup(Protocol):
    """The command line, as a plugin sees it (a click group)."""

    def add_command(self, cmd: Any, name: str | None = None) -> None:
        """Add a click command."""


# --- set-up -----------------------------------------------------------------------------------------------------------


@hookspec
def oddsmith_commands(cli: CommandGroup) -> None:
    """Add commands to the program; only plugins whose entry point is named `command-…` are asked."""


@hookspec
def oddsmith_reductions() -> Iterable[type[Reduction | SpaceReduction]]:  # type: ignore[empty-body]
    """Offer ways to make a process or a state space smaller without changing an answer."""


@hookspec
def oddsmith_kernels() -> Iterable[type[Target]]:  # type: ignore[empty-body]
    """Offer ways to compute the successors of a state."""


@hookspec
def oddsmith_solvers() -> Iterable[type[Solver]]:  # type: ignore[empty-body]
    """Offer ways to solve a problem."""


@hookspec
def oddsmith_importers() -> Iterable[type[Importer | ExplicitImporter]]:  # type: ignore[empty-body]
    """Offer other languages that a game can be read from."""


@hookspec
def oddsmith_exporters() -> Iterable[type[Exporter]]:  # type: ignore[empty-body]
    """Offer other languages and formats that a game or its state space can be written in."""


@hookspec
def oddsmith_learners() -> Iterable[type[Learner]]:  # type: ignore[empty-body]
    """Offer ways to learn how others play."""


# --- between the stages -----------------------------------------------------------------------------------------------


@hookspec
def oddsmith_check(process: Process) -> Iterable[Diagnostic]:  # type: ignore[empty-body]
    """Complain about a process before it is explored; any complaint ends the run."""


@hookspec(firstresult=True)
def oddsmith_choose_solver(problem: Problem, candidates: tuple[Solver, ...]) -> str | None:
    """Name the solver for a problem, or leave it to others with None; the first name given is taken."""


@hookspec
def oddsmith_stage_done(stage: str, product: object, seconds: float, context: Context) -> None:
    """See what a stage has made and how long it took: progress, timing, logging."""


@hookspec
def oddsmith_report_sections(outcome: Outcome) -> Iterable[Section]:  # type: ignore[empty-body]
    """Add sections to the report of a run."""
