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


def test_specs_reductions_and_peers_exist(suite: Suite) -> None:
    installed = registry(load())
    for run in suite.runs.values():
        assert Path(run.arguments[1]).is_file(), run.name
        for name in values(run.arguments, "--reduce"):
            installed.find("reduction", name)
    assert all(peer.run in suite.runs and peer.source for peer in suite.peers)


def test_naming_a_reduced_run_measures_it_alone(suite: Suite) -> None:
    reduced = [name for name, run in suite.runs.items() if values(run.arguments, "--reduce")]
    assert reduced
    for name in reduced:
        assert [run.name for run in suite.chosen([name])] == [name]


def test_a_whole_game_is_asked_the_same_as_the_reduced_one(suite: Suite) -> None:
    for run in suite.runs.values():
        if run.target.same:
            other = suite.runs[run.target.same].arguments
            assert [word for word in other if word not in ("--reduce", *values(other, "--reduce"))] == [*run.arguments]
