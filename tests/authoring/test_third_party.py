"""A package of somebody else, installed into a fresh environment and used through the command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent / "acme-odds"
GAME = """\
game: walk
variables: {f: {range: 0..5, init: 2}}
commands:
  - {when: 0 < f < 5, then: [{2/3: {f: f + 1}}, {1/3: {f: f - 1}}]}
  - {when: f > 5, then: {f: 0}}
questions: {win: {ask: "P=? [F f = 5]", expect: 24/31}}
"""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with Oddsmith as it is here and with the package, which is built and installed."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder / "env", symlinks=True, with_pip=False)
    packages = folder / "env" / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    (packages / "here.pth").write_text("\n".join(p for p in sys.path if p and Path(p).is_dir()) + "\n")
    _editables(packages)
    shutil.copytree(PACKAGE, folder / "acme-odds")
    options = ["-q", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(packages)]
    command = [sys.executable, "-m", "pip", "install", *options, str(folder / "acme-odds")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (folder / "walk.yaml").write_text(GAME)
    return folder


def _editables(packages: Path) -> None:
    """Oddsmith may be installed in a form that only its own environment understands (`__editable__…`)."""
    for item in Path(sysconfig.get_path("purelib")).glob("__editable__*"):
        shutil.copy(item, packages / item.name)


def pipeline(fresh: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = "from oddsmith.cli.main import main; main()"
    command = [str(fresh / "env" / "bin" / "python"), "-c", program, *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=fresh, env=environment, capture_output=True, text=True, check=False)


def test_it_is_listed_with_its_version(fresh: Path) -> None:
    listed = json.loads(pipeline(fresh, "plugins", "--json").stdout)["plugins"]
    ours = {(p["kind"], p["name"]) for p in listed if p["from"] == "acme-odds 2.3.1"}
    assert ours == {("solver", "jacobi"), ("exporter", "adjacency"), ("reduction", "unreachable")}


def test_all_is_told_of_it(fresh: Path) -> None:
    text = pipeline(fresh, "plugins", "--verbose").stdout
    assert "solver-jacobi  (acme-odds 2.3.1, acme_odds.jacobi)\n    solver jacobi: Sweeps from below" in text
    assert "        requires: CHAIN, STOPPING, STORED, UNBOUNDED\n" in text
    assert "        option sweeps: After so many it gives up, and says how far it came. (default 100000)\n" in text


def test_its_solver_answers(fresh: Path) -> None:
    done = pipeline(fresh, "run", "walk.yaml", "--solver", "jacobi", "--json")
    assert done.returncode == 0, done.stderr
    assert "Jacobi" in done.stdout


def test_its_options_are_set_and_its_failure_to_converge_is_told(fresh: Path) -> None:
    done = pipeline(fresh, "run", "walk.yaml", "--solver", "jacobi", "--set-option", "sweeps=3")
    assert done.returncode == 4
    assert "Jacobi, 3 sweeps" in done.stdout


def test_its_exporter_writes(fresh: Path) -> None:
    done = pipeline(fresh, "export", "walk.yaml", "--to", "adjacency", "-o", "walk.adjlist")
    assert done.returncode == 0, done.stderr
    lines = (fresh / "walk.adjlist").read_text().splitlines()
    assert len(lines) == 6


def test_its_reduction_is_applied(fresh: Path) -> None:
    done = pipeline(fresh, "run", "walk.yaml", "--reduce", "unreachable", "--json")
    assert done.returncode == 0, done.stderr
    assert "unreachable" in done.stdout


def test_it_passes_its_own_tests(fresh: Path) -> None:
    command = [str(fresh / "env" / "bin" / "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(command, cwd=fresh / "acme-odds", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
