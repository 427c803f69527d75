"""Decision trees over features: splits by intervals of values, options at the leaves; as text and as conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.strategies.features import Feature, Values


@dataclass(frozen=True)
class Leaf:
    """The number of an option."""

    option: int


@dataclass(frozen=True)
class Part:
    """Values from low to high, both included; None: no bound."""

    low: float | None
    high: float | None
    child: Node


@dataclass(frozen=True)
class Split:
    """By the value of a feature; parts in ascending order."""

    feature: int
    parts: tuple[Part, ...]


Node = Leaf | Split


def leaves(node: Node) -> int:
    return 1 if isinstance(node, Leaf) else sum(leaves(part.child) for part in node.parts)


def used(node: Node) -> frozenset[int]:
    """The features that are asked for."""
    if isinstance(node, Leaf):
        return frozenset()
    return frozenset({node.feature}).union(*(used(part.child) for part in node.parts))


def decide(node: Node, values: dict[int, Values], size: int) -> NDArray[np.int64]:
    """The option of each state."""
    result = np.zeros(size, dtype=np.int64)
    _fill(node, values, np.arange(size), result)
    return result


def _fill(node: Node, values: dict[int, Values], states: NDArray[np.int64], result: NDArray[np.int64]) -> None:
    if isinstance(node, Leaf):
        result[states] = node.option
        return
    column = values[node.feature][states]
    for place, part in enumerate(node.parts):
        inside = np.ones(len(states), dtype=np.bool_)
        if place > 0 and part.low is not None:
            inside &= column >= part.low
        if place + 1 < len(node.parts):
            following = node.parts[place + 1].low
            assert following is not None
            inside &= column < following
        _fill(part.child, values, states[inside], result)


def conditions(node: Node, features: Sequence[Feature]) -> Iterator[tuple[list[str], int]]:
    """For every leaf the conditions that lead to it, and its option."""
    if isinstance(node, Leaf):
        yield [], node.option
        return
    for part in node.parts:
        here = _condition(features[node.feature], part)
        for deeper, option in conditions(part.child, features):
            yield [*([here] if here else []), *deeper], option


def lines(node: Node, features: Sequence[Feature], options: Sequence[str], indent: str = "") -> Iterator[str]:
    """The tree for readers."""
    if isinstance(node, Leaf):
        yield f"{indent}{options[node.option]}"
        return
    if (short := _inline(node, features, options)) is not None:
        yield f"{indent}{short}"
        return
    feature = features[node.feature]
    heads = [_condition(feature, part) or "otherwise" for part in node.parts]
    width = max(len(head) for head in heads)
    for head, part in zip(heads, node.parts, strict=True):
        text = _inline(part.child, features, options)
        if text is not None:
            yield f"{indent}{head.ljust(width)}  {text}"
        else:
            yield f"{indent}{head}"
            yield from lines(part.child, features, options, indent + "  ")


def _inline(node: Node, features: Sequence[Feature], options: Sequence[str]) -> str | None:
    """`leave if found() >= 43, else stay`; None where that is too little."""
    if isinstance(node, Leaf):
        return options[node.option]
    if len(node.parts) == 2 and all(isinstance(part.child, Leaf) for part in node.parts):
        low, high = node.parts
        assert isinstance(low.child, Leaf)
        assert isinstance(high.child, Leaf)
        condition = features[node.feature].between(high.low, 1 if features[node.feature].boolean else None)
        return f"{options[high.child.option]} if {condition}, else {options[low.child.option]}"
    return None


def _condition(feature: Feature, part: Part) -> str:
    if feature.boolean:
        return feature.between(1, 1) if part.low == 1 else feature.between(0, 0)
    return "" if part.low is None and part.high is None else feature.between(part.low, part.high)
