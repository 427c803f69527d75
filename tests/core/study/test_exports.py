"""Games that a stage writes in other formats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from oddsmith.study.exports import exports
from oddsmith.study.study import Study

Write = Callable[[str], Study]


def test_every_run_of_the_stage_is_written_in_every_format(study: Write) -> None:
    files, faults = exports(
        study("stages: {one: {spec: walk.yaml, matrix: {set: {n: [4, 5]}}, exports: [prism, umb]}}")
    )
    assert sorted(files) == [
        "exports/one/n=4.prism",
        "exports/one/n=4.props",
        "exports/one/n=4.umb",
        "exports/one/n=5.prism",
        "exports/one/n=5.props",
        "exports/one/n=5.umb",
    ]
    assert b"dtmc" in files["exports/one/n=4.prism"]
    assert faults == ()


def test_what_a_format_cannot_say_costs_no_other_file(study: Write) -> None:
    kuhn = Path(__file__).parents[3] / "specs" / "kuhn.yaml"
    files, (fault,) = exports(study(f"stages: {{hidden: {{spec: {kuhn}, exports: [prism, json]}}}}"))
    assert [name.rpartition(".")[2] for name in files] == ["json"]
    assert "PRISM" in fault.message


def test_nothing_is_written_where_nothing_is_asked_for(study: Write) -> None:
    assert exports(study("stages: {one: {spec: walk.yaml}}")) == ({}, ())
