"""One spec builds on another."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.source import SpecError
from oddsmith.spec.load import load, load_text

BASE = """
game: base
constants: {N: 2, p: 1/2}
variables:
  f: {range: 0..N, init: 0}
commands:
  - when: f < N
    then: [p: {f: f + 1}, 1 - p: {f: 0}]
labels: {won: f = N}
questions:
  win: {ask: "P=? [F won]", expect: 1}
"""


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def refusal(path: Path) -> str:
    with pytest.raises(SpecError) as error:
        load(path)
    assert {d.code for d in error.value.diagnostics} >= {"E109"}
    return str(error.value)


def test_mappings_are_merged_by_key(tmp_path: Path) -> None:
    write(tmp_path, base=BASE, own="extends: base.yaml\nconstants: {N: 3}\nlabels: {lost: f = 0}\n")
    game = load(tmp_path / "own.yaml")
    assert {c.name: c.value for c in game.constants}["N"] == 3
    assert [label.name for label in game.labels] == ["won", "lost"]
    assert game.name == "base"


def test_entries_are_merged_as_deep_as_they_go(tmp_path: Path) -> None:
    write(tmp_path, base=BASE, own="extends: base.yaml\ngame: own\nvariables: {f: {init: 1}}\n")
    game = load(tmp_path / "own.yaml")
    assert game.name == "own"
    assert game.variables[0].high is not None
    assert str(getattr(game.variables[0].init, "value", None)) == "1"


def test_lists_and_scalars_are_replaced(tmp_path: Path) -> None:
    own = "extends: base.yaml\ncommands: [{then: {f: 1}}]\nquestions: {win: 'P=? [X won]'}\n"
    write(tmp_path, base=BASE, own=own)
    game = load(tmp_path / "own.yaml")
    assert len(game.commands) == 1
    assert game.questions[0].text == "P=? [X won]"
    assert game.questions[0].expects == ()


def test_mistakes_are_shown_in_the_file_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, base=BASE.replace("f = N", "g = N"), own="extends: base.yaml\nlabels: {lost: h}\n")
    with pytest.raises(SpecError) as error:
        load("own.yaml")
    places = [d.span.place for d in error.value.diagnostics if d.span]
    assert places == ["base.yaml:9:15", "own.yaml:2:16"]


def test_all_texts_are_kept_for_the_manifest(tmp_path: Path) -> None:
    write(tmp_path, base=BASE, own="extends: base.yaml\n")
    assert [Path(name).name for name, _ in load(tmp_path / "own.yaml").texts] == ["own.yaml", "base.yaml"]


def test_folders_below_are_allowed(tmp_path: Path) -> None:
    write(tmp_path, **{"parts/base": BASE, "own": "extends: parts/base.yaml\n"})
    assert load(tmp_path / "own.yaml").name == "base"


@pytest.mark.parametrize("target", ["../base.yaml", "/etc/passwd", "~/base.yaml", "sub/../../base.yaml", "'a\\b'"])
def test_no_path_leads_out_of_the_folder(target: str, tmp_path: Path) -> None:
    write(tmp_path, **{"base": BASE, "inner/own": f"extends: {target}\n"})
    assert "passwd:" not in refusal(tmp_path / "inner" / "own.yaml")


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path, **{"base": BASE, "inner/own": "extends: link.yaml\n"})
    (tmp_path / "inner" / "link.yaml").symlink_to(tmp_path / "base.yaml")
    assert "leads out of the folder" in refusal(tmp_path / "inner" / "own.yaml")


def test_circles_are_refused(tmp_path: Path) -> None:
    write(tmp_path, a="extends: b.yaml\n", b="extends: a.yaml\n")
    assert "extends itself" in refusal(tmp_path / "a.yaml")


def test_long_chains_are_refused(tmp_path: Path) -> None:
    write(tmp_path, **{f"s{n}": f"extends: s{n + 1}.yaml\n" for n in range(20)})
    assert "more than 8 specs" in refusal(tmp_path / "s0.yaml")


def test_missing_files_and_lists_are_refused(tmp_path: Path) -> None:
    write(tmp_path, a="extends: nowhere.yaml\n", b="extends: [a.yaml]\n", c="extends: d.yaml\n", d="- 1\n")
    assert "there is no file" in refusal(tmp_path / "a.yaml")
    assert "names a file" in refusal(tmp_path / "b.yaml")
    assert "is not a spec" in refusal(tmp_path / "c.yaml")


def test_a_text_extends_nothing() -> None:
    with pytest.raises(SpecError, match="E109"):
        load_text("extends: base.yaml\n")
