"""Figures as files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from oddsmith.report.figure import Figure, Series
from oddsmith.report.plot import plot
from oddsmith.source import SpecError

SERIES = (Series("a", (1, 2, 3), (0.5, None, 0.25), (0.4, None, 0.2), (0.6, None, 0.3)),)
NAMED = (Series("a", ("x", "y"), (1.0, 2.0)), Series("b", ("x", "y"), (2.0, 1.0)))
FIGURES = [
    Figure("line", "a curve", "x", "y", SERIES),
    Figure("bars", "bars", "x", "y", NAMED),
    Figure("heat", "a map", "x", "y", xs=(1, 2), ys=(1, 2), z=((0.1, 0.2), (None, 0.4))),
    Figure("surface", "a landscape", "x", "y", xs=(1, 2), ys=(1, 2), z=((0.1, 0.2), (0.3, 0.4))),
]
HEADS = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}


@pytest.mark.parametrize("suffix", HEADS)
@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.kind)
def test_every_kind_in_every_format(figure: Figure, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"figure{suffix}"
    plot(figure, path)
    assert path.read_bytes().startswith(HEADS[suffix])


@pytest.mark.skipif(shutil.which("dot") is None, reason="no graphviz on this machine: apt-get install graphviz")
@pytest.mark.parametrize("suffix", [".png", ".pdf"])
def test_graphviz_lays_drawings_of_states_out_for_other_formats(suffix: str, tmp_path: Path) -> None:
    plot(Figure("states", "states", graph="digraph { a -> b }"), tmp_path / f"states{suffix}")
    assert (tmp_path / f"states{suffix}").read_bytes().startswith(HEADS[suffix])


def test_drawings_of_states_are_black_in_a_file(tmp_path: Path) -> None:
    plot(Figure("states", "states", svg="<svg stroke='currentColor'/>"), tmp_path / "states.svg")
    assert (tmp_path / "states.svg").read_text() == "<svg stroke='black'/>"


def test_without_graphviz_a_remedy_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SpecError, match="apt-get install graphviz"):
        plot(Figure("states", "states", graph="digraph {}"), tmp_path / "states.png")
