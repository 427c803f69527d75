"""What makes an installation another one."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from oddsmith.study.installed import installed


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a plugin, on the path of Python."""
    monkeypatch.syspath_prepend(tmp_path)
    about = tmp_path / "acme_ways.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-ways\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[oddsmith]\nsolver-acme = acme_ways.solver\n")
    source = tmp_path / "acme_ways"
    source.mkdir()
    (source / "__init__.py").touch()
    (source / "solver.py").write_text("raise AssertionError('nothing is imported')\n")
    return source


def acme() -> str:
    (found,) = (text for text in installed() if text.startswith("acme-ways "))
    return found


def test_what_is_worked_on_is_known_by_its_sources(package: Path) -> None:
    before = acme()
    assert before.startswith("acme-ways 1.0 ")
    assert acme() == before
    (package / "solver.py").write_text("changed = True\n")
    assert acme() != before
    assert "acme_ways" not in sys.modules


def test_what_is_installed_is_known_by_its_version(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oddsmith.study.installed.get_path", lambda name: str(package.parent))
    assert acme() == "acme-ways 1.0"


def test_the_sources_of_what_is_not_there_are_nothing(package: Path) -> None:
    shutil.rmtree(package)
    assert acme() == "acme-ways 1.0"


def test_what_comes_with_the_program_is_there() -> None:
    assert any(text.startswith("oddsmith ") for text in installed())
