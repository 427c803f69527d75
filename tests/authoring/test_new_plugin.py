"""`pipeline new-plugin`: what it makes for each kind passes its own tests at once, and is found."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from oddsmith.authoring.folder import write_folder
from oddsmith.authoring.package import KINDS, Package

PROGRAM = "from oddsmith.cli.main import main; main()"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of every kind, and (in `installed`) what an installer would leave behind for them."""
    folder = tmp_path_factory.mktemp("plugins")
    for kind in KINDS:
        write_folder(folder / kind, Package(f"my-{kind}", kind, "Ada", 2024).texts())
        project = tomllib.loads((folder / kind / "pyproject.toml").read_text())["project"]
        information = folder / "installed" / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        information.mkdir(parents=True)
        points = "".join(f"{name} = {module}\n" for name, module in project["entry-points"]["oddsmith"].items())
        (information / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
        (information / "entry_points.txt").write_text(f"[oddsmith]\n{points}")
    return folder


def environment(made: Path) -> dict[str, str]:
    places = [made / "installed", *(made / kind / "src" for kind in KINDS), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, places)), "PYTEST_ADDOPTS": ""}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_passes_its_own_tests(kind: str, made: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(command, cwd=made / kind, env=environment(made), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_all_of_them_are_listed_with_their_versions(made: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, "plugins"]
    listed = subprocess.run(command, env=environment(made), capture_output=True, text=True, check=True).stdout
    for kind in KINDS:
        line = next(line for line in listed.splitlines() if f"my-{kind}" in line)
        assert line.endswith(f"oddsmith-my-{kind} 0.1.0")


@pytest.mark.parametrize("kind", KINDS)
def test_the_code_imports_only_the_surface(kind: str) -> None:
    texts = Package("mine", kind, "Ada", 2024).texts()
    tree = ast.parse(texts["src/oddsmith_mine.py"])
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module for module in modules if module and module.startswith("oddsmith")} == {"oddsmith.plugin"}
    tree = ast.parse(texts["tests/test_oddsmith_mine.py"])
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {m for m in modules if m and m.startswith("oddsmith.")} <= {"oddsmith.plugin", "oddsmith.testing"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_code_is_in_the_style_of_the_house(kind: str, tmp_path: Path) -> None:
    for place, text in Package("mine", kind, "Ada", 2024).texts().items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text)
        assert max(map(len, text.splitlines())) <= 120 or place == "LICENSE", place
    for command in (["check", "--select", "E,F,W,B,N,UP,C4,SIM,RET"], ["format", "--check"]):
        line = [sys.executable, "-m", "ruff", *command, "--isolated", "--line-length", "120", str(tmp_path)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
