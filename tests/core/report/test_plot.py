"""Figures as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.report.figure import Figure, Series
from oddsmith.report.plot import plot

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


@pytest.mark.parametrize("kind", ["heat", "surface"])
def test_axes_of_maps_and_landscapes_tell_values_not_places(kind: str, tmp_path: Path) -> None:
    plot(Figure(kind, "", "x", "y", xs=(31, 52), ys=(7, 55), z=((0.1, 0.2), (0.3, 0.4))), tmp_path / "map.svg")
    text = (tmp_path / "map.svg").read_text()
    for value in (31, 52, 7, 55):
        assert f"<!-- {value} -->" in text


def test_drawings_of_states_are_svg(tmp_path: Path) -> None:
    figure = Figure("states", "states", svg="<svg stroke='currentColor'/>")
    plot(figure, tmp_path / "states.svg")
    assert (tmp_path / "states.svg").read_text() == "<svg stroke='black'/>"
    with pytest.raises(ValueError, match="is SVG"):
        plot(figure, tmp_path / "states.png")
