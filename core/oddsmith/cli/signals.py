"""SIGTERM and SIGUSR1 -> a stop at the next good moment; a second SIGTERM -> an end at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Interruption:
    """Raises KeyboardInterrupt, and remembers it: a library that is just being imported may swallow what is raised."""

    heard = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.heard = True
        raise KeyboardInterrupt


@contextmanager
def obeyed(ask_stop: Callable[[], None]) -> Iterator[None]:
    """Meanwhile these signals call `ask_stop`; who began us deaf to one of them meant it. One that was lost before is
    heard now."""
    terminations = 0

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal terminations
        terminations += number == signal.SIGTERM
        if terminations > 1:
            raise KeyboardInterrupt
        ask_stop()

    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGUSR1):
            handler = signal.getsignal(number)
            if isinstance(handler, Interruption) and handler.heard:
                raise KeyboardInterrupt
            if handler is not signal.SIG_IGN:
                before[number] = signal.signal(number, hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
