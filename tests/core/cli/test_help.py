"""The help of every command ends with examples, and the examples are true to the command."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from oddsmith.cli.program import COMMANDS, GROUPS, program

Call = Callable[..., Any]
ROOT = Path(__file__).parents[3]


def command_of(name: str) -> Any:
    return program.get_command(click.Context(program), name)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_ends_with_examples(call: Call, name: str) -> None:
    out = call(name, "--help").out
    section = out[out.index(" Examples\n") :]
    examples = command_of(name).examples
    assert examples
    for what, line in examples:
        assert f"   {line}\n" in section, "an example stands in one line, to be copied"
        assert what in section
    assert section.rstrip().endswith(examples[-1][0])


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_can_be_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "orders.txt").touch()
    for _, line in command_of(name).examples:
        words = shlex.split(re.split(r" >{1,2} ", line)[0])
        assert words[:2] == ["pipeline", name]
        command_of(name).make_context(name, words[2:])  # an unknown option or a value out of range raises


@pytest.mark.parametrize("name", COMMANDS)
def test_the_files_of_examples_are_there(name: str) -> None:
    for _, line in command_of(name).examples:
        for path in re.findall(r"\b(?:specs|pipelines)/[\w/.-]+", line):
            assert (ROOT / path).exists(), line


def test_an_example_with_a_mistake_would_be_found() -> None:
    with pytest.raises(click.UsageError):
        command_of("run").make_context("run", ["specs/gambler.yaml", "--slover", "exact"])


def test_every_command_stands_in_one_group(call: Call) -> None:
    out = call("--help").out
    places = [out.index(f"─ {group} ─") for group in GROUPS]
    assert places == sorted(places)
    assert len(set(COMMANDS)) == len(COMMANDS)
    assert "─ Commands ─" not in out
