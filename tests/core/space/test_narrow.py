"""A long thin game is explored in few calls, and numbered as ever."""

from __future__ import annotations

from oddsmith.context import Context
from oddsmith.space.explore import explore_raw
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.kernels.reference import Reference

WALK = """
game: walk
constants: {N: 300}
variables:
  f: {range: 0..N, init: N // 3}
commands:
  - when: 0 < f < N
    then: [1/2: {f: f + 1}, 1/4: {f: f - 1}, 1/4: {f: max(0, f - 2)}]
questions: {}
"""


def test_a_walk_is_numbered_as_by_the_reference_kernel() -> None:
    process = lower(load_text(WALK, "walk.yaml", {}))
    context = Context()
    raw = [explore_raw(t.build(process, (), context), process, context) for t in (CompiledTarget(), Reference())]
    assert len(raw[0].rows) == 301
    assert (raw[0].rows == raw[1].rows).all()
    assert (raw[0].row_start[:10] == raw[1].row_start[:10]).all()
    assert sorted(raw[0].column[:40]) == sorted(raw[1].column[:40])
