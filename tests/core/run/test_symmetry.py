"""A claimed symmetry is checked where turns go round, and else mentioned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.process.process import Process
from oddsmith.run.symmetry import check_symmetry
from oddsmith.source import SpecError
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower

GAMES = Path(__file__).parents[2] / "specs" / "rounds"


def process_of(name: str) -> Process:
    return lower(load(GAMES / name))


def test_a_true_claim_is_silent():
    assert check_symmetry(process_of("two-writes.yaml")) == ""


def test_without_a_claim_nothing_is_looked_at():
    assert check_symmetry(process_of("almost.yaml")) == ""


def test_a_false_claim_is_refused():
    with pytest.raises(SpecError, match="E408"):
        check_symmetry(process_of("false-symmetry.yaml"))


@pytest.mark.parametrize(
    ("name", "symmetry", "note"),
    [
        ("almost.yaml", (("rotate", "at"), ("with", "turn")), "turn would go round"),
        ("two-writes.yaml", (("rotate", "at"),), "it does not name what goes round"),
    ],
)
def test_what_is_not_used_is_mentioned(name, symmetry, note):
    assert note in check_symmetry(replace(process_of(name), symmetry=symmetry))
