"""Blocks that wait -> a stable partition: the compiled loop of partition refinement.

Equation: states s, s' are in one block iff they have the same label and the same set of kinds of choices, and choices
c, c' are of one kind iff they gain the same and  sum of weight(c, t) over t in B  is the same for every block B.
A splitter B sums up what leads to it, choice by choice; choices of one kind with different sums get different kinds;
states whose choices got new kinds are regrouped by the sets of their kinds. In a chain states and choices are one.
Stopping rule: no block waits.  Sources: Valmari, Franceschinis, Simple O(m log n) time Markov chain lumping, 2010;
Groote, Rivera Verduzco, de Vink, An efficient algorithm to determine probabilistic bisimulation, 2018. We group by
hashing with exact comparison instead of sorting, and look at all choices of a state that has a changed one.
"""

from __future__ import annotations

from oddsmith.plugin import Array, compiled, i32, i64, u8, u64
from oddsmith_plugins.reductions.bisimulation_parts.grouping import grouped, mixed
from oddsmith_plugins.reductions.bisimulation_parts.splitting import HEAD, KINDS, NONE, TAIL, ordered, split, staying


@compiled
def gathered(
    low: i64,
    high: i64,
    elements: Array[i32],
    back_start: Array[i64],
    back_choice: Array[i32],
    back_weight: Array[u64],
    words: i64,
    value: Array[u64],
    marked: Array[u8],
    touched: Array[i32],
) -> i64:
    """Per choice that leads to `elements[low:high]` the sum of its weights there; how many there are. Clears marks."""
    count = 0
    for i in range(low, high):
        state = elements[i]
        for t in range(back_start[state], back_start[state + 1]):
            choice = back_choice[t]
            if marked[choice] == 0:
                marked[choice] = 1
                touched[count] = choice
                count += 1
                for k in range(words):
                    value[choice * words + k] = back_weight[t * words + k]
            elif words == 1:
                value[choice] += back_weight[t]
            else:
                carry: u64 = 0
                for k in range(words):
                    old: u64 = value[choice * words + k]
                    new: u64 = old + back_weight[t * words + k]
                    with_carry: u64 = new + carry
                    carry = u64(1 if new < old or with_carry < new else 0)
                    value[choice * words + k] = with_carry
    for i in range(count):
        marked[touched[i]] = 0
    return count


@compiled
def renamed(
    count: i64,
    groups: i64,
    touched: Array[i32],
    group: Array[i32],
    leader: Array[i32],
    population: Array[i32],
    begin: Array[i64],
    order: Array[i32],
    kind: Array[i32],
    kind_room: Array[i32],
    kind_hit: Array[i32],
    kind_best: Array[i32],
    owner: Array[i32],
    marked: Array[u8],
    states: Array[i32],
    counter: Array[i64],
) -> i64:
    """New kinds for all groups of choices but one of each kind; the states that have such a choice, counted."""
    staying(groups, leader, population, kind, kind_room, kind_hit, kind_best)
    ordered(count, groups, group, population, begin, order)
    found = 0
    for g in range(groups):
        old = kind[leader[g]]
        if kind_best[old] != g:
            fresh = counter[KINDS]
            counter[KINDS] += 1
            kind_room[old] -= population[g]
            kind_room[fresh] = population[g]
            for i in range(begin[g] - population[g], begin[g]):
                choice = touched[order[i]]
                kind[choice] = fresh
                state = owner[choice]
                if marked[state] == 0:
                    marked[state] = 1
                    states[found] = state
                    found += 1
        begin[g] = old
    for g in range(groups):
        kind_best[begin[g]] = NONE
    for i in range(found):
        marked[states[i]] = 0
    return found


@compiled
def signed(
    count: i64,
    states: Array[i32],
    choice_start: Array[i64],
    kind: Array[i32],
    seed: u64,
    seen: Array[i32],
    signature: Array[u64],
) -> None:
    """Two words per state that tell the sets of kinds apart: sums over the different kinds. `seen` is all -1 before."""
    for i in range(count):
        state = states[i]
        one: u64 = 0
        two: u64 = 0
        for choice in range(choice_start[state], choice_start[state + 1]):
            mine = kind[choice]
            if seen[mine] != state:
                seen[mine] = state
                word: u64 = mixed(u64(mine) + seed)
                one += word
                two += mixed(word + seed)
        signature[state * 2] = one
        signature[state * 2 + 1] = two
    for i in range(count):
        for choice in range(choice_start[states[i]], choice_start[states[i] + 1]):
            seen[kind[choice]] = NONE


@compiled
def refine_chain(
    size: i64,
    budget: i64,
    words: i64,
    back_start: Array[i64],
    back_choice: Array[i32],
    back_weight: Array[u64],
    value: Array[u64],
    marked: Array[u8],
    touched: Array[i32],
    slots: Array[i32],
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
) -> i64:
    """Let splitters split until none waits (0) or about `budget` states were touched (1).

    The newest splitter comes first: its states are still near by, and it is small (measured: up to three times faster).
    """
    spent = 0
    while counter[HEAD] < counter[TAIL]:
        if spent > budget:
            return 1
        counter[TAIL] -= 1
        splitter = queue[counter[TAIL]]
        pending[splitter] = 0
        low = i64(first[splitter])
        high = low + room[splitter]
        count = gathered(low, high, elements, back_start, back_choice, back_weight, words, value, marked, touched)
        spent += count + high - low
        groups = grouped(count, touched, block, words, value, slots, group, leader, population, begin)
        split(
            size, count, groups, touched, group, leader, population, begin, order, origin,
            elements, place, block, first, room, hit, best, holder, pending, queue, counter,
        )  # fmt: skip
    return 0


@compiled
def refine_decided(
    size: i64,
    budget: i64,
    words: i64,
    back_start: Array[i64],
    back_choice: Array[i32],
    back_weight: Array[u64],
    value: Array[u64],
    marked: Array[u8],
    touched: Array[i32],
    slots: Array[i32],
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
    seed: u64,
    choice_start: Array[i64],
    owner: Array[i32],
    kind: Array[i32],
    kind_room: Array[i32],
    kind_hit: Array[i32],
    kind_best: Array[i32],
    states: Array[i32],
    seen: Array[i32],
    signature: Array[u64],
) -> i64:
    """The same where somebody decides: choices are split first, then the states that have changed ones.

    Here the oldest splitter comes first, since states are touched less often then.
    """
    spent = 0
    while counter[HEAD] < counter[TAIL]:
        if spent > budget:
            return 1
        splitter = queue[counter[HEAD] % size]
        counter[HEAD] += 1
        pending[splitter] = 0
        low = i64(first[splitter])
        high = low + room[splitter]
        count = gathered(low, high, elements, back_start, back_choice, back_weight, words, value, marked, touched)
        spent += count + high - low
        groups = grouped(count, touched, kind, words, value, slots, group, leader, population, begin)
        count = renamed(
            count, groups, touched, group, leader, population, begin, order,
            kind, kind_room, kind_hit, kind_best, owner, marked, states, counter,
        )  # fmt: skip
        signed(count, states, choice_start, kind, seed, seen, signature)
        groups = grouped(count, states, block, 2, signature, slots, group, leader, population, begin)
        split(
            size, count, groups, states, group, leader, population, begin, order, origin,
            elements, place, block, first, room, hit, best, holder, pending, queue, counter,
        )  # fmt: skip
    return 0
