"""A found strategy -> a picture of the game as it is played by it, in the language of Graphviz."""

from __future__ import annotations

import json

import numpy as np

from oddsmith.solve.restricted import restricted
from oddsmith.solve.strategy import Found
from oddsmith.source import Diagnostic, SpecError
from oddsmith.strategies.words import Words

MOST_STATES = 2_000


def to_dot(found: Found, words: Words, name: str) -> str:
    """States that are met, the move in each (with its ties), and where chance leads."""
    strategy = found.strategy
    part = restricted(strategy.space, strategy.mask)
    space, starts = part.space, strategy.space.transitions.starts
    if space.size > MOST_STATES:
        message = f"a picture of {space.size:,} states is no picture (at most {MOST_STATES:,})"
        raise SpecError([Diagnostic("E847", message, fix="take --to text, json or csv, or ask `pipeline explain`")])
    lines = [f"digraph {json.dumps(name)} {{", "  node [shape=box];"]
    for state in range(space.size):
        old, choice = int(part.state[state]), int(part.choice[state])
        move = words.move(strategy.space, choice)
        step = "" if strategy.steps is None else f"step {int(strategy.steps[old])}: "
        ties = np.flatnonzero(found.ties.choice[starts[old] : starts[old + 1]]).tolist()
        also = "".join(f"\n(or {words.move(strategy.space, int(starts[old]) + j)})" for j in ties)
        said = f"\n{move}{also}" if strategy.deciding[old] else ""
        bold = ", style=bold" if strategy.deciding[old] else ""
        lines.append(f"  {state} [label={json.dumps(step + space.describe(state) + said, ensure_ascii=False)}{bold}];")
        for t in range(*(int(x) for x in space.transitions.row_start[state : state + 2])):
            weight = float(space.transitions.weight[t])
            label = "" if weight == 1 else f' [label="{weight:.4g}"]'
            lines.append(f"  {state} -> {int(space.transitions.column[t])}{label};")
    return "\n".join([*lines, "}"]) + "\n"
