"""PRISM's explicit files: counts first, then a line per transition; labels by number; rewards beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.source import SpecError
from oddsmith.testing.games import DICE, GAMBLER, RACE, WALK
from oddsmith_plugins.exporters.explicit import Explicit
from plugins.explicit import explored, exported, own_answers, storm_answers
from plugins.exporters.test_umb import DUEL


def test_a_decision_process(tmp_path: Path) -> None:
    path = exported(GAMBLER, Explicit(), tmp_path)
    assert path.read_text().splitlines()[:3] == ["6 9 16", "0 0 1 0.6 small", "0 0 2 0.4 small"]
    assert path.with_suffix(".sta").read_text().splitlines()[:2] == ["(f)", "0:(2)"]
    assert path.with_suffix(".lab").read_text().splitlines() == [
        '0="init" 1="won" 2="over" 3="deadlock"', "0: 0", "4: 1 2 3", "5: 2 3",
    ]  # fmt: skip


def test_a_chain_has_no_choices_and_every_reward_its_files(tmp_path: Path) -> None:
    path = exported(DICE, Explicit(), tmp_path)
    assert path.read_text().splitlines()[0].count(" ") == 1
    assert sorted(file.name for file in tmp_path.iterdir() if "rew" in file.name) == [
        "game1.srew",
        "game1.trew",
        "game2.srew",
    ]
    lines = (tmp_path / "game1.trew").read_text().splitlines()
    assert lines[:2] == ['# Reward structure: "eyes"', "# Transition rewards"]
    assert lines[3] == "0 1 1.0"


def test_who_decides_cannot_be_said(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="E823: explicit files do not tell which player"):
        Explicit().write(explored(DUEL, tmp_path), tmp_path / "duel.tra", Context())


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        (GAMBLER, {"best": 'Pmax=? [F "won"]', "worst": 'Pmin=? [F "won"]'}),
        (WALK, {"win": 'P=? [F "won"]', "length": 'R=? [F "over"]'}),
        (RACE, {"first": 'P=? [F "first"]'}),
    ],
)
def test_storm_gives_our_answers(text: str, questions: dict[str, str], tmp_path: Path) -> None:
    stormpy = pytest.importorskip("stormpy")
    path = exported(text, Explicit(dialect="storm"), tmp_path)
    rewards = path.with_suffix(".srew")
    given = {"state_rewards": str(rewards)} if rewards.exists() else {}
    model = stormpy.build_model_from_explicit(str(path), str(path.with_suffix(".lab")), **given)
    own = own_answers(text, tmp_path)
    for name, value in storm_answers(model, questions).items():
        assert value == pytest.approx(own[name], rel=1e-5), name
