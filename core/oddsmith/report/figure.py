"""Figures as data: what is to be drawn, whoever draws it (the page of a report, or `pipeline plot`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

KINDS = ("line", "bars", "heat", "surface", "matrix", "states")
"""A curve; bars; a map of colours; a landscape; a transition matrix as a map; a drawing of states and transitions."""

NEARLY_ALL, FAR, FEW = 0.999, 0.7, 30
"""Of a distribution over more than a few values the part is shown that has nearly all of it, if the rest is long."""


@dataclass(frozen=True)
class Series:
    """Points with the bounds of their heights, where they are known."""

    name: str
    x: tuple[float | str, ...]
    y: tuple[float | None, ...]
    lower: tuple[float | None, ...] = ()
    upper: tuple[float | None, ...] = ()


@dataclass(frozen=True)
class Figure:
    """One figure. Curves and bars have series; maps and landscapes a grid `z[y][x]`; drawings a graph."""

    kind: str
    title: str
    x: str = ""
    y: str = ""
    series: tuple[Series, ...] = ()
    xs: tuple[float | str, ...] = ()
    ys: tuple[float | str, ...] = ()
    z: tuple[tuple[float | None, ...], ...] = ()
    svg: str = ""
    """Of a drawing."""
    graph: str = ""
    """The same in the language of Graphviz, to be laid out for other formats."""
    note: str = ""
    focus: float | None = None
    """So far along the x axis is shown at first; None: everything."""


def figure_document(figure: Figure) -> dict[str, Any]:
    """For programs, and for the page."""
    return asdict(figure)


def figure_of(document: Mapping[str, Any]) -> Figure:
    """The way back."""
    series = tuple(Series(**_frozen(one)) for one in document.get("series", ()))
    z = tuple(tuple(row) for row in document.get("z", ()))
    return Figure(**{**_frozen(document), "series": series, "z": z})


def _frozen(document: Mapping[str, Any]) -> dict[str, Any]:
    """Lists as tuples."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in document.items()}


def run_figures(files: Mapping[str, str]) -> Iterator[Figure]:
    """All figures of the folder of a run: its distributions, and what can be seen of its states."""
    for answer in json.loads(files["answers.json"])["answers"]:
        if isinstance(answer["value"], dict) and answer["value"].get("support"):
            yield distribution_figure(answer)
    yield from map(figure_of, json.loads(files.get("figures.json", "[]")))


def distribution_figure(answer: dict[str, Any], title: str = "", upto: float | None = None) -> Figure:
    """The bars of a distribution, as the document of an answer has it."""
    spread = answer["value"]
    shown = [place for place, value in enumerate(spread["support"]) if upto is None or float(value) <= upto]
    series = Series(
        answer["name"],
        tuple(spread["support"][place] for place in shown),
        tuple(spread["probability"][place] for place in shown),
        tuple(answer["lower"][place] for place in shown),
        tuple(answer["upper"][place] for place in shown),
    )
    return Figure("bars", title or answer["name"], answer["ask"], "probability", (series,), focus=_focus(series))


def _focus(series: Series) -> float | None:
    """Where nearly all of a distribution with a long tail lies before."""
    reached, most = 0.0, sum(float(y or 0) for y in series.y) * NEARLY_ALL
    for place, y in enumerate(series.y):
        reached += float(y or 0)
        if reached >= most:
            far = place < len(series.x) * FAR
            return float(series.x[place]) if far and len(series.x) > FEW else None
    return None
