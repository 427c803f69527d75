"""A run is asked, again and again, whether it may go on."""

from __future__ import annotations

import time

import pytest

from oddsmith import memory
from oddsmith.context import Context, LimitError, Limits


def test_nothing_is_said_while_there_is_enough() -> None:
    Context(Limits(seconds=100.0)).check()


def test_the_time_is_up() -> None:
    with pytest.raises(LimitError, match="time limit of 1 s") as error:
        Context(Limits(seconds=1.0), started=time.monotonic() - 2).check()
    assert "--max-time" in error.value.advice


def test_memory_runs_out_with_a_word_before_the_system_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    context = Context()
    context.check()
    monkeypatch.setattr(memory, "common_memory", lambda: 10**6)
    context.memory.due = 0.0
    with pytest.raises(LimitError, match="memory of this machine is used up") as error:
        context.check()
    assert "--reduce" in error.value.advice
