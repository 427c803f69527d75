"""Small games as text, one for each thing a plugin may stumble over, with their exact answers."""

from __future__ import annotations

DICE = """\
game: dice
about: no cycle at all
variables:
  total: 0..12
  left: {range: 0..2, init: 2}
commands:
  - {when: left > 0, draw: {a: d6}, then: {total: total + a, left: left - 1}}
labels: {done: left = 0}
rewards: {eyes: [{when: left = 0, gain: 0}, {action: "*", gain: next(total) - total}]}
questions:
  seven: {ask: "P=? [F done and total = 7]", expect: 1/6}
  throws: {ask: "R{steps}=? [F done]", expect: 2}
  eyes: {ask: "R{eyes}=? [F done]", expect: 7}
  early: {ask: "P=? [F<=1 total >= 5]", expect: 1/3}
"""

WALK = """\
game: walk
about: one component of states that reach each other
constants: {N: 5, p: 2/3}
variables: {f: {range: 0..N, init: 2}}
commands:
  - {when: 0 < f < N, then: [{p: {f: f + 1}}, {1 - p: {f: f - 1}}]}
labels: {won: f = N, over: f = 0 or f = N}
questions:
  win: {ask: "P=? [F won]", expect: 24/31}
  length: {ask: "R{steps}=? [F over]", expect: 174/31}
  soon: {ask: "P=? [F<=3 won]", expect: 8/27}
  never: {ask: "P=? [F f > N]", expect: 0}
  forever: {ask: "R{steps}=? [F won]", expect: inf}
"""

GAMBLER = """\
game: gambler
about: somebody decides, and may decide badly
type: mdp
constants: {N: 5}
variables: {f: {range: 0..N, init: 2}}
commands:
  - {action: small, when: 0 < f < N, then: [{3/5: {f: f + 1}}, {2/5: {f: f - 1}}]}
  - {action: large, when: 0 < f < N - 1, then: [{1/2: {f: f + 2}}, {1/2: {f: f - 1}}]}
labels: {won: f = N, over: f = 0 or f = N}
questions:
  best: {ask: "Pmax=? [F won]", expect: 21/31}
  worst: {ask: "Pmin=? [F won]", expect: 135/211}
"""

DAWDLE = """\
game: dawdle
about: end components in which one could stay for ever
type: mdp
variables: {s: 0..3}
commands:
  - {action: round, when: s <= 1, then: {s: 1 - s}}
  - {action: go, when: s = 1, then: [{1/2: {s: 2}}, {1/2: {s: 3}}]}
labels: {good: s = 2, out: s >= 2}
questions:
  most: {ask: "Pmax=? [F good]", expect: 1/2}
  least: {ask: "Pmin=? [F good]", expect: 0}
  quick: {ask: "R{steps}min=? [F out]", expect: 2}
  slow: {ask: "R{steps}max=? [F out]", expect: inf}
"""

COINS = """\
game: coins
about: modules that act together
modules:
  left: {variables: {a: 0..2}, commands: [{action: toss, when: a = 0, then: [{1/2: {a: 1}}, {1/2: {a: 2}}]}]}
  right: {variables: {b: 0..2}, commands: [{action: toss, when: b = 0, then: [{1/3: {b: 1}}, {2/3: {b: 2}}]}]}
labels: {same: a = b and a > 0}
questions:
  same: {ask: "P=? [F same]", expect: 1/2}
"""

RACE = """\
game: race
about: two players in turn, so that a variable goes round
variables:
  turn: 1..2
  pos: {array: 1..2, range: 0..2}
commands:
  - for: {p: 1..2}
    when: turn = p and pos[3 - p] < 2
    draw: {coin: 0..1}
    then:
      pos[p]: pos[p] + coin
      turn: 3 - p
questions:
  first: {ask: "P=? [F pos[1] = 2]", expect: 16/27}
  second: {ask: "P=? [F pos[2] = 2]", expect: 11/27}
"""

GAMES: tuple[str, ...] = (DICE, WALK, GAMBLER, DAWDLE, COINS, RACE)
