"""Small games with hidden information, unfolded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from oddsmith.context import Context
from oddsmith.space.explore import explore
from oddsmith.spec.load import load, load_text
from oddsmith.spec.lower import lower
from oddsmith.tree.tree import GameTree
from oddsmith.tree.unfold import unfold
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.kernels.reference import Reference

Unfold = Callable[..., GameTree]
SPECS = Path(__file__).parents[3] / "specs"

PENNIES = """
type: game
players: {ann: {wants: gain}, bob: {wants: loss}}
variables:
  x: {range: 0..2, sees: ann}
  laid: bool
  y: 0..2
commands:
  - {action: lay, player: ann, choose: {k: 1..2}, when: not laid, then: {x: k, laid: true}}
  - {action: guess, player: bob, choose: {k: 1..2}, when: laid and y = 0, then: {y: k}}
rewards:
  gain: [{action: guess, gain: if next(y) = x then 0 else 1}]
  loss: [{action: guess, gain: if next(y) = x then 0 else -1}]
"""


def unfolded(text: str, **overrides: str) -> GameTree:
    process = lower(load_text("game: test\n" + dedent(text), "test.yaml", overrides))
    return unfold(process, explore(process, (), [Reference()], Context())[0], Context())


def kuhn(players: int) -> GameTree:
    process = lower(load(SPECS / "kuhn.yaml", {"n": str(players)}))
    return unfold(process, explore(process, (), [Reference(), CompiledTarget()], Context())[0], Context())


@pytest.fixture
def tree() -> Unfold:
    return unfolded


@pytest.fixture(scope="session")
def poker() -> Callable[[int], GameTree]:
    return kuhn


@pytest.fixture
def pennies() -> str:
    return PENNIES
