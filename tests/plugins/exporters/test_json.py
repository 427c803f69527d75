"""The JSON document has everything: variables, labels, rewards, players, choices and successors."""

from __future__ import annotations

import json
from pathlib import Path

from oddsmith.testing.games import DICE, GAMBLER
from oddsmith_plugins.exporters.json import Json
from plugins.explicit import exported
from plugins.exporters.test_umb import DUEL


def test_states_with_their_choices(tmp_path: Path) -> None:
    document = json.loads(exported(GAMBLER, Json(), tmp_path).read_text())
    assert document["counts"] == {"states": 6, "choices": 9, "transitions": 16}
    assert document["states"][0]["values"] == [2]
    assert document["states"][0]["choices"][0] == {"action": "small", "to": [[1, 0.6], [2, 0.4]]}
    assert document["states"][4]["labels"] == ["won", "over"]


def test_rewards_of_transitions_and_players(tmp_path: Path) -> None:
    first = json.loads(exported(DICE, Json(), tmp_path).read_text())["states"][0]
    assert first["choices"][0]["to"][2][2]["eyes"] == 3.0
    assert first["gains"] == {"steps": 1.0}
    assert json.loads(exported(DUEL, Json(), tmp_path).read_text())["states"][0]["player"] == "ann"
