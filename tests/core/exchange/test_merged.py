"""Compiled code and plain code agree on whether a choice names a successor twice."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith.exchange import merged as module
from oddsmith.exchange.merged import merged
from oddsmith.exchange.stored import StoredModel
from oddsmith.space.space import Stored


@pytest.mark.parametrize("few", [0, 100])
@pytest.mark.parametrize(("column", "kept"), [((0, 1, 1), 3), ((1, 1, 1), 2)])
def test_doubles_are_found(few: int, column: tuple[int, ...], kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FEW", few)
    weight = np.array([0.5, 0.5, 1.0])
    weight.setflags(write=False)
    model = StoredModel("chain", Stored(2, None, np.array([0, 2, 3]), np.array(column, dtype=np.int32), weight))
    found = merged(model).transitions
    assert found.count == kept
    assert found.row_start.tolist() == [0, kept - 1, kept]
