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

CLIMB = """\
game: climb
about: somebody decides, and no state comes back
type: mdp
variables: {t: 0..3, height: 0..6}
commands:
  - {action: path, when: t < 3, then: [{2/3: {t: t + 1, height: height + 1}}, {1/3: {t: t + 1}}]}
  - {action: ridge, when: t < 3, then: [{1/2: {t: t + 1, height: height + 2}}, {1/2: {t: t + 1}}]}
labels: {top: height >= 3, over: t = 3}
rewards: {effort: [{action: path, gain: 1}, {action: ridge, gain: height + 1}]}
questions:
  high: {ask: "Pmax=? [F top]", expect: 11/18}
  hard: {ask: "Rmax{effort}=? [F over]", expect: 6}
  easy: {ask: "Rmin{effort}=? [F over]", expect: 3}
"""

DUEL = """\
game: duel
about: two sides that decide against each other, and could wait for ever
type: game
players: [ann, bob]
variables: {s: [here, there, won, lost]}
commands:
  - {action: risk, player: ann, when: s = here, then: [{1/3: {s: won}}, {2/3: {s: lost}}]}
  - {action: wait, player: ann, when: s = here, then: {s: there}}
  - {action: back, player: bob, when: s = there, then: {s: here}}
  - {action: shoot, player: bob, when: s = there, then: [{1/2: {s: won}}, {1/2: {s: lost}}]}
labels: {over: s = won or s = lost}
questions:
  ann: {ask: "<<ann>> Pmax=? [F s = won]", expect: 1/3}
  bob: {ask: "<<bob>> Pmax=? [F s = lost]", expect: 1/2}
  friends: {ask: "<<ann,bob>> Pmax=? [F s = won]", expect: 1/2}
  slow: {ask: "<<ann>> R{steps}max=? [F over]", expect: 2}
  quick: {ask: "<<ann>> R{steps}min=? [F over]", expect: 1}
  soon: {ask: "<<bob>> Pmax=? [F<=2 s = lost]", expect: 1/2}
"""

SHOTS = """\
game: shots
about: two sides in a circle that is left sooner or later, whatever they do
type: game
players: [ann, bob]
variables: {s: [ann_aims, bob_aims, won, lost]}
commands:
  - {action: aim, player: ann, when: s = ann_aims, then: [{1/2: {s: won}}, {1/2: {s: bob_aims}}]}
  - {action: rush, player: ann, when: s = ann_aims, then: [{1/4: {s: won}}, {1/4: {s: lost}}, {1/2: {s: bob_aims}}]}
  - {action: aim, player: bob, when: s = bob_aims, then: [{1/3: {s: lost}}, {2/3: {s: ann_aims}}]}
  - {action: rush, player: bob, when: s = bob_aims, then: [{1/6: {s: won}}, {1/6: {s: lost}}, {2/3: {s: ann_aims}}]}
questions:
  ann: {ask: "<<ann>> Pmax=? [F s = won]", expect: 3/4}
  bob: {ask: "<<bob>> Pmax=? [F s = lost]", expect: 1/4}
"""

PENNIES = """\
game: pennies
about: two opposed players, one of whom does not see what the other does
type: game
players: {ann: {wants: kept}, bob: {wants: won}}
variables: {side: {values: [none, heads, tails], sees: ann}, phase: [lay, say, end], right: bool}
commands:
  - {action: lay, player: ann, choose: {s: [heads, tails]}, when: phase = lay, then: {side: s, phase: say}}
  - {action: say, player: bob, choose: {s: [heads, tails]}, when: phase = say, then: {right: s = side, phase: end}}
labels: {over: phase = end}
rewards:
  kept: [{action: say, gain: "if next(right) then (if side = heads then -2 else -1) else 0"}]
  won: [{action: say, gain: "if next(right) then (if side = heads then 2 else 1) else 0"}]
questions:
  value: {ask: "equilibrium R{won}=? [F over]", expect: {value: 2/3, tolerance: 1e-6}}
  right: {ask: "equilibrium P=? [F right]", expect: {value: 5/9, tolerance: 1e-3}}
  bob: {ask: "<<bob>> Rmax{won}=? [F over]", expect: 2/3}
"""

