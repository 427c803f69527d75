"""Values of features and allowed options -> the smallest tree that stays within what is allowed.

One feature, then pairs of features (a row for each value of the first, thresholds in the second), then a binary tree,
grown by the split with the least mixed options (Gini, as CART: Breiman et al. 1984) until every leaf is within what is
allowed everywhere in it. States that allow several options are free to go either way; this is where we differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from oddsmith.strategies.features import Feature, Values
from oddsmith.strategies.tree import Leaf, Node, Part, Split, leaves, used

Masks = NDArray[np.int64]
"""[n]; the bits of the options that are allowed."""
MOST_ROWS = 16
"""Values of the first feature of a pair."""
MOST_LEAVES = 60
"""Leaves of a pair; more are no summary."""
LETTERS = 40.0
"""So many letters of an expression weigh as much as a leaf."""


@dataclass(frozen=True)
class Sample:
    """Some states: the values of all features there, what is allowed, and what the strategy does."""

    features: Sequence[Feature]
    values: dict[int, Values]
    """Only of features that differ somewhere and are not the same as a simpler one."""
    masks: Masks
    chosen: NDArray[np.int64]
    weight: Values | None = None
    """How much each state matters where a tree cannot be right everywhere; None: all the same."""


def fit(sample: Sample, most: int | None = None) -> Node | None:
    """The smallest tree found; with `most` leaves it need not stay within what is allowed. None: there is none."""
    if most is not None:
        return grown(sample, most)
    common = int(np.bitwise_and.reduce(sample.masks)) if len(sample.masks) else 1
    if common:
        return Leaf(_preferred(common, sample.chosen))
    best: tuple[float, Node] | None = None
    for number in sample.values:
        node = thresholds(sample, number, np.arange(len(sample.masks)))
        if node is not None:
            best = _better(best, node, sample, (number,))
    if best is None:
        for one, other in _pairs(sample):
            node = _pair(sample, one, other)
            if node is not None and leaves(node) <= MOST_LEAVES:
                best = _better(best, node, sample, (one, other))
    tree = grown(sample, None)
    if tree is not None and (best is None or leaves(tree) < leaves(best[1])):
        return tree
    return None if best is None else best[1]


def refitted(node: Node, sample: Sample) -> Node:
    """The same kind of tree over one or two features, its thresholds read off from all states of the sample."""
    if not isinstance(node, Split):
        return node
    others = used(node) - {node.feature}
    if not others:
        found = thresholds(sample, node.feature, np.arange(len(sample.masks)))
    elif len(others) == 1 and all(used(part.child) <= others for part in node.parts):
        found = _pair(sample, node.feature, next(iter(others)))
    else:
        return node
    return node if found is None or leaves(found) > leaves(node) + len(node.parts) else found


def _better(
    best: tuple[float, Node] | None, node: Node, sample: Sample, numbers: tuple[int, ...]
) -> tuple[float, Node]:
    cost = leaves(node) + sum(len(sample.features[n].text) for n in numbers) / LETTERS
    return (cost, node) if best is None or cost < best[0] else best


def _pairs(sample: Sample) -> list[tuple[int, int]]:
    """Pairs of features that together tell what to do; the first with few values."""
    codes = {n: np.unique(v, return_inverse=True) for n, v in sample.values.items()}
    found = []
    numbers = list(codes)
    for place, one in enumerate(numbers):
        for other in numbers[place + 1 :]:
            (left, a), (right, b) = codes[one], codes[other]
            if min(len(left), len(right)) > MOST_ROWS:
                continue
            if _tells(a * len(right) + b, sample.masks):
                found += [pair for pair in ((one, other), (other, one)) if len(codes[pair[0]][0]) <= MOST_ROWS]
    return found


def _tells(code: NDArray[np.int64], masks: Masks) -> bool:
    order = np.argsort(code, kind="stable")
    ordered = code[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    return bool((np.bitwise_and.reduceat(masks[order], starts) != 0).all())


def _pair(sample: Sample, one: int, other: int) -> Node | None:
    """A row for each value of the first feature, thresholds in the second; equal rows are one."""
    column = sample.values[one]
    rows: list[tuple[float, Node]] = []
    for value in np.unique(column).tolist():
        node = thresholds(sample, other, np.flatnonzero(column == value))
        if node is None:
            return None
        rows.append((value, node))
    return _rows(sample, one, other, rows)


def _rows(sample: Sample, one: int, other: int, rows: list[tuple[float, Node]]) -> Node:
    patterns = [_options(node) for _, node in rows]
    usual = max(patterns, key=patterns.count)
    column = sample.values[one]
    parts: list[Part] = []
    for value, found in rows:
        node = found
        if len(usual) == 2 and _options(node) == usual[:1]:
            node = _lengthened(sample, other, np.flatnonzero(column == value), usual)
        if parts and parts[-1].child == node:
            parts[-1] = Part(parts[-1].low, value, node)
        else:
            parts.append(Part(value, value, node))
    return parts[0].child if len(parts) == 1 else Split(one, tuple(parts))


def _options(node: Node) -> list[int]:
    return [node.option] if isinstance(node, Leaf) else [o for part in node.parts for o in _options(part.child)]


def _lengthened(sample: Sample, number: int, states: NDArray[np.int64], usual: list[int]) -> Node:
    """A row that never needs the second option gets it where it may have it: all rows then read alike."""
    column, masks = sample.values[number][states], sample.masks[states]
    refusing = column[(masks >> usual[1]) & 1 == 0]
    allowing = column[column > refusing.max(initial=-np.inf)]
    if not len(allowing) or not len(refusing):
        return Leaf(usual[0])
    edge, last = float(allowing.min()), float(column[column < allowing.min()].max())
    return Split(number, (Part(None, last, Leaf(usual[0])), Part(edge, None, Leaf(usual[1]))))


def thresholds(sample: Sample, number: int, states: NDArray[np.int64]) -> Node | None:
    """The fewest intervals of one feature that stay within what is allowed; None where it does not tell.

    From the largest value down, each interval as long as it can be: ties go to the upper side of a threshold.
    """
    column, masks = sample.values[number][states], sample.masks[states]
    order = np.argsort(column, kind="stable")
    ordered = column[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    allowed = np.bitwise_and.reduceat(masks[order], starts).tolist()
    if 0 in allowed:
        return None
    values = ordered[starts].tolist()
    cuts: list[tuple[int, int, int]] = []
    high, now = len(values) - 1, -1
    for place in range(len(values) - 1, -1, -1):
        if now & allowed[place] == 0:
            cuts.append((place + 1, high, now))
            high, now = place, -1
        now &= allowed[place]
    cuts.append((0, high, now))
    chosen = sample.chosen[states]
    if len(cuts) == 1:
        return Leaf(_preferred(now, chosen))
    parts = []
    for low, top, mask in cuts[::-1]:
        inside = chosen[(column >= values[low]) & (column <= values[top])]
        begin = None if low == 0 else values[low]
        end = None if top == len(values) - 1 else values[top]
        if sample.features[number].boolean:
            begin = end = values[low]
        parts.append(Part(begin, end, Leaf(_preferred(mask, inside))))
    return Split(number, tuple(parts))


def _preferred(mask: int, chosen: NDArray[np.int64]) -> int:
    """Of the allowed options the one that the strategy takes most often."""
    counts = np.bincount(chosen, minlength=64)
    options = [o for o in range(63) if mask >> o & 1]
    return max(options, key=lambda option: (counts[option], -option))


@dataclass(order=True)
class _Waiting:
    gain: float
    place: int


def grown(sample: Sample, most: int | None) -> Node | None:
    """A binary tree, the most useful split first; ends when all leaves are allowed, or at `most` leaves."""
    shares = _shares(sample)
    groups: list[NDArray[np.int64]] = [np.arange(len(sample.masks))]
    cuts: dict[int, tuple[int, float, float, int, int]] = {}
    waiting: list[_Waiting] = []
    found: dict[int, tuple[float, int, float, float]] = {}

    def consider(place: int) -> None:
        states = groups[place]
        if int(np.bitwise_and.reduce(sample.masks[states])) == 0 and (cut := _cut(sample, shares, states)) is not None:
            found[place] = cut
            heappush(waiting, _Waiting(-cut[0], place))

    consider(0)
    count = 1
    while waiting and count < (most or MOST_LEAVES):
        place = heappop(waiting).place
        _, number, below, edge = found[place]
        states = groups[place]
        upper = sample.values[number][states] >= edge
        cuts[place] = (number, below, edge, len(groups), len(groups) + 1)
        groups += [states[~upper], states[upper]]
        consider(len(groups) - 2)
        consider(len(groups) - 1)
        count += 1
    if most is None and waiting:
        return None

    def node(place: int) -> Node:
        if place not in cuts:
            states = groups[place]
            mask = int(np.bitwise_and.reduce(sample.masks[states]))
            return Leaf(_preferred(mask or _commonest(shares, states), sample.chosen[states]))
        number, below, edge, lower, upper = cuts[place]
        boolean = sample.features[number].boolean
        first = Part(0.0, 0.0, node(lower)) if boolean else Part(None, below, node(lower))
        second = Part(1.0, 1.0, node(upper)) if boolean else Part(edge, None, node(upper))
        if first.child == second.child:
            return first.child
        return Split(number, (first, second))

    result = node(0)
    return result if most is not None or not _unfinished(sample, groups, cuts) else None


def _unfinished(
    sample: Sample, groups: list[NDArray[np.int64]], cuts: dict[int, tuple[int, float, float, int, int]]
) -> bool:
    return any(
        place not in cuts and int(np.bitwise_and.reduce(sample.masks[states])) == 0
        for place, states in enumerate(groups)
    )


def _commonest(shares: NDArray[np.float64], states: NDArray[np.int64]) -> int:
    return 1 << int(np.argmax(shares[states].sum(axis=0)))


def _shares(sample: Sample) -> NDArray[np.float64]:
    """[n, options]; each state spreads its weight over what it allows."""
    width = int(sample.masks.max(initial=1)).bit_length()
    bits = (sample.masks[:, None] >> np.arange(width)) & 1
    weight = np.ones(len(sample.masks)) if sample.weight is None else sample.weight
    return np.asarray(bits / bits.sum(axis=1, keepdims=True) * weight[:, None], dtype=np.float64)


def _cut(
    sample: Sample, shares: NDArray[np.float64], states: NDArray[np.int64]
) -> tuple[float, int, float, float] | None:
    """The split that leaves the least mixed: (what it gains, feature, last value below, first value above)."""
    best: tuple[float, int, float, float] | None = None
    total = shares[states].sum(axis=0)
    mass = float(total.sum())
    before = mass - float((total**2).sum()) / mass
    for number, column in sample.values.items():
        values = column[states]
        order = np.argsort(values, kind="stable")
        ordered = values[order]
        ends = np.flatnonzero(ordered[1:] != ordered[:-1])
        if not len(ends):
            continue
        sums = np.cumsum(shares[states[order]], axis=0)[ends]
        below = sums.sum(axis=1)
        above = np.maximum(mass - below, 1e-300)
        mixed = mass - (sums**2).sum(axis=1) / below - ((total - sums) ** 2).sum(axis=1) / above
        place = int(np.argmin(mixed))
        gain = before - float(mixed[place]) - mass * len(sample.features[number].text) * 1e-12
        if best is None or gain > best[0]:
            best = (gain, number, float(ordered[ends[place]]), float(ordered[ends[place] + 1]))
    return best
