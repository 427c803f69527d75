"""`pipeline play` by scripts."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from oddsmith.cli.program import program

SPECS = Path(__file__).parents[4] / "specs"


def play(*arguments: str, orders: str):
    return CliRunner().invoke(program, ["play", *arguments], input=orders, prog_name="pipeline")


def test_a_game_is_played_from_stdin():
    result = play(str(SPECS / "gambler.yaml"), orders="odds 1\n1.1\nundo\n2\nquit\n")
    assert result.exit_code == 0
    assert "win: 0.677419" in result.stdout
    assert ".1        3/5  f: 2 -> 3" in result.stdout
    assert "▲" in result.stdout
    assert "after 1 move:" in result.stdout


def test_the_same_script_gives_the_same_text(tmp_path):
    script = tmp_path / "orders"
    script.write_text("# a comment\n1\nbest\nauto\n")
    arguments = (str(SPECS / "gambler.yaml"), "--script", str(script), "--seed", "4")
    assert play(*arguments, orders="").stdout == play(*arguments, orders="").stdout
    assert "the game is over" in play(*arguments, orders="").stdout


def test_orders_that_cannot_be_followed_are_told():
    result = play(str(SPECS / "gambler.yaml"), "--no-values", orders="7\nfly\n1\n")
    assert result.exit_code == 2
    assert "there is no choice 7" in result.stderr
    assert "`fly` means nothing here" in result.stderr
    assert "win:" not in result.stdout


def test_choices_are_taken_by_their_names():
    result = play(str(SPECS / "gambler.yaml"), "--no-values", orders="bet2\nundo\nodds bet1\nBET1\n")
    assert result.exit_code == 0
    assert "  bet2: f: 2 -> " in result.stdout
    assert "  bet1: f: 2 -> " in result.stdout


def test_what_is_left_can_be_named_where_there_is_no_choice():
    result = play(str(SPECS / "gambler.yaml"), "--no-values", "--set", "d=4", orders="bet1\n")
    assert result.exit_code == 0
    assert "  bet1: f: 4 -> " in result.stdout


def test_a_match_as_json():
    import json

    result = play(str(SPECS / "goose2.yaml"), "--json", "--question", "win1", orders="roll 1\n\n")
    document = json.loads(result.stdout)
    assert [move["by"] for move in document["moves"]] == ["nobody", "nobody"]
    assert document["moves"][0]["probability"] == "7/36"
    assert document["answers"][0]["name"] == "win1"
    assert document["state"]["turn"] == "1"


def test_hidden_cards_stay_hidden():
    result = play(str(SPECS / "kuhn.yaml"), "--as", "p2", "--seed", "3", orders="\nodds\n\n\n1\n\n")
    assert result.exit_code == 0
    assert "card[1]=?" in result.stdout
    assert all(f"card[1]={card}" not in result.stdout for card in range(4))
    assert "card[1]:" not in result.stdout
    assert "depends on what is hidden" in result.stdout
    assert "the game is over" in result.stdout


def test_rules_play():
    rules = SPECS / "strategies" / "incan-gold.yaml"
    arguments = (str(SPECS / "incan-gold.yaml"), "--strategy", str(rules), "--no-values", "--seed", "2")
    result = play(*arguments, orders="auto\n")
    assert result.exit_code == 0
    assert "the strategy chooses" in result.stdout
    assert "the game is over" in result.stdout


def test_unknown_players_are_refused():
    result = play(str(SPECS / "kuhn.yaml"), "--as", "p7", orders="")
    assert result.exit_code == 2
    assert "there is no player p7" in result.stderr
