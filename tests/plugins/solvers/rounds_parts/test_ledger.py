"""A run that is kept and resumed gives the answers of one that was not disturbed."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.context import Context, StoppedError
from oddsmith_plugins.solvers.rounds import RoundsSolver
from plugins.solvers.rounds_parts.boxes import GOOSE, process_of


class Notebook:
    """A keeper that keeps every time, and stops the run when it has kept so often."""

    def __init__(self, folder: Path, most: int, resumed: Path | None = None) -> None:
        self.folder, self.most, self.resumed, self.times = folder, most, resumed, 0

    def keeping(self):
        return nullcontext()

    def due(self) -> bool:
        return True

    def stopping(self) -> bool:
        return self.times + 1 >= self.most

    def keep(self, write, stop=None) -> None:
        self.folder.mkdir(exist_ok=True)
        write(self.folder)
        self.times += 1
        if stop:
            raise StoppedError

    def kept(self) -> Path | None:
        return self.resumed

    def check(self) -> None:
        pass


@pytest.mark.parametrize("accelerator", ["plain", "bicgstab", "gmres"])
@pytest.mark.parametrize("stops", [2, 9, 30])
def test_a_resumed_run_ends_like_one_that_was_not_disturbed(tmp_path, accelerator, stops):
    process = process_of(GOOSE, N="2")
    context, solver = Context(threads=1), RoundsSolver(accelerator=accelerator)
    whole = solver.find(process, context).findings
    with pytest.raises(StoppedError):
        solver.find(process, replace(context, keeper=Notebook(tmp_path / "slot", stops)))
    resumed = Notebook(tmp_path / "next", 10**9, tmp_path / "slot")
    again = solver.find(process, replace(context, keeper=resumed)).findings
    for name, finding in whole.items():
        other = again[name].value
        assert max(finding.value.lower, other.lower) <= min(finding.value.upper, other.upper)
        if accelerator == "plain":
            assert (other, again[name].method) == (finding.value, finding.method)


def test_questions_that_were_answered_are_not_asked_again(tmp_path):
    process = process_of(GOOSE, N="2")
    context, solver = Context(threads=1), RoundsSolver(accelerator="plain")
    with pytest.raises(StoppedError):
        solver.find(process, replace(context, keeper=Notebook(tmp_path / "slot", 600)))
    resumed = Notebook(tmp_path / "next", 10**9, tmp_path / "slot")
    found = solver.find(process, replace(context, keeper=resumed))
    assert found.seconds["win1"] == 0.0
    assert found.seconds["throws"] > 0.0
