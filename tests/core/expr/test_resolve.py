"""Bare names of enumeration values become symbols."""

from __future__ import annotations

from oddsmith.expr.nodes import Compare, Fold, Name, Symbol
from oddsmith.expr.parse import parse_text
from oddsmith.expr.resolve import resolve
from oddsmith.expr.scope import Scope
from oddsmith.expr.substitute import walk
from oddsmith.expr.types import INT, Type

PHASE = Type("enum", ("bet", "roll"))
SCOPE = Scope({"phase": PHASE}, symbols={"bet": (PHASE, 0), "roll": (PHASE, 1)})


def test_values_become_symbols_with_their_number_and_place() -> None:
    found = resolve(parse_text("phase = roll"), SCOPE)
    assert found == Compare(Name("phase"), (("=", Symbol("roll", 1)),))
    symbol = next(node for node in walk(found) if isinstance(node, Symbol))
    assert symbol.span is not None
    assert symbol.span.text == "roll"


def test_other_names_come_first() -> None:
    assert resolve(parse_text("bet"), SCOPE.bind({"bet": INT})) == Name("bet")


def test_bound_names_hide_values_inside_their_fold_only() -> None:
    found = resolve(parse_text("any(bet in {roll, bet}: phase = bet)"), SCOPE)
    assert isinstance(found, Fold)
    assert [node for node in walk(found.binders[0]) if isinstance(node, Symbol)] == [
        Symbol("roll", 1),
        Symbol("bet", 0),
    ]
    assert [node for node in walk(found.body) if isinstance(node, Symbol)] == []
