"""Files are written whole, or not at all, and never over others unless that is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.run.output import check_output, write_output
from oddsmith.source import SpecError


def two(place: Path) -> None:
    place.write_text("model")
    place.with_suffix(".props").write_text("properties")


def test_all_files_of_the_folder_are_moved_beside_the_first(tmp_path: Path) -> None:
    written = write_output(tmp_path / "game.prism", False, two)
    assert [path.name for path in written] == ["game.prism", "game.props"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.prism", "game.props"]


def test_nothing_stays_of_what_went_wrong(tmp_path: Path) -> None:
    def half(place: Path) -> None:
        two(place)
        raise OSError(28, "No space left on device")

    with pytest.raises(SpecError, match=r"E710.*No space left"):
        write_output(tmp_path / "game.prism", False, half)
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_is_kept_also_if_it_is_not_the_first(tmp_path: Path) -> None:
    (tmp_path / "game.props").write_text("mine")
    with pytest.raises(SpecError, match="exists already"):
        write_output(tmp_path / "game.prism", False, two)
    assert [path.name for path in tmp_path.iterdir()] == ["game.props"]
    assert (tmp_path / "game.props").read_text() == "mine"


def test_force_overwrites(tmp_path: Path) -> None:
    (tmp_path / "game.prism").write_text("old")
    write_output(tmp_path / "game.prism", True, two)
    assert (tmp_path / "game.prism").read_text() == "model"


@pytest.mark.parametrize(("name", "reason"), [(".", "folder"), ("missing/game.prism", "there is no folder")])
def test_what_cannot_be_written_is_known_before(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(SpecError, match=reason):
        check_output(tmp_path / name, force=True)
