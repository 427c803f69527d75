"""One layer and a question -> the tables that the compiled sweep runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import NOTHING, UNIT, Boolean, Case, Expr, Layer, Process, Rounds, RowOutcome, joined, negated
from oddsmith_plugins.solvers.rounds_parts.box import Blocks, blocks_of
from oddsmith_plugins.solvers.rounds_parts.masks import Masks
from oddsmith_plugins.solvers.rounds_parts.sweep import FEW

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Program:
    """Rows -> cases -> entries; targets are rows of the buffer: the layer's own, then one of zeros, then the unit row.

    Behind them stand virtual rows: a row with only the lanes of a condition kept (or dropped).
    """

    blocks: Blocks
    locate: Any
    truth: NDArray[np.uint8]
    mask_of: NDArray[np.int32]
    state: NDArray[np.uint8]
    mask: NDArray[np.float64]
    lane_start: Ints
    lane: Ints
    case_start: Ints
    case_condition: Ints
    entry_start: Ints
    weight: NDArray[np.float64]
    condition: Ints
    yes: Ints
    no: Ints
    yes_virtual: Ints
    no_virtual: Ints
    conditions: int
    virtual: int
    entries: int
    """The most entries of a row: what bounds its rounding errors."""

    @property
    def buffer_rows(self) -> int:
        return 2 * self.blocks.rows + 2 + self.virtual


@dataclass(frozen=True)
class Ends:
    """Where a question is decided, by row: `goal` holds (worth one), or `stop` holds (worth nothing)."""

    goal: tuple[Expr, ...]
    stop: tuple[Expr, ...]


def program(process: Process, rounds: Rounds, layer: Layer, ends: Ends, reward: str | None, name: str) -> Program:
    """The tables of a layer."""
    blocks = blocks_of(rounds, layer.writes)
    masks = Masks(process, rounds, blocks)
    tables = _Tables(blocks, masks)
    for place, row in enumerate(layer.rows):
        tables.row(_cases(row, ends.goal[place], ends.stop[place], reward))
    state, mask = masks.states()
    lanes = [np.flatnonzero(line[: blocks.lanes]) for line in mask]
    lanes[len(masks.masks) :] = [np.arange(FEW + 1)] * len(masks.loops)  # unknown before: counts as many
    return Program(
        blocks,
        masks.compiled(name),
        masks.leaves.truth(),
        np.array([*masks.mask_of, 0], dtype=np.int32),
        state,
        mask.ravel(),
        np.cumsum([0, *(len(line) for line in lanes)], dtype=np.int64),
        np.concatenate([*lanes, np.zeros(1, dtype=np.int64)]).astype(np.int64),
        *tables.arrays(),
        conditions=len(masks.numbers),
        virtual=len(tables.virtual),
        entries=tables.most,
    )


def _cases(row: tuple[Case, ...], goal: Expr, stop: Expr, reward: str | None) -> list[Case]:
    """The row with the question's ends first: its other cases hold only where these do not."""
    one = (RowOutcome(1, None, UNIT, UNIT),)
    found = [Case("goal", goal, one if reward is None else ())]
    open_ = joined("and", (negated(goal), negated(stop)))
    for case in row:
        both = joined("and", (open_, case.condition or Boolean(True)))
        gains = tuple(RowOutcome(g, where, UNIT, NOTHING) for name, g, where in case.gains if name == reward)
        found.append(Case(case.action, both, case.outcomes + gains))
    return [case for case in found if case.condition != Boolean(False) and case.outcomes]


class _Tables:
    """Collects rows."""

    def __init__(self, blocks: Blocks, masks: Masks) -> None:
        self.blocks, self.masks = blocks, masks
        self.case_start, self.case_condition, self.entry_start = [0], [], [0]
        self.weight: list[float] = []
        self.columns: list[tuple[int, int, int, int, int]] = []
        self.virtual: dict[tuple[int, int, bool], int] = {}
        self.most = 1

    def row(self, cases: list[Case]) -> None:
        for case in cases:
            always = case.condition is None or case.condition == Boolean(True)
            self.case_condition.append(-1 if always else self.masks.number(case.condition))
            for outcome in case.outcomes:
                self._entry(outcome)
            self.entry_start.append(len(self.weight))
        self.case_start.append(len(self.case_condition))
        self.most = max(self.most, self.entry_start[-1] - self.entry_start[self.case_start[-2]])

    def _entry(self, outcome: RowOutcome) -> None:
        number = self.masks.number(outcome.condition)
        yes, no = self._row(outcome.yes), self._row(outcome.no)
        self.weight.append(float(outcome.weight))
        self.columns.append((number, yes, no, self._virtual(number, yes, True), self._virtual(number, no, False)))

    def _row(self, target: int) -> int:
        return {NOTHING: self.blocks.rows, UNIT: self.blocks.rows + 1}.get(target, target)

    def _virtual(self, number: int, row: int, kept: bool) -> int:
        if number < 0:
            return -1
        place = self.virtual.setdefault((number, row, kept), len(self.virtual))
        return place

    def arrays(self) -> tuple[Any, ...]:
        columns = np.array(self.columns, dtype=np.int64).reshape(-1, 5)
        return (
            np.array(self.case_start, dtype=np.int64),
            np.array([*self.case_condition, 0], dtype=np.int64),
            np.array(self.entry_start, dtype=np.int64),
            np.array(self.weight),
            *(np.ascontiguousarray(columns[:, place]) for place in range(5)),
        )
