"""Questions with their names replaced by what they mean."""

from __future__ import annotations

import pytest

from oddsmith.expr.parse import parse_text
from oddsmith.process.question import (
    Distribution,
    Expectation,
    Path,
    Played,
    Probability,
    Quantile,
    Query,
    Threshold,
    Visits,
)
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import Game
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import ask

e = parse_text
TEXT = """\
game: board
constants: {N: 2, limit: 10, q: 1/3}
functions: {"ahead(p)": "pos[p] > 3"}
tables: {levels: [1/2, 3/4]}
variables:
  pos: {array: 1..N, range: 0..9}
  phase: [play, over]
labels:
  done: phase = over
  win[p in 1..N]: pos[p] = 9
  any_win: "any(p in 1..N: win[p])"
rewards: {rolls: 1}
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return load_text(TEXT)


def complaint(game: Game, text: str) -> Diagnostic:
    with pytest.raises(SpecError) as caught:
        ask(game, text)
    return caught.value.diagnostics[0]


OVER = ask(load_text(TEXT), "P=? [F phase = over]").query


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("P=? [F done]", OVER),
        ('P=? [F "done"]', OVER),
        ("P=? [F win[1]]", Probability(Path("F", e("pos[1] = 9")))),
        ("P=? [F win[N]]", Probability(Path("F", e("pos[2] = 9")))),
        ("P=? [F any_win]", Probability(Path("F", e("any(p in 1..2: pos[p] = 9)")))),
        ("P=? [F ahead(N)]", Probability(Path("F", e("ahead(2)")))),
        ("P=? [not win[1] U win[2]]", Probability(Path("U", e("pos[2] = 9"), e("pos[1] != 9")))),
        ("P>q [F win[1]]", Probability(Path("F", e("pos[1] = 9")), threshold=Threshold(">", e("1/3")))),
        ("P>levels[2] [F win[1]]", Probability(Path("F", e("pos[1] = 9")), threshold=Threshold(">", e("3/4")))),
        ("R=? [C<=limit - 1]", Expectation("rolls", "cumulative", steps=e("9"))),
        ("R{steps}=? [F win[1]]", Expectation("steps", "reach", e("pos[1] = 9"))),
        ("dist{rolls} [F win[1]]", Distribution("rolls", e("pos[1] = 9"))),
        ("visits=? [pos[1] = N]", Visits(e("pos[1] = 2"))),
    ],
)
def test_names_stand_for_what_they_mean(game: Game, text: str, query: Query) -> None:
    assert ask(game, text).query == query


def test_bounds_are_calculated(game: Game) -> None:
    query = ask(game, "P=? [F[N, 2*limit] win[1]]").query
    assert isinstance(query, Probability)
    assert query.path.bound is not None
    assert (query.path.bound.low, query.path.bound.high) == (e("2"), e("20"))


def test_the_number_that_is_looked_for_stays_a_name(game: Game) -> None:
    query = ask(game, "smallest N with P [F<=N win[1]] >= levels[1]").query
    assert isinstance(query, Quantile)
    assert query.path.bound is not None
    assert query.path.bound.high == e("N")
    assert query.level == e("1/2")


@pytest.mark.parametrize(
    ("text", "code", "fix"),
    [
        ("P=? [F dome]", "E502", "did you mean `done`?"),
        ("P=? [F wim[1]]", "E502", "did you mean `win`?"),
        ("P=? [F win[3]]", "E502", "win["),
        ("P=? [F win]", "E302", "win[index]"),
        ("P=? [F pos[1]]", "E302", ""),
        ("P=? [F phase = played]", "E502", "play"),
        ("R{roll}=? [F done]", "E502", "did you mean `rolls`?"),
        ("dist{roll} [F done]", "E502", "did you mean `rolls`?"),
        ("P=? [F<=N - 3 done]", "E503", "not negative"),
        ("P=? [F<=q done]", "E503", "whole number"),
        ("P=? [F<=pos[1] done]", "E304", ""),
        ("P>=done [F done]", "E304", ""),
        ("Pmax=? [F a & b]", "E501", "write `and`"),
    ],
)
def test_mistakes(game: Game, text: str, code: str, fix: str) -> None:
    found = complaint(game, text)
    assert found.code == code
    assert fix in found.fix


def test_without_a_name_there_must_be_exactly_one_reward() -> None:
    none = load_text(TEXT.replace("rewards: {rolls: 1}\n", ""))
    several = load_text(TEXT.replace("{rolls: 1}", "{rolls: 1, moves: 2}"))
    for game in (none, several):
        found = complaint(game, "R=? [F done]")
        assert found.code == "E502"
        assert "R{steps}" in found.fix


def test_all_mistakes_of_a_formula_are_reported(game: Game) -> None:
    with pytest.raises(SpecError) as caught:
        ask(game, "P=? [F dome and wim[1]]")
    assert len(caught.value.diagnostics) == 2


SEATS = """\
game: seats
type: game
constants: {n: 2}
players: {"p[i in 1..n]": {wants: "gain[i]"}}
variables: {x: 0..2}
commands: [{action: take, for: {i: 1..n}, player: "p[i]", when: x = i - 1, then: {x: i}}]
rewards: {"gain[i in 1..n]": [{action: take, when: x = i - 1, gain: i}]}
"""


def test_rewards_and_players_of_families_are_named_in_full() -> None:
    game = load_text(SEATS)
    assert ask(game, "equilibrium R{gain[n - 1]}=? [F x = n]").query == Played(
        "equilibrium", Expectation("gain[1]", "reach", e("x = 2"))
    )
    query = ask(game, "<<p[n]>> Rmax{gain[n]}=? [F x = n]").query
    assert isinstance(query, Expectation)
    assert (query.coalition, query.reward) == (("p[2]",), "gain[2]")


def test_indices_outside_of_a_family_are_refused() -> None:
    game = load_text(SEATS)
    assert complaint(game, "equilibrium R{gain[3]}=? [F x = n]").code == "E502"
    assert complaint(game, "<<p[0]>> Rmax{gain[1]}=? [F x = n]").code == "E404"
    assert complaint(game, "equilibrium R{gain[x]}=? [F x = n]").code == "E304"
