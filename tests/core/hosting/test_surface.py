"""The plugin surface has a version: plugins may ask for it, and old names say what took their place."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import oddsmith.plugin
from oddsmith.hosting import surface
from oddsmith.hosting.manager import load
from oddsmith.hosting.surface import SURFACE, Renamed, misfit

MAJOR, MINOR = (int(part) for part in SURFACE.split("."))


def test_a_plugin_for_this_surface_or_an_older_minor_one_fits() -> None:
    assert misfit(SURFACE) == ""
    assert misfit(f"{MAJOR}.0") == ""


@pytest.mark.parametrize(
    ("wanted", "remedy"),
    [(f"{MAJOR}.{MINOR + 1}", "newer oddsmith"), (f"{MAJOR + 1}.0", "newer oddsmith"), ("0.9", "of the plugin")],
)
def test_another_surface_is_told_with_its_remedy(wanted: str, remedy: str) -> None:
    assert f"written for the plugin surface {wanted}, and this is {SURFACE}" in misfit(wanted)
    assert remedy in misfit(wanted)


@pytest.mark.parametrize("wanted", [1, None, "", "1", "one", "1.0.0"])
def test_what_is_no_version_is_told(wanted: object) -> None:
    assert "has to be a text like" in misfit(wanted)


def test_a_plugin_that_does_not_fit_is_skipped_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "from_the_future.py").write_text('oddsmith_surface = "99.0"\n')
    monkeypatch.syspath_prepend(tmp_path)
    told = []
    host = load(found=[EntryPoint("solver-late", "from_the_future", "oddsmith")], told=told.append)
    assert host.origins == ()
    assert str(told[0]).startswith(
        "plugin solver-late (unknown distribution ?) could not be imported: it is written for"
    )


def test_an_old_name_works_and_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(surface.RENAMED, "Resolver", Renamed("Solver", "1.1", "2.0"))
    with pytest.warns(DeprecationWarning, match=r"deprecated since surface 1.1 and goes with 2.0: use .*Solver"):
        assert oddsmith.plugin.Resolver is oddsmith.plugin.Solver


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="has no Nonsense"):
        _ = oddsmith.plugin.Nonsense


def test_every_announced_name_has_a_successor_and_an_end() -> None:
    for name, renamed in surface.RENAMED.items():
        assert hasattr(oddsmith.plugin, renamed.use), name
        assert int(renamed.until.split(".")[0]) > MAJOR, name
