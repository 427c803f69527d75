"""Figures as data -> SVG, PNG or PDF, drawn by matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from oddsmith.report.figure import Figure, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".svg", ".png", ".pdf")
SIZE = (8.0, 4.5)
"""Inches."""
MOST_NAMES = 24
"""Names along an axis; of more only some are written."""
MOST_NAMES_ASLANT = 10
"""The same along an axis of a landscape."""


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
    axes.set_title(figure.title)
    axes.set_xlabel(figure.x)
    axes.set_ylabel(figure.y)
    if figure.kind in ("heat", "surface"):
        _grid(sheet, axes, figure)
    else:
        for place, series in enumerate(figure.series):
            (_bars if figure.kind == "bars" else _line)(axes, series, place, len(figure.series))
        if len(figure.series) > 1:
            axes.legend()
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


def _line(axes: Axes, series: Series, place: int, count: int) -> None:
    x = _places(axes, series)
    (line,) = axes.plot(x, _heights(series.y), marker="o" if len(x) <= 60 else "", label=series.name)
    if series.lower:
        axes.fill_between(x, _heights(series.lower), _heights(series.upper), color=line.get_color(), alpha=0.2)


def _grid(sheet: Any, axes: Any, figure: Figure) -> None:
    z = np.array([_heights(row) for row in figure.z])
    if figure.kind == "surface":
        across, up = np.meshgrid(np.arange(len(figure.xs)), np.arange(len(figure.ys)))
        axes.plot_surface(across, up, z, cmap="viridis", linewidth=0.2, antialiased=True)
    else:
        sheet.colorbar(axes.imshow(z, origin="lower", cmap="viridis", aspect="auto"))
    most = MOST_NAMES_ASLANT if figure.kind == "surface" else MOST_NAMES
    for names, set_ticks in ((figure.xs, axes.set_xticks), (figure.ys, axes.set_yticks)):
        step = -(-len(names) // most)
        set_ticks(range(0, len(names), step), [str(name) for name in names[::step]])


def _drawing(figure: Figure, path: Path) -> None:
    """Graphviz has drawn it already; its drawings are SVG."""
    if path.suffix != ".svg":
        raise ValueError(f"a drawing of states is SVG, not {path.suffix}")
    path.write_text(figure.svg.replace("currentColor", "black"), encoding="utf-8")
