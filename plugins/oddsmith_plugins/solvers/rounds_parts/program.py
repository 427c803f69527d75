"""One layer and a question -> the tables that the compiled sweep runs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    FAULT,
    NOTHING,
    UNIT,
    Boolean,
    Case,
    Process,
    Rounds,
    RowOutcome,
    joined,
    negated,
)
from oddsmith_plugins.solvers.rounds_parts.asked import Asked
from oddsmith_plugins.solvers.rounds_parts.box import Blocks, Layout, blocks_of
from oddsmith_plugins.solvers.rounds_parts.ends import settled
from oddsmith_plugins.solvers.rounds_parts.masks import ALWAYS, SOMETIMES, Masks

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Program:
    """Rows -> cases -> entries; targets are rows of the buffer: the layer's own, then one of zeros, then the unit row.

    Behind them stand the results, and then virtual rows: a row without the lanes of a condition.
    """

    blocks: Blocks
    locate: Any
    begins: Any
    truth: NDArray[np.uint8]
    mask_of: NDArray[np.int32]
    state: NDArray[np.uint8]
    mask: NDArray[np.float64]
    outside: NDArray[np.float64]
    default: NDArray[np.int32]
    use_start: Ints
    use: Ints
    row_of: Ints
    drop_condition: Ints
    drop_row: Ints
    drop_virtual: Ints
    case_start: Ints
    case_condition: Ints
    entry_start: Ints
    weight: NDArray[np.float64]
    condition: Ints
    yes: Ints
    no: Ints
    yes_virtual: Ints
    plain: Ints
    """Where each entry reads by default."""
    group_start: Ints
    group_row: Ints
    coefficient: NDArray[np.float64]
    virtual: int
    entries: int
    """The most entries of a row: what bounds its rounding errors."""

    @property
    def buffer_rows(self) -> int:
        return 2 * self.blocks.rows + 2 + self.virtual


@dataclass(frozen=True)
class Recipe:
    """A game and what is asked of it: the programs of its layers, for any layout."""

    process: Process
    rounds: Rounds
    asked: Asked
    """Where the question is decided: `goal` is worth one, `stop` nothing."""
    stays: bool = False
    """Whether a state without commands keeps its value (else it is worth nothing)."""
    faults: bool = False
    """Whether mistakes are worth one."""

    def program(self, place: int, layout: Layout, leading: int | None) -> Program:
        """The tables of a layer; its blocks are numbered by the leading axis first."""
        layer = settled(self.rounds.layers[place], self.asked.ends[place] if self.asked.ends else ())
        blocks = blocks_of(layout, layer.writes, leading)
        masks = Masks(self.process, self.rounds, blocks)
        tables = _Tables(blocks, masks, self.faults)
        for number, row in enumerate(layer.rows):
            tables.row(self._cases(row, place, number))
        state, mask = masks.states()
        locate, begins = masks.compiled(f"turn{place}")
        return Program(
            blocks=blocks,
            locate=locate,
            begins=begins,
            truth=masks.leaves.truth(),
            mask_of=np.array([*masks.mask_of, 0], dtype=np.int32),
            state=state,
            mask=mask.ravel(),
            outside=1.0 - mask.ravel(),
            default=np.array(masks.default, dtype=np.int32),
            **tables.arrays(state, mask),
        )

    def _cases(self, row: tuple[Case, ...], place: int, number: int) -> list[Case]:
        """A row with the question's ends first: its other cases hold only where these do not."""
        goal, stop, reward = self.asked.goal[place][number], self.asked.stop[place][number], self.asked.reward
        one = (RowOutcome(Fraction(1), None, UNIT, UNIT),)
        found = [Case("goal", goal, one if reward is None else ())]
        open_ = joined("and", (negated(goal), negated(stop)))
        for case in row:
            both = joined("and", (open_, case.condition or Boolean(True)))
            gains = tuple(RowOutcome(g, where, UNIT, NOTHING) for name, g, where in case.gains if name == reward)
            found.append(Case(case.action, both, case.outcomes + gains))
        if self.stays:
            others = tuple(negated(case.condition or Boolean(True)) for case in row)
            stays = (RowOutcome(Fraction(1), None, number, number),)
            found.append(Case("stay", joined("and", (open_, *others)), stays))
        return [case for case in found if case.condition != Boolean(False) and case.outcomes]


