"""The whole spec."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import Game
from oddsmith.spec.load import load_text

Read = Callable[..., Game]
Codes = Callable[..., list[str]]


def test_defaults(read: Read) -> None:
    game = read("variables: {f: 0..3}")
    assert (game.kind, game.deadlock, game.about, game.symmetry) == ("chain", "loop", "", ())


def test_everything_at_the_top_is_kept(read: Read) -> None:
    game = read("about: >\n  Some rules.\ntype: mdp\ndeadlock: error\nsymmetry: {rotate: [a, b], with: c}")
    assert (game.kind, game.deadlock, game.about) == ("mdp", "error", "Some rules.")
    assert game.symmetry == (("rotate", "a"), ("rotate", "b"), ("with", "c"))


@pytest.mark.parametrize(("text", "fix"), [("dtmc", "chain"), ("smg", "game"), ("MDP", "mdp")])
def test_other_words_for_the_type_have_a_hint(
    complaints: Callable[..., Sequence[Diagnostic]], text: str, fix: str
) -> None:
    (diagnostic,) = complaints(f"type: {text}")
    assert (diagnostic.code, diagnostic.fix) == ("E108", f"did you mean `{fix}`?")


@pytest.mark.parametrize(
    ("text", "code"), [("variables: {f: 0..3}", "E203"), ("- game", "E108"), ("just text", "E108")]
)
def test_a_game_is_a_mapping_with_a_name(text: str, code: str) -> None:
    with pytest.raises(SpecError) as error:
        load_text(text)
    assert [d.code for d in error.value.diagnostics] == [code]


def test_all_mistakes_come_at_once(codes: Codes) -> None:
    text = """
    type: dtmc
    constants: {N: 1 +}
    variables: {f: {range: 0..3, int: 1}}
    commands: [{then: {g: 1}}]
    labels: {won: ff = 1}
    questions: {a: 'P=? [F lost]'}
    """
    assert codes(text) == ["E108", "E301", "E202", "E201", "E201", "E502"]
