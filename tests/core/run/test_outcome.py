"""The exit code sums up the answers; deadlocks are mentioned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.run.outcome import exit_code
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools, run
from oddsmith.solve.solution import Status


@pytest.mark.parametrize(
    ("ok", "status", "code"),
    [
        (True, Status.DONE, 0),
        (None, Status.DONE, 0),
        (False, Status.DONE, 1),
        (True, Status.LOOSE, 4),
        (None, Status.FAILED, 4),
        (None, Status.UNDEFINED, 4),
        (False, Status.LOOSE, 1),
        (None, Status.MISSING, 5),
        (False, Status.MISSING, 1),
    ],
)
def test_the_worst_answer_decides(plan: Plan, tools: Tools, ok: bool | None, status: Status, code: int) -> None:
    outcome = run(plan, tools).outcome
    first = replace(outcome.answers[0], ok=ok, status=status)
    assert exit_code(replace(outcome, answers=(first, *outcome.answers[1:]))) == code


def test_ends_without_commands_are_mentioned(plan: Plan, tools: Tools) -> None:
    assert run(plan, tools).outcome.notes == ("2 states have no command: the game ends there (deadlock: loop)",)


def test_players_who_never_have_a_choice_are_mentioned(plan: Plan, tools: Tools, tmp_path: Path) -> None:
    spec = tmp_path / "duel.yaml"
    spec.write_text("""
game: duel
type: game
deadlock: loop
players: [ann, bob]
variables: {f: 0..2}
commands:
  - {player: ann, choose: {k: 1..2}, when: f = 0, then: {f: k}}
  - {player: bob, when: f = 1, then: {f: 2}}
questions: {bob: "<<bob>> Pmax=? [F f = 2]", ann: "<<ann>> Pmax=? [F f = 2]"}
""")
    notes = run(replace(plan, spec=spec, questions=()), tools).outcome.notes
    assert notes[1:] == ("bob never has a choice",)
