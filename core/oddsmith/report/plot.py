"""Figures as data -> SVG, PNG or PDF, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from oddsmith.report.drawing import laid_out
from oddsmith.report.figure import Figure, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".svg", ".png", ".pdf")
SIZE = (8.0, 4.5)
"""Inches."""
MOST_NAMES = 24
"""Names along an axis; of more only some are written."""
MOST_TOGETHER = 9
"""The same for an axis of a landscape."""
LONGEST_TITLE, LONGEST_NAME = 75, 3
"""Characters of a line; of names that can stand beside each other."""


def plot(figure: Figure, path: Path) -> None:
    """Write one figure; the end of the file's name tells the format."""
    if figure.kind == "states":
        _drawing(figure, path)
        return
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Sheet

    sheet = Sheet(figsize=SIZE, layout="constrained")
    FigureCanvasAgg(sheet)
    axes: Any = sheet.add_subplot(projection="3d" if figure.kind == "surface" else None)
    axes.set_title("\n".join(wrap(figure.title, LONGEST_TITLE)))
    axes.set_xlabel(figure.x)
    axes.set_ylabel(figure.y)
    if figure.kind in ("heat", "surface"):
        _grid(sheet, axes, figure)
    else:
        for place, series in enumerate(figure.series):
            (_bars if figure.kind == "bars" else _line)(axes, series, place, len(figure.series))
        if all(isinstance(x, int) for series in figure.series for x in series.x):
            axes.xaxis.get_major_locator().set_params(integer=True)
        if len(figure.series) > 1:
            axes.legend()
        if figure.focus is not None:
            first = min(float(x) for series in figure.series for x in series.x)
            axes.set_xlim(first - 0.5, figure.focus + 0.5)
    sheet.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)


def _places(axes: Axes, series: Series) -> list[float]:
    """Where the points stand; names are written below them."""
    if all(isinstance(x, int | float) for x in series.x):
        return [float(x) for x in series.x]
    step = -(-len(series.x) // MOST_NAMES)
    axes.set_xticks(range(0, len(series.x), step), [str(x) for x in series.x[::step]], rotation=60, ha="right")
    return [float(place) for place in range(len(series.x))]


def _heights(values: tuple[float | None, ...]) -> list[float]:
    return [float("nan") if value is None else float(value) for value in values]


def _bars(axes: Axes, series: Series, place: int, count: int) -> None:
    width = 0.85 / count
    shift = (place - (count - 1) / 2) * width
    axes.bar([x + shift for x in _places(axes, series)], _heights(series.y), width, label=series.name)


def _line(axes: Axes, series: Series, _place: int, count: int) -> None:
    x = _places(axes, series)
    (line,) = axes.plot(x, _heights(series.y), marker="o" if len(x) <= 60 else "", label=series.name)
    if series.lower:
        axes.fill_between(
            x, _heights(series.lower), _heights(series.upper), color=line.get_color(), alpha=max(0.05, 0.25 / count)
        )


def _grid(sheet: Any, axes: Any, figure: Figure) -> None:
    z = np.array([_heights(row) for row in figure.z])
    sides = ((figure.xs, axes.set_xticks), (figure.ys, axes.set_yticks))
    if figure.kind == "surface":
        across, up = np.meshgrid(np.arange(len(figure.xs)), np.arange(len(figure.ys)))
        most = {"rcount": len(figure.ys), "ccount": len(figure.xs)}
        axes.plot_surface(across, up, z, cmap="viridis", linewidth=0.2, antialiased=True, **most)
        for names, set_ticks in sides:
            _named(names, set_ticks, MOST_TOGETHER)
        return
    sheet.colorbar(axes.imshow(z, origin="lower", cmap="viridis", aspect="auto"))
    for names, set_ticks in sides:
        _named(names, set_ticks, MOST_NAMES)
    if max(len(str(name)) for name in figure.xs) > LONGEST_NAME:
        axes.tick_params(axis="x", rotation=60)


def _named(names: tuple[float | str, ...], set_ticks: Callable[..., object], most: int) -> None:
    """Write the names of the places along an axis."""
    step = -(-len(names) // most)
    set_ticks(range(0, len(names), step), [str(name) for name in names[::step]])


def _drawing(figure: Figure, path: Path) -> None:
    """An SVG there is already; Graphviz makes the others."""
    if path.suffix == ".svg":
        path.write_text(figure.svg.replace("currentColor", "black"), encoding="utf-8")
    else:
        path.write_bytes(laid_out(figure.graph, path.suffix.removeprefix(".")))
