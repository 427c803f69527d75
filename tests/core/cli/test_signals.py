"""Two signals ask for a stop; a second SIGTERM does not ask any more."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator

import pytest

from oddsmith.cli.signals import Interruption, obeyed


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGUSR1)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def send(*numbers: int) -> None:
    for number in numbers:
        os.kill(os.getpid(), number)


def test_both_signals_ask_for_a_stop() -> None:
    asked: list[int] = []
    with obeyed(lambda: asked.append(1)):
        send(signal.SIGUSR1, signal.SIGUSR1, signal.SIGTERM)
    assert len(asked) == 3


def test_a_second_termination_ends_at_once() -> None:
    asked: list[int] = []
    with pytest.raises(KeyboardInterrupt), obeyed(lambda: asked.append(1)):
        send(signal.SIGTERM, signal.SIGTERM)
    assert len(asked) == 1


def test_afterwards_all_is_as_before() -> None:
    heard: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))
    with obeyed(lambda: None):
        send(signal.SIGTERM)
    send(signal.SIGTERM)
    assert heard == [signal.SIGTERM]


def test_whoever_is_deaf_stays_so() -> None:
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    asked: list[int] = []
    with obeyed(lambda: asked.append(1)):
        send(signal.SIGUSR1)
    assert asked == []


def test_an_interruption_is_raised_where_it_is_heard() -> None:
    signal.signal(signal.SIGTERM, Interruption())
    with pytest.raises(KeyboardInterrupt):
        send(signal.SIGTERM)


def test_one_that_an_import_has_swallowed_is_not_lost() -> None:
    signal.signal(signal.SIGTERM, Interruption())
    with contextlib.suppress(KeyboardInterrupt):
        send(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), obeyed(lambda: None):
        pytest.fail("the run has begun")
