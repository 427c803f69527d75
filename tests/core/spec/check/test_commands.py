"""Conditions, updates, probabilities and choices."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest

Codes = Callable[..., list[str]]
HEAD = """
type: mdp
constants: {N: 3, p: 0.3}
tables: {w: [1/4, 3/4], bad: [1, 2], grid: [[1], [2]]}
variables: {f: 0..9, on: bool, phase: [bet, roll], pos: {array: 1..3, range: 0..9}}
labels: {won: f = 9}
commands:
  -
"""


def command(text: str) -> str:
    return HEAD + indent(text, "    ")


@pytest.mark.parametrize(
    "text",
    [
        "when: not won and on\nthen: {f: f + 1, on: not on, phase: roll}",
        "for: {i: 1..N, j: i..N}\nwhen: pos[i] < j\nthen: {'pos[i]': j}",
        "choose: {k: 1..3, m: k..3}\nthen: {f: k + m}",
        "choose: {q: [bet, roll]}\nthen: {phase: q}",
        "draw: {a: d6, b: 1..a, c: {true: 1/2, false: 1/2}, d: {table: w}}\nlet: {t: a + b + d}\nthen: {f: t, on: c}",
        "then:\n  - p: {f: 1}\n  - 1 - p: {f: 2}",
        "then:\n  - f / 9: {f: 1}\n  - 1 - f / 9: {f: 2}",
        "then:\n  - {for: {k: 1..N}, weight: 1/N, then: {f: k}}",
        "for: {f: 1..2}\nwhen: f > 1\nthen: {on: true}",
    ],
)
def test_what_is_right(codes: Codes, text: str) -> None:
    assert codes(command(text)) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("when: f\nthen: {}", "E302"),
        ("when: next(f) = 1\nthen: {}", "E307"),
        ("then: {f: on}", "E302"),
        ("then: {f: f / 2}", "E302"),
        ("then: {on: 1}", "E302"),
        ("then: {phase: 1}", "E302"),
        ("then: {pos: 1}", "E302"),
        ("then: {'pos[1, 2]': 1}", "E303"),
        ("then: {'f[1]': 1}", "E302"),
        ("then: {g: 1}", "E201"),
        ("then: {N: 1}", "E307"),
        ("then: {won: true}", "E307"),
        ("then: {bet: 1}", "E307"),
        ("draw: {a: d6}\nthen: {a: 1}", "E307"),
        ("for: {i: 1..f}\nthen: {}", "E304"),
        ("for: {i: 1..p}\nthen: {}", "E302"),
        ("for: {i: [1, true]}\nthen: {}", "E302"),
        ("for: {i: 1..1000, j: 1..1000}\nthen: {}", "E407"),
        ("choose: {k: 1..f}\nthen: {}", "E304"),
        ("action: go[f]\nthen: {}", "E304"),
        ("draw: {a: 3..1}\nthen: {}", "E305"),
        ("draw: {a: {1: 1/2, 2: 1/3}}\nthen: {}", "E402"),
        ("draw: {a: {1: 3/2, 2: -1/2}}\nthen: {}", "E401"),
        ("draw: {a: {1: 1/2, true: 1/2}}\nthen: {}", "E302"),
        ("draw: {a: {table: v}}\nthen: {}", "E201"),
        ("draw: {a: {table: bad}}\nthen: {}", "E401"),
        ("draw: {a: {table: grid}}\nthen: {}", "E303"),
        ("then:\n  - 1/2: {f: 1}\n  - 1/3: {f: 2}", "E402"),
        ("then:\n  - 2: {f: 1}", "E401"),
        ("then:\n  - on: {f: 1}", "E302"),
        ("then:\n  - {for: {k: 1..N}, weight: k, then: {g: k}}", "E201"),
        ("then:\n  - {for: {k: 1..N}, weight: 3/2, then: {f: k}}", "E401"),
        ("then:\n  pos[i in 1..N]: true", "E302"),
    ],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    assert sorted(set(codes(command(text)))) == [code]


def test_a_chain_leaves_nothing_to_choose(codes: Codes) -> None:
    assert codes("variables: {f: 0..3}\ncommands: [{choose: {k: 1..3}, then: {f: k}}]") == ["E403"]
