"""Which questions fit which kind of game."""

from __future__ import annotations

import pytest

from oddsmith.process.question import Distribution, Played, Query
from oddsmith.source import Source, Span, SpecError
from oddsmith.spec.ask_fit import fit
from oddsmith.spec.ask_syntax import parse_form


def fitted(text: str, kind: str) -> Query:
    span = Span(Source("ask", text), 0, len(text))
    return fit(parse_form(span), kind, ("ann", "bob"), span)


def refusal(text: str, kind: str, aimless: tuple[str, ...] = ()) -> str:
    span = Span(Source("ask", text), 0, len(text))
    with pytest.raises(SpecError) as caught:
        fit(parse_form(span), kind, ("ann", "bob"), span, aimless)
    return caught.value.diagnostics[0].code


def optimum(text: str, kind: str) -> str | None:
    form = fitted(text, kind)
    assert not isinstance(form, Distribution | Played)
    return form.optimum


@pytest.mark.parametrize("text", ["P=? [F a]", "Pmax=? [F a]", "R{x}min=? [C]", "visitsmax=? [a]", "P>=1 [F a]"])
def test_in_a_chain_there_is_nothing_to_optimise(text: str) -> None:
    assert optimum(text, "chain") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pmax=? [F a]", "max"),
        ("P>=1/2 [F a]", "min"),
        ("P>1/2 [F a]", "min"),
        ("P<=1/2 [F a]", "max"),
        ("Pmax>=1/2 [F a]", "max"),
        ("R{x}<3 [C]", "max"),
        ("visitsmin=? [a]", "min"),
        ("smallest k with Pmax [F<=k a] >= 1/2", "max"),
    ],
)
def test_a_comparison_must_hold_for_all_choices_unless_it_says_otherwise(text: str, expected: str) -> None:
    assert optimum(text, "mdp") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<<ann>> Pmax=? [F a]", "max"),
        ("<<ann>> P>=1/2 [F a]", "max"),
        ("<<ann>> P<1/2 [F a]", "min"),
        ("<<ann>> R{x}<=3 [F a]", "min"),
        ("<<ann>> Pmin>=1/2 [F a]", "min"),
    ],
)
def test_in_a_game_the_players_choose_for_the_question(text: str, expected: str) -> None:
    assert optimum(text, "game") == expected


@pytest.mark.parametrize(
    ("text", "kind", "code", "fix"),
    [
        ("P=? [F a]", "mdp", "E503", "`Pmax` or `Pmin`"),
        ("R{x}=? [F a]", "mdp", "E503", "`R{name}max`"),
        ("visits=? [a]", "mdp", "E503", "`visitsmax`"),
        ("smallest k with P [F<=k a] >= 1/2", "mdp", "E503", "`Pmax`"),
        ("dist{x} [F a]", "mdp", "E503", "fix every choice"),
        ("Pmax=? [F a] given [F b]", "mdp", "E503", "drop `given`"),
        ("<<ann>> P=? [F a]", "chain", "E503", "type: game"),
        ("<<ann>> Pmax=? [F a]", "mdp", "E503", "type: game"),
        ("<<an>> Pmax=? [F a]", "game", "E404", "`ann`"),
        ("Pmax=? [F a]", "game", "E503", "`<<ann>>`"),
        ("<<ann>> P=? [F a]", "game", "E503", "`Pmax`"),
        ("visitsmax=? [a]", "game", "E503", "Pmax"),
        ("P=? [F<=3 a] given [F b]", "chain", "E503", "drop the bound"),
        ("P=? [F a] given [X b]", "chain", "E503", "drop the bound"),
        ("R{x}=? [F a] given [G<=3 b]", "chain", "E503", "drop the bound"),
        ("R{x}=? [C] given [F b]", "chain", "E503", "R{name}=? [F goal] given"),
    ],
)
def test_refusals(text: str, kind: str, code: str, fix: str) -> None:
    with pytest.raises(SpecError) as caught:
        fitted(text, kind)
    assert caught.value.diagnostics[0].code == code
    assert fix in caught.value.diagnostics[0].fix


def test_an_equilibrium_is_asked_of_players_who_all_want_something() -> None:
    assert fitted("equilibrium R{x}=? [F a]", "game") == fitted("equilibrium R{x}=? [F a]", "game")
    assert refusal("equilibrium R{x}=? [F a]", "mdp") == "E503"
    assert refusal("social R{x}=? [F a]", "game", ("bob",)) == "E505"
    assert refusal("equilibrium P=? [F a] given [F b]", "game") == "E503"
