"""Strategies by hand and from tables, followed: what they are worth, and that exported ones are worth the optimum."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program

SPECS = Path(__file__).parents[3] / "specs"
POT = SPECS.parent / "tests" / "specs" / "broken-strategies" / "pot.yaml"


def run(*arguments):
    result = CliRunner().invoke(program, [*map(str, arguments), "--json", "-q"])
    return json.loads(result.stdout), result.exit_code


def answers(*arguments):
    document, _ = run("run", *arguments, "--no-save")
    return {answer["name"]: answer for answer in document["answers"]}


def test_rules_in_words_are_followed(tmp_path):
    strategy = tmp_path / "bold.yaml"
    strategy.write_text(
        "strategy: bold\nlet: {little: coins < 3}\nrules:\n"
        "  - {when: little, do: bet, choose: {k: coins}}\n"
        "  - {when: coins = 4, do: bet, choose: {k: 1}}\n"
        "  - {do: stop}\n"
    )
    texts = ("P=? [F coins = 0]", "dist{coins} [F done]", "R{coins}=? [F done] given [F coins = 5]")
    asked = [word for text in texts for word in ("--ask", text)]
    found = answers(POT, "--strategy", strategy, "--question", "best", *asked)
    assert [found[name]["value"] for name in ("best", "ask1", "ask3")] == pytest.approx([1, 0.75, 5])
    assert found["ask2"]["value"]["support"] == [0, 3, 5]
    assert found["ask2"]["value"]["probability"] == pytest.approx([0.75, 0.125, 0.125])
    assert found["best"]["strategy"] is None


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize(
    "question",
    ["best", "Pmax=? [F coins = 5]", "Pmax=? [F<=3 coins = 5]", "Rmax{coins}=? [F done]", "Pmin=? [G<=2 coins > 0]"],
)
def test_an_exported_strategy_read_again_attains_the_value(question, form, tmp_path):
    file = tmp_path / f"s.{form}"
    _, code = run("strategy", POT, question, "-o", file)
    assert code == 0
    asked = ["--question", "best"] if question == "best" else ["--ask", question]
    best, followed = answers(POT, *asked), answers(POT, *asked, "--strategy", file)
    assert [a["value"] for a in followed.values()] == pytest.approx([a["value"] for a in best.values()])


def test_a_table_of_a_sorted_game_wants_the_same_reduction(tmp_path):
    file = tmp_path / "dice.json"
    spec = SPECS / "combat-dice.yaml"
    run("strategy", spec, "at_least", "--reduce", "symmetry", "-o", file)
    document, code = run("run", spec, "--strategy", file, "--no-save")
    assert (code, document["errors"][0]["code"]) == (3, "E845")
    found = answers(spec, "--strategy", file, "--reduce", "symmetry", "--question", "at_least")
    assert found["at_least"]["value"] == pytest.approx(38011 / 314928, rel=1e-9)


def test_in_a_game_the_others_stay_free(tmp_path):
    spec, strategy = tmp_path / "nim.yaml", tmp_path / "ann.yaml"
    spec.write_text(
        "game: nim\ntype: game\nplayers: {ann: {actions: [take]}, bob: {actions: [grab]}}\n"
        "variables: {n: {range: 0..5, init: 5}, turn: {range: 0..1, init: 0}}\n"
        "commands:\n"
        "  - {action: take, when: turn = 0 and n > 0, choose: {k: 1..2}, then: {n: 'max(n - k, 0)', turn: 1}}\n"
        "  - {action: grab, when: turn = 1 and n > 0, choose: {k: 1..2}, then: {n: 'max(n - k, 0)', turn: 0}}\n"
        "labels: {ann: n = 0 and turn = 1}\nquestions: {win: {ask: '<<ann>> Pmax=? [F ann]'}}\n"
    )
    strategy.write_text("strategy: good\nplayer: ann\nrules: [{do: take, choose: {k: 'if n % 3 = 2 then 2 else 1'}}]\n")
    assert answers(spec)["win"]["value"] == pytest.approx(1)
    assert answers(spec, "--strategy", strategy)["win"]["value"] == pytest.approx(1)
    strategy.write_text("strategy: bad\nplayer: ann\nrules: [{do: take, choose: {k: 1}}]\n")
    assert answers(spec, "--strategy", strategy)["win"]["value"] == pytest.approx(0)


def test_the_strategy_of_the_paper_is_worth_less_than_the_right_one():
    spec, worth = SPECS / "incan-gold.yaml", {}
    for name in ("incan-gold", "incan-gold-paper"):
        asked = ["--question", "best", "--ask", "P=? [F not safe()]", "--reduce", "symmetry"]
        worth[name] = answers(spec, "--strategy", SPECS / "strategies" / f"{name}.yaml", *asked)
    assert worth["incan-gold"]["best"]["value"] == pytest.approx(445165512301 / 24837212400, rel=1e-9)
    assert worth["incan-gold"]["ask1"]["value"] == pytest.approx(0.40352, abs=5e-6)
    assert worth["incan-gold-paper"]["best"]["upper"] < worth["incan-gold"]["best"]["lower"]


def test_a_run_keeps_its_strategies_and_can_be_repeated_with_the_one_it_followed(tmp_path):
    out = tmp_path / "kept"
    run("run", POT, "--out", out)
    table = json.loads((out / "strategies" / "best.json").read_text())
    assert (table["format"], table["question"]) == ("oddsmith-strategy", "best")
    again = tmp_path / "again"
    run("run", POT, "--strategy", out / "strategies" / "best.json", "--out", again)
    assert "strategy/best.json" in (again / "pipeline.yaml").read_text()
    assert answers(again / "pipeline.yaml")["best"]["value"] == pytest.approx(1)
    text, code = run("strategy", out, "best")
    assert code == 0
    assert "strategy pot-best" in text["text"]


def test_what_has_no_strategy_is_told():
    document, code = run("strategy", SPECS / "goose-simple.yaml")
    assert (code, document["errors"][0]["code"]) == (3, "E846")


def test_how_players_play_who_do_not_see_everything_is_no_table_over_states():
    document, code = run("strategy", SPECS / "bluff.yaml", "<<ann>> Rmax{gain}=? [F over]")
    (error,) = document["errors"]
    assert (code, error["code"], error["fix"]) == (3, "E846", "`pipeline run` prints it, and keeps it as play.csv")


def test_pictures_show_moves_and_chances():
    document, _ = run("strategy", POT, "best", "--to", "dot")
    assert document["text"].startswith('digraph "pot-best" {')
    assert "coins=1, over=false\\n" in document["text"]


def test_strategies_side_by_side_with_the_best_possible(tmp_path):
    for name, least in (("timid", 1), ("greedy", 3)):
        rules = f"strategy: {name}\nrules:\n  - {{when: coins >= {least} and coins != 4, do: stop}}\n"
        (tmp_path / f"{name}.yaml").write_text(f"{rules}  - {{when: coins > 0, do: bet, choose: {{k: 1}}}}\n")
    document, code = run(
        "compare", POT, "--ask", "Pmax=? [F coins = 5]", "--strategies", f"{tmp_path}/timid.yaml,{tmp_path}/greedy.yaml"
    )
    assert code == 0
    (question,) = document["questions"]
    assert [answer["strategy"] for answer in question["answers"]] == ["best possible", "timid", "greedy"]
    assert [answer["value"] for answer in question["answers"]][1:] == pytest.approx([0, 0])
    assert question["answers"][1]["verdict"].endswith("less than best possible")
    asked, _ = run(
        "compare", POT, "--ask", "P=? [F coins = 0]", "--strategies", f"{tmp_path}/timid.yaml,{tmp_path}/greedy.yaml"
    )
    assert [answer["value"] for answer in asked["questions"][0]["answers"]] == pytest.approx([0, 2 / 3])
