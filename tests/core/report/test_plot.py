"""Figures as files."""

from __future__ import annotations

import shutil
from pathlib import Path

import matplotlib
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


def written(figure: Figure, path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An SVG with its words as words."""
    monkeypatch.setitem(matplotlib.rcParams, "svg.fonttype", "none")
    plot(figure, path)
    return path.read_text()


@pytest.mark.parametrize("kind", ["heat", "surface"])
def test_the_sides_of_a_board_are_named_by_their_values(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figure = Figure(kind, "t", "x", "y", xs=(10, 20), ys=("ann", "bob"), z=((0.1, 0.2), (0.3, 0.4)))
    text = written(figure, tmp_path / "board.svg", monkeypatch)
    assert all(f">{name}<" in text for name in (10, 20, "ann", "bob"))


def test_a_long_tail_is_cut_off_where_the_page_cuts_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    series = (Series("d", tuple(range(400)), (0.0025,) * 400),)
    text = written(Figure("bars", "t", "x", "y", series, focus=90), tmp_path / "bars.svg", monkeypatch)
    assert ">80<" in text
    assert ">300<" not in text


def test_a_long_title_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = written(Figure("line", "word " * 30, "x", "y", SERIES), tmp_path / "title.svg", monkeypatch)
    assert ("word " * 30).strip() not in text


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
