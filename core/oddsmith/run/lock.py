"""A folder -> the right to work in it, which one process has at a time and which ends with it, however it ends."""

from __future__ import annotations

import fcntl
from pathlib import Path


class InUseError(Exception):
    """Another process works in the folder."""


class Lock:
    """Held as long as this object lives; file systems that know no locks are trusted."""

    def __init__(self, folder: Path) -> None:
        self.handle = (folder / "lock").open("w")
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.handle.close()
            raise InUseError(str(folder)) from None
        except OSError:
            return
