"""The peer answers the same question about the same game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oddsmith.run.storm_peer import main

MODEL = """\
dtmc
const int N;
module walk
  f : [0..N] init 2;
  [] f > 0 & f < N -> 1/2 : (f'=f+1) + 1/2 : (f'=f-1);
  [] f = 0 | f = N -> true;
endmodule
"""


def test_storm_builds_and_checks_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("stormpy")
    path = tmp_path / "walk.prism"
    path.write_text(MODEL)
    main(str(path), "N=4", "P=? [F f=4]")
    found = json.loads(capsys.readouterr().out)
    assert found["value"] == pytest.approx(0.5, abs=1e-5)
    assert found["states"] == 5
