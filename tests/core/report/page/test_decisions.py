"""What players do, on the page of a run."""

from __future__ import annotations

import json
from typing import Any

from oddsmith.report.page.decisions import MOST_LINES, decision_sections

CHECK = {"whose": "everybody", "value": 0.25}
FOUND = {"attains": True, "checks": [CHECK], "decisions": 2, "ties": 1, "ties_exact": True, "step_dependent": False}


def document(**parts: Any) -> dict[str, Any]:
    return {"answers": [{"name": "win", "strategy": FOUND}], **parts}


def strategy(lines: int) -> dict[str, str]:
    rows = [{"state": [n, True], "choice": "roll", "ties": ["stop"]} for n in range(lines)]
    return {"strategies/win.json": json.dumps({"variables": ["points", "open"], "lines": rows})}


def test_a_strategy_is_a_table_in_the_words_of_the_spec() -> None:
    (html,) = decision_sections(document(), strategy(2))
    assert "Strategy: win" in html
    assert "attains the answer (everybody: 0.25). 2 decisions, in 1 of them another choice is exactly as good" in html
    assert "<td>true</td><td>roll</td><td>stop</td>" in html


def test_a_long_strategy_is_cut_and_says_where_the_rest_is() -> None:
    (html,) = decision_sections(document(), strategy(MOST_LINES + 7))
    assert "7 more lines are in strategies/win.json" in html


def test_a_strategy_that_was_not_kept_is_still_judged() -> None:
    (html,) = decision_sections(document(), {})
    assert "attains the answer" in html
    assert "`pipeline explain` says it in words" in html


def test_a_play_tells_who_gets_what_and_does_what() -> None:
    gain = {"player": "ann", "reward": "gain", "value": -0.5, "exact": "-1/2", "outcomes": {"-1": 0.5, "0": 0.5}}
    decision = {
        "player": "ann",
        "seen": {"card": "1"},
        "moves": {"bet": "1/3", "pass": "2/3", "fold": "0"},
        "reached": 0.5,
    }
    play = {
        "questions": ["v"],
        "play": "equilibrium",
        "nash_conv_at_most": 1e-9,
        "gains": [gain],
        "decisions": [decision],
    }
    found = list(decision_sections({"answers": [], "plays": [play]}, {}))
    assert len(found) == 1
    assert "-0.5 = -1/2" in found[0]
    assert "bet 1/3, pass 2/3</td>" in found[0]


def test_a_strategy_without_ties_has_no_column_for_them() -> None:
    lines = [{"state": [1, True], "choice": "roll", "ties": []}]
    files = {"strategies/win.json": json.dumps({"variables": ["points", "open"], "lines": lines})}
    (html,) = decision_sections(document(), files)
    assert "as good</th>" not in html


def test_probabilities_of_moves_are_short() -> None:
    gain = {"player": "ann", "reward": "gain", "value": 0.5, "exact": None, "outcomes": {}}
    moves = {"bet": "0.07234990896536442", "call": "0.9276500910346356", "fold": "0.0"}
    decision = {"player": "ann", "seen": {}, "moves": moves, "reached": 1.0}
    play = {"questions": ["v"], "play": "p", "nash_conv_at_most": None, "gains": [gain], "decisions": [decision]}
    (html,) = decision_sections({"answers": [], "plays": [play]}, {})
    assert "<td>bet 0.07235, call 0.9277</td>" in html


def test_what_a_solver_tells_is_kept_as_text() -> None:
    (html,) = decision_sections({"answers": [], "told": [{"title": "Mixtures", "text": "a < b"}]}, {})
    assert "<pre>a &lt; b</pre>" in html
