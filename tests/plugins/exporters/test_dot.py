"""Pictures of small games, and of the surroundings of a state; too large ones are refused with advice."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.source import SpecError
from oddsmith.testing.games import GAMBLER, WALK
from oddsmith_plugins.exporters.dot import Dot
from plugins.explicit import explored, exported

LONG = WALK.replace("N: 5", "N: 700")


def test_a_box_per_state_and_a_point_per_choice(tmp_path: Path) -> None:
    text = exported(GAMBLER, Dot(), tmp_path).read_text()
    assert text.startswith('digraph "gambler" {')
    assert text.count("shape=point") == 9
    assert 's0 [label="f=2", penwidth=2];' in text
    assert 's4 [label="f=5\\nwon, over"];' in text
    assert 'c0 -> s1 [label="0.6"];' in text


def test_the_surroundings_of_a_state_end_in_ellipses(tmp_path: Path) -> None:
    text = exported(LONG, Dot(centre=10, radius=2), tmp_path).read_text()
    assert text.count('label="f=') == 5
    assert text.count("…") == 2


def test_what_nobody_can_look_at_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="more than 500 states"):
        Dot().write(explored(LONG, tmp_path), tmp_path / "long.dot", Context())
    with pytest.raises(SpecError, match="no state 9,999"):
        Dot(centre=9999).write(explored(WALK, tmp_path), tmp_path / "long.dot", Context())
