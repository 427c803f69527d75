"""Explicit files are read in PRISM's form and in Storm's; what cannot be right is refused with its file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

from oddsmith.context import Context
from oddsmith.run.foreign import Foreign
from oddsmith.source import SpecError
from oddsmith.testing.games import DICE, GAMBLER, WALK
from oddsmith_plugins.exporters.explicit import Explicit as ExplicitExporter
from oddsmith_plugins.importers.explicit import Explicit
from plugins.explicit import asked, exported, own_answers

TRA = "3 3 4\n0 0 1 0.5 go\n0 0 2 0.5 go\n1 0 1 1\n2 0 2 1\n"
LAB = '0="init" 1="deadlock" 2="goal"\n0: 0\n1: 1 2\n2: 1\n'
SREW = '# Reward structure: "coins"\n# State rewards\n3 1\n0 2.5\n'
TREW = "# Transition rewards\n3 3 1\n0 0 1 4\n"


def read(tmp_path: Path, tra: str = TRA, lab: str = LAB, srew: str = SREW, trew: str = TREW) -> Any:
    for end, text in ((".tra", tra), (".lab", lab), (".srew", srew), (".trew", trew)):
        (tmp_path / f"model{end}").write_text(text)
    return Foreign(Explicit(), tmp_path / "model.tra", Context()).model


@pytest.mark.parametrize("dialect", ["prism", "storm"])
@pytest.mark.parametrize(
    ("text", "questions"),
    [
        (GAMBLER, {"best": "Pmax=? [F won]", "worst": 'Pmin=? [F "won"]'}),
        (WALK, {"win": "P=? [F won]", "length": "R{steps}=? [F over]"}),
        (DICE, {"seven": "P=? [F seven]"}),
    ],
)
def test_what_is_written_is_read(
    text: str, questions: dict[str, str], dialect: Literal["prism", "storm"], tmp_path: Path
) -> None:
    own = own_answers(text, tmp_path)
    found = asked(exported(text, ExplicitExporter(dialect=dialect), tmp_path), Explicit(), questions)
    assert found == pytest.approx({name: own[name] for name in questions})


def test_rewards_of_transitions_come_back_by_their_names(tmp_path: Path) -> None:
    path = exported(DICE, ExplicitExporter(), tmp_path)
    assert asked(path, Explicit(), {"eyes": "R{eyes}=? [F done]"})["eyes"] == pytest.approx(7)


def test_actions_labels_and_rewards(tmp_path: Path) -> None:
    model = read(tmp_path)
    assert (model.kind, model.actions) == ("mdp", ("go", ""))
    assert model.labels["goal"].tolist() == [False, True, False]
    assert model.gains["coins"].state.tolist() == [2.5, 0, 0]
    assert asked(tmp_path / "model.tra", Explicit(), {"r": "Rmax{coins}=? [F deadlock]"})["r"] == pytest.approx(4.5)


@pytest.mark.parametrize(
    ("part", "old", "new", "code", "words"),
    [
        ("tra", TRA, "", "E821", "model.tra is empty"),
        ("tra", "3 3 4", "3 3 5", "E822", "may be cut off"),
        ("tra", "3 3 4", "3 3 4 4", "E821", "model.tra, line 1: it must begin"),
        ("tra", "3 3 4", "2 3 4", "E822", "counts|state 2"),
        ("tra", "0 0 1 0.5", "0 0 x 0.5", "E821", "model.tra, line 2: x is no number of a state"),
        ("tra", "0 0 1 0.5", "0 0 1 half", "E821", "model.tra, line 2: half is no number"),
        ("tra", "0 0 1 0.5", "0 0 1 nan", "E822", "model.tra, line 2: the number nan is not finite"),
        ("tra", "0 0 1 0.5", "0 0 1 -0.5", "E822", "is -0.5"),
        ("tra", "0 0 1 0.5", "0 0 1 0.4", "E822", "sum to 0.9"),
        ("tra", "0 0 1 0.5", "0 0 7 0.5", "E822", "state 7"),
        ("tra", "0 0 1 0.5 go\n", "0 0\n", "E821", "nothing is no number"),
        ("lab", "1: 1 2", "1: 1 5", "E821", "model.lab, line 3: there is no label 5"),
        ("lab", "2: 1", "9: 1", "E822", "the label deadlock is told of state 9"),
        ("lab", "1: 1 2", "1: 0 2", "E823", "2 states have the label init"),
        ("srew", "0 2.5", "8 2.5", "E822", "model.srew, line 4: there are 3 states"),
        ("trew", "0 0 1 4", "0 1 1 4", "E822", "model.trew, line 3: the rewarded transition does not exist"),
    ],
)
def test_what_cannot_be_right_is_refused(part: str, old: str, new: str, code: str, words: str, tmp_path: Path) -> None:
    text = {"tra": TRA, "lab": LAB, "srew": SREW, "trew": TREW}[part]
    assert old in text
    with pytest.raises(SpecError) as caught:
        read(tmp_path, **{part: text.replace(old, new, 1)})
    assert f"error {code}" in str(caught.value)
    assert any(word in str(caught.value) for word in words.split("|"))
