"""Tables that may be bound are read in probabilities only."""

from __future__ import annotations

import pytest

from oddsmith.process.process import Process
from oddsmith.source import SpecError
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

GAME = """
game: g
tables: {{t: {{bind: weights, values: [1/2, 1/2]}}, u: {{bind: probabilities, values: [[0, 1], [1, 0]]}}}}
functions:
  first(i): t[i]
  is_first(i): t[i] > 0
variables: {{x: 0..3}}
commands:
  - when: {when}
    then:
      - {weight}: {{x: "{value}"}}
      - 1 - ({weight}): {{x: 0}}
labels: {{some: "{label}"}}
rewards: {{r: [{{when: x = 0, gain: "{gain}"}}]}}
"""


def process(
    weight: str = "t[1]", when: str = "x = 0", value: str = "1", label: str = "x = 1", gain: str = "1"
) -> Process:
    return lower(load_text(GAME.format(weight=weight, when=when, value=value, label=label, gain=gain)))


@pytest.mark.parametrize(
    "weight",
    ["t[1]", "1 - t[1] * u[1, 2]", "t[x + 1] / 2", "if x > 0 then t[1] else first(2)"],
)
def test_weights_may_calculate_with_them(weight: str) -> None:
    assert "t" in [table.name for table in process(weight).tables]


@pytest.mark.parametrize(
    "where",
    [
        {"weight": "if t[1] > 0 then 1 else 0"},
        {"weight": "min(t[1], t[2])"},
        {"weight": "if is_first(1) then 1/2 else 1"},
        {"weight": "floor(t[1])"},
        {"when": "x = 0 and t[1] > 0"},
        {"when": "is_first(1)"},
        {"value": "if t[1] > 0 then 1 else 2"},
        {"label": "t[1] = 0"},
        {"gain": "t[1]"},
    ],
)
def test_nothing_else_may_depend_on_them(where: dict[str, str]) -> None:
    with pytest.raises(SpecError) as error:
        process(**where)
    assert {diagnostic.code for diagnostic in error.value.diagnostics} == {"E307"}
