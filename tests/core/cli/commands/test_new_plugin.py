"""`pipeline new-plugin`: a package in a new folder; names are checked, nothing is overwritten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]


def test_it_lists_what_it_wrote(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    document = call("new-plugin", "edges", "--kind", "exporter", "--author", "Ada Lovelace", "--json").document
    assert document["entry_point"] == "exporter-edges"
    assert document["folder"] == "oddsmith-edges"
    written = {str(p.relative_to("oddsmith-edges")) for p in Path("oddsmith-edges").rglob("*") if p.is_file()}
    assert written == set(document["files"])
    assert "Ada Lovelace" in Path("oddsmith-edges/LICENSE").read_text()


def test_nothing_is_overwritten(call: Call, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    done = call("new-plugin", "edges", "--kind", "exporter", "-o", str(tmp_path / "mine"))
    assert done.code == 2
    assert "it exists already" in done.err
    assert list((tmp_path / "mine").iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("Edges", "--kind", "exporter"), "small letters, digits and single hyphens"),
        (("oddsmith-edges", "--kind", "exporter"), "leave `oddsmith-` out"),
        (("exact", "--kind", "solver"), "there is a solver exact already"),
        (("edges", "--kind", "game"), "is not one of"),
        (("edges",), "Missing option"),
        (("edges", "--kind", "solver", "--author", 'A"B'), "without quotes"),
    ],
)
def test_what_cannot_be_made_is_told(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = call("new-plugin", *arguments)
    assert done.code == 2
    assert told in " ".join(done.err.split())
    assert list(tmp_path.iterdir()) == []
