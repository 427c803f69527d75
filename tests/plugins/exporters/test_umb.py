"""UMB archives have an index first, offsets, targets and weights as binary numbers, and Storm reads them."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path

import numpy as np
import pytest

from oddsmith.testing.games import COINS, DICE, GAMBLER, GAMES, RACE, WALK
from oddsmith_plugins.exporters.umb import Umb
from plugins.explicit import exported, own_answers, storm_answers

DUEL = """\
game: duel
type: game
players: {ann: {actions: [high, low]}, bob: {actions: [hit, miss]}}
variables: {s: 0..3}
commands:
  - {action: high, when: s = 0, then: [{1/2: {s: 1}}, {1/2: {s: 2}}]}
  - {action: low, when: s = 0, then: {s: 1}}
  - {action: hit, when: s = 1, then: [{1/3: {s: 3}}, {2/3: {s: 0}}]}
  - {action: miss, when: s = 1, then: {s: 3}}
labels: {won: s = 2}
questions: {ann: "<<ann>> Pmax=? [F won]"}
"""
STORM = [
    (WALK, {"win": 'P=? [F "won"]', "length": 'R{"steps"}=? [F "over"]', "soon": 'P=? [F<=3 "won"]'}),
    (GAMBLER, {"best": 'Pmax=? [F "won"]', "worst": 'Pmin=? [F "won"]'}),
    (DICE, {"seven": 'P=? [F "seven"]', "throws": 'R{"steps"}=? [F "done"]', "eyes": 'R{"eyes"}=? [F "done"]'}),
    (RACE, {"first": 'P=? [F "first"]', "second": 'P=? [F "second"]'}),
    (COINS, {"same": 'P=? [F "same"]'}),
]


def members(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as archive:
        return {m.name: archive.extractfile(m).read() for m in archive.getmembers()}  # type: ignore[union-attr]


def test_the_files_of_a_small_decision_process(tmp_path: Path) -> None:
    found = members(exported(GAMBLER, Umb(), tmp_path))
    index = json.loads(found["index.json"])
    assert next(iter(found)) == "index.json"
    system = index["transition-system"]
    assert [system[f"#{key}"] for key in ("players", "states", "initial-states", "choices", "branches")] == [
        1,
        6,
        1,
        9,
        16,
    ]
    assert np.frombuffer(found["state-to-choices.bin"], "<u8").tolist() == [0, 2, 4, 6, 7, 8, 9]
    assert np.frombuffer(found["choice-to-branches.bin"], "<u8")[[0, 1, -1]].tolist() == [0, 2, 16]
    assert np.frombuffer(found["branch-to-target.bin"], "<u8")[:2].tolist() == [1, 2]
    assert np.frombuffer(found["branch-to-probability.bin"], "<f8")[:2].tolist() == [0.6, 0.4]
    assert found["state-is-initial.bin"] == bytes([1, 0, 0, 0, 0, 0, 0, 0])
    assert index["annotations"]["aps"]["won"]["applies-to"] == ["states"]
    assert found["annotations/aps/won/states/values.bin"][0].bit_count() == 1
    assert found["actions/choices/strings.bin"] == b"largesmall"


def test_a_chain_has_no_choices_and_a_game_has_players(tmp_path: Path) -> None:
    chain = members(exported(WALK, Umb(), tmp_path))
    assert json.loads(chain["index.json"])["transition-system"]["#players"] == 0
    assert "state-to-choices.bin" not in chain
    game = members(exported(DUEL, Umb(), tmp_path))
    system = json.loads(game["index.json"])["transition-system"]
    assert (system["#players"], system["player-names"]) == (2, ["ann", "bob"])
    assert len(game["state-to-player.bin"]) == 4 * 4


def test_gains_of_transitions_stay_with_the_branches(tmp_path: Path) -> None:
    found = members(exported(DICE, Umb(), tmp_path))
    assert np.frombuffer(found["annotations/rewards/eyes/branches/values.bin"], "<f8")[:6].tolist() == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


@pytest.mark.parametrize("text", GAMES.values() if isinstance(GAMES, dict) else GAMES)
def test_sizes_are_whole_words_and_names_stay_inside(text: str, tmp_path: Path) -> None:
    for name, data in members(exported(text, Umb(), tmp_path)).items():
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_./"), name
        assert name.endswith(("index.json", "strings.bin", "values.bin", "player.bin")) or len(data) % 8 == 0


@pytest.mark.parametrize("compression", ["none", "gzip", "xz"])
@pytest.mark.parametrize(("text", "questions"), STORM)
def test_storm_gives_our_answers(text: str, questions: dict[str, str], compression: str, tmp_path: Path) -> None:
    stormpy = pytest.importorskip("stormpy")
    model = stormpy.build_model_from_umb(str(exported(text, Umb(compression=compression), tmp_path)))  # type: ignore[arg-type]
    own = own_answers(text, tmp_path)
    for name, value in storm_answers(model, questions).items():
        assert value == pytest.approx(own[name], rel=1e-5), name


def test_storm_reads_the_variables(tmp_path: Path) -> None:
    stormpy = pytest.importorskip("stormpy")
    umb = pytest.importorskip("stormpy.io")
    options = umb.UmbImportOptions()
    options.build_state_valuations = True
    model = stormpy.build_model_from_umb(str(exported(GAMBLER, Umb(), tmp_path)), options=options)
    assert model.state_valuations.to_string(next(iter(model.initial_states))) == "[f=2]"
