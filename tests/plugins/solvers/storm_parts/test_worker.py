"""The program that talks to Storm: a folder with a model and an order becomes one with values and bounds."""

import json

import numpy as np
import pytest

from oddsmith_plugins.solvers.storm_parts import worker

pytest.importorskip("stormpy")


def asked(folder, formulas, groups, reward):
    """State 0 goes to yes or no; with groups it can also choose to go to no."""
    rows = 1 + bool(len(groups))
    column, weight = ([1, 2, 2, 1, 2], [0.25, 0.75, 1, 1, 1]) if rows == 2 else ([1, 2, 1, 2], [0.25, 0.75, 1, 1])
    row_start = [0, 2, 3, 4, 5] if rows == 2 else [0, 2, 3, 4]
    np.savez(
        folder / worker.MODEL,
        row_start=np.array(row_start), column=np.array(column), weight=np.array(weight, dtype=float),
        group_start=np.array(groups, dtype=np.int64), reward=np.array(reward, dtype=float), initial=0,
    )  # fmt: skip
    order = {"formulas": formulas, "precision": "1/1000000", "method": "auto"}
    (folder / worker.ORDER).write_text(json.dumps(order))
    worker.main(folder)
    return np.load(folder / worker.FOUND)


def test_a_chain(tmp_path):
    found = asked(tmp_path, ['P=? [F "yes"]'], [], np.zeros((3, 0)))
    assert found["value"][:, 0] == pytest.approx([0.25, 1, 0])
    assert json.loads((tmp_path / worker.ABOUT).read_text())["version"][0].isdigit()


@pytest.mark.parametrize(("best", "truth"), [("max", 3), ("min", 2)])
def test_decisions_handed_over_in_small_parts(tmp_path, monkeypatch, best, truth):
    monkeypatch.setattr(worker, "AT_ONCE", 1)
    found = asked(tmp_path, [f'R{{"gain0"}}{best}=? [F "end"]'], [0, 2, 3], [[2], [3], [0], [0]])
    assert found["lower"][0, 0] <= truth <= found["upper"][0, 0]
