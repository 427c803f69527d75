"""What the package offers keeps the rules of Oddsmith."""

from __future__ import annotations

from acme_odds.adjacency import Adjacency
from acme_odds.jacobi import Jacobi
from acme_odds.unreachable import Unreachable

from oddsmith.plugin import Context
from oddsmith.testing import check_exporter, check_reduction, check_solver, process_of

LEFTOVER = """\
game: leftover
variables: {s: 0..2}
commands:
  - {when: s = 0, then: [{1/3: {s: 1}}, {2/3: {s: 2}}]}
  - {when: s > 2, then: {s: 0}}
questions: {win: {ask: "P=? [F s = 1]", expect: 1/3}}
"""


def test_the_solver() -> None:
    check_solver(Jacobi())


def test_the_exporter() -> None:
    check_exporter(Adjacency())


def test_the_reduction() -> None:
    check_reduction(Unreachable())
    check_reduction(Unreachable(), [LEFTOVER])
    assert len(Unreachable().apply(process_of(LEFTOVER), Context()).summands) == 1
