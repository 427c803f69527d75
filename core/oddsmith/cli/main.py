"""The console script: from its first moment on an interruption is a word and an exit code, never a traceback."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

INTERRUPTED = 130


def main() -> None:
    """Begin to listen, then import the program and run it."""
    _listen(_leave)
    _open_streams()
    # Most of what a command makes stays until its end: to look for garbage after every 700 objects costs a tenth of it.
    gc.set_threshold(20_000, 20, 50)
    from oddsmith.cli.program import program
    from oddsmith.cli.signals import Interruption

    try:
        _listen(Interruption())
        program(prog_name="pipeline")
    finally:
        _listen(_leave)


def _open_streams() -> None:
    """Streams that the caller closed (`>&-`) lead nowhere; the others take every character, whatever the locale."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _listen(handler: Callable[[int, FrameType | None], None]) -> None:
    """Ctrl-C and `kill` call the handler; who began us deaf to them (`nohup`, `&` in a script) meant it."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _leave(number: int, frame: FrameType | None) -> None:
    """Nothing has begun yet, or all is done: there is nothing to clean up."""
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)
