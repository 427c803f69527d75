"""Small games with rounds, and operators on them, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

from oddsmith.context import Context
from oddsmith.process.process import Process
from oddsmith.process.rounds.analyse import rounds_of
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.rounds_parts.asked import asked
from oddsmith_plugins.solvers.rounds_parts.operator import Operator
from oddsmith_plugins.solvers.rounds_parts.program import Recipe

ROOT = Path(__file__).parents[4]
GAMES = ROOT / "tests" / "specs" / "rounds"
GOOSE = ROOT / "specs" / "goose.yaml"
COINS = GAMES / "coins.yaml"


def process_of(path: Path, **constants: str) -> Process:
    return lower(load(path, constants))


def recipe_of(path: Path, question: str, **constants: str) -> Recipe:
    """What is asked by a question of a game."""
    process = process_of(path, **constants)
    rounds = rounds_of(process)
    (chosen,) = [item for item in process.questions if item.name == question]
    return Recipe(process, rounds, asked(process, rounds, chosen))


def operator_of(path: Path, question: str, context: Context | None = None, **constants: str) -> Operator:
    return Operator(recipe_of(path, question, **constants), context or Context(threads=2))
