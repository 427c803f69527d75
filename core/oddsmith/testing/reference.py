"""What checks compare a plugin with: the installed plugins, the exact solver, the answers that a spec expects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from oddsmith.context import Context
from oddsmith.exchange.exporter import Explored
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.kernel.kernel import Target
from oddsmith.process.process import Process
from oddsmith.solve.answer import Answer
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.solver import Solver
from oddsmith.source import SpecError
from oddsmith.space.explore import explore
from oddsmith.space.space import StateSpace
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower


def installed() -> Registry:
    """All plugins of this environment."""
    return registry(load())


def exact_solver(plugins: Registry) -> Solver:
    """The solver in fractions, the oracle of all others."""
    solver: Solver = plugins.make("solver", "exact", {})
    return solver


def process_of(text: str) -> Process:
    """The process of a spec, given as text."""
    return lower(load_text(text))


def explored_of(text: str, exact: bool = False) -> Explored:
    """The state space of a spec, given as text: what exporters get."""
    process = process_of(text)
    return Explored(process, explored(process, installed().all_of("kernel"), exact))


def explored(process: Process, targets: Iterable[Target], exact: bool = False) -> StateSpace:
    """The state space, with the conditions of all questions."""
    context = replace(Context(), threads=1)
    return explore(process, conditions_of(process.questions), tuple(targets), context, exact=exact)[0]


def assert_right(game: str, answers: Iterable[Answer]) -> None:
    """Every answer is what its question expects, and lies within its bounds."""
    for answer in answers:
        where = f"{game}, {answer.question.name}: {answer.question.text}"
        assert answer.ok is not False, f"{where}: {answer.value} is wrong, expected {answer.question.expect}"
        if isinstance(answer.value, float) and not isinstance(answer.value, bool):
            assert answer.lower <= answer.value <= answer.upper, f"{where}: the value lies outside its bounds"


def assert_told(name: str, error: SpecError) -> None:
    """A refusal is of use to somebody: each complaint has a code and a text."""
    for diagnostic in error.diagnostics:
        assert diagnostic.code, f"{name} refuses a game without a code: {diagnostic.message}"
        assert diagnostic.message, f"{name} refuses a game without a reason"
