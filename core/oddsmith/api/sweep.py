"""A game and lists of constants -> a table of answers, a row for each combination."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import nan
from pathlib import Path
from typing import Any

from oddsmith.api.game import Constant, Game
from oddsmith.api.load import load
from oddsmith.api.table import Table
from oddsmith.context import LimitError
from oddsmith.source import SpecError


class Sweep(Table):
    """Constants and answers by column; `problems` tells why an answer is missing (it is then not a number)."""

    def __init__(self, columns: Mapping[str, Any], problems: Mapping[tuple[Constant, ...], str]) -> None:
        super().__init__(columns)
        self.problems = dict(problems)


def sweep(game: str | Path | Game, questions: str | Iterable[str], /, **constants: Iterable[Constant]) -> Sweep:
    """Ask the same questions for every combination of the constants.

        od.sweep("specs/combat-dice.yaml", "at_least", x=range(1, 10)).pandas()

    What fails leaves a gap and loses nothing else. For sweeps that use all cores, are kept and compared with published
    numbers, write a pipeline with stages.
    """
    game = game if isinstance(game, Game) else load(game)
    asked = [questions] if isinstance(questions, str) else list(questions)
    names, lists = list(constants), [list(values) for values in constants.values()]
    found: dict[str, list[Any]] = {name: [] for name in [*names, *asked]}
    problems: dict[tuple[Constant, ...], str] = {}
    for values in product(*lists):
        for name, value in zip(names, values, strict=True):
            found[name].append(value)
        try:
            answers = list(game.set(**dict(zip(names, values, strict=True))).answers(*asked).values())
        except (SpecError, LimitError) as error:
            problems[values] = str(error)
            answers = []
        for place, question in enumerate(asked):
            found[question].append(answers[place].value if answers else nan)
    return Sweep(found, problems)
