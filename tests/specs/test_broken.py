"""Broken specs, one or more per code: the message is exactly what stands beside them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oddsmith.source import SpecError
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower

BROKEN = Path(__file__).parent / "broken"
SPECS = sorted(path.name for path in BROKEN.glob("*.yaml"))
CODES = {
    *(f"E10{n}" for n in range(1, 10)),
    *(f"E20{n}" for n in range(1, 7)),
    *(f"E30{n}" for n in range(1, 10)),
    *(f"E40{n}" for n in range(1, 8)),
    "E410",
    *(f"E50{n}" for n in range(1, 6)),
}


@pytest.mark.parametrize("name", SPECS)
def test_the_message_is_the_one_beside_the_spec(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    with pytest.raises(SpecError) as error:
        lower(load(name))
    assert str(error.value) + "\n" == Path(name).with_suffix(".txt").read_text(encoding="utf-8")
    if name.startswith("E"):
        assert {d.code for d in error.value.diagnostics} == {name[:4]}


@pytest.mark.parametrize("name", [name for name in SPECS if not name.startswith("E101")])
def test_the_message_shows_the_place(name: str) -> None:
    message = (BROKEN / name).with_suffix(".txt").read_text(encoding="utf-8")
    assert re.match(rf"{re.escape(name)}:\d+:\d+: error E\d\d\d: ", message)
    assert re.search(r"^      \| \s*\^+$", message, re.MULTILINE)


def test_every_code_has_a_broken_spec() -> None:
    assert {name[:4] for name in SPECS if name.startswith("E")} == CODES
