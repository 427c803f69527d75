"""Every built-in plugin has an entry point, a test file and a line in the guide."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry

ROOT = Path(__file__).parents[2]
POINTS: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["oddsmith"]


def hooked_files() -> set[str]:
    """The modules that implement a hook."""
    files = (ROOT / "plugins" / "oddsmith_plugins").rglob("*.py")
    found = [file for file in files if "@hookimpl" in file.read_text()]
    return {".".join(file.relative_to(ROOT / "plugins").with_suffix("").parts) for file in found}


def test_each_plugin_file_has_an_entry_point_and_each_entry_point_a_file() -> None:
    assert hooked_files() == set(POINTS.values())


@pytest.mark.parametrize("name", POINTS)
def test_each_plugin_has_a_test_file(name: str) -> None:
    parts = POINTS[name].split(".")
    assert (ROOT / "tests" / "plugins" / Path(*parts[1:-1]) / f"test_{parts[-1]}.py").is_file()


@pytest.mark.parametrize("name", POINTS)
def test_each_plugin_has_a_line_in_the_guide(name: str) -> None:
    assert f"| `{name}` |" in (ROOT / "plugins" / "README.md").read_text()


def test_all_of_them_can_be_imported() -> None:
    host = load()
    own = [skip for skip in host.skipped if skip.origin.distribution == "oddsmith"]
    assert [str(skip) for skip in own if not skip.optional] == []
    assert {origin.plugin for origin in host.origins} | {skip.origin.plugin for skip in own} >= set(POINTS)


def test_each_offer_is_called_like_its_entry_point_and_says_what_it_does() -> None:
    for offer in registry(load()).offers:
        assert offer.origin.answers_to(offer.name), offer
        assert offer.about, offer
        assert offer.offered.__module__.rpartition(".")[2].replace("_", "-") == offer.name


def test_who_promises_exact_requires_exact_weights() -> None:
    for offer in registry(load()).of("solver"):
        promises = {promise.name for promise in offer.offered.promises}  # type: ignore[attr-defined]
        requires = {trait.name for trait in offer.offered.requires}  # type: ignore[attr-defined]
        assert "EXACT" not in promises or "EXACT_WEIGHTS" in requires, offer.name
