"""Spec text -> game, or the complaints about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import dedent

import pytest

from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.game import Game
from oddsmith.spec.load import load_text

Read = Callable[..., Game]
Complain = Callable[..., Sequence[Diagnostic]]


def _read(text: str, **overrides: str) -> Game:
    return load_text("game: test\n" + dedent(text), "test.yaml", overrides)


def _complaints(text: str, **overrides: str) -> Sequence[Diagnostic]:
    try:
        _read(text, **overrides)
    except SpecError as error:
        return error.diagnostics
    return []


@pytest.fixture
def read() -> Read:
    return _read


@pytest.fixture
def complaints() -> Complain:
    """Everything that is wrong with a spec (the line `game: test` stands before it)."""
    return _complaints


@pytest.fixture
def codes() -> Callable[..., list[str]]:
    """The codes of all complaints, in order of place."""

    def found(text: str, **overrides: str) -> list[str]:
        return [diagnostic.code for diagnostic in _complaints(text, **overrides)]

    return found
