"""Groups of touched states -> a finer partition, with the blocks that have to be looked at again.

A block is a stretch of `elements`. Of the parts of a block that was stable, all but the largest are splitters again:
what leads to the largest is what led to the whole, less what leads to the others (Paige and Tarjan, 1987).
"""

from __future__ import annotations

from oddsmith.plugin import Array, compiled, i32, i64, u8

HEAD = 0
TAIL = 1
BLOCKS = 2
KINDS = 3
"""Places in `counter`: both ends of the queue, and how many blocks and kinds of choices there are."""
NONE = -1
PENDING = -2
"""Instead of a block: its parent waits in the queue already, so that all parts have to."""


@compiled
def push(size: i64, block: i64, pending: Array[u8], queue: Array[i32], counter: Array[i64]) -> None:
    """Let a block wait, once; the queue is a ring, for no more blocks than states can wait."""
    if pending[block] == 0:
        pending[block] = 1
        queue[counter[TAIL] % size] = block
        counter[TAIL] += 1


@compiled
def staying(
    groups: i64,
    leader: Array[i32],
    population: Array[i32],
    label: Array[i32],
    room: Array[i32],
    hit: Array[i32],
    best: Array[i32],
) -> None:
    """For each label that was touched as a whole the group that keeps it, in `best`; NONE: the untouched keep it."""
    for g in range(groups):
        mine = label[leader[g]]
        hit[mine] += population[g]
        if best[mine] == NONE or population[g] > population[best[mine]]:
            best[mine] = g
    for g in range(groups):
        mine = label[leader[g]]
        if hit[mine] > 0:
            if hit[mine] < room[mine]:
                best[mine] = NONE
            hit[mine] = 0


@compiled
def ordered(
    count: i64, groups: i64, group: Array[i32], population: Array[i32], begin: Array[i64], order: Array[i32]
) -> None:
    """The places of the items, group by group: those of group g end at `begin[g]` afterwards."""
    total = 0
    for g in range(groups):
        begin[g] = total
        total += population[g]
    for i in range(count):
        order[begin[group[i]]] = i
        begin[group[i]] += 1


@compiled
def split(
    size: i64,
    count: i64,
    groups: i64,
    items: Array[i32],
    group: Array[i32],
    leader: Array[i32],
    population: Array[i32],
    begin: Array[i64],
    order: Array[i32],
    origin: Array[i32],
    elements: Array[i32],
    place: Array[i32],
    block: Array[i32],
    first: Array[i32],
    room: Array[i32],
    hit: Array[i32],
    best: Array[i32],
    holder: Array[i32],
    pending: Array[u8],
    queue: Array[i32],
    counter: Array[i64],
) -> None:
    """Every group becomes a block of its own, but the one of each block that keeps its number."""
    staying(groups, leader, population, block, room, hit, best)
    ordered(count, groups, group, population, begin, order)
    for g in range(groups):
        parent = block[leader[g]]
        holder[parent] = PENDING if pending[parent] == 1 else parent
        origin[g] = NONE if best[parent] == g else parent
    for g in range(groups):
        parent = origin[g]
        if parent != NONE:
            fresh = counter[BLOCKS]
            counter[BLOCKS] += 1
            end = first[parent] + room[parent]
            for i in range(begin[g] - population[g], begin[g]):
                state = items[order[i]]
                end -= 1
                other = elements[end]
                elements[place[state]] = other
                place[other] = place[state]
                elements[end] = state
                place[state] = end
                block[state] = fresh
            room[parent] -= population[g]
            first[fresh] = end
            room[fresh] = population[g]
    for g in range(groups):
        parent = origin[g]
        if parent != NONE:
            settle(size, parent, block[leader[g]], room, holder, pending, queue, counter)
            best[parent] = NONE
        else:
            best[block[leader[g]]] = NONE


@compiled
def settle(
    size: i64,
    parent: i64,
    fresh: i64,
    room: Array[i32],
    holder: Array[i32],
    pending: Array[u8],
    queue: Array[i32],
    counter: Array[i64],
) -> None:
    """Let the fresh block wait, or the largest part so far if the fresh one is larger."""
    if holder[parent] == PENDING:
        push(size, fresh, pending, queue, counter)
    elif room[fresh] > room[holder[parent]]:
        push(size, holder[parent], pending, queue, counter)
        holder[parent] = fresh
    else:
        push(size, fresh, pending, queue, counter)
