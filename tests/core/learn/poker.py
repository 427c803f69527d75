"""Kuhn poker at a table, unfolded: for tests of learners."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from oddsmith.context import Context
from oddsmith.expr.parse import parse
from oddsmith.learn.match import Match
from oddsmith.learn.styles import Style, habit
from oddsmith.process.process import Process, Table
from oddsmith.source import Source, Span
from oddsmith.space.explore import explore
from oddsmith.spec.game import Game
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.tree.tree import GameTree, Vector
from oddsmith.tree.unfold import unfold
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.kernels.reference import Reference

SPEC = Path(__file__).parents[3] / "specs" / "kuhn-shown.yaml"


@cache
def poker(players: int) -> tuple[Game, Process, GameTree]:
    game = load(SPEC, {"n": str(players)})
    process = lower(game)
    space, _ = explore(process, (), (Reference(), CompiledTarget()), Context())
    return game, process, unfold(process, space, Context())


def style(name: str = "some", tables: dict[str, tuple[float, ...]] | None = None, **moves: str) -> Style:
    found = tuple(Table(key, ((1, len(row)),), row) for key, row in (tables or {}).items())  # type: ignore[arg-type]
    texts = {move: Source(f"{name}.{move}", text) for move, text in moves.items()}
    return Style(name, {move: parse(Span(text, 0, len(text.text))) for move, text in texts.items()}, found)


def habits(players: int, *styles: Style) -> tuple[Vector, ...]:
    game, process, tree = poker(players)
    return tuple(habit(one, game, process, tree) for one in styles)


def match(players: int, *styles: Style) -> Match:
    """The learner against these."""
    _, _, tree = poker(players)
    return Match(tree, ("learner", *(one.name for one in styles)), habits(players, *styles))


def chances(row: tuple[float, ...], called: tuple[float, ...] | None = None, name: str = "some") -> Style:
    """Bets by card; calls by another row, if there is one."""
    tables = {"opens": row, "calls": called or row}
    return style(name, tables, bet="if bettor = 0 then opens[card[me]] else calls[card[me]]")


def move_of(found: Match, player: int, name: str, **view: int) -> int:
    """The move of this name in the information set where the player sees these values."""
    known = found.tree.information
    for which in known.of(player).tolist():
        seen = found.tree.view(which)
        if all(seen[key.replace("_", "[") + "]" if "_" in key else key] == value for key, value in view.items()):
            for move in range(int(known.start[which]), int(known.start[which + 1])):
                if known.names[move] == name:
                    return move
    raise LookupError(name)


def with_habits(found: Match, *vectors: Vector) -> Match:
    return replace(found, habits=tuple(np.asarray(vector) for vector in vectors), known={})
