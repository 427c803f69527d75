"""A problem -> its equations packed for sweeping: open states only, successors first, repeated weights as codes.

    x(i) = best over choices j of i:  (constant(j) + sum over t of weight(t) x(column(t))) scale(j)

Positions are ordered component by component, successors first, and within a component by falling state number (states
are numbered breadth first, so most steps lead to earlier positions). Loops are taken out: scale = 1 / (1 - loop).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, Problem, compiled, f64, i32, i64, u8, u64
from oddsmith_plugins.solvers.parts import components_of

MULTIPLIER = 0x9E3779B97F4A7C15
"""2^64 over the golden ratio: spreads the bits of a number (Knuth, volume 3, section 6.4)."""


@dataclass(frozen=True)
class System:
    """Packed equations; `state[i]` is the state at position i, `choice[j]` the problem's number of choice j."""

    size: int
    state: NDArray[np.int32]
    position: NDArray[np.int32]
    component_start: NDArray[np.int64]
    """Component c holds the positions component_start[c] to component_start[c + 1]."""
    choice_start: NDArray[np.int64] | None
    choice: NDArray[np.int64]
    row_start: NDArray[np.int64]
    column: NDArray[np.int32]
    code: NDArray[np.uint8] | None
    """Index into `table` per transition; None: `table` holds the weight of every transition."""
    table: NDArray[np.float64]
    scale: NDArray[np.float64]
    leak: NDArray[np.float64]
    """Per choice: the weight of all steps to fixed states."""
    constant: NDArray[np.float64]
    """[choices, columns]."""
    maximise: NDArray[np.uint8]
    initial: int
    """Position of the initial state, -1 if it is fixed."""

    @property
    def columns(self) -> int:
        return int(self.constant.shape[1])

    @property
    def longest(self) -> int:
        return int(np.diff(self.row_start).max(initial=0))

    def take(self, columns: NDArray[np.int64]) -> System:
        """The same equations for some of the columns."""
        if len(columns) == self.columns:
            return self
        return replace(self, constant=np.ascontiguousarray(self.constant[:, columns]))


@compiled
def encode(count: i64, multiplier: u64, bits: Array[u64], slot: Array[i64], table: Array[u64], code: Array[u8]) -> i64:
    """Number the distinct weights (as bit patterns); returns how many, or -1 if there are more than 256."""
    used = 0
    last: u64 = 0
    current = 0
    for t in range(count):
        pattern = bits[t]
        if used == 0 or pattern != last:
            last = pattern
            place = i64((pattern * multiplier) >> 53)
            while slot[place] >= 0 and table[slot[place]] != pattern:
                place = (place + 1) & 2047
            if slot[place] < 0:
                if used == 256:
                    return -1
                table[used] = pattern
                slot[place] = used
                used += 1
            current = slot[place]
        code[t] = current
    return used


@compiled
def place_states(size: i64, number: Array[i32], place: Array[i64], state: Array[i32], position: Array[i32]):
    """Counting sort by component, falling state numbers within each."""
    for back in range(size):
        s = size - 1 - back
        c = number[s]
        if c >= 0:
            state[place[c]] = s
            position[s] = place[c]
            place[c] += 1
        else:
            position[s] = -1


@compiled
def pack(  # noqa: PLR0912 - one pass over the transitions
    size: i64,
    columns: i64,
    state: Array[i32],
    position: Array[i32],
    choice_start: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    code: Array[u8],
    coded: i64,
    known: Array[f64],
    gain: Array[f64],
    has_gain: i64,
    new_choice: Array[i64],
    new_choice_start: Array[i64],
    new_row_start: Array[i64],
    new_column: Array[i32],
    new_code: Array[u8],
    new_weight: Array[f64],
    scale: Array[f64],
    leak: Array[f64],
    constant: Array[f64],
) -> i64:
    """Fill the new arrays; choices that only loop are left out. Returns the number of choices."""
    choices = 0
    filled = 0
    for i in range(size):
        s = state[i]
        new_choice_start[i] = choices
        for j in range(choice_start[s], choice_start[s + 1]):
            new_row_start[choices] = filled
            leaving = 0.0
            leaked = 0.0
            loops = 0
            for c in range(columns):
                constant[choices * columns + c] = gain[j * columns + c] if has_gain == 1 else 0.0
            for t in range(row_start[j], row_start[j + 1]):
                target = column[t]
                if target == s:
                    loops = 1
                else:
                    leaving += weight[t]
                    at = position[target]
                    if at < 0:
                        leaked += weight[t]
                        for c in range(columns):
                            constant[choices * columns + c] += weight[t] * known[target * columns + c]
                    else:
                        new_column[filled] = at
                        if coded == 1:
                            new_code[filled] = code[t]
                        else:
                            new_weight[filled] = weight[t]
                        filled += 1
            if leaving > 0.0:
                scale[choices] = 1.0 / leaving if loops == 1 else 1.0
                leak[choices] = leaked
                new_choice[choices] = j
                choices += 1
            else:
                filled = new_row_start[choices]
    new_choice_start[size] = choices
    new_row_start[choices] = filled
    return choices


