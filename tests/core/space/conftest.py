"""A kernel written by hand: its successors are given by a Python function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from oddsmith.expr.nodes import TRUE, Number
from oddsmith.expr.types import INT
from oddsmith.kernel.encoding import Encoding
from oddsmith.kernel.kernel import Moves, SemanticError, Target
from oddsmith.process.process import Branch, Parameter, Process, Reward, Summand

Choice = tuple[int, list[tuple[Fraction, tuple[int, ...]]]]


@dataclass
class HandKernel:
    """`choices(values)` lists (summand, [(weight, successor)]); every step of summand 0 gains 1, and what it adds."""

    encoding: Encoding
    choices: Callable[[tuple[int, ...]], list[Choice]]
    numbers: str = "exact"
    stepped: bool = False
    rewards: tuple[str, ...] = ("money",)
    native: None = None
    fault: int = 99
    """States whose first value is this one are faulty."""
    conditions: list[Callable[[tuple[int, ...]], bool]] = field(default_factory=list)

    def expand(self, rows: Any) -> Moves:
        counts, summands, sizes, targets, weights, gains, steps = [], [], [], [], [], [], []
        for row in rows:
            values = self.encoding.unpack(row)
            if values[0] == self.fault:
                raise SemanticError("E605", "division by zero", row, 0)
            choices = self.choices(values)
            counts.append(len(choices))
            for summand, successors in choices:
                summands.append(summand)
                sizes.append(len(successors))
                gains.append([Fraction(int(summand == 0))])
                for weight, successor in successors:
                    targets.append(self.encoding.pack(successor))
                    weights.append(weight)
                    steps.append([Fraction(successor[0] - values[0])])
        exact = self.numbers == "exact"
        return Moves(
            np.array(counts, dtype=np.int64),
            np.array(summands, dtype=np.int64),
            np.array(sizes, dtype=np.int64),
            np.array(targets, dtype=np.uint64).reshape(-1, self.encoding.words),
            np.array([float(w) for w in weights]),
            np.array(gains, dtype=np.float64).reshape(-1, 1),
            np.array(steps, dtype=np.float64).reshape(-1, 1) if self.stepped else None,
            weights if exact else None,
            gains if exact else None,
            steps if exact and self.stepped else None,
        )

    def holds(self, condition: int, rows: Any) -> Any:
        return np.array([self.conditions[condition](self.encoding.unpack(row)) for row in rows], dtype=bool)

    def state_gain(self, reward: int, rows: Any) -> Any:
        return np.array([float(v) for v in self.exact_state_gain(reward, rows)])

    def exact_state_gain(self, reward: int, rows: Any) -> list[Fraction]:
        return [Fraction(self.encoding.unpack(row)[0], 2) for row in rows]


@dataclass(frozen=True)
class HandTarget(Target):
    """Builds the kernel it holds."""

    name = "hand"
    numbers = "exact"
    kernel: Any = None

    def build(self, process: Any, conditions: Any, context: Any) -> Any:
        return self.kernel


@dataclass(frozen=True)
class HandFloatTarget(HandTarget):
    name = "hand-float"
    numbers = "float"


def hand_process(kind: str = "chain", high: int = 99, wide: int = 0, players: tuple[str, ...] = ()) -> Process:
    """x in 0..high from 1, beside it `wide` cells of 40 bits; commands `up` and `down`."""
    params = [Parameter("x", INT, 0, high, 1)]
    params += [Parameter(f"w{i}", INT, 0, (1 << 40) - 1, 0) for i in range(wide)]
    branch = Branch((), Number(1), ())
    owners = (*players, None, None)[:2]
    summands = tuple(Summand(a, TRUE, (branch,), player=p) for a, p in zip(("up", "down"), owners, strict=True))
    return Process("hand", kind, tuple(params), summands, rewards=(Reward("money", Number(0)),), players=players)


@dataclass(frozen=True)
class Hand:
    """What the tests of this room build their games with."""

    process = staticmethod(hand_process)
    kernel = HandKernel
    target = HandTarget
    float_target = HandFloatTarget


@pytest.fixture
def hand() -> Hand:
    return Hand()
