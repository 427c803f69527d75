"""Names of commands that no other command has."""

from __future__ import annotations

from oddsmith.process.moves import move_names
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

GAME = """\
game: names
type: mdp
variables: {a: {range: 0..3}, b: {range: 0..3}, n: {range: 0..3}}
commands:
  - {action: go, then: {n: 1}}
  - {action: roll, then: {n: 2, a: 1}}
  - {action: roll, then: {n: 2, a: 1, b: 1}}
  - {action: roll, then: {n: 2}}
  - {action: same, when: n = 0, then: {n: 1}}
  - {action: same, when: n = 1, then: {n: 1}}
  - {when: n = 3, then: {n: 0}}
"""


def test_commands_of_one_action_are_told_apart_by_what_they_change():
    names = move_names(lower(load_text(GAME)))
    assert names == ("go", "roll a", "roll a, b", "roll nothing", "same nothing #1", "same nothing #2", "move")
