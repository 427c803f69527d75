"""Functions and tables that nothing uses are dropped."""

from __future__ import annotations

from collections.abc import Callable

from oddsmith.process.process import Process

Lower = Callable[..., Process]


def test_only_what_is_reached_is_kept(lowered: Lower) -> None:
    process = lowered("""
        functions:
          outer(x): inner(x) + 1
          inner(x): x + price[x]
          asked(x): x in known
          unused(x): forgotten[x]
        tables: {price: [1, 2, 3], known: [1], forgotten: [1]}
        variables: {f: 1..3}
        commands: [{when: outer(f) > 2, then: {f: 1}}]
        labels: {yes: asked(f)}
        """)
    assert [f.name for f in process.functions] == ["outer", "inner", "asked"]
    assert [t.name for t in process.tables] == ["price", "known"]
