"""`pipeline plot`."""

from __future__ import annotations

import json
from pathlib import Path

SPECS = Path(__file__).parents[4] / "specs"


def test_distributions_are_listed_and_drawn(call, tmp_path: Path) -> None:
    run = tmp_path / "kept"
    call("run", str(SPECS / "another-game.yaml"), "--question", "winner_coins", "--out", str(run))
    assert json.loads(call("plot", str(run), "--json").out)["figures"] == ["winner_coins"]
    assert call("plot", str(run), "--what", "winner_coins", "-o", str(tmp_path / "coins.svg")).code == 0
    assert "<svg" in (tmp_path / "coins.svg").read_text()


def test_unknown_figures_and_formats_are_refused(call, tmp_path: Path) -> None:
    run = tmp_path / "kept"
    call("run", str(SPECS / "another-game.yaml"), "--question", "winner_coins", "--out", str(run))
    assert call("plot", str(run), "--what", "coins", "-o", "x.svg").code == 2
    assert call("plot", str(run), "--what", "winner_coins", "-o", "x.gif").code == 2
