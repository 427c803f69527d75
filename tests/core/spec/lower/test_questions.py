"""Questions of a spec: families, conditions, expectations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from oddsmith.expr.show import show
from oddsmith.process.process import Process
from oddsmith.process.question import Probability
from oddsmith.source import Diagnostic

Lower = Callable[..., Process]
Refused = Callable[..., Sequence[Diagnostic]]

TEXT = """
constants: {N: 2, long: false}
variables: {pos: {array: 1..N, range: 0..9}}
labels: {"win[p in 1..N]": "pos[p] = 9"}
questions:
  win[p in 1..N]:
    ask: "P=? [F<=p win[p]]"
    expect:
      - {when: N = 2 and p = 1, value: 1/3}
      - {when: p = 1, value: 1/4}
  late: {ask: "P=? [F pos[1] = 1]", when: long}
"""


def test_a_family_asks_once_per_index(lowered: Lower) -> None:
    first, second = lowered(TEXT).questions
    assert (first.name, first.text) == ("win1", "P=? [F<=1 win[1]]")
    assert (second.name, second.text) == ("win2", "P=? [F<=2 win[2]]")
    assert isinstance(second.query, Probability)
    assert show(second.query.path.right) == "pos[2] = 9"
    assert second.query.path.bound is not None
    assert second.query.path.bound.high is not None
    assert show(second.query.path.bound.high) == "2"


def test_the_first_expectation_that_holds_is_used(lowered: Lower) -> None:
    def first(**overrides: str) -> object:
        expect = lowered(TEXT, **overrides).questions[0].expect
        return None if expect is None else expect.value

    assert first() == Fraction(1, 3)
    assert first(N="3") == Fraction(1, 4)
    assert lowered(TEXT).questions[1].expect is None


def test_a_question_with_a_condition_exists_only_where_it_holds(lowered: Lower) -> None:
    assert "late" not in [q.name for q in lowered(TEXT).questions]
    assert "late" in [q.name for q in lowered(TEXT, long="true").questions]


def test_two_questions_of_one_name_are_refused(refused: Refused) -> None:
    found = refused(TEXT + '  win1: "P=? [F pos[1] = 1]"\n')
    assert [d.code for d in found] == ["E204"]


def test_mistakes_point_into_the_spec(refused: Refused) -> None:
    (found,) = refused(TEXT + '  oops: "P=? [F wim[1]]"\n')
    assert found.code == "E502"
    assert found.span is not None
    assert found.span.text.startswith("wim")
