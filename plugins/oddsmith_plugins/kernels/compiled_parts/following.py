"""Commands that are followed at once -> a function that moves a packed state on until none of them is enabled.

Going round is noticed after Brent (1980): the state is compared with one that is replaced after 1, 2, 4, … steps. Of
the states of such a loop the one with the smallest packed row stands for all.
"""

from __future__ import annotations

from oddsmith.plugin import NotCompilableError, followed_commands
from oddsmith_plugins.kernels.compiled_parts.commands import write_command
from oddsmith_plugins.kernels.compiled_parts.program import Program

ROWS = """def copy_row(source: Array[u64], goal: Array[u64], words: i64):
    for k in range(words):
        goal[k] = source[k]

def order_of(one: Array[u64], other: Array[u64], words: i64) -> i64:
    for k in range(words):
        place = words - 1 - k
        if one[place] < other[place]:
            return -1
        if one[place] > other[place]:
            return 1
    return 0
"""

SETTLE = """def settle(row: Array[u64], book: Array[i64]) -> i64:
    own = array(i64, 3)
    own[0] = 0
    pairs = array(i64, 2)
    gains = array(f64, {rewards})
    weights = array(f64, 1)
    steps = array(f64, {rewards})
    there = array(u64, {words})
    mark = array(u64, {words})
    copy_row(row, mark, {words})
    taken = 0
    since = 0
    patience = 1
    while advance(row, own, pairs, gains, there, weights, steps) != 0:
        taken = taken + 1
        since = since + 1
        if order_of(row, mark, {words}) == 0:
            for step in range(since):
                advance(row, own, pairs, gains, there, weights, steps)
                if order_of(row, mark, {words}) < 0:
                    copy_row(row, mark, {words})
            copy_row(mark, row, {words})
            return taken
        if since == patience:
            copy_row(row, mark, {words})
            patience = 2 * patience
            since = 0
    if own[0] != 0:
        book[0] = own[0]
    return taken
"""

SIGNATURE = (
    "row: Array[u64], book: Array[i64], pairs: Array[i64], gains: Array[f64], there: Array[u64], "
    "weights: Array[f64], steps: Array[f64]"
)


def write_settle(program: Program, ordered: bool) -> bool:
    """Add the function `settle(row, book)`, the number of steps; False if no command is followed at once."""
    commands = followed_commands(program.process)
    if not commands:
        return False
    lines = [f"def advance({SIGNATURE}) -> i64:"]
    for number, summand in commands:
        name, size = write_command(program, number, summand, chain=False, stem="follow")
        if size.successors != 1:
            raise NotCompilableError("a command with several successors cannot be followed at once")
        lines += ["    book[1] = 0", "    book[2] = 0"]
        lines += [f"    {name}(row, book, pairs, gains, there, weights, steps)"]
        lines += ["    if book[0] != 0:", "        return 0", "    if book[1] != 0:"]
        lines += [f"        copy_row(there, row, {program.words})"]
        lines += ["        order(row)"] if ordered else []
        lines += ["        return 1"]
    rewards = max(1, len(program.process.rewards))
    program.parts["rows"] = ROWS
    program.parts["advance"] = "\n".join([*lines, "    return 0", ""])
    program.parts["settle"] = SETTLE.format(rewards=rewards, words=program.words)
    return True
