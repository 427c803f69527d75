"""`pipeline new-plugin`: what it makes for each kind passes its own tests at once, and is found."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import oddsmith.plugin
from oddsmith.authoring.folder import write_folder
from oddsmith.authoring.package import KINDS, LONGEST, Package

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


@pytest.mark.parametrize("name", ["mine", "solver", "x" * LONGEST, "-".join("abcdefghij" * 2)])
def test_the_checks_of_its_workflow_pass_whatever_it_is_called(name: str, tmp_path: Path) -> None:
    for kind in KINDS:
        write_folder(tmp_path / kind, Package(name, kind, "Ada", 2024).texts())
        for place in ("pyproject.toml", f"src/oddsmith_{name.replace('-', '_')}.py", ".github/workflows/test.yml"):
            assert max(map(len, (tmp_path / kind / place).read_text().splitlines())) <= 120, place
    steps = yaml.safe_load((tmp_path / "solver" / ".github" / "workflows" / "test.yml").read_text())["jobs"]["test"]
    commands = [step["run"] for step in steps["steps"] if step.get("run", "").startswith("ruff")]
    assert len(commands) == 2
    for command in commands:  # each folder is judged by its own pyproject.toml
        line = [sys.executable, "-m", *command.split()[:-1], "--no-cache", *map(str, sorted(tmp_path.iterdir()))]
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_all_of_them_are_typed_strictly(made: Path) -> None:
    """All at once, which is cheaper than `mypy` in each folder."""
    settings = tomllib.loads((made / "solver" / "pyproject.toml").read_text())["tool"]["mypy"]
    assert settings == {"strict": True, "files": ["src", "tests"], "mypy_path": "src"}
    files = [str(path) for kind in KINDS for part in settings["files"] for path in (made / kind / part).glob("*.py")]
    core = str(Path(oddsmith.plugin.__file__).parents[1])
    places = os.pathsep.join([core, *(str(made / kind / "src") for kind in KINDS)])
    options = ["--strict", "--follow-imports=silent", "--config-file=", "--cache-dir", str(made / "cache")]
    line = [sys.executable, "-m", "mypy", *options, *files]
    surroundings = os.environ | {"MYPYPATH": places}
    done = subprocess.run(line, env=surroundings, cwd=made, capture_output=True, text=True, check=False)
    assert done.stdout == f"Success: no issues found in {2 * len(KINDS)} source files\n", done.stdout + done.stderr
