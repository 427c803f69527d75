"""Spec text -> process, its text, or the complaints about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import dedent

import pytest

from oddsmith.process.process import Process
from oddsmith.process.show import show
from oddsmith.process.validate import validate
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

Lower = Callable[..., Process]
Shown = Callable[..., str]
Refused = Callable[..., Sequence[Diagnostic]]


def _lower(text: str, **overrides: str) -> Process:
    return validate(lower(load_text("game: test\n" + dedent(text), "test.yaml", overrides)))


@pytest.fixture
def lowered() -> Lower:
    return _lower


@pytest.fixture
def commands() -> Shown:
    """The commands alone, as text without empty lines."""

    def shown(text: str, **overrides: str) -> str:
        process = _lower(text, **overrides)
        blocks = [block for block in show(process).split("\n\n") if block.startswith("[")]
        return "\n".join(block.rstrip("\n") for block in blocks) + "\n"

    return shown


@pytest.fixture
def refused() -> Refused:
    """All complaints, in order of place."""

    def complaints(text: str, **overrides: str) -> Sequence[Diagnostic]:
        with pytest.raises(SpecError) as caught:
            _lower(text, **overrides)
        return caught.value.diagnostics

    return complaints
