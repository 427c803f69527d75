"""A finished run -> what can be seen of its states: a drawing of a small game, the answers wherever the players stand.

Nothing here knows a game: a variable with many values becomes an axis, and of states that differ in all others only
those are drawn that agree in them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import LimitError
from oddsmith.hosting.manager import PluginError
from oddsmith.process.question import Expectation, Probability, Question
from oddsmith.report.drawing import drawing
from oddsmith.report.figure import Figure
from oddsmith.report.landscape import Column, landscape, profile
from oddsmith.run import stages
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Finished, Tools
from oddsmith.solve.everywhere import everywhere
from oddsmith.source import SpecError
from oddsmith.space.space import StateSpace

MOST_DRAWN, MOST_ARROWS = 30, 90
"""States and transitions of a drawing that can be read without being asked for."""
MOST_STATES, MOST_TRANSITIONS, MOST_SECONDS = 20_000, 500_000, 2.0
"""Of a run whose questions are solved once more, for every state."""
MOST_QUESTIONS = 4
WIDE, HIGH = 4, 8
"""Values of a variable that is worth an axis; of one over which a landscape says more than a map."""
DENSE, LEAST_SHARE = 0.4, 0.25
"""How many places of a landscape have to be filled; how many of a board, else it is the edge of a larger one."""


def views(plan: Plan, finished: Finished, tools: Tools) -> tuple[Figure, ...]:
    """The figures that belong to a run; none where they would take long, or nothing is stored."""
    space = finished.space
    if space is None or plan.foreign is not None or any(answer.play is not None for answer in finished.answers):
        return ()

    def seen() -> tuple[Figure, ...]:
        return (*_drawing(plan, space, finished, tools), *_values(plan, space, finished, tools))

    try:
        return tools.host.protected(seen)
    except (SpecError, LimitError):
        return ()  # the answers are there: a picture of them is no reason to fail
    except PluginError as error:
        tools.context.monitor.message(f"warning: {error}; the page is without pictures of the states")
        return ()


def _drawing(plan: Plan, space: StateSpace, finished: Finished, tools: Tools) -> Iterator[Figure]:
    small = space.size <= MOST_DRAWN and space.transitions.count <= MOST_ARROWS
    if small and plan.strategy is None and shutil.which("dot") is not None:
        yield drawing(plan, tools, f"States of {finished.game.name}")


@dataclass(frozen=True)
class Board:
    """Variables to draw over, and the states that are drawn."""

    axes: tuple[str, ...]
    columns: dict[str, Column]
    seen: NDArray[np.bool_]
    where: str
    """In what the states agree; nothing if these are all."""


def _values(plan: Plan, space: StateSpace, finished: Finished, tools: Tools) -> Iterator[Figure]:
    """The answers wherever the game stands."""
    asked = [question for question in finished.process.questions if _is_simple(question)][:MOST_QUESTIONS]
    quick = finished.outcome.seconds.get("solve", 0.0) <= MOST_SECONDS
    small = space.size <= MOST_STATES and space.transitions.count <= MOST_TRANSITIONS
    if not asked or not quick or not small or plan.reductions:
        return
    board = board_of(space)
    if board is None:
        return
    choose = stages.chooser(replace(plan, solver=None), tools.host, tools.registry)
    found = {q: everywhere(space, q, choose, tools.context, finished.process.questions).value for q in asked}
    yield from _over_one(board, found) if len(board.axes) == 1 else _over_two(board, found)


def _is_simple(question: Question) -> bool:
    """Whether it asks for a number, however long the game lasts."""
    query = question.query
    if isinstance(query, Probability):
        return query.given is None and query.threshold is None and query.path.bound is None
    return (
        isinstance(query, Expectation) and query.given is None and query.threshold is None and query.measure == "reach"
    )


def _over_one(board: Board, found: dict[Question, NDArray[np.float64]]) -> Iterator[Figure]:
    """Probabilities share a figure, expectations have their own."""
    (name,) = board.axes
    places = board.columns[name][board.seen]
    lines = {q: profile(q.name, places, values[board.seen]) for q, values in found.items()}
    chances = tuple(line for q, line in lines.items() if isinstance(q.query, Probability))
    if chances:
        names = ", ".join(line.name for line in chances)
        yield Figure("line", f"{names} by {name}{board.where}", name, "probability", chances)
    for question, line in lines.items():
        if not isinstance(question.query, Probability):
            yield Figure("line", f"{question.name} by {name}{board.where}", name, question.name, (line,))


def _over_two(board: Board, found: dict[Question, NDArray[np.float64]]) -> Iterator[Figure]:
    x, y = ((name, board.columns[name][board.seen]) for name in board.axes)
    across, up = (len(np.unique(values)) for _, values in (x, y))
    dense = min(across, up) >= HIGH and board.seen.sum() >= DENSE * across * up
    kind = "surface" if dense else "heat"
    for question, values in found.items():
        title = f"{question.name} by {x[0]} and {y[0]}{board.where}"
        yield landscape(kind, title, x, y, values[board.seen])


def board_of(space: StateSpace) -> Board | None:
    """The two variables with the most values, or one; None where the game has no such variables."""
    params = space.encoding.params
    columns = {param.name: space.encoding.readable(space.rows, place) for place, param in enumerate(params)}
    counts = {p.name: len(np.unique(columns[p.name])) for p in params if p.type.kind == "int"}
    wide = sorted((name for name in counts if counts[name] >= WIDE), key=lambda name: -counts[name])
    for axes in (tuple(wide[:2]), tuple(wide[:1])):
        board = _board(axes, columns, space.initial) if axes else None
        if board is not None:
            return board
    return None


def _board(axes: tuple[str, ...], columns: dict[str, Column], initial: int) -> Board | None:
    """All other variables, as far as the axes do not determine them, are as at first, or as they mostly are."""
    place = _codes([columns[name] for name in axes])
    places = len(np.unique(place))
    others = [name for name in columns if name not in axes]
    free = [name for name in others if len(np.unique(_codes([place, columns[name]]))) > places]
    rest = _codes([columns[name] for name in free]) if free else np.zeros(len(place), dtype=np.int64)
    counts, first = np.bincount(rest), rest[initial]
    seen = rest == (first if 2 * counts[first] >= counts.max() else counts.argmax())
    if seen.sum() < max(WIDE ** len(axes), LEAST_SHARE * places):
        return None
    one = int(np.flatnonzero(seen)[0])
    agreed = ", ".join(f"{name}={_word(columns[name][one])}" for name in free)
    return Board(axes, columns, seen, f", where {agreed}" if agreed else "")


def _codes(columns: list[Column]) -> NDArray[np.int64]:
    """A number for each combination of values."""
    codes = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        values, numbers = np.unique(column, return_inverse=True)
        codes = np.unique(codes * len(values) + numbers, return_inverse=True)[1]
    return codes


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, np.bool_) else str(value)
