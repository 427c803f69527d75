"""`pipeline estimate`: counts and bounds before a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Call = Callable[..., Any]


def test_a_small_game_is_counted(call: Call, walk: str) -> None:
    document = call("estimate", walk, "--json").document
    assert (document["complete"], document["states"], document["fits"]) == (True, 5, True)


def test_the_words_say_what_is_certain(call: Call, walk: str) -> None:
    assert "walk: 5 states, 8 transitions (counted)" in call("estimate", walk).out


RACE = """\
game: race
type: chain
constants: {N: 4, last: 35}
variables:
  turn: {range: 1..N, init: 1}
  pos: {array: 1..N, range: 0..last, init: 0}
commands:
  - action: move
    for: {p: 1..N}
    when: "turn = p and all(q in 1..N: pos[q] < last)"
    draw: {d: d6}
    then: {"pos[p]": "min(pos[p] + d, last)", turn: if p = N then 1 else p + 1}
questions:
  win: "P=? [F pos[1] = last]"
"""


def test_a_large_game_with_turns_is_tried_without_storing_it(call: Call, tmp_path: Path) -> None:
    (tmp_path / "race.yaml").write_text(RACE)
    document = call("estimate", "race.yaml", "--json", "--precision", "1e-7").document
    assert document["unstored"]["rounds"]["cells"] > 10**6
    assert document["unstored"]["rounds"]["round_seconds"] > 0
    ways = {way["way"]: way for way in document["ways"]}
    assert ways["plain rounds"]["advised"]
    assert ways["plain rounds"]["command"] == "pipeline run race.yaml --precision 1e-07 --solver rounds"


def test_why_a_large_game_must_be_stored_is_told(call: Call, tmp_path: Path) -> None:
    again = RACE.replace("turn: if p = N", "turn: if d = 1 then p else if p = N")
    (tmp_path / "race.yaml").write_text(again)
    assert "without storing it (--solver rounds): does not fit: " in call("estimate", "race.yaml").out
