"""Figures as data."""

from __future__ import annotations

import json

from oddsmith.report.figure import Figure, Series, distribution_figure, figure_document, figure_of


def answer(weights: list[float]) -> dict[str, object]:
    support = list(range(len(weights)))
    value = {"support": support, "probability": weights}
    return {"name": "lengths", "ask": "dist{steps} [F over]", "value": value, "lower": weights, "upper": weights}


def test_a_figure_survives_json() -> None:
    figure = Figure("heat", "title", "x", "y", xs=(1, 2), ys=(3,), z=((0.5, None),))
    assert figure_of(json.loads(json.dumps(figure_document(figure)))) == figure
    curve = Figure("line", "title", series=(Series("a", (1, 2), (0.5, None), (0.4, None), (0.6, None)),))
    assert figure_of(json.loads(json.dumps(figure_document(curve)))) == curve


def test_a_long_tail_is_left_out_of_sight_at_first() -> None:
    tail = [0.5, 0.4995] + [0.0005 / 98] * 98
    assert distribution_figure(answer(tail)).focus == 1.0
    assert distribution_figure(answer([0.01] * 100)).focus is None
    assert distribution_figure(answer([0.5, 0.5])).focus is None


def test_a_figure_may_end_early() -> None:
    assert distribution_figure(answer([0.25] * 4), upto=1).series[0].x == (0, 1)
