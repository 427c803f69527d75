"""A folder appears whole, or not at all, and nothing that exists is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.authoring.folder import write_folder
from oddsmith.source import SpecError


def test_it_appears_whole(tmp_path: Path) -> None:
    write_folder(tmp_path / "new", {"a.txt": "1", "b/c.txt": "2"})
    assert (tmp_path / "new" / "b" / "c.txt").read_text() == "2"
    assert [item.name for item in tmp_path.iterdir()] == ["new"]


@pytest.mark.parametrize("what", ["folder", "file", "link"])
def test_what_exists_is_left_alone(tmp_path: Path, what: str) -> None:
    path = tmp_path / "old"
    {"folder": path.mkdir, "file": path.touch, "link": lambda: path.symlink_to("nowhere")}[what]()
    with pytest.raises(SpecError, match="it exists already"):
        write_folder(path, {"a.txt": "1"})
    assert [item.name for item in tmp_path.iterdir()] == ["old"]


def test_a_missing_place_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no folder"):
        write_folder(tmp_path / "no" / "new", {"a.txt": "1"})


def test_nothing_stays_of_a_folder_that_fails(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be written"):
        write_folder(tmp_path / "new", {"a": "1", "a/b": "2"})
    assert list(tmp_path.iterdir()) == []
