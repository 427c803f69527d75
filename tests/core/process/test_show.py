"""The text of a process: what `pipeline show --after lower` prints and what golden tests compare."""

from __future__ import annotations

from dataclasses import replace

from oddsmith.process.process import Process
from oddsmith.process.show import show, show_values

TEXT = """\
mdp small

parameters
  f: 0..5 = 2
  pos[1]: 0..9 = 0
  pos[2]: 0..9 = 0
  ready: bool = false
  phase: {bet, over} = bet

tables
  price[1..3]: 3, -, 1/2

functions
  shift(x: int) -> int: x + twice(1)
  twice(x: int) -> int: 2 * pos[x]

[go]
  choose k in 1..2
  when f < 5 and not ready
  draw a in 1..f + 1, b in {a: 1/2, 0: 1/2}
    1/3: pos[k]' = shift(a + b), f' = f + 1
  2/3: stay
  gain paid: next(f)

[]
  ready' = true

labels
  full: f = 5

rewards
  paid: if ready then price[1] else 0

questions
  fill: Pmax=? [F full]
  cost: Rmin{paid}=? [C<=3]
"""


def test_every_part_is_shown(process: Process) -> None:
    assert show(process) == TEXT


def test_empty_sections_are_left_out_and_what_is_unusual_stands_at_the_top(process: Process) -> None:
    bare = replace(
        process, kind="game", summands=(), tables=(), functions=(), labels=(), rewards=(), questions=(), params=()
    )
    text = show(replace(bare, players=("ann", "bob"), deadlock="error", erased=(("g", 3),)))
    assert text == "game small\nplayers ann, bob\ndeadlock error\n\nerased\n  g = 3\n"


def test_the_player_of_a_command_stands_behind_its_action(process: Process) -> None:
    owned = replace(process, summands=(replace(process.summands[1], player="ann", action="ask"),))
    assert "[ask] ann\n" in show(owned)


def test_values_that_follow_each_other_are_a_range() -> None:
    assert show_values((1, 2, 3)) == "1..3"
    assert show_values((1, 3)) == "{1, 3}"
    assert show_values((4,)) == "{4}"
