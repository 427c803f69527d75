"""Commands with their guards' equalities -> a tree of tests, so that a state meets few guards.

In a chain the order of commands is free; otherwise choices keep the order of the commands, and only neighbours that
test the same parameter share a test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from oddsmith_plugins.kernels.compiled_parts.commands import ARGUMENTS, Writer
from oddsmith_plugins.kernels.compiled_parts.render import Renderer
from oddsmith_plugins.kernels.compiled_parts.terms import whole

FEW = 3
"""Fewer commands than this are tried one after the other."""
FLAT = 8
"""More values than this are halved first."""


@dataclass(frozen=True)
class Candidate:
    """A command's function and the parameters that its guard compares with one value."""

    function: str
    equalities: dict[int, int]


def write_dispatch(
    writer: Writer, renderer: Renderer, candidates: Sequence[Candidate], free_order: bool, arguments: str = ARGUMENTS
) -> None:
    """Call every command that may be enabled."""
    slot = _best_slot(candidates)
    if len(candidates) < FEW or slot is None:
        writer.put(*(f"{c.function}({arguments})" for c in candidates))
        return
    for tests, group in _groups(candidates, slot, free_order):
        if not tests or len(group) < FEW:
            rest = [Candidate(c.function, _without(c.equalities, slot)) for c in group]
            write_dispatch(writer, renderer, rest, free_order, arguments)
            continue
        by_value: dict[int, list[Candidate]] = {}
        for candidate in group:
            rest_of = Candidate(candidate.function, _without(candidate.equalities, slot))
            by_value.setdefault(candidate.equalities[slot], []).append(rest_of)
        subject = whole(renderer.cell(slot)).text
        _write_values(writer, renderer, subject, sorted(by_value.items()), free_order, arguments)


def _write_values(
    writer: Writer,
    renderer: Renderer,
    subject: str,
    values: Sequence[tuple[int, list[Candidate]]],
    free_order: bool,
    arguments: str,
) -> None:
    if len(values) > FLAT:
        middle = len(values) // 2
        with writer.inside(f"if {subject} < {values[middle][0]}:"):
            _write_values(writer, renderer, subject, values[:middle], free_order, arguments)
        with writer.inside("else:"):
            _write_values(writer, renderer, subject, values[middle:], free_order, arguments)
        return
    for place, (value, group) in enumerate(values):
        with writer.inside(f"{'elif' if place else 'if'} {subject} == {value}:"):
            write_dispatch(writer, renderer, group, free_order, arguments)


def _best_slot(candidates: Sequence[Candidate]) -> int | None:
    """The parameter that most commands test, and with different values."""
    values = Counter((slot, value) for c in candidates for slot, value in c.equalities.items())
    tests: Counter[int] = Counter()
    kinds: Counter[int] = Counter()
    for (slot, _), count in values.items():
        tests[slot] += count
        kinds[slot] += 1
    useful = [slot for slot in tests if tests[slot] >= FEW and (kinds[slot] > 1 or tests[slot] > FEW)]
    return max(useful, key=lambda slot: (tests[slot], kinds[slot], -slot), default=None)


def _groups(candidates: Sequence[Candidate], slot: int, free_order: bool) -> list[tuple[bool, list[Candidate]]]:
    """Runs of commands that do, or do not, test the parameter."""
    if free_order:
        testing = [c for c in candidates if slot in c.equalities]
        others = [c for c in candidates if slot not in c.equalities]
        return [(True, testing), (False, others)] if others else [(True, testing)]
    runs: list[tuple[bool, list[Candidate]]] = []
    for candidate in candidates:
        tests = slot in candidate.equalities
        if not runs or runs[-1][0] != tests:
            runs.append((tests, []))
        runs[-1][1].append(candidate)
    return runs


def _without(equalities: dict[int, int], slot: int) -> dict[int, int]:
    return {s: v for s, v in equalities.items() if s != slot}
