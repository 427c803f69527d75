"""Parameters that prove that a game never comes back to a state."""

from __future__ import annotations

from oddsmith.process.process import Process
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.one_way_parts.progress import progress

SPEC = """
game: journey
type: mdp
variables: {day: 0..9, step: 0..9, x: 0..9}
commands:
  - {action: walk, when: step < 9, then: [1/2: {step: step + 1, x: 0}, 1/2: {step: 2 + step}]}
  - {action: sleep, when: day < 9, then: {day: day + 1, step: 0}}
"""


def process(text: str) -> Process:
    return lower(load_text(text, "journey.yaml"))


def test_days_are_more_important_than_steps() -> None:
    assert progress(process(SPEC)) == ("day", "step")


def test_a_step_that_keeps_all_of_them_is_no_progress() -> None:
    assert progress(process(SPEC + "  - {action: rest, then: {x: 1}}\n")) is None


def test_a_step_back_is_no_progress() -> None:
    assert progress(process(SPEC.replace("day: day + 1, step: 0", "step: 0"))) is None
    assert progress(process(SPEC.replace("day: day + 1", "day: day - 1"))) is None


def test_cells_of_arrays_do_not_count() -> None:
    text = "game: cells\nvariables: {f: {array: 1..2, range: 0..9, init: 0}}\n"
    text += 'commands:\n  - {when: "f[1] < 9", then: {"f[1]": "f[1] + 1"}}\n'
    assert progress(process(text)) is None
