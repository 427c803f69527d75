"""What happens: updates, branches, draws, abbreviations, nested as deep as they are written."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from textwrap import indent

import pytest

from oddsmith.expr.nodes import Index, Name, Number, Range
from oddsmith.spec.game import Effect, Game, TableDraw

Read = Callable[..., Game]
Codes = Callable[..., list[str]]
HEAD = """
constants: {p: 1/3}
tables: {w: [1/4, 3/4]}
variables: {f: 0..9, pos: {array: 1..3, range: 0..9}}
commands:
  -
"""


def effect(read: Read, text: str) -> Effect:
    (command,) = read(HEAD + indent(text, "    ")).commands
    return command.effect


def test_a_mapping_is_one_certain_branch(read: Read) -> None:
    found = effect(read, "then: {f: f + 1, 'pos[1]': 2}")
    assert [u.target for u in found.updates] == [Name("f"), Index("pos", (Number(1),))]
    assert effect(read, "then: {}").updates == ()


def test_a_list_has_weights(read: Read) -> None:
    found = effect(read, "then:\n  - p: {f: 1}\n  - 1 - p: {f: 2}")
    assert found.branches[0][0] == Name("p")
    assert [len(inner.updates) for _, inner in found.branches] == [1, 1]


def test_branches_may_draw_again(read: Read) -> None:
    found = effect(read, "then:\n  - 1/2: {f: 1}\n  - 1/2: {draw: {k: d4}, let: {m: k + 1}, then: {f: m}}")
    inner = found.branches[1][1]
    assert [draw.name for draw in inner.draws] == ["k"]
    assert [let.name for let in inner.lets] == ["m"]


def test_branches_may_be_families(read: Read) -> None:
    found = effect(read, "then:\n  - {for: {k: 1..3}, weight: 1/3, then: {f: k}}")
    ((weight, inner),) = found.branches
    assert weight == Number(Fraction(1, 3))
    assert [binder.name for binder in inner.family] == ["k"]


def test_updates_may_be_families(read: Read) -> None:
    (update,) = effect(read, "then:\n  pos[i in 1..3]: pos[i] + 1").updates
    assert update.target == Index("pos", (Name("i"),))
    assert [binder.name for binder in update.family] == ["i"]


def test_draws_inside_draws_keep_their_order(read: Read) -> None:
    found = effect(read, "draw: {a: d2}\nthen:\n  draw: {b: 1..a}\n  then: {f: b}")
    assert [draw.name for draw in found.draws] == ["a"]
    ((weight, inner),) = found.branches
    assert weight == Number(1)
    assert [draw.name for draw in inner.draws] == ["b"]


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("d6", Range(Number(1), Number(6))),
        ("2..4", Range(Number(2), Number(4))),
        ("{1: 1/4, 2: 3/4}", ((Number(1), Number(Fraction(1, 4))), (Number(2), Number(Fraction(3, 4))))),
        ("[2, 5]", ((Number(2), Number(Fraction(1, 2))), (Number(5), Number(Fraction(1, 2))))),
        ("'{2, 5}'", ((Number(2), Number(Fraction(1, 2))), (Number(5), Number(Fraction(1, 2))))),
        ("{table: w}", TableDraw("w")),
    ],
)
def test_draws_have_several_forms(read: Read, text: str, domain: object) -> None:
    (draw,) = effect(read, f"draw: {{a: {text}}}\nthen: {{f: a}}").draws
    assert draw.domain == domain


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("then:", "E108"),
        ("then: f + 1", "E108"),
        ("then: []", "E108"),
        ("then: {1/2: {f: 1}, 1 - 1/2: {f: 2}}", "E108"),
        ("then: [{1/2: {f: 1}, 1 - 1/2: {f: 2}}]", "E108"),
        ("then: [f]", "E108"),
        ("then: {f + 1: 2}", "E301"),
        ("then: {draw: {k: d4}}", "E203"),
        ("then: [{for: {k: 1..2}, then: {f: k}}]", "E203"),
        ("then: {f: }", "E108"),
        ("draw: {a: six}\nthen: {f: 1}", "E108"),
        ("draw: {a: d0}\nthen: {f: 1}", "E305"),
        ("draw: {a: [1, 3..4]}\nthen: {f: 1}", "E301"),
        ("draw: {a: {table: w, other: 1}}\nthen: {f: 1}", "E202"),
        ("let: {a: }\nthen: {f: 1}", "E108"),
    ],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    assert codes(HEAD + indent(text, "    ")) == [code]
