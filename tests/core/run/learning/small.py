"""A small experiment: two players, few hands."""

from __future__ import annotations

from pathlib import Path

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.run.learning.experiment import Experiment, LearningOutcome
from oddsmith.run.learning.perform import perform
from oddsmith.run.pipeline import plan_of
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools

SPEC = Path(__file__).parents[4] / "specs" / "kuhn-shown.yaml"
TEXT = f"""\
pipeline: small
spec: {SPEC}
set: {{n: 2}}
learn:
  hands: 60
  games: 3
  learners:
    paper: shi
    founded: {{posterior: {{strength: 2}}}}
  styles:
    C: {{about: careful, tables: {{plays: [0, 0, 1]}}, moves: {{bet: "plays[card[me]]"}}}}
    B: {{moves: {{bet: 1}}}}
  against: {{careful: [C], bold: [B]}}
"""


def plan(folder: Path, text: str = TEXT) -> Plan:
    path = folder / "small.yaml"
    path.write_text(text)
    return plan_of(path)


def tools(**context: int) -> Tools:
    host = load()
    return Tools(host, registry(host), Context(**context))  # type: ignore[arg-type]


def experiment_of(found: Plan) -> Experiment:
    assert found.learning is not None
    return found.learning


def outcome(folder: Path, text: str = TEXT, **context: int) -> LearningOutcome:
    found = plan(folder, text)
    return perform(found, experiment_of(found), tools(**context)).outcome
