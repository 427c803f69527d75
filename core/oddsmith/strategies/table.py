"""A strategy over a space <-> a table: a line per state in which it decides, in the words of the spec."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.kernel.encoding import Encoding
from oddsmith.process.process import Parameter
from oddsmith.solve.restricted import reachable
from oddsmith.solve.strategy import Found
from oddsmith.strategies.words import Words

Value = bool | int | str


@dataclass(frozen=True)
class Line:
    """In this state (after so many steps) this move is made."""

    values: tuple[Value, ...]
    choice: str
    ties: tuple[str, ...] = ()
    """Moves that are as good."""
    free: bool = False
    """Whether it does not matter any more: the question is decided there, and the rest of the game is played anyhow."""
    step: int | None = None
    place: str = ""
    """Where it stands in a file."""


@dataclass(frozen=True)
class Table:
    """A strategy, written down."""

    name: str
    variables: tuple[str, ...]
    lines: tuple[Line, ...]
    game: str = ""
    question: str = ""
    ask: str = ""
    reductions: tuple[str, ...] = ()
    """What had been applied to the game; the states are those that were left."""
    erased: tuple[tuple[str, int], ...] = ()
    """Variables that a reduction removed, and their values."""
    exchangeable: tuple[str, ...] = ()
    """What may change places in a state; the states here are sorted."""
    exact_ties: bool = False

    @property
    def step_dependent(self) -> bool:
        return any(line.step is not None for line in self.lines)


def shown(param: Parameter, value: int) -> Value:
    """A value as a reader knows it."""
    if param.type.kind == "bool":
        return bool(value)
    return param.type.text(value) if param.type.kind == "enum" else value


def decisions(found: Found, everywhere: bool) -> NDArray[np.int64]:
    """The states with several choices: those that the strategy meets, or all."""
    strategy = found.strategy
    wanted = strategy.deciding.copy()
    if not everywhere:
        wanted &= reachable(strategy.space.transitions, strategy.space.initial, strategy.mask)
    return np.flatnonzero(wanted)


def table_of(found: Found, words: Words, name: str, everywhere: bool = False) -> Table:
    """The table of a found strategy; only states that it meets, unless `everywhere`."""
    strategy, process = found.strategy, words.process
    space, ties = strategy.space, found.ties.choice
    starts = space.transitions.starts
    lines = []
    for state in decisions(found, everywhere).tolist():
        low = int(starts[state])
        moves = [str(move) for move in words.moves(space, state)]
        chosen = moves[int(strategy.choice[state]) - low]
        free = bool(found.ties.free[state])
        good = [move for place, move in enumerate(moves) if free or ties[low + place]]
        others = tuple(move for move in good if move != chosen)
        values = space.encoding.unpack(space.rows[state])
        read = tuple(shown(p, v) for p, v in zip(space.encoding.params, values, strict=True))
        lines.append(Line(read, chosen, others, free, None if strategy.steps is None else int(strategy.steps[state])))
    lines.sort(key=lambda line: (line.step or 0, line.values))
    blocks = tuple(" | ".join(", ".join(block) for block in blocks) for blocks in process.exchangeable)
    return Table(
        name,
        tuple(p.name for p in space.encoding.params),
        tuple(lines),
        game=process.name,
        erased=process.erased,
        exchangeable=blocks,
        exact_ties=found.ties.exact,
    )


def states_of(rows: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The number of each wanted row among all rows; -1 where it is not among them."""
    every, asked = _keys(rows), _keys(wanted)
    order = np.argsort(every, kind="stable")
    place = np.searchsorted(every, asked, sorter=order)
    found = order[np.minimum(place, len(order) - 1)]
    return np.where(every[found] == asked, found, -1)


def _keys(rows: NDArray[np.uint64]) -> NDArray[np.void] | NDArray[np.uint64]:
    rows = np.ascontiguousarray(rows)
    if rows.shape[1] == 1:
        return rows[:, 0]
    return rows.view([(f"w{i}", np.uint64) for i in range(rows.shape[1])]).reshape(-1)


def read_value(param: Parameter, text: Value) -> int | None:
    """A value as it is stored; None where the variable has no such value."""
    if param.type.kind == "bool":
        return {"true": 1, "false": 0}.get(str(text).lower())
    if param.type.kind == "enum":
        return next((v for v in range(param.low, param.high + 1) if param.type.text(v) == str(text)), None)
    try:
        value = int(str(text))
    except ValueError:
        return None
    return value if param.low <= value <= param.high else None


def packed(encoding: Encoding, values: list[tuple[int, ...]]) -> NDArray[np.uint64]:
    """Many states as rows."""
    if not values:
        return np.zeros((0, encoding.words), dtype=np.uint64)
    return np.stack([encoding.pack(each) for each in values])
