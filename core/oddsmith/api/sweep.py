"""A game and lists of constants -> a table of answers, a row for each combination."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import nan, prod
from pathlib import Path
from typing import Any

import numpy as np

from oddsmith.api.game import Constant, Game
from oddsmith.api.load import load
from oddsmith.api.table import Table
from oddsmith.context import LimitError
from oddsmith.run.quantities import counted
from oddsmith.source import SpecError


class Sweep(Table):
    """Constants and answers by column; `problems` tells why an answer is missing (it is then not a number)."""

    def __init__(self, columns: Mapping[str, Any], problems: Mapping[tuple[Constant, ...], str]) -> None:
        super().__init__(columns)
        self.problems = dict(problems)

    def __repr__(self) -> str:
        told = f"\n{counted(len(self.problems), 'row')} without an answer: see .problems" if self.problems else ""
        return super().__repr__() + told


def sweep(
    game: str | Path | Game, questions: str | Iterable[str], /, **constants: Constant | Iterable[Constant]
) -> Sweep:
    """Ask the same questions for every combination of the constants (lists, ranges, arrays, or one value).

        od.sweep("specs/combat-dice.yaml", "at_least", x=range(1, 10)).pandas()

    What fails leaves a gap and loses nothing else; where nothing but mistakes is found, the first is raised. For
    sweeps that use all cores, are kept and compared with published numbers, write a pipeline with stages.
    """
    game = game if isinstance(game, Game) else load(game)
    asked = [questions] if isinstance(questions, str) else list(questions)
    names, lists = list(constants), [_listed(values) for values in constants.values()]
    found: dict[str, list[Any]] = {name: [] for name in [*names, *asked]}
    problems: dict[tuple[Constant, ...], str] = {}
    mistakes: list[SpecError] = []
    for values in product(*lists):
        for name, value in zip(names, values, strict=True):
            found[name].append(value)
        try:
            answers = list(game.set(**dict(zip(names, values, strict=True))).answers(*asked).values())
        except (SpecError, LimitError) as error:
            problems[values] = str(error)
            mistakes += [error] if isinstance(error, SpecError) else []
            answers = []
        for place, question in enumerate(asked):
            found[question].append(answers[place].value if answers else nan)
    if mistakes and len(mistakes) == prod(map(len, lists)):
        raise mistakes[0]
    return Sweep(found, problems)


def _listed(values: Constant | Iterable[Constant]) -> list[Constant]:
    """One value, or several; numbers of NumPy as those of Python."""
    if isinstance(values, int | float | str | Fraction):
        return [values]
    return [value.item() if isinstance(value, np.generic) else value for value in values]
