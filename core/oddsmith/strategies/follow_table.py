"""A space and a table -> the space in which the table is followed; all lines that do not fit are told at once."""

from __future__ import annotations

import numpy as np

from oddsmith.process.process import Process
from oddsmith.solve.restricted import reachable, restricted
from oddsmith.solve.timed import timed
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.space import StateSpace
from oddsmith.spec.complaints import suggestion
from oddsmith.strategies.complain import at_state
from oddsmith.strategies.table import Line, Table, packed, read_value, states_of
from oddsmith.strategies.words import Words

MOST_TOLD = 8
"""Lines that are complained about one by one."""


def follow(space: StateSpace, process: Process, table: Table, words: Words) -> StateSpace:
    """What is left of the space where the table decides; raises SpecError."""
    lines = _known(space, table)
    last = 0
    times: np.ndarray | None = None
    if table.step_dependent:
        last = max(line.step or 0 for line in table.lines) + 1
        clocked = timed(space, last, stops=False)
        if clocked is None:
            message = f"the strategy depends on {last:,} steps, and the game with a clock is too large"
            raise SpecError([Diagnostic("E845", message)])
        space, times = clocked.space, clocked.time
    allowed = np.ones(space.transitions.choices, dtype=np.bool_)
    decided = np.zeros(space.size, dtype=np.bool_)
    complaints: list[Diagnostic] = []
    for line, state in _placed(space, lines, times, complaints):
        low, high = (int(x) for x in space.transitions.starts[state : state + 2])
        moves = [str(move) for move in words.moves(space, state)]
        if line.choice not in moves:
            fix = suggestion(line.choice, moves, "moves here")
            complaints.append(Diagnostic("E845", f"{line.place}: `{line.choice}` is not possible there", fix=fix))
            continue
        allowed[low:high] = False
        allowed[low + moves.index(line.choice)] = True
        decided[state] = True
    if complaints:
        raise SpecError(complaints[:MOST_TOLD])
    if times is not None:
        # after its last step the table says nothing; whoever asks about later steps gets the first choices
        late = np.flatnonzero((times == last) & ~decided)
        first = space.transitions.starts[late]
        allowed[np.isin(space.transitions.owner, late)] = False
        allowed[first] = True
    met = reachable(space.transitions, space.initial, allowed)
    left = np.bincount(space.transitions.owner[allowed], minlength=space.size) > 1
    forgotten = np.flatnonzero(met & left)
    if len(forgotten):
        message = f"the table {table.name} has no line for this state, which following it leads to"
        more = f" ({len(forgotten):,} such states)" if len(forgotten) > 1 else ""
        raise SpecError([at_state("E843", message + more, space, process, int(forgotten[0]), None)])
    return restricted(space, allowed).space


def _known(space: StateSpace, table: Table) -> list[tuple[Line, tuple[int, ...]]]:
    """The lines with their values in the order of the parameters."""
    params = space.encoding.params
    names = [param.name for param in params]
    complaints = [
        Diagnostic("E845", f"the game has no variable `{name}`", fix=suggestion(name, names, "variables"))
        for name in table.variables
        if name not in names and name not in dict(table.erased)
    ]
    missing = [name for name in names if name not in table.variables]
    if missing:
        message = f"the table says nothing about {', '.join(missing[:5])}"
        why = f"it was made after --reduce {', '.join(table.reductions)}" if table.reductions else ""
        complaints.append(Diagnostic("E845", message, why=why, fix="take the same --reduce, or export it again"))
    if complaints:
        raise SpecError(complaints)
    places = [table.variables.index(name) for name in names]
    result = []
    for line in table.lines:
        values = [read_value(param, line.values[place]) for param, place in zip(params, places, strict=True)]
        if None in values:
            wrong = values.index(None)
            message = f"{line.place}: {names[wrong]} cannot be {line.values[places[wrong]]}"
            complaints.append(Diagnostic("E845", message))
        else:
            result.append((line, tuple(v for v in values if v is not None)))
    if complaints:
        raise SpecError(complaints[:MOST_TOLD])
    return result


def _placed(
    space: StateSpace,
    lines: list[tuple[Line, tuple[int, ...]]],
    times: np.ndarray | None,
    complaints: list[Diagnostic],
) -> list[tuple[Line, int]]:
    """The state of each line; what cannot be reached is complained about."""
    rows = packed(space.encoding, [values for _, values in lines])
    every = space.rows
    if times is not None:
        steps = np.array([line.step or 0 for line, _ in lines], dtype=np.uint64).reshape(-1, 1)
        rows, every = np.hstack([rows, steps]), np.hstack([every, times.astype(np.uint64).reshape(-1, 1)])
    found = states_of(every, rows) if len(rows) else np.zeros(0, dtype=np.int64)
    result = []
    for (line, _), state in zip(lines, found.tolist(), strict=True):
        if state < 0:
            message = f"{line.place}: the game has no such state"
            complaints.append(
                Diagnostic("E845", message, fix="is it the table of another game, or of other constants?")
            )
        else:
            result.append((line, state))
    return result
