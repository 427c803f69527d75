"""Draws share a word as long as its bits suffice."""

from __future__ import annotations

from oddsmith.plugin import Branch, Draw, Name, Number, Uniform, Weighted
from oddsmith_plugins.solvers.simulation_parts.sharing import fixed_size, fresh

ONE = Number(1)


def uniform(name: str, high: int) -> Draw:
    return Draw(name, Uniform(ONE, Number(high)))


def test_two_dice_share_a_word() -> None:
    assert fresh(Branch((uniform("a", 6), uniform("b", 6)), ONE, ())) == (True, False)


def test_a_word_is_given_up_before_its_bits_are_spent() -> None:
    draws = tuple(uniform(f"d{n}", 1000) for n in range(4))
    assert fresh(Branch(draws, ONE, ())) == (True, False, True, False)


def test_what_is_certain_takes_no_word() -> None:
    assert fresh(Branch((uniform("a", 1), uniform("b", 6)), ONE, ())) == (False, True)


def test_weights_and_ranges_that_depend_on_the_state_take_their_own() -> None:
    weighted = Draw("w", Weighted(((ONE, Number(1)),)))
    moving = Draw("m", Uniform(ONE, Name("x")))
    assert fixed_size(moving) is None
    assert fresh(Branch((uniform("a", 6), weighted, uniform("b", 6), moving), ONE, ())) == (True, True, True, True)
