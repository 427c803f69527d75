"""What exporters and importers make has the form of it, or they are named with the rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from oddsmith.context import BrokenOfferError
from oddsmith.exchange.exporter import Export
from oddsmith.exchange.importer import Imported
from oddsmith.exchange.sound import check_files, sound_export, sound_import, sound_model
from oddsmith.testing.reference import installed

PLUGINS = installed()
PRISM = PLUGINS.make("exporter", "prism", {})
DOT = PLUGINS.make("exporter", "dot", {})
READER = PLUGINS.make("importer", "prism", {})


@pytest.mark.parametrize(
    ("export", "rule"),
    [
        (None, "NoneType is no Export"),
        (Export(()), "it has no file"),
        (Export({".a": "x"}), "must be pairs of texts"),  # type: ignore[arg-type]
        (Export(((".a", b"x"),)), "must be pairs of texts"),  # type: ignore[arg-type]
        (Export((("a", "x"),)), "begins with a dot"),
        (Export(((".a", "x"), ("./../b", "y"))), "names no folder"),
        (Export(((".a", "x"), (".a", "y"))), "one would overwrite the other"),
        (Export(((".a", "x"),), "remark"), "`remarks` must be a tuple"),  # type: ignore[arg-type]
    ],
)
def test_each_wrong_export_is_told(export: Any, rule: str) -> None:
    with pytest.raises(BrokenOfferError, match="the exporter prism returned no proper Export: ") as error:
        sound_export(PRISM, export)
    assert rule in str(error.value)


def test_texts_with_plain_suffixes_are_fine() -> None:
    export = Export(((".prism", "x"), (".props", "y")), ("one remark",))
    assert sound_export(PRISM, export) is export


def test_plain_files_that_begin_alike_are_fine(tmp_path: Path) -> None:
    for name in ("game.tra", "game.sta", "game-more.csv"):
        (tmp_path / name).touch()
    check_files(DOT, tmp_path / "game.tra")


@pytest.mark.parametrize("wrong", ["other.txt", "game.folder", "game.link", "nothing"])
def test_whatever_else_lies_in_the_folder_is_told(tmp_path: Path, wrong: str) -> None:
    if wrong != "nothing":
        (tmp_path / "game.dot").touch()
    makers = {"other.txt": Path.touch, "game.folder": Path.mkdir, "game.link": lambda path: path.symlink_to("/")}
    makers.get(wrong, lambda path: None)(tmp_path / wrong)
    told = "there is no file game.dot" if wrong == "nothing" else wrong
    with pytest.raises(BrokenOfferError, match=f"the exporter dot did not write what it should: {told}"):
        check_files(DOT, tmp_path / "game.dot")


@pytest.mark.parametrize("found", [None, "game: x", Imported(b"game: x"), Imported("game: x", "remark")])  # type: ignore[arg-type]
def test_each_wrong_import_is_told(found: Any) -> None:
    with pytest.raises(BrokenOfferError, match="the importer prism returned no proper Imported: "):
        sound_import(READER, found)


def test_something_else_than_a_model_is_told() -> None:
    with pytest.raises(BrokenOfferError, match="the importer prism returned dict, which is no StoredModel"):
        sound_model(READER, {})
