"""Spec files and texts -> games; whatever goes wrong is a SpecError."""

from __future__ import annotations

import re
from cProfile import Profile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import Game
from oddsmith.spec.load import load, load_text
from oddsmith.spec.text import decode

SPECS = sorted((Path(__file__).parents[3] / "specs").glob("*.yaml"))
TEXTS = [path.read_text(encoding="utf-8") for path in SPECS]
PIECES = [
    *sorted({piece for text in TEXTS for piece in re.findall(r"\w+|[^\w\s]", text)}),
    *("10^30", "1/0", "-1", "next(f)", "((((", "&a", "*a", "!!x", "\\", "1e400", "<<", "é", "inf", "nan"),
    *("..", '"', "'", "{", "}", "[", "]", "#", "%"),
    *("\t", "\n", "  ", "| ", "> ", ": ", "- ", "? ", "\u2028"),
]


def refused(data: bytes) -> list[Diagnostic]:
    """What is wrong with a file of these bytes; any other exception is a fault."""
    try:
        load_text(decode(data, "random").text)
    except SpecError as error:
        return list(error.diagnostics)
    return []


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_shipped_specs_load(path: Path) -> None:
    assert isinstance(load(path), Game)


def test_a_text_is_a_game() -> None:
    game = load_text("game: coin\nvariables: {v: bool}\ncommands: [{then: {v: true}}]\n", "coin.yaml")
    assert (game.name, game.kind, game.deadlock) == ("coin", "chain", "loop")
    assert game.texts[0][0] == "coin.yaml"


def calls(commands: int) -> int:
    """How many functions are called to load a spec with so many commands."""
    lines = ["game: long", "type: mdp", "constants: {N: 10}", "variables:"]
    lines += [f"  v{i}: {{range: 0..N, init: {i % 10}}}" for i in range(200)]
    lines.append("commands:")
    for i in range(commands):
        lines += [f"  - action: a{i}", f"    when: v{i % 200} > 0 and v{(i + 1) % 200} < N", "    then:"]
        lines += [f"      - 1/2: {{v{i % 200}: v{i % 200} - 1}}", "      - 1/2: {}"]
    with Profile() as profile:
        load_text("\n".join(lines))
    return sum(one.callcount for one in profile.getstats())


def test_to_load_a_spec_takes_as_long_as_it_is() -> None:
    calls(1)  # what is done once only
    assert calls(400) < 4.4 * calls(100)


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_random_bytes_are_refused_or_read(data: bytes) -> None:
    assert all(diagnostic.render() for diagnostic in refused(data))


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_mutated_specs_are_refused_or_read(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.sampled_from(PIECES)) + text[end:]
    assert all(diagnostic.render() for diagnostic in refused(text.encode()))