def system_of(problem: Problem) -> System:
    """Pack the open states of a problem."""
    transitions, columns = problem.transitions, problem.columns
    found = components_of(problem)
    start = found.start
    size = int(start[-1])
    state = np.empty(size, dtype=np.int32)
    position = np.empty(transitions.size, dtype=np.int32)
    place_states(transitions.size, found.number, start.copy(), state, position)
    code, table = _codes(transitions.weight)
    coded = code is not None
    nothing8, nothing = np.zeros(1, np.uint8), np.zeros(1)
    choices, count = transitions.choices, transitions.count
    choice_start, row_start = np.empty(size + 1, np.int64), np.empty(choices + 1, np.int64)
    choice, column = np.empty(choices, np.int64), np.empty(count, np.int32)
    new_code = np.empty(count if coded else 1, np.uint8)
    new_weight = np.empty(1 if coded else count)
    scale, leak, constant = np.empty(choices), np.empty(choices), np.empty((choices, columns))
    used = pack(
        size, columns, state, position, transitions.starts, transitions.row_start, transitions.column,
        transitions.weight, nothing8 if code is None else code, int(coded),
        np.ascontiguousarray(problem.known).reshape(-1),
        nothing if problem.gain is None else np.ascontiguousarray(problem.gain).reshape(-1),
        int(problem.gain is not None),
        choice, choice_start, row_start, column, new_code, new_weight, scale, leak, constant.reshape(-1),
    )  # fmt: skip
    filled = int(row_start[used])
    side = problem.side
    return System(
        size=size,
        state=state,
        position=position,
        component_start=start,
        choice_start=None if side is None else choice_start,
        choice=choice[:used],
        row_start=row_start[: used + 1],
        column=column[:filled],
        code=new_code[:filled] if coded else None,
        table=table if coded else new_weight[:filled],
        scale=scale[:used],
        leak=leak[:used],
        constant=constant[:used],
        maximise=np.ones(size, np.uint8) if side is None else (side[state] >= 0).astype(np.uint8),
        initial=int(position[problem.initial]),
    )


def _codes(weight: NDArray[np.float64]) -> tuple[NDArray[np.uint8] | None, NDArray[np.float64]]:
    """A byte per weight and the table it points into; no bytes where there are too many distinct weights."""
    table = np.zeros(256, np.uint64)
    code = np.empty(len(weight), np.uint8)
    used = encode(len(weight), MULTIPLIER, weight.view(np.uint64), np.full(2048, -1, np.int64), table, code)
    return (None if used < 0 else code), table.view(np.float64)


def scatter(problem: Problem, system: System, x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values by position -> values by state; fixed states get what is known."""
    full = problem.known.copy()
    full[system.state] = x
    return full


def policy_system(system: System, chosen: NDArray[np.int64]) -> System:
    """The chain of one choice per position."""
    begin = system.row_start[chosen]
    lengths = system.row_start[chosen + 1] - begin
    row_start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    taken = np.repeat(begin - row_start[:-1], lengths) + np.arange(int(row_start[-1]))
    return replace(
        system,
        choice_start=None,
        choice=system.choice[chosen],
        row_start=row_start,
        column=system.column[taken],
        code=None if system.code is None else system.code[taken],
        table=system.table[taken] if system.code is None else system.table,
        scale=system.scale[chosen],
        leak=system.leak[chosen],
        constant=np.ascontiguousarray(system.constant[chosen]),
    )
