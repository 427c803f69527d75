"""`pipeline show`: every form between YAML and answers can be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Call = Callable[..., Any]


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ("yaml", ["game: walk", "labels:"]),
        ("game", ["chain walk", "N = 4", "f: 0..N", "step when"]),
        ("lower", ["chain walk", "[step]", "win: P=? [F won]"]),
        ("reduce", ["[step]"]),
        ("kernel", ["kernel compiled", "def expand", "kernel reference"]),
        ("space", ["5 states", "f=2 (first)", "[step] 1/2 -> "]),
        ("problem", ["CHAIN: one choice in every state", "solver: exact"]),
    ],
)
def test_every_form_can_be_read(call: Call, walk: str, after: str, words: list[str]) -> None:
    called = call("show", walk, "--after", after)
    assert called.code == 0
    assert [word for word in words if word not in called.out] == []


def test_long_spaces_are_cut(call: Call, walk: str) -> None:
    assert "… and 3 more states" in call("show", walk, "--after", "space", "--most", "2").out


def test_the_form_is_text_in_json(call: Call, walk: str) -> None:
    document = call("show", walk, "--json").document
    assert (document["after"], "[step]" in document["text"]) == ("lower", True)
