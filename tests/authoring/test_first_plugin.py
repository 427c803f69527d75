"""The first plugin of the guide works as it stands there, installed beside Oddsmith like a stranger's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

GUIDE = (Path(__file__).parents[2] / "plugins" / "README.md").read_text()
PROGRAM = "from oddsmith.cli.main import main; main()"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """What an installer would leave behind for the plugin of the guide."""
    code = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)[0]
    project = tomllib.loads(re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)[0])["project"]
    points = "".join(f"{name} = {module}\n" for name, module in project["entry-points"]["oddsmith"].items())
    information = tmp_path / f"{project['name']}-{project['version']}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    (information / "entry_points.txt").write_text(f"[oddsmith]\n{points}")
    (tmp_path / "patience.py").write_text(code)
    many = "commands:\n  - {for: {i: 1..2000}, when: f = i, then: {f: f - 1}}\n"
    (tmp_path / "long.yaml").write_text(f"game: long\nvariables: {{f: {{range: 0..2000, init: 9}}}}\n{many}")
    return tmp_path


def pipeline(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-c", PROGRAM, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_it_is_listed_with_its_version(installed: Path) -> None:
    assert re.search(r"check-patience .*patience 1.0", pipeline(installed, "plugins").stdout)


def test_it_complains_with_its_own_code(installed: Path) -> None:
    done = pipeline(installed, "check", "long.yaml")
    assert done.returncode == 3
    assert "error X001: long has 2000 commands" in done.stderr


def test_it_can_be_done_without(installed: Path) -> None:
    assert pipeline(installed, "check", "long.yaml", "--without", "patience").returncode == 0


def test_its_failure_names_it_and_leaves_no_folder(installed: Path) -> None:
    broken = "from oddsmith.plugin import hookimpl\n\n@hookimpl\ndef oddsmith_check(process):\n    return [1 / 0]\n"
    (installed / "patience.py").write_text(broken)
    done = pipeline(installed, "run", "long.yaml")
    assert done.returncode == 70
    assert "plugin check-patience (patience 1.0): failed with ZeroDivisionError" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (installed / "runs").exists()


def test_a_command_of_a_plugin_joins_the_program(installed: Path) -> None:
    command = (
        "import click\nfrom oddsmith.plugin import hookimpl\n\n@hookimpl\ndef oddsmith_commands(cli):\n"
        "    cli.add_command(click.Command('greet', callback=lambda: print('hello'), help='Say hello.'))\n"
    )
    (installed / "patience.py").write_text(command)
    (points,) = installed.glob("*.dist-info/entry_points.txt")
    points.write_text("[oddsmith]\ncommand-greet = patience\n")
    assert pipeline(installed, "greet").stdout == "hello\n"
    assert "Say hello." in pipeline(installed, "--help").stdout


COMMANDS = {
    "cannot be imported": "import a_module_that_nobody_has\n",
    "failed with ZeroDivisionError": "@hookimpl\ndef oddsmith_commands(cli):\n    1 / 0\n",
    "there is a command run already": "@hookimpl\ndef oddsmith_commands(cli): cli.add_command(click.Command('run'))\n",
    "there is no hook oddsmith_command:": "@hookimpl\ndef oddsmith_command(cli):\n    pass\n",
}


@pytest.mark.parametrize("problem", COMMANDS)
def test_commands_that_cannot_be_had_are_told_and_the_others_are_there(installed: Path, problem: str) -> None:
    head = "import click\nfrom oddsmith.plugin import hookimpl\n\n"
    (installed / "patience.py").write_text(head + COMMANDS[problem])
    (points,) = installed.glob("*.dist-info/entry_points.txt")
    points.write_text("[oddsmith]\ncommand-greet = patience\n")
    done = pipeline(installed, "--help")
    assert done.returncode == 0
    assert " estimate " in done.stdout
    assert "command-greet (patience 1.0)" in done.stderr
    assert problem.replace("cannot", "could not") in done.stderr
    unknown = pipeline(installed, "greet")
    assert unknown.returncode == 2
    assert "command-greet (patience 1.0)" in unknown.stderr


def test_a_command_that_fails_names_its_plugin(installed: Path) -> None:
    code = "import click\nfrom oddsmith.plugin import hookimpl\n\n@hookimpl\ndef oddsmith_commands(cli):\n"
    code += "    cli.add_command(click.Command('greet', callback=lambda: 1 / 0))\n"
    (installed / "patience.py").write_text(code)
    (points,) = installed.glob("*.dist-info/entry_points.txt")
    points.write_text("[oddsmith]\ncommand-greet = patience\n")
    done = pipeline(installed, "greet")
    assert done.returncode == 70
    assert "plugin command-greet (patience 1.0): failed with ZeroDivisionError" in done.stderr
