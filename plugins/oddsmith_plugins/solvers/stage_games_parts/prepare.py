"""A process -> the same process whose explored choices tell what each player has chosen.

Two rewards are added that nobody asks for: one is the number of the combination that the players choose, the other is
how many players a crowd has. So any kernel can be used, and it does not matter which choices a guard leaves out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from oddsmith.plugin import Binary, Expr, Gain, Name, Number, Process, Reward, Summand, simplify

JOINT, CROWD = "joint choice", "players in the crowd"
"""Names that no spec can use."""


def prepared(process: Process) -> Process:
    """With the two rewards."""
    added = (Reward(JOINT, Number(0)), Reward(CROWD, Number(0)))
    summands = tuple(_marked(summand) for summand in process.summands)
    return replace(process, rewards=process.rewards + added, summands=summands)


def _marked(summand: Summand) -> Summand:
    if not summand.parties:
        return summand
    number: Expr = Number(0)
    for each in summand.sums:
        place = Binary("-", Name(each.name), Number(min(each.values)))
        number = Binary("+", Binary("*", number, Number(_width(each.values))), place)
    among = summand.parties[0].among or Number(0)
    return replace(summand, gains=(*summand.gains, Gain(JOINT, simplify(number)), Gain(CROWD, among)))


def _width(values: tuple[int, ...]) -> int:
    return max(values) - min(values) + 1


@dataclass(frozen=True)
class Decoder:
    """The number of a combination -> the chosen values, by the name of the sum."""

    summand: Summand

    def __call__(self, number: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for each in reversed(self.summand.sums):
            number, place = divmod(number, _width(each.values))
            found[each.name] = place + min(each.values)
        return found
