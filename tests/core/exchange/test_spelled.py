"""Small models become specs that people can read and that have the same answers; large ones are left alone."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith.exchange.spelled import MOST, spelled
from oddsmith.exchange.stored import StoredModel
from oddsmith.source import SpecError
from oddsmith.space.space import Gains, Stored
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

THIRD = 1 / 3


def model(weight: list[float] | None = None, **more: object) -> StoredModel:
    """State 0 leads to 1 or 2 by `go`, or stays by an action without a name; 1 and 2 are ends."""
    stored = Stored(
        3,
        np.array([0, 2, 3, 4]),
        np.array([0, 2, 3, 4, 5]),
        np.array([1, 2, 0, 1, 2], dtype=np.int32),
        np.array([*(weight or [THIRD, 2 * THIRD]), 1, 1, 1]),
    )
    return StoredModel("mdp", stored, actions=("go", ""), action=np.array([0, 1, 1, 1], dtype=np.int32), **more)  # type: ignore[arg-type]


def test_commands_for_choices_and_sets_for_labels() -> None:
    labels = {"goal": np.array([False, True, True]), "first-state": np.array([True, False, False])}
    gains = {"coins": Gains(np.array([0.0, 0.5, 0.0]), np.array([2.0, 0, 0, 0]))}
    found = spelled(model(labels=labels, gains=gains), "small", "small.drn")
    assert found.text == (
        "game: small\n"
        'about: "states and transitions of small.drn"\n'
        "type: mdp\n"
        "variables:\n"
        "  state: {range: 0..2, init: 0}\n"
        "commands:\n"
        "  - action: go\n"
        "    when: state = 0\n"
        "    then:\n"
        "      - 1/3: {state: 1}\n"
        "      - 2/3: {state: 2}\n"
        "  - when: state = 0\n"
        "    then: {state: 0}\n"
        "labels:\n"
        "  goal: state in 1..2\n"
        "  first_state: state = 0\n"
        "rewards:\n"
        "  coins:\n"
        "    - {when: state = 1, gain: 0.5}\n"
        "    - {action: go, when: state = 0, gain: 2}\n"
    )
    assert found.remarks == ("the label `first-state` is called first_state",)
    assert lower(load_text(found.text)).kind == "mdp"


def test_weights_that_are_no_simple_fractions_sum_to_one() -> None:
    text = spelled(model([0.123456789, 1 - 0.123456789]), "odd", "odd.drn").text
    assert lower(load_text(text)).summands
    assert "123456789/1000000000: {state: 1}" in text
    assert "876543211/1000000000: {state: 2}" in text


def test_what_nobody_reads_is_not_written() -> None:
    size = MOST + 1
    stored = Stored(size, None, np.arange(size + 1), np.zeros(size, dtype=np.int32), np.ones(size))
    with pytest.raises(SpecError, match="E823: a spec of 2,001 transitions") as caught:
        spelled(StoredModel("chain", stored), "large", "large.umb")
    assert "pipeline run large.umb --ask" in str(caught.value)


def test_gains_that_no_command_can_tell_are_refused() -> None:
    gains = {"coins": Gains(np.zeros(3), np.array([0, 1.0, 0, 0]))}
    with pytest.raises(SpecError, match="E823: the reward coins differs among choices of state 0"):
        spelled(model(gains=gains), "small", "small.drn")
