"""What the exact kernel says about a state that another kernel refused."""

from fractions import Fraction

import numpy as np

from oddsmith.context import Context
from oddsmith.kernel.encoding import Encoding
from oddsmith.kernel.kernel import SemanticError
from oddsmith.space.explain import Judge

ONE = Fraction(1)


def judge_of(hand, choices):
    process = hand.process()
    return Judge(process, hand.kernel(Encoding.of(process.params), choices), 0, Context())


def row(value):
    return np.array([value], dtype=np.uint64)


def test_a_state_that_is_right_gets_no_verdict(hand):
    assert judge_of(hand, lambda v: []).verdict(row(5)) is None


def test_a_faulty_state_gets_the_reason(hand):
    assert judge_of(hand, lambda v: []).verdict(row(99)).code == "E605"


def test_rules_about_choices_are_judged_too(hand):
    judge = judge_of(hand, lambda v: [(0, [(ONE, v)]), (1, [(ONE, v)])])
    assert judge.verdict(row(5)).code == "E603"


def test_the_way_is_searched_for_where_none_was_kept(hand):
    judge = judge_of(hand, lambda v: [(0, [(ONE, (v[0] + 1,))])])
    (found,) = judge.explain(SemanticError("E602", "too high", row(3))).diagnostics
    assert found.notes[-2:] == ("  up: x=2", "  up: x=3")


def test_a_state_that_cannot_be_reached_is_shown_without_a_way(hand):
    judge = judge_of(hand, lambda v: [])
    (found,) = judge.explain(SemanticError("E602", "too high", row(7))).diagnostics
    assert found.notes == ("state: x=7",)
