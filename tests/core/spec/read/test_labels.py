"""Labels and rewards."""

from __future__ import annotations

from collections.abc import Callable

from oddsmith.expr.nodes import TRUE, Number
from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]
SPEC = "variables: {f: 0..3}\ncommands: [{action: bet1, then: {f: 1}}, {action: bet2, then: {f: 2}}]\n"


def test_labels_may_be_families(read: Read) -> None:
    single, many = read(SPEC + "labels:\n  won: f = 3\n  at[k in 0..3]: f = k").labels
    assert (single.name, single.family) == ("won", ())
    assert (many.name, [binder.name for binder in many.family]) == ("at", ["k"])


def test_rewards_have_several_forms(read: Read) -> None:
    short, one, many = read(
        SPEC
        + "rewards:\n  time: 1\n  money: {when: f = 1, gain: 2}\n  bets: [{action: [bet1, bet2], gain: next(f) - f}]"
    ).rewards
    assert [(item.gain, item.when, item.actions) for item in short.items] == [(Number(1), TRUE, ())]
    assert one.items[0].gain == Number(2)
    assert [pattern.name for pattern in many.items[0].actions] == ["bet1", "bet2"]


def test_what_is_refused(codes: Codes) -> None:
    assert codes(SPEC + "labels: [won]") == ["E108"]
    assert codes(SPEC + "labels: {max: f = 1}") == ["E206"]
    assert codes(SPEC + "labels: {won: }") == ["E108"]
    assert codes(SPEC + "rewards: {bets: [{action: bet1}]}") == ["E203"]
    assert codes(SPEC + "rewards: {bets: [1]}") == ["E108"]
