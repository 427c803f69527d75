"""The tables of a layer and a vector over the box -> the vector one step earlier, in place, block by block.

For each row and lane of a block:  y = sum over its entries of weight * (yes where the condition holds, else no)

Most conditions have in most blocks the mask that they have by default (Masks.default), so the rows are laid out for it:
the `no` part reads a virtual row (the row without the lanes of the mask, made once per block), the `yes` parts of all
entries that lead to the same row are added up beforehand into one weight per lane. Where a condition holds in all lanes
instead, its entries read the `yes` row without those lanes; where it is yet otherwise, the rows it stands in are added
up entry by entry. Everything is added, nothing subtracted: relative errors stay small.

A block is copied into a buffer that stays in the cache; while its rows are added up, those of the next one are fetched.
"""

from __future__ import annotations

from oddsmith.plugin import Array, Callback, array, compiled, f32, f64, fma, i32, i64, prefetch, u8

CHUNK = 24
"""Lanes that are added up in registers."""
LINE = 8
NEVER, ALWAYS, SOMETIMES = 0, 1, 2


@compiled
def masked_row(row: i64, target: i64, place: i64, padded: i64, buffer: Array[f64], outside: Array[f64]):
    """The row without the lanes of a mask."""
    total = array(f64, CHUNK)
    for base in range(0, padded, CHUNK):
        for k in range(CHUNK):
            total[k] = buffer[row + base + k] * outside[place + base + k]
        for k in range(CHUNK):
            buffer[target + base + k] = total[k]


@compiled
def add_rows(
    first: i64, last: i64, weight: Array[f64], source: Array[i64], first_group: i64, last_group: i64,
    group_row: Array[i64], coefficient: Array[f64], buffer: Array[f64], target: i64, padded: i64, fresh: i64,
    factor: i64, mask: Array[f64],
):  # fmt: skip
    """buffer[target] (+)= mask[factor] * (sum of weight * buffer[source] + sum of coefficient * buffer[group_row])."""
    total = array(f64, CHUNK)
    for base in range(0, padded, CHUNK):
        for k in range(CHUNK):
            total[k] = 0.0
        for j in range(first, last):
            w = weight[j]
            place = source[j] + base
            for k in range(CHUNK):
                total[k] = fma(w, buffer[place + k], total[k])
        for g in range(first_group, last_group):
            place = group_row[g] + base
            own = g * padded + base
            for k in range(CHUNK):
                total[k] = fma(coefficient[own + k], buffer[place + k], total[k])
        if factor >= 0:
            for k in range(CHUNK):
                total[k] = total[k] * mask[factor + base + k]
        if not fresh:
            for k in range(CHUNK):
                total[k] = total[k] + buffer[target + base + k]
        for k in range(CHUNK):
            buffer[target + base + k] = total[k]


@compiled
def settle(
    block: i64, conditions: i64, padded: i64, masks: Array[i32], default: Array[i32], state: Array[u8],
    outside: Array[f64], use_start: Array[i64], use: Array[i64], row_of: Array[i64], yes: Array[i64], no: Array[i64],
    yes_virtual: Array[i64], source: Array[i64], slow: Array[i64], changed: Array[i64], buffer: Array[f64],
    virtual: i64,
) -> i64:  # fmt: skip
    """Redirect the entries of conditions that are not as by default; how many conditions these were (in `changed`)."""
    count = 0
    for c in range(conditions):
        m = i64(masks[c])
        usual = i64(default[c])
        if m == usual:
            continue
        changed[count] = c
        count += 1
        for j in range(use_start[c], use_start[c + 1]):
            e = use[j]
            if usual >= 0 and state[usual] != SOMETIMES and state[m] != SOMETIMES:
                source[e] = (yes[e] if state[m] == ALWAYS else no[e]) * padded
            elif usual >= 0 and state[m] == ALWAYS:
                place = virtual + yes_virtual[e] * padded
                masked_row(yes[e] * padded, place, usual * padded, padded, buffer, outside)
                source[e] = place
            else:
                slow[row_of[e]] = block
    return count


@compiled
def slow_case(
    first: i64, last: i64, masks: Array[i32], state: Array[u8], mask: Array[f64], weight: Array[f64],
    condition: Array[i64], yes: Array[i64], no: Array[i64], padded: i64, buffer: Array[f64], target: i64, factor: i64,
):  # fmt: skip
    """buffer[target] += the entries of a case whatever their conditions are, lane by lane."""
    for e in range(first, last):
        c = condition[e]
        w = weight[e]
        m = 1 if c < 0 else i64(masks[c])
        for k in range(padded):
            inside = 1.0 if state[m] == ALWAYS else mask[m * padded + k]
            amount = w * (buffer[yes[e] * padded + k] * inside + buffer[no[e] * padded + k] * (1.0 - inside))
            if factor >= 0:
                amount = amount * mask[factor + k]
            buffer[target + k] += amount


@compiled
def fetch_row(
    here: i64, row: i64, lanes: i64, stride: i64, row_offset: Array[i64], single: i64, x: Array[f64], small: Array[f32]
):  # fmt: skip
    """Ask for a row of the block that begins here."""
    place = here + row_offset[row]
    if single:
        if stride == 1:
            for k in range(0, lanes, 2 * LINE):
                prefetch(small, place + k)
        elif row % LINE == 0:
            for k in range(lanes):
                prefetch(small, place + k * stride)
    elif stride == 1:
        for k in range(0, lanes, LINE):
            prefetch(x, place + k)
    elif row % LINE == 0:
        for k in range(lanes):
            prefetch(x, place + k * stride)


