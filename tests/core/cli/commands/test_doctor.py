"""`pipeline doctor`."""

from __future__ import annotations


def test_the_machine_is_described(call) -> None:
    called = call("doctor")
    assert called.code == 0
    assert "cores" in called.out
    assert "petsc4py" in called.out


def test_the_same_for_programs(call) -> None:
    findings = call("doctor", "--json").document["findings"]
    assert {"group", "name", "found", "advice", "fine"} == set(findings[0])
