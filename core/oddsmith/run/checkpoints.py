"""A long loop and a clock -> checkpoints from time to time, and a clean stop where one is asked for."""

from __future__ import annotations

import os
import shlex
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from oddsmith.context import Monitor, Silent, StoppedError
from oddsmith.run.folder import SUFFIX
from oddsmith.run.lock import Lock
from oddsmith.run.slots import DamagedError, Slots, write_flushed
from oddsmith.source import Diagnostic, SpecError

INTERVAL = 60.0
"""Seconds from the end of one checkpoint to the beginning of the next, if the user does not say otherwise."""
SHARE = 9.0
"""A checkpoint that took t seconds is followed by at least this many times t of work."""
NOWHERE = Path(os.devnull, "nowhere")
"""Where nothing can be written: for the other ranks, who wait for a folder, if the first cannot make one."""
NOTHING = "stopped as asked; nothing was kept: run it again"


@dataclass
class Follower:
    """The keeper of a rank that is not the first: it writes when the first says so, and keeps no time."""

    asked: bool = False
    loops: int = 0
    """How many loops are active that will keep."""

    def ask_stop(self) -> None:
        """A stop waits for the loop that will keep; where there is none the run ends here."""
        self.asked = True
        self.check()

    @contextmanager
    def keeping(self) -> Iterator[None]:
        self.loops += 1
        try:
            yield
        finally:
            self.loops -= 1

    def due(self) -> bool:
        return self.asked

    def stopping(self) -> bool:
        return self.asked

    def keep(self, write: Callable[[Path], None], stop: bool | None = None) -> None:
        with self.keeping(), suppress(OSError):  # the first rank tells the user
            write(Path())
        if self.asked if stop is None else stop:
            raise self.stopped()

    def kept(self) -> Path | None:
        return None

    def check(self) -> None:
        if self.asked and not self.loops:
            raise self.stopped()

    def stopped(self) -> StoppedError:
        """The end, and how to go on after it."""
        return StoppedError(NOTHING)

    @property
    def final(self) -> Path | None:
        """The folder that the run is to become; None where nothing was kept on the way."""
        return None

    def finish(self) -> None:
        """The run has ended well: what was kept on the way is not needed any more."""


class Unkept(Follower):
    """Keeps nothing, so a stop waits for nothing."""

    def due(self) -> bool:
        return False

    def keep(self, write: Callable[[Path], None], stop: bool | None = None) -> None:
        pass

    def check(self) -> None:
        if self.asked:
            raise self.stopped()


@dataclass
class Checkpoints(Follower):
    """The keeper of a run, or of its first rank."""

    choose_home: Callable[[], Path] = Path
    """The folder for all of it, called when there is something to keep."""
    interval: float = INTERVAL
    threads: int = 1
    monitor: Monitor = field(default_factory=Silent)
    clock: Callable[[], float] = time.monotonic
    files: Mapping[str, str] = field(default_factory=dict)
    """What is needed to go on, besides the checkpoints."""
    identity: str = ""
    slots: Slots | None = None
    """None until there is something to keep; those of the run that is resumed, if one is."""
    resumed: bool = False
    lock: Lock | None = None

    def __post_init__(self) -> None:
        self.next = self.clock() + self.interval

    @property
    def home(self) -> Path | None:
        """The folder with something to go on from; None if there is none."""
        return self.slots.home if self.slots is not None and (self.slots.sequence or self.resumed) else None

    def describe(self, files: Mapping[str, str], identity: str) -> None:
        """What the run is, known once the game is read."""
        self.files, self.identity = files, identity

    def resume(self, home: Path, identity: str) -> None:
        """Go on with the run in this folder."""
        self.lock = Lock(home)
        self.slots, self.resumed = Slots(home, identity, self.threads), True

    def due(self) -> bool:
        return self.asked or self.clock() >= self.next

    def keep(self, write: Callable[[Path], None], stop: bool | None = None) -> None:
        began = self.clock()
        with self.keeping():
            try:
                self._keep(write)
            except OSError as error:
                why = error.strerror or str(error)
                self.monitor.message(f"the checkpoint cannot be written: {why}; the run goes on{self._older()}")
                self._clean()
            except BaseException:
                self._clean()
                raise
        now = self.clock()
        self.next = now + max(self.interval, SHARE * (now - began))
        if self.asked if stop is None else stop:
            raise self.stopped()

    def kept(self) -> Path | None:
        """Once this run has kept something itself, what it found at its beginning is out of date."""
        if not self.resumed or self.slots is None:
            return None
        self.slots.damaged.clear()
        try:
            slot = self.slots.newest()
        except DamagedError as error:
            raise _damaged(self.slots.home, str(error)) from None
        for reason in self.slots.damaged:
            self.monitor.message(f"a checkpoint is damaged ({reason}); the other one is taken")
        if slot is None:
            return None
        self.monitor.message(f"going on from checkpoint {slot.sequence} of {slot.written}")
        return slot.folder

    def stopped(self) -> StoppedError:
        return StoppedError(f"stopped as asked; go on with: {self.hint()}") if self.hint() else super().stopped()

    def hint(self) -> str:
        """How to go on; nothing if there is nothing to go on from."""
        return f"pipeline run --resume {shlex.quote(str(self.home))}" if self.home is not None else ""

    @property
    def final(self) -> Path | None:
        return self.slots.home.with_name(self.slots.home.name.removesuffix(SUFFIX)) if self.slots is not None else None

    def finish(self) -> None:
        if self.slots is not None:
            shutil.rmtree(self.slots.home, ignore_errors=True)
            with suppress(OSError):
                self.slots.home.parent.rmdir()

    def _keep(self, write: Callable[[Path], None]) -> None:
        try:
            slots = self.slots = self.slots or self._begun()
            if self.resumed and not slots.sequence:  # nobody has asked what was kept, but it must not look newer
                with suppress(DamagedError):
                    slots.newest()
            slots.prepare()
        except OSError:
            with suppress(OSError):
                write(NOWHERE)
            raise
        first = slots.sequence == 0
        write(slots.fresh)
        slots.seal()
        self.resumed = False
        if first:
            self.monitor.message(f"checkpoint in {slots.home}; after a stop go on with: {self.hint()}")

    def _begun(self) -> Slots:
        home = self.choose_home()
        home.mkdir(parents=True)
        slots = self.slots = Slots(home, self.identity, self.threads)
        self.lock = Lock(home)
        for name, text in self.files.items():
            write_flushed(home / name, text)
        return slots

    def _clean(self) -> None:
        """Leave nothing half-written; a folder without any checkpoint goes."""
        if self.slots is None:
            return
        self.slots.discard()
        if not self.slots.sequence and not self.resumed:
            self.finish()
            self.slots = None

    def _older(self) -> str:
        return ", and the checkpoint before stays" if self.home is not None else ""


def _damaged(home: Path, reason: str) -> SpecError:
    return SpecError(
        [
            Diagnostic(
                "E708",
                f"no checkpoint in {home} is whole",
                why=reason,
                fix=f"remove {home} and run the game from its beginning",
            )
        ]
    )
