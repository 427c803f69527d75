"""What all tests need: Ctrl-C is heard, also where the tests were begun in the background, deaf to it."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