LEADER = """\
game: leader
about: players who want different things, are not opposed, and see everything
type: game
players: {ann: {wants: hers}, bob: {wants: his}}
variables: {left: bool, up: bool, phase: [lead, answer, end]}
commands:
  - {action: lead, player: ann, choose: {k: [0, 1]}, when: phase = lead, then: {left: k = 1, phase: answer}}
  - {action: reply, player: bob, choose: {k: [0, 1]}, when: phase = answer, then: {up: k = 1, phase: end}}
labels: {over: phase = end}
rewards:
  hers: [{action: reply, gain: "if left then (if next(up) then 2 else 3/2) else (if next(up) then 1 else 0)"}]
  his: [{action: reply, gain: "if left then (if next(up) then 1 else 0) else (if next(up) then 3 else 1)"}]
questions:
  hers: {ask: "equilibrium R{hers}=? [F over]", expect: {value: 2, tolerance: 1e-6}}
  his: {ask: "equilibrium R{his}=? [F over]", expect: {value: 1, tolerance: 1e-6}}
  friends: {ask: "social R{his}=? [F over]", expect: 3}
"""

GUESS = """\
game: guess
about: one player who decides without seeing everything
type: game
players: {ann: {wants: gain}}
variables: {coin: {range: 0..2, sees: []}, hint: 0..2, phase: [toss, tell, guess, over]}
commands:
  - {action: toss, when: phase = toss, then: [{1/3: {coin: 1, phase: tell}}, {2/3: {coin: 2, phase: tell}}]}
  - action: tell
    when: phase = tell
    then: [{3/4: {hint: coin, phase: guess}}, {1/4: {hint: 3 - coin, phase: guess}}]
  - action: guess
    player: ann
    choose: {k: 1..2}
    when: phase = guess
    gain: {gain: if k = coin then 1 else 0}
    then: {phase: over}
questions:
  best: {ask: "<<ann>> Rmax{gain}=? [F phase = over]", expect: 3/4}
"""

SHOW = """\
game: show
about: two opposed players who decide at the same time, twice
type: game
players: [ann, bob]
variables: {t: 0..2}
commands:
  - action: show
    when: t < 2
    together:
      ann: {choose: {a: 0..1}}
      bob: {choose: {b: 0..1}}
    gain: {points: "if a != b then 0 else if a = 0 then 2 else 1"}
    then: {t: t + 1}
questions:
  value: {ask: "<<ann>> Rmax{points}=? [F t = 2]", expect: 4/3}
  friends: {ask: "<<ann,bob>> Rmax{points}=? [F t = 2]", expect: 4}
"""

DILEMMA = """\
game: dilemma
about: players who want different things and decide at the same time
type: game
players: {ann: {wants: hers}, bob: {wants: his}}
variables: {done: bool}
commands:
  - action: talk
    when: not done
    together:
      ann: {choose: {a: 0..1}}
      bob: {choose: {b: 0..1}}
    gain:
      hers: if a = 1 then (if b = 1 then -2 else 0) else if b = 1 then -3 else -1
      his: if b = 1 then (if a = 1 then -2 else 0) else if a = 1 then -3 else -1
    then: {done: true}
questions:
  alone: {ask: "equilibrium R{hers}=? [F done]", expect: -2}
  friends: {ask: "social R{hers}=? [F done]", expect: -1}
"""

GAMES: tuple[str, ...] = (DICE, WALK, GAMBLER, DAWDLE, COINS, RACE)
"""Chains, and games in which one side decides."""
CONTESTS: tuple[str, ...] = (DUEL, SHOTS)
"""Games of two sides that see everything."""
PLAIN: tuple[str, ...] = (*GAMES, CLIMB, *CONTESTS)
"""Games whose states tell their answers."""
TREES: tuple[str, ...] = (PENNIES, LEADER, GUESS)
"""Games whose answers depend on what players know and want."""
TOGETHER: tuple[str, ...] = (SHOW, DILEMMA)
"""Games in which players decide at the same time."""
ALL_GAMES: tuple[str, ...] = PLAIN + TREES + TOGETHER
"""A game for every kind of solver."""