@compiled
def copy_block(
    inward: i64, begin: i64, rows: i64, lanes: i64, padded: i64, stride: i64, row_offset: Array[i64], x: Array[f64],
    buffer: Array[f64], start: i64,
):  # fmt: skip
    """Between the box and the buffer, rows from `start` on."""
    for r in range(rows):
        here = begin + row_offset[r]
        there = start + r * padded
        if inward:
            if stride == 1:
                for k in range(lanes):
                    buffer[there + k] = x[here + k]
            else:
                for k in range(lanes):
                    buffer[there + k] = x[here + k * stride]
        elif stride == 1:
            for k in range(lanes):
                x[here + k] = buffer[there + k]
        else:
            for k in range(lanes):
                x[here + k * stride] = buffer[there + k]


@compiled
def copy_small(
    inward: i64, begin: i64, rows: i64, lanes: i64, padded: i64, stride: i64, row_offset: Array[i64],
    small: Array[f32], buffer: Array[f64], start: i64,
):  # fmt: skip
    """The same for a box in single precision."""
    for r in range(rows):
        here = begin + row_offset[r]
        there = start + r * padded
        if inward:
            for k in range(lanes):
                buffer[there + k] = small[here + k * stride]
        else:
            for k in range(lanes):
                small[here + k * stride] = buffer[there + k]


@compiled
def add_row(
    block: i64, r: i64, target: i64, padded: i64, masks: Array[i32], state: Array[u8], mask: Array[f64],
    case_start: Array[i64], case_condition: Array[i64], entry_start: Array[i64], weight: Array[f64],
    condition: Array[i64], yes: Array[i64], no: Array[i64], group_start: Array[i64], group_row: Array[i64],
    coefficient: Array[f64], buffer: Array[f64], source: Array[i64], slow: Array[i64],
):  # fmt: skip
    """One row of the result."""
    fresh = 1
    if slow[r] == block or case_start[r] == case_start[r + 1]:
        fresh = 0
        for k in range(padded):
            buffer[target + k] = 0.0
    for case in range(case_start[r], case_start[r + 1]):
        own = case_condition[case]
        holds = 1 if own < 0 else i64(masks[own])
        if state[holds] == NEVER:
            continue
        factor = holds * padded if state[holds] == SOMETIMES else -1
        if slow[r] == block:
            slow_case(
                entry_start[case], entry_start[case + 1], masks, state, mask, weight, condition, yes, no, padded,
                buffer, target, factor,
            )  # fmt: skip
        else:
            add_rows(
                entry_start[case], entry_start[case + 1], weight, source, group_start[case], group_start[case + 1],
                group_row, coefficient, buffer, target, padded, fresh, factor, mask,
            )  # fmt: skip
        fresh = 0
    if fresh:
        for k in range(padded):
            buffer[target + k] = 0.0


@compiled
def sweep(
    first: i64, last: i64, locate: Callback[i64, i64, Array[u8], Array[i32], Array[i32], Array[f64]],
    begins: Callback[i64, i64], truth: Array[u8], mask_of: Array[i32], state: Array[u8], mask: Array[f64],
    outside: Array[f64], conditions: i64, default: Array[i32], use_start: Array[i64], use: Array[i64],
    row_of: Array[i64], drops: i64, drop_condition: Array[i64], drop_row: Array[i64], drop_virtual: Array[i64],
    case_start: Array[i64], case_condition: Array[i64], entry_start: Array[i64], weight: Array[f64],
    condition: Array[i64], yes: Array[i64], no: Array[i64], yes_virtual: Array[i64], plain: Array[i64],
    group_start: Array[i64], group_row: Array[i64], coefficient: Array[f64], rows: i64, lanes: i64, padded: i64,
    lane_stride: i64, row_offset: Array[i64], unit: f64, shift: i64, single: i64, x: Array[f64], small: Array[f32],
    buffer: Array[f64], masks: Array[i32], source: Array[i64], slow: Array[i64], changed: Array[i64],
):  # fmt: skip
    """Blocks first..last-1 of the box x (or `small`, if `single`), whose first `shift` cells are not here.

    The arrays behind these are the caller's own scratch space.
    """
    result = (rows + 2) * padded
    virtual = result + rows * padded
    for k in range(padded):
        buffer[rows * padded + k] = 0.0
        buffer[(rows + 1) * padded + k] = unit
    for block in range(first, last):
        begin = locate(block, truth, mask_of, masks, mask) - shift
        if single:
            copy_small(1, begin, rows, lanes, padded, lane_stride, row_offset, small, buffer, 0)
        else:
            copy_block(1, begin, rows, lanes, padded, lane_stride, row_offset, x, buffer, 0)
        for d in range(drops):
            usual = i64(default[drop_condition[d]]) * padded
            masked_row(drop_row[d] * padded, virtual + drop_virtual[d] * padded, usual, padded, buffer, outside)
        redirected = settle(
            block, conditions, padded, masks, default, state, outside, use_start, use, row_of, yes, no, yes_virtual,
            source, slow, changed, buffer, virtual,
        )  # fmt: skip
        following = begins(block + 1 if block + 1 < last else block) - shift
        for r in range(rows):
            fetch_row(following, r, lanes, lane_stride, row_offset, single, x, small)
            add_row(
                block, r, result + r * padded, padded, masks, state, mask, case_start, case_condition, entry_start,
                weight, condition, yes, no, group_start, group_row, coefficient, buffer, source, slow,
            )  # fmt: skip
        for j in range(redirected):
            c = changed[j]
            for i in range(use_start[c], use_start[c + 1]):
                source[use[i]] = plain[use[i]]
        if single:
            copy_small(0, begin, rows, lanes, padded, lane_stride, row_offset, small, buffer, result)
        else:
            copy_block(0, begin, rows, lanes, padded, lane_stride, row_offset, x, buffer, result)
