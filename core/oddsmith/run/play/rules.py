"""A strategy in rules -> advice: which choice of a state the rules leave."""

from __future__ import annotations

from oddsmith.kernel.kernel import Kernel
from oddsmith.process.process import Process
from oddsmith.run.following import following
from oddsmith.run.plan import Plan
from oddsmith.run.play.board import Row
from oddsmith.run.play.match import Advice
from oddsmith.run.runner import Tools
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import Game

Mark = tuple[int, bytes]
"""The command of a choice and all its successors: what tells it from others."""


def advice_of(plan: Plan, game: Game, process: Process, kernel: Kernel, tools: Tools) -> Advice | None:
    """What the strategy file of the plan says; None where there is none. Rules only strengthen conditions, so the
    choice that they leave is one of those of the game itself."""
    ruled, strategy = following(plan, game, process)
    if strategy is None:
        return None
    if strategy.ruled is None:
        message = f"{strategy.name} is a table of explored states, and a game is played by rules"
        raise SpecError([Diagnostic("E703", message, fix="write the strategy as rules, or leave --strategy out")])
    exact = next(target for target in tools.registry.all_of("kernel") if target.numbers == "exact")
    follower: Kernel = exact.build(ruled, (), tools.context)

    def advice(row: Row, steps: int) -> int | None:
        left = _marks(follower, row)
        return _marks(kernel, row).index(left[0]) if len(left) == 1 else None

    return advice


def _marks(kernel: Kernel, row: Row) -> list[Mark]:
    moves = kernel.expand(row.reshape(1, -1))
    found, begin = [], 0
    for summand, size in zip(moves.summand.tolist(), moves.sizes.tolist(), strict=True):
        found.append((int(summand), moves.targets[begin : begin + size].tobytes()))
        begin += size
    return found
