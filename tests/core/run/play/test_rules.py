"""Rules say which choice is taken."""

from __future__ import annotations

import pytest

from oddsmith.run.plan import Plan
from oddsmith.run.play.rules import advice_of
from oddsmith.source import SpecError
from oddsmith.spec.load import load
from oddsmith.testing.games import GAMBLER


def test_the_choice_that_rules_leave(tmp_path, board, tools):
    seen = board(GAMBLER)
    rules = tmp_path / "rules.yaml"
    rules.write_text("strategy: careful\nrules: [{when: f <= 2, do: large}]\n")
    plan, game = Plan(tmp_path / "game.yaml", strategy=rules), load(tmp_path / "game.yaml", {})
    advice = advice_of(plan, game, seen.process, seen.kernel, tools)
    assert advice is not None
    assert advice(seen.start(), 0) == 1
    assert advice(seen.kernel.encoding.pack([3]), 1) is None, "the rules leave both"


def test_without_a_strategy_there_is_no_advice(tmp_path, board, tools):
    seen = board(GAMBLER)
    game = load(tmp_path / "game.yaml", {})
    assert advice_of(Plan(tmp_path / "game.yaml"), game, seen.process, seen.kernel, tools) is None


def test_rules_that_name_nothing_are_refused(tmp_path, board, tools):
    seen = board(GAMBLER)
    rules = tmp_path / "rules.yaml"
    rules.write_text("strategy: wild\nrules: [{do: fly}]\n")
    plan, game = Plan(tmp_path / "game.yaml", strategy=rules), load(tmp_path / "game.yaml", {})
    with pytest.raises(SpecError):
        advice_of(plan, game, seen.process, seen.kernel, tools)
