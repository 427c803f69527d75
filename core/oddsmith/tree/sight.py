"""A process -> who decides in its state space, and which parameters each of them sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from oddsmith.expr.evaluate import Compiler
from oddsmith.expr.nodes import Index, Name
from oddsmith.expr.types import INT, Type
from oddsmith.process.layout import layout_of
from oddsmith.process.process import Process, Summand
from oddsmith.process.question import Played, Question
from oddsmith.space.space import StateSpace

ALONE = "the player"
"""Who decides in an mdp."""


@dataclass(frozen=True)
class Sight:
    """Players by name, the numbers of the parameters that each sees, and who decides in each state (-1: nobody)."""

    players: tuple[str, ...]
    visible: tuple[tuple[int, ...], ...]
    decides: NDArray[np.int64]


def players_of(process: Process) -> tuple[str, ...]:
    """Who can decide: the players of a game, the one of an mdp, nobody in a chain."""
    if process.kind == "game":
        return process.players
    return () if process.kind == "chain" else (process.players[:1] or (ALONE,))


def visible(process: Process, player: str) -> tuple[int, ...]:
    """The numbers of the parameters that the player sees."""
    hidden = {name for name, seen in process.sees if player not in seen}
    return tuple(place for place, param in enumerate(process.params) if param.name not in hidden)


def blind(process: Process) -> dict[str, tuple[str, ...]]:
    """Who has something to decide and does not see everything, and what is hidden from him."""
    deciding = {summand.player for summand in process.summands}
    found = {}
    for player in players_of(process):
        hidden = tuple(name for name, seen in process.sees if player not in seen)
        if hidden and (process.kind != "game" or player in deciding):
            found[player] = hidden
    return found


def sight(process: Process, space: StateSpace) -> Sight:
    """Who sees what, and who decides where."""
    players = players_of(process)
    if space.player is not None:
        decides = space.player.astype(np.int64)
    else:
        decides = np.where(np.diff(space.transitions.starts) > 1, 0 if players else -1, -1).astype(np.int64)
    first = space.summand[space.transitions.starts[:-1]]
    return Sight(players, tuple(visible(process, player) for player in players), np.where(first < 0, -1, decides))


Label = tuple[str, tuple[tuple[str, str], ...]]
"""An action, and what is chosen with it, in words."""
Test = Callable[[tuple[int, ...]], object]


def choice_labels(process: Process, space: StateSpace, states: NDArray[np.int64]) -> dict[int, Label]:
    """What each choice of these states is called: the action and the chosen values, by the number of the choice."""
    compiler = Compiler(layout_of(process))
    guards = [
        compiler.compile(summand.guard, [s.name for s in summand.sums]) if summand.sums else None
        for summand in process.summands
    ]
    kinds = [_kinds(process, summand) for summand in process.summands]
    found: dict[int, Label] = {}
    starts, commands = space.transitions.starts, space.summand
    for state in states.tolist():
        values = space.encoding.unpack(space.rows[state])
        low, high = int(starts[state]), int(starts[state + 1])
        choice = low
        while choice < high:
            number = int(commands[choice])
            summand, guard = process.summands[number], guards[number]
            for chosen in _chosen(summand, guard, values):
                told = tuple((s.name, kinds[number][s.name].text(v)) for s, v in zip(summand.sums, chosen, strict=True))
                found[choice] = (summand.action or "go on", told)
                choice += 1
    return found


def _kinds(process: Process, summand: Summand) -> dict[str, Type]:
    """The types of what is chosen: of the variables that get it, for the choices themselves are numbers."""
    params = {param.name: param.type for param in process.params}
    arrays = {array.name: process.params[array.first].type for array in process.arrays}
    found = {s.name: INT for s in summand.sums}
    for branch in summand.branches:
        for update in branch.updates:
            if isinstance(update.value, Name) and update.value.name in found:
                known = params | arrays
                found[update.value.name] = known[update.target.name] if isinstance(update.target, Name | Index) else INT
    return found


def _chosen(summand: Summand, guard: Test | None, values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """What may be chosen with a command in a state, in the order of the kernels."""
    for combination in product(*(s.values for s in summand.sums)):
        if guard is None or guard(values + combination):
            yield combination


def words(label: Label) -> str:
    """`take k=2`."""
    return " ".join([label[0], *(f"{name}={value}" for name, value in label[1])])


def needs_tree(process: Process, question: Question) -> bool:
    """Whether the answer depends on what players know or want, so that states alone do not tell it."""
    if isinstance(question.query, Played):
        return True
    return bool(blind(process)) and process.kind != "chain"
