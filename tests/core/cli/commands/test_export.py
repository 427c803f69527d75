"""`pipeline export`: a game in another language, whole or not at all, never over another file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]


def test_the_format_is_told_by_the_name_of_the_file(call: Call, walk: str, tmp_path: Path) -> None:
    called = call("export", walk, "-o", "walk.prism")
    assert (called.code, called.out) == (0, "")
    assert "written: walk.prism, walk.props" in called.err
    assert (tmp_path / "walk.prism").read_text().startswith("// walk\ndtmc\n")
    assert '"win": P=? [ F "won" ];' in (tmp_path / "walk.props").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["walk.prism", "walk.props", "walk.yaml"]


@pytest.mark.parametrize("output", [[], ["-o", "-"]])
def test_without_a_file_the_model_is_printed(call: Call, walk: str, output: list[str]) -> None:
    called = call("export", walk, "--to", "prism", *output)
    assert called.out.startswith("// walk\ndtmc\n")
    assert "with -o FILE there would also be: .props" in called.err


def test_constants_and_questions_are_chosen_as_in_a_run(call: Call, walk: str) -> None:
    texts = call("export", walk, "--to", "prism", "--set", "N=7", "--question", "win", "--json").document["texts"]
    assert "f : [0..7] init 2;" in texts[".prism"]
    assert '"length"' not in texts[".props"]


def test_what_exists_stays_unless_force_is_used(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "walk.props").write_text("mine")
    called = call("export", walk, "-o", "walk.prism")
    assert called.code == 2
    assert "E710" in called.err
    assert not (tmp_path / "walk.prism").exists()
    document = call("export", walk, "-o", "walk.prism", "--force", "--json").document
    assert document["files"] == ["walk.prism", "walk.props"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--to", "prysm"], "did you mean prism?"),
        (["-o", "walk.pdf"], "does not tell the format"),
        ([], "no format is named"),
        (["--to", "prism", "--without", "exporter-prism"], "there is no exporter named prism"),
        (["--to", "prism", "--set-option", "size=3"], "size"),
    ],
)
def test_formats_and_options_that_do_not_exist(call: Call, walk: str, arguments: list[str], words: str) -> None:
    called = call("export", walk, *arguments)
    assert called.code == 2
    assert words in called.err


def test_a_broken_spec_is_a_broken_spec(call: Call, walk: str, tmp_path: Path) -> None:
    path = tmp_path / walk
    path.write_text(path.read_text().replace("f + 1", "g + 1"))
    assert call("export", walk, "-o", "walk.prism").code == 3
    assert not (tmp_path / "walk.prism").exists()