class _Tables:
    """Collects rows."""

    def __init__(self, blocks: Blocks, masks: Masks, faults: bool) -> None:
        self.blocks, self.masks = blocks, masks
        nothing, unit = blocks.rows, blocks.rows + 1
        self.special = {NOTHING: nothing, UNIT: unit, FAULT: unit if faults else nothing}
        self.case_start, self.case_condition, self.entry_start = [0], [], [0]
        self.weight: list[float] = []
        self.columns: list[tuple[int, int, int, int]] = []
        self.most = 1

    def row(self, cases: list[Case]) -> None:
        for case in cases:
            always = case.condition is None or case.condition == Boolean(True)
            self.case_condition.append(-1 if always else self.masks.number(case.condition))
            for outcome in case.outcomes:
                number = self.masks.number(outcome.condition)
                place = len(self.case_start) - 1
                self.weight.append(float(outcome.weight))
                self.columns.append((number, self._row(outcome.yes), self._row(outcome.no), place))
            self.entry_start.append(len(self.weight))
        first = self.case_start[-1]
        self.case_start.append(len(self.case_condition))
        self.most = max(self.most, self.entry_start[-1] - self.entry_start[first] + len(cases))

    def _row(self, target: int) -> int:
        return self.special.get(target, target)

    def arrays(self, state: NDArray[np.uint8], mask: NDArray[np.float64]) -> dict[str, Any]:
        """The tables as the sweep takes them, laid out for the masks that conditions have by default."""
        rows, padded = self.blocks.rows, self.blocks.padded
        drops: dict[tuple[int, int], int] = {}
        virtual: dict[tuple[int, int], int] = {}
        plain: list[int] = []
        groups: list[tuple[int, NDArray[np.float64]]] = []
        group_start = [0]
        for case in range(len(self.case_condition)):
            own: dict[int, NDArray[np.float64]] = {}
            for e in range(self.entry_start[case], self.entry_start[case + 1]):
                number, yes, no, _ = self.columns[e]
                usual = 1 if number < 0 else self.masks.default[number]
                if usual < 0 or state[usual] != SOMETIMES:
                    plain.append((yes if usual >= 0 and state[usual] == ALWAYS else no) * padded)
                    continue
                if yes != rows:
                    own[yes] = own.get(yes, np.zeros(padded)) + self.weight[e] * mask[usual]
                place = drops.setdefault((number, no), len(drops)) if no != rows else -1
                plain.append((2 * rows + 2 + place) * padded if place >= 0 else rows * padded)
            groups += own.items()
            group_start.append(len(groups))
        for number, yes, _, _ in self.columns:
            virtual.setdefault((number, yes), len(drops) + len(virtual))
        columns = np.array(self.columns, dtype=np.int64).reshape(-1, 4)
        by_condition = np.argsort(columns[:, 0], kind="stable")
        by_condition = by_condition[columns[by_condition, 0] >= 0]
        counts = np.bincount(columns[by_condition, 0], minlength=len(self.masks.default))
        return {
            "use_start": np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            "use": np.append(by_condition, 0).astype(np.int64),
            "row_of": _ints(columns[:, 3]),
            "drop_condition": _ints([number for number, _ in drops]),
            "drop_row": _ints([row for _, row in drops]),
            "drop_virtual": _ints(list(drops.values())),
            "case_start": _ints(self.case_start),
            "case_condition": _ints(self.case_condition),
            "entry_start": _ints(self.entry_start),
            "weight": np.array(self.weight),
            "condition": _ints(columns[:, 0]),
            "yes": _ints(columns[:, 1]),
            "no": _ints(columns[:, 2]),
            "yes_virtual": _ints([virtual[number, yes] for number, yes, _, _ in self.columns]),
            "plain": _ints(plain),
            "group_start": _ints(group_start),
            "group_row": _ints([row * padded for row, _ in groups]),
            "coefficient": np.concatenate([np.zeros(0), *(line for _, line in groups)]),
            "virtual": len(drops) + len(virtual),
            "entries": self.most,
        }


def _ints(values: Any) -> Ints:
    return np.ascontiguousarray(np.append(np.asarray(values, dtype=np.int64), 0))
