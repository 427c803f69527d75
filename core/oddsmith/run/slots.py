"""Files of a checkpoint -> a sealed folder, two of them in turn; sealed folders -> the newest one that is whole.

A checkpoint is written into `slot.new`. Its seal (sizes and checksums of all files, and a checksum of itself) comes
last, everything is flushed to the disk, and only then does the folder take the place of the older slot. Whenever the
machine stops, at least one slot is whole.
"""

from __future__ import annotations

import json
import os
import shutil
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FORMAT = 1
"""Of the seal and of the run's description; another one is not read."""
CHUNK = 1 << 24
"""Bytes under one checksum."""
NAMES = ("slot-0", "slot-1")
FRESH, OLD, SEAL = "slot.new", "slot.old", "seal.json"


class DamagedError(Exception):
    """A slot is not what was written; the text says what is wrong with it."""


@dataclass(frozen=True)
class Slot:
    """A whole checkpoint."""

    folder: Path
    sequence: int
    written: str
    """When, as a text for the user."""


@dataclass
class Slots:
    """The checkpoints of one run, in one folder."""

    home: Path
    identity: str
    """Of the game and the plan: slots of anything else are not taken."""
    threads: int = 1
    sequence: int = 0
    """Of the newest slot; 0: none was written yet."""
    size: int = 0
    """Its bytes, if this process wrote it."""
    damaged: list[str] = field(default_factory=list)
    """What was wrong with the slots that could not be taken."""

    @property
    def fresh(self) -> Path:
        """Where the next checkpoint is written."""
        return self.home / FRESH

    def prepare(self) -> None:
        """Make an empty folder; the older slot goes first where the disk cannot hold three."""
        self.discard()
        if self.sequence and shutil.disk_usage(self.home).free < self.size:
            shutil.rmtree(self._place(self.sequence + 1), ignore_errors=True)
        self.fresh.mkdir(parents=True)

    def discard(self) -> None:
        """Remove what was not sealed."""
        for name in (FRESH, OLD):
            shutil.rmtree(self.home / name, ignore_errors=True)

    def seal(self) -> None:
        """Flush and checksum the files of the new folder, write its seal, and let it take its place."""
        files: dict[str, Any] = {}
        for path in _files(self.fresh):
            _flush(path)
            files[str(path.relative_to(self.fresh))] = {"size": path.stat().st_size, "checksums": self._checksums(path)}
        record = {
            "format": FORMAT,
            "identity": self.identity,
            "sequence": self.sequence + 1,
            "written": time.strftime("%Y-%m-%d %H:%M:%S"),
            "files": files,
        }
        write_flushed(self.fresh / SEAL, json.dumps({**record, "checksum": _checksum(record)}))
        for folder in {path.parent for path in _files(self.fresh)} | {self.fresh}:
            _flush(folder)
        self.sequence += 1
        self.size = sum(entry["size"] for entry in files.values())
        self._move()

    def newest(self) -> Slot | None:
        """The newest whole slot; None if none was ever written. DamagedError if there are some and none is whole."""
        found = []
        for name in (*NAMES, FRESH):
            folder = self.home / name
            if not folder.is_dir() or (name == FRESH and not (folder / SEAL).exists()):
                continue
            try:
                found.append((self._record(folder), folder))
            except DamagedError as error:
                self.damaged.append(f"{name}: {error}")
        for record, folder in sorted(found, key=lambda item: -int(item[0]["sequence"])):
            try:
                self._verify(folder, record["files"])
            except DamagedError as error:
                self.damaged.append(f"{folder.name}: {error}")
                continue
            return self._taken(folder, record)
        if self.damaged:
            raise DamagedError("; ".join(self.damaged))
        return None

    def _taken(self, folder: Path, record: dict[str, Any]) -> Slot:
        self.sequence = record["sequence"]
        self.size = sum(entry["size"] for entry in record["files"].values())
        if folder.name == FRESH:  # whole, but the machine stopped before it had taken its place
            self._move()
        return Slot(self._place(self.sequence), self.sequence, record["written"])

    def _place(self, sequence: int) -> Path:
        return self.home / NAMES[sequence % 2]

    def _move(self) -> None:
        """The new folder takes the place of the older slot."""
        place, old = self._place(self.sequence), self.home / OLD
        shutil.rmtree(old, ignore_errors=True)
        if place.exists():
            place.rename(old)
        self.fresh.rename(place)
        _flush(self.home)
        shutil.rmtree(old, ignore_errors=True)

    def _record(self, folder: Path) -> dict[str, Any]:
        try:
            record: dict[str, Any] = json.loads((folder / SEAL).read_text(encoding="utf-8"))
            checksum = record.pop("checksum")
        except FileNotFoundError:
            raise DamagedError(f"{SEAL} is missing") from None
        except (OSError, ValueError, LookupError, AttributeError, TypeError):
            raise DamagedError(f"{SEAL} cannot be read") from None
        if checksum != _checksum(record):
            raise DamagedError(f"{SEAL} was changed")
        if (record["format"], record["identity"]) != (FORMAT, self.identity):
            raise DamagedError("it belongs to another run")
        return record

    def _verify(self, folder: Path, files: dict[str, Any]) -> None:
        for name, entry in files.items():
            path = folder / name
            try:
                if path.stat().st_size != entry["size"]:
                    raise DamagedError(f"{name} has {path.stat().st_size:,} bytes instead of {entry['size']:,}")
                if self._checksums(path) != entry["checksums"]:
                    raise DamagedError(f"{name} was changed")
            except FileNotFoundError:
                raise DamagedError(f"{name} is missing") from None
            except OSError as error:
                raise DamagedError(f"{name} cannot be read: {error.strerror}") from None

    def _checksums(self, path: Path) -> list[int]:
        """One for each chunk; threads share them, since the sum of one takes longer than reading it from the cache."""
        with path.open("rb") as handle, ThreadPoolExecutor(self.threads) as pool:
            descriptor = handle.fileno()
            offsets = range(0, path.stat().st_size, CHUNK)
            return list(pool.map(lambda offset: zlib.crc32(os.pread(descriptor, CHUNK, offset)), offsets))


def write_flushed(path: Path, text: str) -> None:
    """Write a file that is on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="backslashreplace")  # paths need not be text
    _flush(path)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _checksum(record: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(record, sort_keys=True).encode())
