"""The figures that a stage asks for -> figures as data: sweeps, distributions, values over all states, state spaces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from oddsmith.api.game import Game
from oddsmith.report.drawing import drawing as states_drawing
from oddsmith.report.figure import KINDS, Figure, Series, distribution_figure
from oddsmith.report.landscape import drawable, landscape
from oddsmith.report.learning import learning_figures
from oddsmith.source import Diagnostic, SpecError
from oddsmith.study.games import game_of
from oddsmith.study.outcome import StageOutcome
from oddsmith.study.perform import Result
from oddsmith.study.quantity import quantity
from oddsmith.study.study import Drawing


def drawn(outcome: StageOutcome) -> tuple[tuple[Figure, ...], tuple[Diagnostic, ...]]:
    """All figures of a stage, as far as there are answers to draw, and why others cannot be drawn."""
    figures: list[Figure] = []
    faults: list[Diagnostic] = []
    if all(result.document is None for result in outcome.results):
        return (), ()
    for result in outcome.results:
        if result.document is not None and "companies" in result.document:
            figures += learning_figures(result.document).values()
    for drawing in outcome.stage.drawings:
        try:
            figures.append(_figure(outcome, drawing))
        except (KeyError, ValueError, StopIteration) as error:
            reason = f"there is no {error}" if isinstance(error, KeyError) else error
            fix = "`pipeline check` tells such things before the runs begin"
            message = f"this figure cannot be drawn: {reason}"
            faults.append(Diagnostic("E504", message, drawing.span, fix=fix))
        except SpecError as error:
            faults += error.diagnostics
    return tuple(figures), tuple(faults)


def _figure(outcome: StageOutcome, drawing: Drawing) -> Figure:
    fields = drawing.fields
    if drawing.kind not in KINDS:
        raise ValueError(f"there is no kind `{drawing.kind}`")
    if drawing.kind == "states":
        game = _game(outcome)
        return states_drawing(game.plan, game.tools, drawing.title)
    if drawing.kind == "matrix":
        return _matrix(outcome, drawing)
    if drawing.kind in ("heat", "surface"):
        return _grid(outcome, drawing)
    if "of" in fields:
        return _by_state(outcome, drawing) if "x" in fields else _spread(outcome, drawing)
    return Figure(drawing.kind, drawing.title, fields["x"], fields["y"], _series(outcome, drawing))


def _spread(outcome: StageOutcome, drawing: Drawing) -> Figure:
    """The distribution that answers a question: of the first run that has one, or of every run, side by side."""
    fields = drawing.fields
    upto = float(fields["upto"]) if "upto" in fields else None
    found = []
    for result in outcome.results:
        answers = [] if result.document is None else result.document["answers"]
        for answer in answers:
            if answer["name"] == fields["of"] and isinstance(answer["value"], dict):
                figure = distribution_figure(answer, drawing.title, upto)
                name = dict(result.cell.coordinates).get(fields.get("series", ""), "")
                found.append(replace(figure, series=(replace(figure.series[0], name=name or fields["of"]),)))
    if not found:
        raise ValueError(f"`{fields['of']}` has no distribution")
    if "series" in fields:
        found[0] = replace(found[0], series=tuple(figure.series[0] for figure in found), focus=None)
    whole = replace(found[0], kind=drawing.kind, x=fields.get("label", found[0].x))
    if fields.get("cumulative") == "at least":
        series = tuple(_at_least(one) for one in whole.series)
        return replace(whole, y="probability of at least so much", series=series, focus=None)
    return whole


def _at_least(series: Series) -> Series:
    """The probability of each value or more."""
    values = np.array(series.y, dtype=float)[::-1].cumsum()[::-1]
    return Series(series.name, series.x, tuple(float(value) for value in values))


def _by_state(outcome: StageOutcome, drawing: Drawing) -> Figure:
    """The answer to a question at every state that meets a condition, one after the other."""
    fields = drawing.fields
    table = _game(outcome).values(fields["of"], fields.get("where"))
    axes = [table[axis.strip()] for axis in fields["x"].split(",")]
    order = np.lexsort(tuple(axes)[::-1])
    names = tuple(_number(",".join(str(axis[place]) for axis in axes)) for place in order)
    heights = tuple(drawable(value) for value in np.asarray(table["value"])[order])
    return Figure(drawing.kind, drawing.title, fields["x"], fields["of"], (Series(fields["of"], names, heights),))


def _series(outcome: StageOutcome, drawing: Drawing) -> tuple[Series, ...]:
    """One curve, or one for each value of the coordinate `series`; `x` may join several coordinates."""
    name = drawing.fields.get("series", "")
    groups: dict[str, list[Result]] = {}
    for result in outcome.results:
        groups.setdefault(dict(result.cell.coordinates).get(name, ""), []).append(result)
    return tuple(_curve(label, results, drawing) for label, results in groups.items())


def _curve(label: str, results: list[Result], drawing: Drawing) -> Series:
    axes = [axis.strip() for axis in drawing.fields["x"].split(",")]
    x, y, lower, upper = [], [], [], []
    for result in results:
        found = None if result.document is None else quantity(result.document, drawing.fields["y"])
        if found is None or isinstance(found.value, str):
            continue
        places = dict(result.cell.coordinates)
        x.append(_number(",".join(places[axis] for axis in axes)))
        y.append(float(found.value))
        lower.append(None if found.lower is None else float(found.lower))
        upper.append(None if found.upper is None else float(found.upper))
    return Series(label, tuple(x), tuple(y), tuple(lower), tuple(upper))


def _number(text: str) -> float | str:
    try:
        return int(text)
    except ValueError:
        return text


def _grid(outcome: StageOutcome, drawing: Drawing) -> Figure:
    """The answer to a question at every state, over two variables."""
    fields = drawing.fields
    table = _game(outcome).values(fields["of"], fields.get("where"))
    x, y = ((name, table[name]) for name in (fields["x"], fields["y"]))
    return landscape(drawing.kind, drawing.title, x, y, table["value"])


def _matrix(outcome: StageOutcome, drawing: Drawing) -> Figure:
    """The transition matrix, watched where a condition holds, its states in the order of their variables."""
    found = _game(outcome).matrix(drawing.fields.get("where", "true"))
    order = np.lexsort(tuple(found.states.values())[::-1])
    names = tuple(found.names()[place] for place in order)
    z = tuple(tuple(float(value) for value in row) for row in found.matrix[np.ix_(order, order)])
    return Figure("heat", drawing.title, "to", "from", xs=names, ys=names, z=z)


def _game(outcome: StageOutcome) -> Game:
    """The game of the first run of the stage that has answers: one that has failed may be too large."""
    return game_of(next(result.cell for result in outcome.results if result.document is not None))
