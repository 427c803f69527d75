"""One player against given behaviour: what he gets at best without peeking."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from oddsmith.solve.bounded import Bounded
from oddsmith.solve.request import Finding
from oddsmith.source import SpecError
from oddsmith_plugins.solvers.best_response import BestResponse
from plugins.solvers.hidden_games import answers, game_of, hindrance, spec

TABLED = """
    tables: {opens: [1/4, 1/3, 1]}
    players: {ann: {wants: gain}}
    variables:
      mine: {range: 0..3}
      his: {range: 0..3, sees: []}
      bets: 0..2
      t: 0..3
    commands:
      - {action: deal, when: t = 0, draw: {i: 1..3, j: 1..3}, then: {mine: i, his: j, t: 1}}
      - action: open
        when: t = 1
        then:
          - opens[his]: {bets: 1, t: 2}
          - 1 - opens[his]: {bets: 2, t: 2}
      - {action: call, player: ann, when: t = 2, then: {t: 3}}
      - {action: fold, player: ann, when: t = 2, then: {t: 3}}
    labels: {over: t = 3}
    rewards:
      gain:
        - {action: fold, gain: -1}
        - {action: call, gain: "(if mine > his then 1 else if mine < his then -1 else 0) * (if bets = 1 then 3 else 1)"}
    """


def best_by_trying() -> Fraction:
    """Every rule `call or fold` for three cards and two signals, tried out."""
    opens = {1: Fraction(1, 4), 2: Fraction(1, 3), 3: Fraction(1)}
    best = Fraction(-9)
    for rule in product((True, False), repeat=6):
        total = Fraction(0)
        for mine, his, bets in product((1, 2, 3), (1, 2, 3), (1, 2)):
            chance = Fraction(1, 9) * (opens[his] if bets == 1 else 1 - opens[his])
            sign = (mine > his) - (mine < his)
            total += chance * (sign * (3 if bets == 1 else 1) if rule[3 * (bets - 1) + mine - 1] else -1)
        best = max(best, total)
    return best


def exact(found: Finding) -> object:
    assert isinstance(found.value, Bounded)
    return found.value.exact


def test_tables_of_the_spec_are_answered_by_the_best_of_all_rules() -> None:
    (found,) = answers(BestResponse(), game_of(TABLED), "<<ann>> Rmax{gain}=? [F over]")
    assert exact(found) == best_by_trying()
    assert found.method == "best response of ann"
    assert found.play is not None
    assert found.play.gains[0].spread.mean == pytest.approx(float(best_by_trying()))


def test_the_worst_is_found_too_and_floats_bound_the_fraction() -> None:
    game = game_of(TABLED)
    worst, best = answers(BestResponse(), game, "<<ann>> Rmin{gain}=? [F over]", "<<ann>> Rmax{gain}=? [F over]")
    (rough,) = answers(BestResponse(), game, "<<ann>> Rmax{gain}=? [F over]", exact=False)
    assert float(str(Fraction(str(exact(worst))).numerator)) < 0
    assert isinstance(rough.value, Bounded)
    assert rough.value.lower <= float(Fraction(str(exact(best)))) <= rough.value.upper


BEHAVIOUR = """player,seen,move,probability
p[2],card[2]=1,bet,1/3
p[2],card[2]=1,pass,2/3
p[2],card[2]=2,pass,1
p[2],card[2]=3,bet,1
p[2],"card[2]=1, bettor=1",pass,1
p[2],"card[2]=1, bettor=1",bet,0
p[2],"card[2]=2, bettor=1",bet,1/3
p[2],"card[2]=2, bettor=1",pass,2/3
"""


def kuhn_against(tmp_path: Path, text: str, *asks: str) -> list[Finding]:
    path = tmp_path / "behaviour.csv"
    path.write_text(text)
    return answers(BestResponse(against=path), spec("kuhn"), *asks)


def test_behaviour_from_a_file_later_rows_before_earlier_ones(tmp_path: Path) -> None:
    """Against Kuhn's second player nobody gets more than -1/18."""
    (found,) = kuhn_against(tmp_path, BEHAVIOUR, "<<p[1]>> Rmax{gain[1]}=? [F over]")
    assert exact(found) == Fraction(-1, 18)


def test_a_given_play_is_evaluated_with_its_nash_conv(tmp_path: Path) -> None:
    (found,) = kuhn_against(tmp_path, BEHAVIOUR, "equilibrium R{gain[1]}=? [F over]")
    assert found.play is not None
    assert found.method.startswith("as given, NashConv")
    assert found.play.nash_conv.exact is not None
    assert found.play.nash_conv.exact > 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("card[2]=2,pass,1", "card[2]=2,pass,1/2", "sum to 0.5, not to 1"),
        ("card[2]=3,bet,1", "card[2]=3,raise,1", "there is no move `raise`"),
        ("p[2],card[2]=3", "p[3],card[2]=3", "there is no player `p[3]`"),
        ("card[2]=3,bet", "card[2]=4,bet", "never decides where card[2]=4"),
        ("card[2]=3,bet,1", "card[2]=3,bet,one", "`one` is no probability"),
        ("player,seen", "who,seen", "the column `player` is missing"),
        ("card[2]=3,bet,1", "card[2]=3,bet,-1", "outside 0..1"),
    ],
)
def test_tables_that_do_not_fit_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        kuhn_against(tmp_path, BEHAVIOUR.replace(old, new, 1), "<<p[1]>> Rmax{gain[1]}=? [F over]")
    assert caught.value.diagnostics[0].code == "E510"
    assert message in str(caught.value)


def test_two_who_decide_are_not_answered_without_behaviour() -> None:
    assert "decide" in hindrance(BestResponse(), spec("kuhn"), "<<p[1]>> Rmax{gain[1]}=? [F over]")
    assert "it answers" in hindrance(BestResponse(), spec("kuhn"), "equilibrium R{gain[1]}=? [F over]")
