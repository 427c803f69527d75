"""The runs of `pipeline bench reductions` exist as they are written down."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.run.bench.file import read_bench
from oddsmith.run.bench.suite import Suite

SHIPPED = Path(__file__).parents[2] / "pipelines" / "bench" / "reductions.yaml"


@pytest.fixture
def suite() -> Suite:
    found = read_bench(SHIPPED, ())
    assert isinstance(found, Suite)
    return found


def values(arguments: tuple[str, ...], option: str) -> list[str]:
    return [value for word, value in pairwise(arguments) if word == option]


def asked(arguments: tuple[str, ...]) -> list[str]:
    """The game and its question, whatever it is reduced by."""
    return [word for word in arguments if word not in ("--reduce", *values(arguments, "--reduce"))]


def compared(suite: Suite, name: str) -> set[str]:
    """What a run is compared with, directly or through others."""
    target = suite.runs[name].target
    others = {other for other in (target.same, target.against) if other}
    return others.union(*(compared(suite, other) for other in others))


def test_specs_reductions_and_peers_exist(suite: Suite) -> None:
    installed = registry(load())
    for run in suite.runs.values():
        if run.arguments[0] == "run":  # others are Storm's, or measure files
            assert Path(run.arguments[1]).is_file(), run.name
        for name in values(run.arguments, "--reduce"):
            installed.find("reduction", name)
    assert all(peer.run in suite.runs and peer.source for peer in suite.peers)


def test_naming_a_reduced_run_measures_it_and_what_it_is_compared_with(suite: Suite) -> None:
    reduced = [name for name, run in suite.runs.items() if values(run.arguments, "--reduce")]
    assert reduced
    for name in reduced:
        *before, last = [run.name for run in suite.chosen([name])]
        assert last == name
        assert set(before) == compared(suite, name)


def test_a_whole_game_is_asked_the_same_as_the_reduced_one(suite: Suite) -> None:
    for run in suite.runs.values():
        if run.target.same:
            other = suite.runs[run.target.same].arguments
            assert asked(other) == asked(run.arguments), run.name
