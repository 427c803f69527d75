"""How everybody plays -> what it is worth to each, its risk, and a table of decisions."""

from __future__ import annotations

from oddsmith.report.numbers import exactly, fraction_text, plain, with_bounds
from oddsmith.report.table import plain_table
from oddsmith.run.quantities import counted
from oddsmith.solve.play import Decision, Gain, Play

MOST_DECISIONS = 24
"""Decisions that are printed (`play.csv` in the folder of the run has all)."""
MOST_OUTCOMES = 8


def play_text(names: str, play: Play, digits: int) -> str:
    """The whole play in a few lines."""
    lines = [f"{names}: {play.title}{_certificate(play)}"]
    lines += [f"  {_gain(gain, digits)}" for gain in play.gains]
    reached = [decision for decision in play.decisions if decision.reached > 0]
    shown = reached[:MOST_DECISIONS]
    if shown:
        table = plain_table(("who", "sees", "does"), [_row(decision) for decision in shown])
        lines += [f"  {line}" for line in table.splitlines()]
    if len(reached) > len(shown):
        lines.append(f"  … {counted(len(reached) - len(shown), 'more decision')} in play.csv of the run, and in --json")
    never = len(play.decisions) - len(reached)
    if never:
        lines.append(f"  ({counted(never, 'other decision')} {'is' if never == 1 else 'are'} never reached)")
    return "\n".join(lines)


def _certificate(play: Play) -> str:
    if not play.gains or not play.title.startswith("equilibrium"):
        return ""
    if play.nash_conv.exact == 0:
        return ", nobody can gain anything by playing otherwise alone (exactly)"
    return f", all together could gain at most {play.nash_conv.upper:.1e} by playing otherwise alone"


def _gain(gain: Gain, digits: int) -> str:
    value = gain.value
    exact = value.exact
    worth = exactly(exact, digits) if exact is not None and not isinstance(exact, float) else ""
    spread = list(zip(gain.spread.support, gain.spread.probability, strict=True))
    risk = ", ".join(f"{fraction_text(paid)} with {100 * weight:.3g} %" for paid, weight in spread[:MOST_OUTCOMES])
    more = " …" if len(spread) > MOST_OUTCOMES else ""
    number = worth or with_bounds(value.value, value.lower, value.upper, digits)
    return f"{gain.player} gets {number} of {gain.reward}: {risk}{more}"


def _row(decision: Decision) -> tuple[str, str, str]:
    seen = ", ".join(f"{name}={value}" for name, value in decision.seen) or "–"
    moves = [f"{move} {_weight(decision, k)}" for k, move in enumerate(decision.moves) if decision.probability[k] > 0]
    return decision.player, seen, ", ".join(moves)


def _weight(decision: Decision, place: int) -> str:
    exact = None if decision.exact is None else decision.exact[place]
    if exact is not None and exact.denominator < 10_000:
        return fraction_text(exact)
    return plain(round(decision.probability[place], 6))
