"""Bound anew without exploring: the same space as if the game had been built with these values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.context import Context
from oddsmith.process.process import Process, Table
from oddsmith.solve.conditions import conditions_of
from oddsmith.source import Source, SpecError
from oddsmith.space.explore import explore
from oddsmith.space.rebinding import Rebindable, rebindable
from oddsmith.space.space import StateSpace
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.spec.read.bound import Binding
from oddsmith_plugins.kernels.reference import Reference

GAME = """
game: table
type: mdp
tables:
  face: {index: 1..3, bind: weights, default: 1/3, on_zero: uniform}
  hit: {index: [1..3, 0..1], bind: counts, default: 1, on_zero: first}
  luck: {bind: probabilities, values: [1/2, 1/4]}
functions:
  both(i): luck[i] * luck[1]
variables: {x: 0..3, y: 0..2, z: 0..3}
commands:
  - when: x = 0
    draw: {f: {table: face}}
    then: {x: f}
  - action: try
    choose: {k: 1..2}
    when: x > 0 and y = 0
    draw: {h: {table: hit, row: x}}
    then:
      - both(k): {y: h + 1, z: k}
      - luck[k] - both(k): {y: 1, z: k}
      - 1 - luck[k]: {y: h + 1, z: 3}
labels: {good: y = 2}
rewards: {tries: [{action: try, gain: "next(z)"}]}
questions:
  best: "Pmax=? [F good]"
  worst: "Rmin{tries}=? [F y > 0]"
"""


def process_with(values: dict[str, str]) -> Process:
    return lower(load_text(GAME, bindings=[Binding(name, Source(name, text), "yaml") for name, text in values.items()]))


def fresh(process: Process) -> StateSpace:
    return explore(process, conditions_of(process.questions), (Reference(),), Context(), exact=True)[0]


@pytest.fixture(scope="module")
def once() -> Rebindable:
    process = process_with({})
    return rebindable(process, conditions_of(process.questions), (Reference(),), Context())


def transitions(space: StateSpace) -> set[tuple[str, int, str, Fraction]]:
    """By what states are called; states that cannot be reached any more are left out."""
    stored, reached, waiting = space.transitions, {0}, [0]
    found = set()
    assert stored.exact is not None
    while waiting:
        state = waiting.pop()
        for choice in range(int(stored.starts[state]), int(stored.starts[state + 1])):
            for t in range(int(stored.row_start[choice]), int(stored.row_start[choice + 1])):
                target = int(stored.column[t])
                number = choice - int(stored.starts[state])
                found.add((space.describe(state), number, space.describe(target), stored.exact[t]))
                if target not in reached:
                    reached.add(target)
                    waiting.append(target)
    return found


COUNTS = st.lists(st.integers(0, 4), min_size=2, max_size=2)
CHANCES = st.sampled_from(["0", "1/7", "1/2", "1"])


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=3, max_size=3), st.lists(COUNTS, min_size=3, max_size=3), CHANCES, CHANCES)
def test_it_is_the_space_of_a_fresh_build(
    once: Rebindable, faces: list[int], hits: list[list[int]], first: str, second: str
) -> None:
    total = sum(faces)
    face = "[0, 0, 0]" if not total else str([f"{face}/{total}" for face in faces]).replace("'", "")
    process = process_with({"face": face, "hit": str(hits), "luck": f"[{first}, {second}]"})
    bound = once.bound(process.tables)
    assert transitions(bound) == transitions(fresh(process))
    assert np.all(bound.transitions.weight > 0)


def test_transitions_are_kept_where_their_numbers_matter(once: Rebindable) -> None:
    process = process_with({"face": "[1, 0, 0]"})
    kept = once.bound(process.tables, sparse=False)
    assert kept.transitions.count == once.space.transitions.count
    assert once.bound(process.tables).transitions.count < kept.transitions.count
    assert np.array_equal(kept.transitions.column, once.space.transitions.column)


def test_tables_that_are_not_given_keep_their_values(once: Rebindable) -> None:
    assert transitions(once.bound()) == transitions(fresh(process_with({})))


def test_values_that_leave_no_distribution_are_refused(once: Rebindable) -> None:
    (face,) = (table for table in once.tables if table.name == "face")
    wrong: Table = replace(face, values=(Fraction(1), Fraction(1), Fraction(0)))
    with pytest.raises(SpecError, match="sum to 2, not to 1"):
        once.bound([wrong])
    (luck,) = (table for table in once.tables if table.name == "luck")
    with pytest.raises(SpecError, match="which is negative"):
        once.bound([replace(luck, values=(Fraction(3, 2), Fraction(1, 2)))])
