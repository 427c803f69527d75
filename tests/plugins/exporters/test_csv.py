"""Tables: one line per transition, one line per state."""

from __future__ import annotations

import csv
from pathlib import Path

from oddsmith.testing.games import DICE, GAMBLER
from oddsmith_plugins.exporters.csv import Csv
from plugins.explicit import exported
from plugins.exporters.test_umb import DUEL


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as lines:
        return list(csv.DictReader(lines))


def test_transitions_and_states(tmp_path: Path) -> None:
    path = exported(GAMBLER, Csv(), tmp_path)
    transitions, states = rows(path), rows(tmp_path / "game.states.csv")
    assert (len(transitions), len(states)) == (16, 6)
    assert transitions[0] == {"state": "0", "choice": "0", "action": "small", "target": "1", "probability": "0.6"}
    assert states[4] == {"state": "4", "f": "5", "won": "true", "over": "true"}


def test_rewards_and_players(tmp_path: Path) -> None:
    assert rows(exported(DICE, Csv(), tmp_path))[1]["gain eyes"] == "2.0"
    assert exported(DUEL, Csv(), tmp_path).exists()
    assert rows(tmp_path / "game.states.csv")[0]["player"] == "ann"
