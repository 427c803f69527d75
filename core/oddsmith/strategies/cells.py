"""Moves that change some cells of an array -> one rule for each cell: `keep die.face[i] if …, else change it`.

Whether a cell is changed is learned for all cells together, from the value of the cell and from what does not depend
on its place. Cells are free where several sets of changes are as good; where the rule for single cells puts them
together to a set that is not, one of the good sets is settled on and the rule is learned again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.process.access import cells_of
from oddsmith.process.moves import written
from oddsmith.process.process import Process
from oddsmith.strategies.decisions import Decisions
from oddsmith.strategies.features import Feature, Measured, sees_cells
from oddsmith.strategies.fit import Masks
from oddsmith.strategies.summary import Columns, Summary, summarise
from oddsmith.strategies.words import Words

MOST = 2_000_000
"""States times cells."""
ROUNDS = 8


@dataclass(frozen=True)
class Cells:
    """The options of some decisions as sets of cells that they change."""

    action: str
    array: str
    names: tuple[str, ...]
    low: int
    """The index of the first cell."""
    sets: tuple[int, ...]
    """[option]; bits of the cells that are changed."""

    @property
    def options(self) -> tuple[str, str]:
        return f"keep {self.array}[i]", f"change {self.array}[i]"

    @property
    def head(self) -> str:
        return f"{self.action}, for every i in {self.low}..{self.low + len(self.names) - 1}:"


def cells_in(decisions: Decisions, words: Words) -> Cells | None:
    """The array whose cells the options differ in; None where they differ otherwise."""
    numbers = [words.names.index(name) for name in decisions.options if name in words.names]
    summands = [words.process.summands[number] for number in numbers]
    if len(numbers) < max(len(decisions.options), 3) or len({s.action for s in summands}) != 1:
        return None
    changes = [frozenset(written(summand)) for summand in summands]
    common = frozenset.intersection(*changes)
    for array in words.process.arrays:
        names = cells_of(array)
        if len(array.axes) == 1 and len(names) <= 16 and all(each - common <= set(names) for each in changes):
            sets = tuple(sum(1 << names.index(cell) for cell in each - common) for each in changes)
            return Cells(summands[0].action, array.name, names, array.axes[0][0], sets)
    return None


def summarise_cells(
    decisions: Decisions, cells: Cells, process: Process, measured: Measured, seed: int
) -> tuple[Summary, NDArray[np.int64]] | None:
    """The rule for a cell, and the option that it makes in each state; None where there is none."""
    size, count = len(decisions.states), len(cells.names)
    if size * count > MOST:
        return None
    space = decisions.found.strategy.space
    places = {param.name: place for place, param in enumerate(space.encoding.params)}
    rows = space.rows[decisions.states]
    own = np.stack([space.encoding.column(rows, places[name]) for name in cells.names], axis=1).astype(np.float64)
    features = tuple(
        f if f.expr is None or not sees_cells(f.expr, set(cells.names)) else Feature("", None)
        for f in measured.features
    )
    features = (*features, Feature(f"{cells.array}[i]", None, type=space.encoding.params[places[cells.names[0]]].type))
    blank = np.zeros(size * count)
    known = {n: blank for n, f in enumerate(features) if not f.text}
    columns = Columns(measured, np.repeat(rows, count, axis=0), {**known, len(features) - 1: own.reshape(-1)})
    option_of = {changed: option for option, changed in enumerate(cells.sets)}
    allowed = decisions.allowed.copy()
    for _ in range(ROUNDS):
        masks = _by_cell(allowed, cells, count)
        chosen = _bits(np.array(cells.sets)[decisions.chosen], count)
        summary = summarise(columns, features, masks.reshape(-1), chosen.reshape(-1), seed)
        if summary is None:
            return None
        made = (summary.option.reshape(size, count) << np.arange(count)).sum(axis=1)
        option = np.array([option_of.get(int(changed), -1) for changed in made])
        wrong = np.flatnonzero((option < 0) | ((allowed >> np.maximum(option, 0)) & 1 == 0))
        if not len(wrong):
            return summary, option
        for state in wrong.tolist():
            allowed[state] = 1 << _settled(int(allowed[state]), int(made[state]), own[state], cells)
    return None


def _by_cell(allowed: Masks, cells: Cells, count: int) -> Masks:
    """[n, cells]; bit 0: some allowed option keeps the cell, bit 1: some changes it."""
    result = np.zeros((len(allowed), count), dtype=np.int64)
    for option, changed in enumerate(cells.sets):
        may = ((allowed >> option) & 1)[:, None]
        bits = (changed >> np.arange(count)) & 1
        result |= may << bits
    return result


def _bits(numbers: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    return np.asarray((numbers[:, None] >> np.arange(count)) & 1, dtype=np.int64)


def _settled(allowed: int, made: int, own: NDArray[np.float64], cells: Cells) -> int:
    """Of the allowed options the one nearest to what was made; of several the one that keeps the larger values."""
    options = [option for option in range(len(cells.sets)) if allowed >> option & 1]

    def distance(option: int) -> tuple[int, float]:
        changed = cells.sets[option]
        kept = sum(float(value) for place, value in enumerate(own) if not changed >> place & 1)
        return bin(changed ^ made).count("1"), -kept

    return min(options, key=distance)
