"""Pipeline files: told apart from specs by their key, read with places, mistakes all at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from oddsmith.run.pipeline import plan_of
from oddsmith.source import SpecError

FULL = """\
pipeline: careful
about: a long run
spec: games/walk.yaml
set: {N: 7, p: 1/3}
reductions:
  - dead-variables
  - symmetry: {deep: yes}
kernel: compiled
solver: {interval-iteration: {most-sweeps: 10}}
questions: [win, lose]
ask: ["P=? [F over]"]
limits: {memory: 2GB, time: 60s, states: 1e6}
precision: 1e-6
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "some.yaml"
    path.write_text(text)
    return path


def test_a_spec_is_run_as_it_is(tmp_path: Path) -> None:
    path = write(tmp_path, "game: walk\nabout: |\n  pipeline: not a key here\n")
    plan = plan_of(path)
    assert (plan.spec, plan.solver, plan.questions) == (path, None, ())


def test_every_key_of_a_pipeline_is_understood(tmp_path: Path) -> None:
    plan = plan_of(write(tmp_path, FULL))
    assert plan.name == "careful"
    assert plan.spec == tmp_path / "games" / "walk.yaml"
    assert plan.overrides == (("N", "7"), ("p", "1/3"))
    assert [(step.name, step.options) for step in plan.reductions] == [
        ("dead-variables", ()),
        ("symmetry", (("deep", "yes"),)),
    ]
    assert plan.kernel is not None
    assert plan.kernel.name == "compiled"
    assert plan.solver is not None
    assert plan.solver.options == (("most-sweeps", "10"),)
    assert plan.questions == ("win", "lose")
    assert [(ask.name, ask.text) for ask in plan.asks] == [("ask1", "P=? [F over]")]
    assert (plan.limits.memory, plan.limits.seconds, plan.limits.states) == (2_000_000_000, 60, 1_000_000)
    assert plan.precision == 1e-6


def test_all_mistakes_are_reported_at_once_with_their_places(tmp_path: Path) -> None:
    text = "pipeline: x\nsolvr: direct\nlimits: {memory: lots, tim: 3s}\nprecision: 7\n"
    with pytest.raises(SpecError) as caught:
        plan_of(write(tmp_path, text))
    found = {(d.code, d.span.place.rpartition("some.yaml")[2]) for d in caught.value.diagnostics if d.span}
    assert found == {("E203", ":1:1"), ("E202", ":2:1"), ("E302", ":3:18"), ("E202", ":3:24"), ("E302", ":4:12")}
    assert "did you mean `solver`" in str(caught.value)


def test_where_one_run_is_wanted_stages_are_refused_once(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        plan_of(write(tmp_path, "pipeline: x\nstages: {a: {spec: a.yaml}}\n"))
    (complaint,) = caught.value.diagnostics
    assert complaint.message == "a pipeline with stages is many runs, and one is wanted here"


def test_a_pipe_is_left_to_the_reader_of_specs_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert plan_of(tmp_path / "pipe").spec == tmp_path / "pipe"


def test_what_cannot_be_read_is_left_to_the_reader_of_specs(tmp_path: Path) -> None:
    assert plan_of(tmp_path).spec == tmp_path
    assert plan_of(tmp_path / "missing.yaml").spec == tmp_path / "missing.yaml"
