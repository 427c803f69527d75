"""Questions about what players know and want, in a whole run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program

SPECS = Path(__file__).parents[3] / "specs"
FORGETFUL = """
game: forgetful
type: game
players: {ann: {wants: gain}}
variables: {x: {range: 0..2, sees: []}, y: {range: 0..2, sees: []}, t: 0..2}
commands:
  - {action: first, player: ann, choose: {k: 1..2}, when: t = 0, then: {x: k, t: 1}}
  - {action: second, player: ann, choose: {k: 1..2}, when: t = 1, then: {y: k, t: 2}}
labels: {over: t = 2}
rewards: {gain: [{action: second, gain: if x = next(y) then 1 else 0}]}
questions:
  value: "equilibrium R{gain}=? [F over]"
"""


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(program, ["run", *arguments, "--no-save"])
    return result.exit_code, result.stdout, result.stderr


def test_the_report_shows_how_everybody_plays() -> None:
    code, out, _ = run(str(SPECS / "bluff.yaml"))
    assert code == 0
    assert "value     0.333333333 = 1/3" in out
    assert "nobody can gain anything by playing otherwise alone (exactly)" in out
    assert "ann gets 0.333333333 = 1/3 of gain: -2 with 11.1 %" in out
    assert "ann  card=bad   bet 1/3, give_up 2/3" in out


def test_json_has_every_decision_once() -> None:
    _, out, _ = run(str(SPECS / "kuhn.yaml"), "--json")
    (play,) = json.loads(out)["plays"]
    assert play["questions"] == ["value1", "value2"]
    assert len(play["decisions"]) == 12
    assert play["nash_conv"] == 0


def test_a_player_who_would_have_to_peek_is_refused_with_the_reason() -> None:
    code, _, error = run(str(SPECS / "kuhn.yaml"), "--set", "n=3", "--ask", "<<p[1]>> Rmax{gain[1]}=? [F over]")
    assert code == 3
    assert "E506: to answer this, p[1] would have to know card[2], card[3]" in error
    assert "ask for `equilibrium …`" in error


def test_no_other_solver_is_let_near_the_hidden_cards() -> None:
    code, out, _ = run(str(SPECS / "kuhn.yaml"), "--solver", "exact", "--ask", "<<p[1]>> Rmax{gain[1]}=? [F over]")
    assert code == 0
    assert "= -1/18" in out
    assert "solver: sequence-form, since exact does not know what players see" in out


def test_the_play_of_a_run_can_be_played_against(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    CliRunner().invoke(program, ["run", str(SPECS / "kuhn.yaml"), "--out", str(folder)])
    file = f"against={folder / 'play.csv'}"
    ask = "<<p[2]>> Rmax{gain[2]}=? [F over]"
    code, out, _ = run(str(SPECS / "kuhn.yaml"), "--solver", "best-response", "--set-option", file, "--ask", ask)
    assert code == 0
    assert "1/18" in out
    assert "best response of p[2]" in out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("x: {range: 0..2, sees: []}", "x: {range: 0..2, sees: []}", "E507: ann would forget"),
        ("when: t = 1, then: {y: k, t: 2}", "when: t = 1, then: {y: k, t: 0}", "E508: the game may come back"),
        ("when: t = 1, then", "when: t = 1 and k <= x, then", "E509: ann could tell"),
    ],
)
def test_games_that_cannot_be_played_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(FORGETFUL.replace(old, new))
    code, _, error = run(str(path))
    assert code == 3
    assert message in error


def test_reductions_do_not_touch_what_players_see() -> None:
    code, out, error = run(str(SPECS / "kuhn.yaml"), "--reduce", "dead-variables")
    assert code == 0
    assert "= -1/18" in out
    assert "dead-variables is left out" in error


def test_solvers_are_compared_on_the_tree() -> None:
    arguments = ["compare", str(SPECS / "kuhn.yaml"), "--solvers", "sequence-form,counterfactual-regret,exact"]
    result = CliRunner().invoke(program, arguments)
    assert result.exit_code == 0
    assert "it would let players see what is hidden from them" in result.stdout
