"""The strategy behind every optimum of every small game, written down, read again and followed, attains it."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.process.reduction import Reduction
from oddsmith.run.following import words_of
from oddsmith.run.plan import Plan, Step
from oddsmith.run.runner import Tools, run
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.strategies.files import read_table, to_csv, to_json
from oddsmith.strategies.follow_table import follow
from oddsmith.strategies.table import table_of

SPECS = Path(__file__).parents[2] / "specs"
HOST = load()
REGISTRY = registry(HOST)
TOOLS = Tools(HOST, REGISTRY, Context(threads=2))
REDUCTIONS = sorted(offer.name for offer in REGISTRY.of("reduction"))
GAMES = {
    "gambler": (),
    "combat-dice": (("k", "2"),),
    "yahtzee": (("N", "3"),),
    "yahtzee-dice": (("N", "2"),),
}


def finished(name, constants, reductions=()):
    steps = tuple(Step(reduction) for reduction in reductions)
    return run(Plan(SPECS / f"{name}.yaml", overrides=constants, reductions=steps, strategies=True), TOOLS)


@pytest.mark.parametrize("form", [to_json, to_csv], ids=["json", "csv"])
@pytest.mark.parametrize("name", GAMES)
def test_tables_read_again_attain_the_value(name, form):
    made = finished(name, GAMES[name])
    words = words_of(made.process, REGISTRY, TOOLS.context)
    formulas = conditions_of(made.process.questions)
    strategies = [answer for answer in made.answers if answer.strategy is not None]
    assert strategies
    for answer in strategies:
        table = read_table(form(table_of(answer.strategy, words, "test")), "test")
        space = follow(made.space, made.process, table, words)
        assert space.transitions.choice_start is None
        (followed,) = answer_all(space, [answer.question], cheapest, TOOLS.context, formulas)
        assert followed.lower <= answer.upper * (1 + 1e-9)
        assert followed.upper >= answer.lower * (1 - 1e-9)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("name", ["gambler", "combat-dice"])
def test_reduced_games_have_strategies_that_attain_the_value(name, reduction):
    made = finished(name, GAMES[name], (reduction,))
    for answer in made.answers:
        assert answer.strategy is None or answer.strategy.attains
        if answer.strategy is not None and not isinstance(REGISTRY.make("reduction", reduction, {}), Reduction):
            whole = finished(name, GAMES[name]).space
            assert answer.strategy.strategy.space.size == whole.size


def cheapest(problem):
    fitting = [solver for solver in REGISTRY.all_of("solver") if not solver.missing(problem)]
    return min(fitting, key=lambda solver: solver.cost(problem))
