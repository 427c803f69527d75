"""The smallest trees within what is allowed."""

from __future__ import annotations

import numpy as np

from oddsmith.strategies.features import Feature
from oddsmith.strategies.fit import Sample, fit, grown, thresholds
from oddsmith.strategies.tree import Leaf, Part, Split, decide, leaves, lines

GO, STOP, EITHER = 1, 2, 3


def sample(masks, **values):
    features = [Feature(name, None, boolean=name.startswith("is_")) for name in values]
    columns = {number: np.array(column, dtype=np.float64) for number, column in enumerate(values.values())}
    chosen = np.array([0 if mask & 1 else 1 for mask in masks])
    return Sample(features, columns, np.array(masks), chosen)


def test_ties_go_to_the_upper_side_of_a_threshold():
    found = thresholds(sample([GO, GO, EITHER, STOP, STOP], coins=[1, 2, 4, 6, 7]), 0, np.arange(5))
    assert found == Split(0, (Part(None, 2, Leaf(0)), Part(4, None, Leaf(1))))


def test_a_feature_that_does_not_tell_gives_nothing():
    assert thresholds(sample([GO, STOP], coins=[1, 1]), 0, np.arange(2)) is None


def test_nothing_is_asked_where_one_option_is_always_allowed():
    assert fit(sample([EITHER, GO, EITHER], coins=[1, 2, 3])) == Leaf(0)


def test_pairs_have_a_row_for_each_value_and_equal_rows_are_one():
    coins, seen = np.meshgrid(np.arange(10), np.arange(4))
    limit = np.array([8, 5, 5, 2])[seen]
    masks = np.where(coins >= limit, STOP, GO).reshape(-1)
    data = sample(masks.tolist(), coins=coins.reshape(-1), seen=seen.reshape(-1))
    found = fit(data)
    assert list(lines(found, data.features, ["go", "stop"])) == [
        "0 <= coins <= 1  go",
        "2 <= coins <= 4  stop if seen >= 3, else go",
        "5 <= coins <= 7  stop if seen >= 1, else go",
        "8 <= coins <= 9  stop",
    ]
    assert (decide(found, data.values, len(masks)) == (masks == STOP)).all()


def test_trees_are_right_everywhere_or_as_small_as_asked():
    random = np.random.default_rng(1)
    a, b, c = random.integers(0, 6, (3, 300))
    masks = np.where((a >= 3) ^ (b + c >= 6), STOP, GO)
    data = sample(masks.tolist(), a=a, b=b, total=b + c)
    tree = grown(data, None)
    assert (decide(tree, data.values, 300) == (masks == STOP)).all()
    assert leaves(grown(data, 3)) <= 3


def test_conditions_read_well():
    truth, difference = Feature("is_late", None, boolean=True), Feature("x - y", None, minus=("x", "y"))
    assert [truth.between(1, 1), truth.between(0, 0)] == ["is_late", "not is_late"]
    assert [difference.between(0, None), difference.between(None, -1), difference.between(2, None)] == [
        "x >= y",
        "x < y",
        "x - y >= 2",
    ]
