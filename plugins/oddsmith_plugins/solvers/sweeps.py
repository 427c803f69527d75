"""Packed equations -> one better approximation, or how far an approximation is from satisfying them.

The functions are compiled for each number of columns, which then stay in registers. Those with a `code` argument have
a twin for systems whose weights are stored one by one.
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

from oddsmith.plugin import Array, array, compiled, f64, from_text, i32, i64, inf, u8
from oddsmith_plugins.solvers.bounds import SLACK, TINY, UNIT

COLUMNS = 1
"""Replaced by the number of columns in `specialised`."""
BLOCKS = 1024
"""Into so many parts at most a component is cut, to pass over those that stand still."""
FLOOR = 1e-290
"""Smaller positive values are raised to this: processors are slow where numbers lose digits."""
STILL = 4e-16
"""A relative change that rounding alone can make."""


@compiled
def pass_chain(
    low: i64,
    high: i64,
    row_start: Array[i64],
    column: Array[i32],
    code: Array[u8],
    table: Array[f64],
    scale: Array[f64],
    constant: Array[f64],
    x: Array[f64],
) -> f64:
    """One Gauss-Seidel sweep over positions low..high; returns the greatest relative change."""
    total = array(f64, COLUMNS)
    worst = array(f64, COLUMNS)
    for i in range(low, high):
        for c in range(COLUMNS):
            total[c] = constant[i * COLUMNS + c]
        for t in range(row_start[i], row_start[i + 1]):
            w = table[code[t]]
            at = column[t] * COLUMNS
            for c in range(COLUMNS):
                total[c] += w * x[at + c]
        for c in range(COLUMNS):
            # no branches in here: the columns share one instruction
            new = total[c] * scale[i]
            raised = max(new, FLOOR)
            new = raised if new > 0.0 else new
            worst[c] = max(worst[c], abs(new - x[i * COLUMNS + c]) / (abs(new) + TINY))
            x[i * COLUMNS + c] = new
    greatest = 0.0
    for c in range(COLUMNS):
        greatest = max(greatest, worst[c])
    return greatest


@compiled
def sweep_chain(
    sweeps: i64,
    quiet: f64,
    low: i64,
    high: i64,
    row_start: Array[i64],
    column: Array[i32],
    code: Array[u8],
    table: Array[f64],
    scale: Array[f64],
    constant: Array[f64],
    x: Array[f64],
) -> f64:
    """Sweeps over positions low..high; the greatest relative change of the last one.

    The first sweep goes everywhere, the others only through blocks that it changed by more than `quiet`: values settle
    in waves, and most of them stand still most of the time.
    """
    lively = array(u8, BLOCKS)
    size = max(256, (high - low + BLOCKS - 1) // BLOCKS)
    blocks = (high - low + size - 1) // size
    worst = 0.0
    for number in range(sweeps):
        worst = 0.0
        for k in range(blocks):
            if number == 0 or lively[k] != 0:
                first = low + k * size
                last = min(high, first + size)
                change = pass_chain(first, last, row_start, column, code, table, scale, constant, x)
                lively[k] = 1 if change > quiet else 0
                worst = max(worst, change)
    return worst


@compiled
def pass_choices(
    low: i64,
    high: i64,
    choice_start: Array[i64],
    maximise: Array[u8],
    row_start: Array[i64],
    column: Array[i32],
    code: Array[u8],
    table: Array[f64],
    scale: Array[f64],
    constant: Array[f64],
    x: Array[f64],
) -> f64:
    """The same with the best choice per state."""
    total = array(f64, COLUMNS)
    best = array(f64, COLUMNS)
    worst = array(f64, COLUMNS)
    for i in range(low, high):
        sign = 1.0 if maximise[i] == 1 else -1.0
        for c in range(COLUMNS):
            best[c] = -inf
        for j in range(choice_start[i], choice_start[i + 1]):
            for c in range(COLUMNS):
                total[c] = constant[j * COLUMNS + c]
            for t in range(row_start[j], row_start[j + 1]):
                w = table[code[t]]
                at = column[t] * COLUMNS
                for c in range(COLUMNS):
                    total[c] += w * x[at + c]
            for c in range(COLUMNS):
                best[c] = max(best[c], sign * total[c] * scale[j])
        for c in range(COLUMNS):
            new = sign * best[c]
            raised = max(new, FLOOR)
            new = raised if new > 0.0 else new
            worst[c] = max(worst[c], abs(new - x[i * COLUMNS + c]) / (abs(new) + TINY))
            x[i * COLUMNS + c] = new
    greatest = 0.0
    for c in range(COLUMNS):
        greatest = max(greatest, worst[c])
    return greatest


@compiled
def sweep_choices(
    sweeps: i64,
    quiet: f64,
    low: i64,
    high: i64,
    choice_start: Array[i64],
    maximise: Array[u8],
    row_start: Array[i64],
    column: Array[i32],
    code: Array[u8],
    table: Array[f64],
    scale: Array[f64],
    constant: Array[f64],
    x: Array[f64],
) -> f64:
    """The same for choices."""
    lively = array(u8, BLOCKS)
    size = max(256, (high - low + BLOCKS - 1) // BLOCKS)
    blocks = (high - low + size - 1) // size
    worst = 0.0
    for number in range(sweeps):
        worst = 0.0
        for k in range(blocks):
            if number == 0 or lively[k] != 0:
                first = low + k * size
                last = min(high, first + size)
                change = pass_choices(
                    first, last, choice_start, maximise, row_start, column, code, table, scale, constant, x
                )  # fmt: skip
                lively[k] = 1 if change > quiet else 0
                worst = max(worst, change)
    return worst


@compiled
def examine(
    direction: f64,
    low: i64,
    high: i64,
    choice_start: Array[i64],
    maximise: Array[u8],
    row_start: Array[i64],
    column: Array[i32],
    code: Array[u8],
    table: Array[f64],
    scale: Array[f64],
    constant: Array[f64],
    x: Array[f64],
    reference: Array[f64],
    worst: Array[f64],
):
    """Raise worst[c] to the greatest excess of the equations' right-hand side over x, relative to the reference.

    The right-hand side F(x) is rounded outwards (up for direction 1, down for -1), so an excess of at most 0 everywhere
    proves F(x) <= x, or F(x) >= x.
    """
    total = array(f64, COLUMNS)
    size = array(f64, COLUMNS)
    best = array(f64, COLUMNS)
    for i in range(low, high):
        sign = 1.0 if maximise[i] == 1 else -1.0
        for c in range(COLUMNS):
            best[c] = -inf
        for j in range(choice_start[i], choice_start[i + 1]):
            for c in range(COLUMNS):
                total[c] = constant[j * COLUMNS + c]
                size[c] = abs(total[c])
            for t in range(row_start[j], row_start[j + 1]):
                w = table[code[t]]
                at = column[t] * COLUMNS
                for c in range(COLUMNS):
                    term = w * x[at + c]
                    total[c] += term
                    size[c] += abs(term)
            slack = (f64(row_start[j + 1] - row_start[j]) + SLACK) * UNIT * (1.0 if scale[j] == 1.0 else 3.0)
            for c in range(COLUMNS):
                wide = size[c] * slack + TINY if 0.0 < size[c] < inf else 0.0
                best[c] = max(best[c], sign * ((total[c] + direction * wide) * scale[j]))
        for c in range(COLUMNS):
            excess = direction * (sign * best[c] - x[i * COLUMNS + c])
            if not excess <= worst[c] * reference[i * COLUMNS + c]:
                # also where it is not a number
                relative = excess / reference[i * COLUMNS + c]
                worst[c] = relative if 0.0 < relative < inf else inf


@compiled
def appraise(
    low: i64,
    high: i64,
    row_start: Array[i64],
    column: Array[i32],
    code: Array[u8],
    table: Array[f64],
    scale: Array[f64],
    constant: Array[f64],
    x: Array[f64],
    worth: Array[f64],
):
    """What each of the choices low..high is worth."""
    total = array(f64, COLUMNS)
    for j in range(low, high):
        for c in range(COLUMNS):
            total[c] = constant[j * COLUMNS + c]
        for t in range(row_start[j], row_start[j + 1]):
            w = table[code[t]]
            at = column[t] * COLUMNS
            for c in range(COLUMNS):
                total[c] += w * x[at + c]
        for c in range(COLUMNS):
            worth[j * COLUMNS + c] = total[c] * scale[j]


@compiled
def settle_chain(
    first: i64,
    last: i64,
    most: i64,
    component_start: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    code: Array[u8],
    table: Array[f64],
    scale: Array[f64],
    constant: Array[f64],
    x: Array[f64],
) -> i64:
    """Sweep small components one after the other, each until it stands still; returns the number of sweeps."""
    spent = 0
    for k in range(first, last):
        low = component_start[k]
        high = component_start[k + 1]
        worst = pass_chain(low, high, row_start, column, code, table, scale, constant, x)
        done = 1
        while high - low > 1 and worst > STILL and done < most:
            worst = pass_chain(low, high, row_start, column, code, table, scale, constant, x)
            done += 1
        spent = max(spent, done)
    return spent


@compiled
def settle_choices(
    first: i64,
    last: i64,
    most: i64,
    component_start: Array[i64],
    choice_start: Array[i64],
    maximise: Array[u8],
    row_start: Array[i64],
    column: Array[i32],
    code: Array[u8],
    table: Array[f64],
    scale: Array[f64],
    constant: Array[f64],
    x: Array[f64],
) -> i64:
    """The same with choices."""
    spent = 0
    for k in range(first, last):
        low = component_start[k]
        high = component_start[k + 1]
        worst = pass_choices(
            low, high, choice_start, maximise, row_start, column, code, table, scale, constant, x
        )  # fmt: skip
        done = 1
        while high - low > 1 and worst > STILL and done < most:
            worst = pass_choices(
            low, high, choice_start, maximise, row_start, column, code, table, scale, constant, x
            )  # fmt: skip
            done += 1
        spent = max(spent, done)
    return spent


@cache
def specialised(columns: int, coded: bool) -> dict[str, Any]:
    """All functions of this file for so many columns, with weights by code or one by one."""
    functions = (pass_chain, sweep_chain, pass_choices, sweep_choices, examine, appraise, settle_chain, settle_choices)
    text = "\n".join(inspect.getsource(function.python).split("@compiled\n", 1)[1] for function in functions)
    if not coded:
        text = text.replace("table[code[t]]", "table[t]")
    numbers = {
        "COLUMNS": columns,
        "BLOCKS": BLOCKS,
        "SLACK": SLACK,
        "UNIT": UNIT,
        "TINY": TINY,
        "FLOOR": FLOOR,
        "STILL": STILL,
        "inf": inf,
    }
    return dict(from_text(text, f"sweeps.{columns}{'coded' if coded else ''}", numbers))
