"""`pipeline report`."""

from __future__ import annotations

from pathlib import Path

SPECS = Path(__file__).parents[4] / "specs"


def test_a_run_folder_has_its_page_and_can_make_it_anew(call, tmp_path: Path) -> None:
    run = tmp_path / "kept"
    assert call("run", str(SPECS / "gambler.yaml"), "--out", str(run)).code == 0
    assert (run / "report.html").read_text().startswith("<!DOCTYPE html>")
    (run / "report.html").unlink()
    assert call("report", str(run)).code == 0
    assert "21/31" in (run / "report.html").read_text()


def test_several_runs_need_a_name(call, tmp_path: Path) -> None:
    run = tmp_path / "kept"
    call("run", str(SPECS / "gambler.yaml"), "--out", str(run))
    assert call("report", str(run), str(run)).code == 2
    assert call("report", str(run), str(run), "-o", str(tmp_path / "both.html")).code == 0
    assert call("report", str(run), str(run), "-o", str(tmp_path / "both.html")).code == 2  # it exists


def test_what_is_no_run_is_refused(call, tmp_path: Path) -> None:
    result = call("report", str(tmp_path))
    assert result.code == 2
    assert "E712" in result.err
