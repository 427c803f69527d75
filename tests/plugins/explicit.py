"""Helpers of the tests of explicit formats: games -> files -> our answers and Storm's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from oddsmith.context import Context
from oddsmith.exchange.exporter import ExplicitExporter, Explored
from oddsmith.exchange.stored import ExplicitImporter
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.run.exchange import explored_of, process_of
from oddsmith.run.foreign import Foreign
from oddsmith.run.plan import Ask, Plan
from oddsmith.run.runner import Tools, run


def tools() -> Tools:
    host = load()
    return Tools(host, registry(host), Context())


def explored(text: str, folder: Path) -> Explored:
    """The state space of a game."""
    path = folder / "game.yaml"
    path.write_text(text)
    plan, made = Plan(path), tools()
    return explored_of(plan, process_of(plan, made), made)


def exported(text: str, exporter: ExplicitExporter, folder: Path) -> Path:
    """The main file that the exporter writes of a game."""
    found = folder / f"game{exporter.suffixes[0]}"
    exporter.write(explored(text, folder), found, Context())
    return found


def own_answers(text: str, folder: Path) -> dict[str, float]:
    """The answers to the questions of a game."""
    path = folder / "game.yaml"
    path.write_text(text)
    return {a.question.name: float(a.value) for a in run(Plan(path), tools()).answers}  # type: ignore[arg-type]


def asked(path: Path, importer: ExplicitImporter, questions: Mapping[str, str]) -> dict[str, float]:
    """The answers to questions about a file."""
    foreign = Foreign(importer, path, Context())
    plan = Plan(path, asks=tuple(Ask(name, text) for name, text in questions.items()), foreign=foreign)
    return {a.question.name: float(a.value) for a in run(plan, tools()).answers}  # type: ignore[arg-type]


def storm_answers(model: Any, questions: Mapping[str, str]) -> dict[str, float]:
    """Storm's answers about a model that it has read."""
    import stormpy

    state = next(iter(model.initial_states))
    found = {}
    for name, text in questions.items():
        checked = stormpy.model_checking(model, stormpy.parse_properties(text)[0], only_initial_states=True)
        value = float(checked.get_value(state))
        found[name] = math.inf if value > 1e300 else value
    return found
