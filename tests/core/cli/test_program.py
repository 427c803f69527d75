"""The program: its commands, its help, and how little it imports before it is asked for something."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from oddsmith import __version__
from oddsmith.cli.program import COMMANDS

Call = Callable[..., Any]


def test_help_names_every_command(call: Call) -> None:
    called = call("--help")
    assert called.code == 0
    assert all(f" {name} " in called.out for name in COMMANDS)
    words = " ".join(called.out.split())
    assert "130 interrupted" in words
    assert "75 stopped as asked (go on with: pipeline run --resume RUN)" in words


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(call: Call, name: str) -> None:
    called = call(name, "--help")
    assert called.code == 0
    assert "--json" in called.out


def test_the_version_is_printed(call: Call) -> None:
    assert __version__ in call("--version").out


def test_help_waits_for_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from oddsmith.cli.program import program\n"
        "try: program(['--help'], prog_name='pipeline')\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numpy', 'yaml', 'scipy', 'llvmlite', 'flint', 'pluggy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_unknown_command_is_answered_with_the_nearest(call: Call) -> None:
    called = call("rnu")
    assert called.code == 2
    assert "did you mean run?" in called.err
    assert called.out == ""


def test_an_unknown_option_is_a_usage_error(call: Call, walk: str) -> None:
    called = call("run", walk, "--qiet")
    assert called.code == 2
    assert "--quiet" in called.err
    assert called.err.startswith(" Usage: pipeline run")
    assert called.err.endswith("\n  help: pipeline run --help\n")
    assert all(line == line.rstrip() for line in called.err.splitlines())


def test_a_usage_error_is_a_document_where_json_is_asked_for(call: Call) -> None:
    called = call("run", "--json")
    assert called.code == 2
    assert called.document["errors"][0]["code"] == "usage"
