"""A state that breaks the rules of its game -> a complaint with the command, the state and a way to it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from oddsmith.kernel.encoding import Encoding
from oddsmith.kernel.kernel import Rows, SemanticError
from oddsmith.process.process import Process
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.space import TOGETHER

LONGEST_PATH = 12
"""Longer paths are shown by their first and last steps."""
WIDEST_STATE = 6
"""States of more parameters are shown in a path by what changed."""
MOST_SHOWN = 60
"""Parameters of a state that are shown at all."""
MOST_NAMES = 4
"""Commands that are named in one message."""


def check_choices(process: Process, rows: Rows, counts: NDArray[np.int64], summand: NDArray[np.integer]) -> None:
    """Raise SemanticError at the first state whose number of choices, or whose players, the game forbids.

    `counts[i]` choices in state i; `summand` of all choices in order (-1: the loop that an end state got).
    """
    start = np.concatenate(([0], np.cumsum(counts)))
    if process.exclusive and (counts > 1).any():
        state = int(np.argmax(counts > 1))
        raise _two_in_a_chain(process, rows[state], summand[start[state] : start[state + 1]])
    if process.deadlock == "error":
        ends = counts == 0
        ends[np.repeat(np.arange(len(counts)), counts)[summand < 0]] = True
        if ends.any():
            raise SemanticError(
                "E609",
                "no command is enabled in this state",
                rows[int(np.argmax(ends))],
                why="the game says `deadlock: error`: every state needs a command",
                fix="widen the `when:` of a command, or allow ends with `deadlock: loop`",
            )
    if process.kind == "game" and (counts > 1).any():
        _check_players(process, rows, counts, summand, start)


def players_of(process: Process) -> NDArray[np.int8]:
    """The number of each summand's player; -1: nobody, -2: several at once. The last entry serves the loops of ends."""
    numbers = {name: number for number, name in enumerate(process.players)}
    alone = [-1 if s.player is None else numbers[s.player] for s in process.summands]
    owners = [TOGETHER if s.parties else owner for s, owner in zip(process.summands, alone, strict=True)]
    return np.array([*owners, -1], dtype=np.int8)


def _check_players(
    process: Process, rows: Rows, counts: NDArray[np.int64], summand: NDArray[np.integer], start: NDArray[np.int64]
) -> None:
    player = _deciders(process)[summand]
    first = player[np.minimum(start[:-1], len(player) - 1)]
    state_of_choice = np.repeat(np.arange(len(counts)), counts)
    # Several choices are somebody's: one player's, and not nobody's.
    wrong = (player != first[state_of_choice]) | ((player < 0) & (counts[state_of_choice] > 1))
    if not wrong.any():
        return
    state = int(state_of_choice[np.argmax(wrong)])
    numbers = summand[start[state] : start[state + 1]].tolist()
    owners = {process.summands[n].player: n for n in numbers}
    if any(process.summands[n].parties for n in numbers):
        owners = {_decider(process, n): n for n in numbers}
    names = [f"{owner or 'nobody'} ({_title(process, number)})" for owner, number in owners.items()]
    message = f"nobody decides here: {names[0]}"
    if len(owners) > 1:
        message = f"several can move in this state: {_joined(names)}"
    raise SemanticError(
        "E610",
        message,
        rows[state],
        numbers[-1],
        why="in a game, one player decides in each state",
        fix="let the `when:` of the commands say whose turn it is, and give each command a player",
    )


def _deciders(process: Process) -> NDArray[np.int64]:
    """As `players_of`; those who decide together on a command are a player of their own."""
    found = players_of(process).astype(np.int64)
    for number, summand in enumerate(process.summands):
        if summand.parties:
            found[number] = len(process.players) + number
    return found


def _decider(process: Process, summand: int) -> str | None:
    parties = process.summands[summand].parties
    return " and ".join(party.player for party in parties) + f" in command {summand + 1}" if parties else None


def _two_in_a_chain(process: Process, row: Rows, numbers: NDArray[np.integer]) -> SemanticError:
    names = list(dict.fromkeys(_title(process, int(n)) for n in numbers))
    both = _joined(names) if len(names) > 1 else f"{names[0]} ({len(numbers)} times)"
    how_many = "two" if len(numbers) == 2 else "several"
    places = [p.origin.place for p in (process.summands[int(n)] for n in numbers[:-1]) if p.origin is not None]
    also = f" ({'the other' if len(numbers) == 2 else 'the first'} one: {places[0]})" if places else ""
    return SemanticError(
        "E603",
        f"{how_many} commands are enabled in the same state: {both}{also}",
        row,
        int(numbers[-1]),
        why="in a chain at most one command is enabled in each state, because nobody decides",
        fix="make their `when:` exclude each other, or say `overlap: uniform` (one of them is drawn) or `type: mdp`",
    )


def _joined(names: list[str]) -> str:
    """`a, b and c`; of many only the first ones."""
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1:,} more"]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _title(process: Process, summand: int) -> str:
    return process.summands[summand].action or f"command {summand + 1}"


def complaint(
    error: SemanticError,
    process: Process,
    encoding: Encoding,
    path: Sequence[tuple[int | None, Rows]] | None,
) -> SpecError:
    """The error for the user; `path` is the way from the initial state (its summand is None) to the faulty one."""
    summand = None if error.summand is None else process.summands[error.summand]
    notes = [f"state: {encoding.describe(error.row, MOST_SHOWN)}"]
    if summand is not None:
        place = f" ({summand.origin.place})" if summand.origin and error.span else ""
        if summand.action or place:
            notes.append(f"command: {summand.action or 'without action'}{place}")
    if path is not None:
        notes += _story(path, process, encoding)
    span = error.span or (summand.origin if summand else None)
    return SpecError([Diagnostic(error.code, error.message, span, error.why, error.fix, tuple(notes))])


def _story(path: Sequence[tuple[int | None, Rows]], process: Process, encoding: Encoding) -> list[str]:
    if len(path) == 1:
        return ["this is the initial state"]
    steps = len(path) - 1
    lines, before = [], None
    for summand, row in path:
        name = "start" if summand is None else _title(process, summand)
        lines.append(f"  {name}: {_state(encoding, row, before)}")
        before = row
    if len(lines) > LONGEST_PATH + 1:
        left_out = len(lines) - LONGEST_PATH
        lines = [*lines[:6], f"  … {left_out} more steps …", *lines[6 - LONGEST_PATH :]]
    return [f"a shortest way to it ({steps} step{'s' if steps > 1 else ''}):", *lines]


def _state(encoding: Encoding, row: Rows, before: Rows | None) -> str:
    if before is None or len(encoding.params) <= WIDEST_STATE:
        return encoding.describe(row, MOST_SHOWN)
    values, old = encoding.unpack(row), encoding.unpack(before)
    changed = [f"{p.name}={p.type.text(v)}" for p, v, o in zip(encoding.params, values, old, strict=True) if v != o]
    if len(changed) > MOST_SHOWN:
        changed = [*changed[:MOST_SHOWN], f"and {len(changed) - MOST_SHOWN:,} more"]
    return ", ".join(changed) or "nothing changes"
