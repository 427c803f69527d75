"""Oddsmith: who wins this game, how often, how long does it take, and what should I do?

import oddsmith as od

game = od.load("specs/goose.yaml", N=3)
game.ask("P=? [F win[1]]")
"""

from typing import TYPE_CHECKING, Any

from oddsmith.version import VERSION

if TYPE_CHECKING:
    from oddsmith.api.advice import Explanation
    from oddsmith.api.answers import Answers, Result
    from oddsmith.api.game import Game
    from oddsmith.api.load import load, loads
    from oddsmith.api.sweep import Sweep, sweep
    from oddsmith.api.table import Table

__version__ = VERSION
__all__ = ["Answers", "Explanation", "Game", "Result", "Sweep", "Table", "__version__", "load", "loads", "sweep"]

_PLACES = {
    "Answers": "answers",
    "Explanation": "advice",
    "Game": "game",
    "Result": "answers",
    "Sweep": "sweep",
    "Table": "table",
    "load": "load",
    "loads": "load",
    "sweep": "sweep",
}


def __getattr__(name: str) -> Any:
    """The names above are imported when they are used: the command line needs none of them to begin."""
    if name not in _PLACES:
        raise AttributeError(f"module 'oddsmith' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"oddsmith.api.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    """What a notebook offers after `od.`, and `help(od)` lists."""
    return list(__all__)
