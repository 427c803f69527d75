"""DRN is read whoever wrote it, in fractions where it has them; what cannot be right is refused with its line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from oddsmith.context import Context
from oddsmith.run.foreign import Foreign
from oddsmith.source import SpecError
from oddsmith.testing.games import GAMBLER, WALK
from oddsmith_plugins.exporters.drn import Drn as DrnExporter
from oddsmith_plugins.importers.drn import Drn
from plugins.explicit import asked, exported, own_answers
from plugins.exporters.test_umb import DICE

SMALL = """\
// a comment
@type: MDP
@value_type: rational
@parameters

@reward_models
coins time
@nr_states
3
@nr_choices
3
@model
state 0 [0, 1] init "at home"
//[x=0]
\taction go [1/2, 0]
\t\t1 : 1/3
\t\t2 : 2/3
\taction __NOLABEL__ [0, 0]
\t\t0 : 1
state 1 [0, 0] goal
state 2 [0, 0]
\taction stay [0, 0]
\t\t2 : 1
"""


def read(text: str, tmp_path: Path) -> Any:
    path = tmp_path / "model.drn"
    path.write_text(text)
    return Foreign(Drn(), path, Context()).model


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        (GAMBLER, {"best": "Pmax=? [F won]", "worst": 'Pmin=? [F "won"]'}),
        (WALK, {"win": "P=? [F won]", "length": "R{steps}=? [F over]", "soon": "P=? [F<=3 won]"}),
        (DICE, {"seven": "P=? [F seven]", "eyes": "R{eyes}=? [F done]"}),
    ],
)
def test_what_is_written_is_read(text: str, questions: dict[str, str], tmp_path: Path) -> None:
    own = own_answers(text, tmp_path)
    found = asked(exported(text, DrnExporter(), tmp_path), Drn(), questions)
    assert found == pytest.approx({name: own[name] for name in questions})


def test_labels_rewards_and_fractions(tmp_path: Path) -> None:
    model = read(SMALL, tmp_path)
    assert set(model.labels) == {"init", "at home", "goal"}
    assert model.transitions.exact[:2] == (Fraction(1, 3), Fraction(2, 3))
    assert model.gains["coins"].choice.tolist() == [0.5, 0.0, 0.0, 0.0]
    assert model.gains["time"].state.tolist() == [1.0, 0.0, 0.0]
    assert model.transitions.column.tolist() == [1, 2, 0, 1, 2]  # state 1 has no choice: it gets a loop
    path = tmp_path / "model.drn"
    assert asked(path, Drn(), {"a": "Pmax=? [F goal]", "b": 'Pmin=? [F "at home" and state = 0]'}) == pytest.approx(
        {"a": 1 / 3, "b": 1}
    )


def test_storms_files_are_read_although_they_have_few_digits(tmp_path: Path) -> None:
    stormpy = pytest.importorskip("stormpy")
    storm = pytest.importorskip("stormpy.io")
    storm.export_to_drn(
        stormpy.build_model_from_drn(str(exported(WALK, DrnExporter(), tmp_path))), str(tmp_path / "a.drn")
    )
    assert asked(tmp_path / "a.drn", Drn(), {"win": "P=? [F won]"})["win"] == pytest.approx(24 / 31, abs=1e-8)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("MDP", "CTMC", "E823", "of type CTMC"),
        ("@parameters\n", "@parameters\np q", "E823", "parameters p q"),
        ("\t\t1 : 1/3", "\t\t1 : [0.1, 0.4]", "E823", "line 16: the probability is an interval"),
        ("\t\t1 : 1/3", "\t\t1 : p", "E821", "line 16: `p` is no number"),
        ("\t\t1 : 1/3", "\t\t1 : 1/0", "E821", "line 16: `1/0` is no number"),
        ("\t\t1 : 1/3", "\t\t1 1/3", "E821", "line 16: this transition"),
        ("\t\t1 : 1/3", "\t\t1 : -1/3", "E822", "probability of transition 0 is -0.3"),
        ("\t\t1 : 1/3", "\t\t7 : 1/3", "E822", "leads to state 7"),
        ("\t\t1 : 1/3", "\t\t1 : 1/2", "E822", "sum to 1.16666"),
        ("\t\t1 : 1/3\n\t\t2 : 2/3\n", "", "E822", "choice 0 leads nowhere"),
        ("state 1", "state 5", "E822", "line 20: state 5 stands where state 1"),
        ("state 1 [0, 0]", "state 1 [0]", "E822", "line 20: 1 rewards are told of 2"),
        ("state 1 [0, 0]", "state one", "E821", "line 20: this line of a state"),
        ("@nr_states\n3", "@nr_states\n4", "E822", "@nr_states is 4"),
        ("state 1 [0, 0] goal", "state 1 [0, 0] goal init", "E823", "2 states have the label init"),
        (" init ", " ", "E822", "0 states have the label init"),
        ("@model", "@modal", "E821", "line"),
        ("\taction go", "nonsense", "E821", "line 15"),
        (SMALL[SMALL.index("@model") :], "", "E821", "before its states begin"),
        (SMALL[SMALL.index("state 2") :], "", "E822", "cut off"),
    ],
)
def test_what_cannot_be_right_is_refused(old: str, new: str, code: str, words: str, tmp_path: Path) -> None:
    assert old in SMALL
    with pytest.raises(SpecError) as caught:
        read(SMALL.replace(old, new, 1), tmp_path)
    assert f"error {code}" in str(caught.value)
    assert words in str(caught.value)


def test_other_bytes_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "model.drn"
    path.write_bytes(b"@type: MDP\n\xff\xfe\n")
    with pytest.raises(SpecError, match="this is not UTF-8 text"):
        _ = Foreign(Drn(), path, Context()).model
