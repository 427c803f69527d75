"""Families: one scope per combination of indices."""

from __future__ import annotations

import pytest

from oddsmith.expr.nodes import Boolean, Number, Symbol
from oddsmith.expr.parse import parse_domain
from oddsmith.source import Source, Span, SpecError
from oddsmith.spec.game import FamilyBinder
from oddsmith.spec.lower.constants import Constants
from oddsmith.spec.lower.families import combinations, index_text, indexed_name, members
from oddsmith.spec.lower.scope import Scope

SCOPE = Scope({"N": Number(3)})


def binder(name: str, domain: str) -> FamilyBinder:
    return FamilyBinder(name, parse_domain(Span(Source("test", domain), 0, len(domain))))


def test_later_domains_may_depend_on_earlier_indices() -> None:
    family = (binder("p", "1..N"), binder("q", "p + 1..N"))
    found = [tuple(index_text(v) for v in values) for _, values in combinations(family, SCOPE, Constants())]
    assert found == [("1", "2"), ("1", "3"), ("2", "3")]


def test_the_scope_knows_the_indices() -> None:
    scopes = [scope for scope, _ in combinations([binder("p", "{1, 4}")], SCOPE, Constants())]
    assert [scope.names["p"] for scope in scopes] == [Number(1), Number(4)]


def test_no_family_is_one_combination_and_an_empty_domain_none() -> None:
    assert len(list(combinations((), SCOPE, Constants()))) == 1
    assert list(combinations([binder("p", "2..1")], SCOPE, Constants())) == []


def test_sets_hold_ranges_and_every_member_once() -> None:
    domain = binder("p", "{1, 3..5, N, 9}").domain
    assert [index_text(v) for v in members(domain, SCOPE, Constants())] == ["1", "3", "4", "5", "9"]


def test_huge_families_are_refused_before_they_are_listed() -> None:
    with pytest.raises(SpecError) as caught:
        list(members(binder("p", "1..10^30").domain, SCOPE, Constants()))
    assert caught.value.diagnostics[0].code == "E407"


def test_names_with_indices() -> None:
    assert indexed_name("win", ()) == "win"
    assert indexed_name("win", (Number(1), Symbol("red", 0), Boolean(True))) == "win[1,red,true]"
