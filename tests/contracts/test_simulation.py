"""The compiled games are those of the interpreter, game by game, for every spec."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.simulation_parts.asked import Sheet
from oddsmith_plugins.solvers.simulation_parts.players import player_of
from oddsmith_plugins.solvers.simulation_parts.program import narrowed

SPECS = sorted((Path(__file__).parents[2] / "specs").glob("*.yaml"))
GAMES, LONGEST = 25, 300


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_compiled_and_interpreted_games_are_the_same(path: Path) -> None:
    process = lower(load(path, {}))
    decides = process.kind != "chain" or process.mixes
    sheet = Sheet.of(process)
    if not sheet.asked:
        pytest.skip("nothing here can be answered by playing")
    played = narrowed(process, sheet.rewards)
    quick = player_of(played, sheet.observables, decides, 5, LONGEST)
    assert quick.quick, "it has no compiled form"
    slow = player_of(played, sheet.observables, decides, 5, LONGEST, compiled=False)
    ours, moves, cut = quick.block(0, GAMES, 0)
    theirs, other_moves, other_cut = slow.block(0, GAMES, 0)
    assert (moves, cut) == (other_moves, other_cut)
    assert np.allclose(ours, theirs, rtol=1e-12, atol=0, equal_nan=True)
    assert moves > 0
