"""The tables of a layer and a vector over the box -> the vector one step earlier, in place, block by block.

For each row r of a block and each lane:  y[r] = sum over its entries of weight * (yes where the condition holds, else no).
A condition that holds in all lanes or in none of the block only chooses the row to read. One that holds in some lanes
reads a virtual row (the `no` row without these lanes, made once per block), and the lanes where it holds are added one by
one, or, if they are many, as another virtual row. Everything is added, nothing subtracted: relative errors stay small.
"""

from __future__ import annotations

from oddsmith.plugin import Array, Callback, array, compiled, f64, fma, i32, i64, u8

CHUNK = 16
FEW = 4
"""Lanes that are rather added one by one."""


@compiled
def add_rows(
    count: i64, weight: Array[f64], source: Array[i64], buffer: Array[f64], target: i64, padded: i64, factor: i64,
    mask: Array[f64],
):  # fmt: skip
    """buffer[target] += (mask[factor] if factor >= 0) * sum of weight * buffer[source]."""
    total = array(f64, 16)
    for base in range(0, padded, CHUNK):
        for k in range(16):
            total[k] = 0.0
        for j in range(count):
            w = weight[j]
            place = source[j] + base
            for k in range(16):
                total[k] = fma(w, buffer[place + k], total[k])
        if factor >= 0:
            for k in range(16):
                total[k] = total[k] * mask[factor + base + k]
        for k in range(16):
            buffer[target + base + k] = buffer[target + base + k] + total[k]


@compiled
def virtual_row(row: i64, target: i64, kept: i64, mask_place: i64, padded: i64, buffer: Array[f64], mask: Array[f64]):
    """The row with only the lanes of the mask (kept), or with all others."""
    if kept:
        for k in range(padded):
            buffer[target + k] = buffer[row + k] * mask[mask_place + k]
    else:
        for k in range(padded):
            buffer[target + k] = buffer[row + k] * (1.0 - mask[mask_place + k])


@compiled
def sweep(
    first: i64, last: i64, locate: Callback[i64, i64, Array[u8], Array[i32], Array[i32], Array[f64]], truth: Array[u8],
    mask_of: Array[i32], state: Array[u8], mask: Array[f64], lane_start: Array[i64], lane: Array[i64],
    case_start: Array[i64], case_condition: Array[i64], entry_start: Array[i64], weight: Array[f64],
    condition: Array[i64], yes: Array[i64], no: Array[i64], yes_virtual: Array[i64], no_virtual: Array[i64],
    rows: i64, lanes: i64, padded: i64, lane_stride: i64, row_offset: Array[i64], unit: f64, x: Array[f64],
    buffer: Array[f64], masks: Array[i32], made: Array[i64], chosen_weight: Array[f64], chosen: Array[i64],
):  # fmt: skip
    """Blocks first..last-1; `buffer`, `masks`, `made`, `chosen…` are the caller's own scratch space."""
    result = (rows + 2) * padded
    virtual = result + rows * padded
    for k in range(padded):
        buffer[rows * padded + k] = 0.0
        buffer[(rows + 1) * padded + k] = unit
    for block in range(first, last):
        begin = locate(block, truth, mask_of, masks, mask)
        for r in range(rows):
            here = begin + row_offset[r]
            if lane_stride == 1:
                for k in range(lanes):
                    buffer[r * padded + k] = x[here + k]
            else:
                for k in range(lanes):
                    buffer[r * padded + k] = x[here + k * lane_stride]
        for r in range(rows):
            target = result + r * padded
            for k in range(padded):
                buffer[target + k] = 0.0
            for case in range(case_start[r], case_start[r + 1]):
                own = case_condition[case]
                factor = -1
                if own >= 0:
                    if state[masks[own]] == 0:
                        continue
                    if state[masks[own]] == 2:
                        factor = i64(masks[own]) * padded
                count = 0
                for e in range(entry_start[case], entry_start[case + 1]):
                    c = condition[e]
                    source = no[e] * padded
                    if c < 0:
                        source = yes[e] * padded
                    else:
                        m = i64(masks[c])
                        if state[m] == 1:
                            source = yes[e] * padded
                        elif state[m] == 2:
                            if no[e] != rows:
                                v = no_virtual[e]
                                source = virtual + v * padded
                                if made[v] != block:
                                    made[v] = block
                                    virtual_row(no[e] * padded, source, 0, m * padded, padded, buffer, mask)
                            if lane_start[m + 1] - lane_start[m] <= FEW:
                                for j in range(lane_start[m], lane_start[m + 1]):
                                    k = lane[j]
                                    amount = weight[e] * buffer[yes[e] * padded + k]
                                    if factor >= 0:
                                        amount = amount * mask[factor + k]
                                    buffer[target + k] += amount
                            elif yes[e] != rows:
                                v = yes_virtual[e]
                                extra = virtual + v * padded
                                if made[v] != block:
                                    made[v] = block
                                    virtual_row(yes[e] * padded, extra, 1, m * padded, padded, buffer, mask)
                                chosen_weight[count] = weight[e]
                                chosen[count] = extra
                                count += 1
                    if source != rows * padded:
                        chosen_weight[count] = weight[e]
                        chosen[count] = source
                        count += 1
                add_rows(count, chosen_weight, chosen, buffer, target, padded, factor, mask)
        for r in range(rows):
            here = begin + row_offset[r]
            if lane_stride == 1:
                for k in range(lanes):
                    x[here + k] = buffer[result + r * padded + k]
            else:
                for k in range(lanes):
                    x[here + k * lane_stride] = buffer[result + r * padded + k]
