"""What names stand for."""

from __future__ import annotations

from oddsmith.expr.nodes import Index, Name, Number
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.spec.lower.scope import Macro, Scope, unused

e = parse_text


def test_names_are_replaced_by_what_they_stand_for() -> None:
    scope = Scope({"N": Number(5), "own": Index("die.v", (Number(2),))})
    assert show(scope.resolve(e("own < N and x = 1"))) == "die.v[2] < 5 and x = 1"


def test_an_array_of_an_instance_gets_the_instance_index_first() -> None:
    scope = Scope({"v": Index("die.v", (Number(2),)), "w": Name("left.w")})
    assert show(scope.resolve(e("v[i] + w[j]"))) == "die.v[2, i] + left.w[j]"


def test_inner_binders_hide_outer_names() -> None:
    scope = Scope({"i": Number(7)})
    assert show(scope.resolve(e("i + sum(i in 1..2: i)"))) == "7 + sum(i in 1..2: i)"
    assert scope.hide(["i"]).resolve(e("i")) == Name("i")
    assert scope.rename("i", "i_1").resolve(e("i")) == Name("i_1")
    assert scope.rename("i", "i").resolve(e("i")) == Name("i")


def test_nothing_is_captured() -> None:
    resolved = show(Scope({"t": e("i + 1")}).resolve(e("sum(i in 1..2: i * t)")))
    assert resolved == "sum(i_1 in 1..2: i_1 * (i + 1))"


def test_labels_of_a_family_are_opened_at_their_index() -> None:
    scope = Scope({"p": Number(2)}, {"win": Macro(("p",), e("pos[p] = 63"))})
    assert show(scope.resolve(e("win[p] or win[q + 1]"))) == "pos[2] = 63 or pos[q + 1] = 63"


def test_unused_names_stay() -> None:
    assert unused("a", frozenset({"b"})) == "a"
    assert unused("a", frozenset({"a", "a_1"})) == "a_2"
