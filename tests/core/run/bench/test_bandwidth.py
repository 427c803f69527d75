"""How fast memory copies."""

from __future__ import annotations

import numpy as np

from oddsmith.run.bench.bandwidth import copy_part, copy_rate


def test_a_part_is_copied() -> None:
    source, target = np.arange(10.0), np.zeros(10)
    copy_part(2, 5, source, target)
    assert target.tolist() == [0, 0, 2, 3, 4, 0, 0, 0, 0, 0]


def test_the_rate_is_one_of_a_real_machine() -> None:
    assert 1e8 < copy_rate(1 << 22) < 1e13
