"""DRN lists every state with its rewards, labels, actions and successors, and Storm reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.source import SpecError
from oddsmith_plugins.exporters.drn import Drn
from plugins.explicit import explored, exported, own_answers, storm_answers
from plugins.exporters.test_umb import DUEL, STORM, WALK


def test_a_small_chain_as_text(tmp_path: Path) -> None:
    text = exported(WALK.replace("2/3", "1/4"), Drn(), tmp_path).read_text()
    lines = text.splitlines()
    assert lines[:2] == ["@type: DTMC", "@value_type: double"]
    assert lines[lines.index("@nr_states") + 1] == "6"
    begin = lines.index("state 0 [1.0] init")
    assert lines[begin + 1 : begin + 4] == ["\taction __NOLABEL__ [0.0]", "\t\t1 : 0.25", "\t\t2 : 0.75"]
    assert any(line.startswith("state") and line.endswith(" won over deadlock") for line in lines)


def test_who_decides_cannot_be_said(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="E823: DRN does not tell which player"):
        Drn().write(explored(DUEL, tmp_path), tmp_path / "duel.drn", Context())


@pytest.mark.parametrize(("text", "questions"), STORM)
def test_storm_gives_our_answers(text: str, questions: dict[str, str], tmp_path: Path) -> None:
    stormpy = pytest.importorskip("stormpy")
    model = stormpy.build_model_from_drn(str(exported(text, Drn(), tmp_path)))
    own = own_answers(text, tmp_path)
    for name, value in storm_answers(model, questions).items():
        assert value == pytest.approx(own[name], rel=1e-5), name
