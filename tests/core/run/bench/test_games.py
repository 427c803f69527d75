"""The games of a bench file and what is asked about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.run.bench.file import read_bench
from oddsmith.run.bench.games import Case
from oddsmith.source import SpecError

GAMES = Path(__file__).parents[4] / "pipelines" / "bench" / "games.yaml"


def cases(names: tuple[str, ...] = ()) -> list[Case]:
    found = read_bench(GAMES, names)
    assert isinstance(found, list)
    return found


def test_the_shipped_games_are_all_there() -> None:
    found = cases()
    assert len(found) == 8
    assert all(case.model.is_file() and Path(case.arguments[1]).is_file() and case.question for case in found)
    assert "--set=N=10" in next(case for case in found if case.name == "ruin-10-15").arguments


def test_names_choose_games() -> None:
    assert [case.name for case in cases(("ruin-3-500", "goose2"))] == ["ruin-3-500", "goose2"]


def test_unknown_games_are_answered_with_the_known_ones() -> None:
    with pytest.raises(SpecError, match="did you mean goose3"):
        cases(("gose3",))
