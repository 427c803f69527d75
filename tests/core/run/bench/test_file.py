"""The first word may name a bench file."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.run.bench.file import FOLDER, bench_file


def test_the_first_word_may_name_a_file_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    FOLDER.mkdir(parents=True)
    (FOLDER / "scale.yaml").touch()
    assert bench_file(["scale", "goose4"], None) == (FOLDER / "scale.yaml", ("goose4",))
    assert bench_file(["goose2", "scale"], None) == (FOLDER / "games.yaml", ("goose2", "scale"))
    assert bench_file([], None) == (FOLDER / "games.yaml", ())


def test_a_given_file_takes_all_words_as_names() -> None:
    assert bench_file(["scale"], Path("mine.yaml")) == (Path("mine.yaml"), ("scale",))
