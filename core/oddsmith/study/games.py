"""A cell -> its game, for what is drawn or written beside its answers."""

from __future__ import annotations

from oddsmith.api.game import Game
from oddsmith.api.load import load
from oddsmith.study.study import Cell


def game_of(cell: Cell) -> Game:
    """The game with the constants and reductions of the cell."""
    constants, reductions = cell.document.get("set", {}), cell.document.get("reductions", [])
    assert isinstance(constants, dict)
    pairs = {name: str(value) for name, value in constants.items()}
    names = [reductions] if isinstance(reductions, str) else [name for name in reductions if isinstance(name, str)]
    return load(cell.home / str(cell.document["spec"])).set(**pairs).using(reduce=names)
