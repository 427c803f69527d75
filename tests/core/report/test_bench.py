"""What was measured, as a table and as a document."""

from __future__ import annotations

import pytest

from oddsmith.report.bench import print_results, result_document
from oddsmith.run.bench.measure import Measured, Reading
from oddsmith.run.bench.suite import Published, Run, Target
from oddsmith.run.bench.targets import Check, Result
from oddsmith.solve.process_solver import Effort

RUN = Run("walk", (), target=Target(seconds=3.0, memory=10**9))
FAST = Measured(
    2.0, 10**8, 10**8, 0.5, 7000, "", (Reading("win", 0.5, 0.499, 0.501),), Effort(10, 2, 1000, 320_000, 1e-4)
)
GOOD = Result(RUN, ("run",), None, FAST, "", (Check("finishes", "yes", True), Check("time 3 s", "2 s", True)))
BAD = Result(RUN, ("run",), None, FAST, "", (Check("time 1 s", "2 s", False),), (Check("time 0.5 s", "2 s", False),))
LACKING = Result(Run("far", ()), (), unavailable="mpirun is not installed: get it")
PEER = Published("other", "walk", "no bound", "a paper", 20.0, 3 * 10**8)


def printed(capsys: pytest.CaptureFixture[str], *results: Result, markdown: bool = False) -> list[str]:
    print_results(results, 12.8e9, [PEER], markdown)
    return capsys.readouterr().out.splitlines()


def test_a_row_has_size_cost_answer_target_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    row = printed(capsys, GOOD)[1]
    for part in ("walk", "7,000", "2 s", "100 MB", "win = 0.5", "4.0e-03", "3 s, 1 GB", "✓ met"):
        assert part in row


def test_what_is_missed_is_told_with_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, BAD)
    assert "✗ missed" in lines[1]
    assert "walk: time 1 s: 2 s; aim time 0.5 s: 2 s, missed" in lines


def test_a_run_that_lacks_something_is_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert "unavailable: mpirun is not installed: get it" in printed(capsys, LACKING)[1]


def test_bytes_a_second_are_compared_with_copying(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, GOOD)
    assert any(line.startswith("memory copies at 12.8 GB/s") for line in lines)
    assert any("10 rounds of 2 turns over 1,000 cells" in line and "3.2 GB/s, 25% of copying" in line for line in lines)


def test_figures_of_others_are_ratios_with_their_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, GOOD)[-1] == ("other on walk: 20 s, 10 times ours; 300 MB, 3 times ours (no bound; a paper)")


def test_the_table_can_be_pasted_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, GOOD, markdown=True)
    assert lines[0].startswith("| run | states |")
    assert lines[1].startswith("| --- |")
    assert lines[2].startswith("| walk | 7,000 |")
    assert lines[4].startswith("- ")


def test_the_document_has_the_rate() -> None:
    document = result_document(GOOD, 12.8e9)
    assert (document["gb_per_s"], document["of_copying"], document["met"]) == (3.2, 0.25, True)
    assert document["warm"]["largest"] == 10**8
    assert result_document(LACKING, 1.0)["unavailable"] == "mpirun is not installed: get it"
