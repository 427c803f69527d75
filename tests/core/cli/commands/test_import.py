"""`pipeline import`: a model of another program as a spec, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]
MODEL = "dtmc\nconst double p;\nmodule m\n  s : [0..1];\n  [] s=0 -> p : (s'=1) + 1-p : true;\nendmodule\n"


@pytest.fixture
def model(tmp_path: Path) -> str:
    (tmp_path / "model.prism").write_text(MODEL)
    (tmp_path / "model.props").write_text('"one": P=? [ F s=1 ];\nS=? [ s=1 ];\n')
    return "model.prism"


def test_a_model_becomes_a_spec_that_runs(call: Call, model: str, tmp_path: Path) -> None:
    (tmp_path / "model.props").write_text("P=? [F<=2 s=1]")
    called = call("import", model, "--properties", "model.props", "-o", "spec.yaml")
    assert called.code == 0
    assert "remark: constants without a value, to be set with --set: p" in called.err
    answer = call("run", "spec.yaml", "--set", "p=1/2", "--no-save", "--json").document["answers"][0]
    assert answer["exact"] == "3/4"


def test_the_spec_is_printed_without_a_file(call: Call, model: str) -> None:
    assert "game: model\ntype: chain\n" in call("import", model).out
    document = call("import", model, "--set", "p=1/2", "--json").document
    assert document["format"] == "prism"
    assert "constants: {p: 1/2}" in document["text"]


def test_what_cannot_be_translated_is_an_error_and_nothing_is_written(call: Call, model: str, tmp_path: Path) -> None:
    called = call("import", model, "--properties", "model.props", "-o", "spec.yaml")
    assert called.code == 3
    assert "model.props:2:1: error E802: `S` has no translation" in called.err
    assert "--partial" in called.err
    assert not (tmp_path / "spec.yaml").exists()


def test_properties_may_be_left_out_with_a_remark(call: Call, model: str, tmp_path: Path) -> None:
    called = call("import", model, "--properties", "model.props", "--partial", "-o", "spec.yaml")
    assert called.code == 0
    assert "the property line 2 is left out" in called.err
    assert "one: P=? [F s = 1]" in (tmp_path / "spec.yaml").read_text()


def test_what_exists_stays_unless_force_is_used(call: Call, model: str, tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text("mine")
    assert call("import", model, "-o", "spec.yaml").code == 2
    assert (tmp_path / "spec.yaml").read_text() == "mine"
    assert call("import", model, "-o", "spec.yaml", "--force").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["nothing.prism"], 3, "E101"),
        (["model.props"], 2, "does not tell the format"),
        (["model.prism", "--from", "prysm"], 2, "did you mean prism?"),
        (["model.prism", "--set", "q=1"], 2, "there is no constant `q` to set"),
        (["model.prism", "--properties", "nothing.props"], 3, "E101"),
    ],
)
def test_files_formats_and_constants_that_do_not_exist(
    call: Call, model: str, arguments: list[str], code: int, words: str
) -> None:
    called = call("import", *arguments)
    assert called.code == code
    assert words in called.err


def test_binary_files_are_refused(call: Call, tmp_path: Path) -> None:
    (tmp_path / "bad.prism").write_bytes(b"\x00\xff\xfe\x80" * 100)
    called = call("import", "bad.prism")
    assert called.code == 3
    assert "E102" in called.err
