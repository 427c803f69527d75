"""A tar archive, compressed or not -> its members by name, as bytes in memory or mapped from the disk.

Nothing is ever unpacked to disk. A member is a plain file with a relative name that stays inside, named once; links,
devices and names that lead elsewhere are refused, as are members that cannot fit into the file or into memory.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from oddsmith.plugin import Context, damaged
from oddsmith_plugins.importers.umb_parts.unpack import GZIP, XZ, Unpacked

BLOCK: Final = 512
LONGEST_EXTRA: Final = 1 << 16
"""Bytes of an extended header, in which long names and large sizes stand."""
MOST_MEMBERS: Final = 100_000
FILE, FOLDER, EXTENDED, GLOBAL, LONG_NAME = b"0\0", b"5", b"x", b"g", b"L"
LINKS: Final = {b"1": "a hard link", b"2": "a symbolic link", b"3": "a device", b"4": "a device", b"6": "a pipe"}

Data = memoryview


@dataclass
class Archive:
    """The members of an archive."""

    context: Context
    members: dict[str, Data] = field(default_factory=dict)

    def add(self, name: str, data: Data) -> None:
        if name in self.members:
            raise damaged(f"the archive has two files {name}", "a name must stand for one file")
        if len(self.members) >= MOST_MEMBERS:
            raise damaged(f"the archive has more than {MOST_MEMBERS:,} files", "this is no model")
        self.members[name] = data


@dataclass
class _Tape:
    """Where the headers come from; `take` gives the bytes of a member."""

    read: Callable[[int], Data]
    check: Callable[[str, int], None]
    name: str = ""
    size: int | None = None
    """What an extended header said of the next member."""


def archive(path: Path, context: Context) -> Archive:
    """The archive at this path; SpecError (E821) for everything that is not as it must be."""
    with path.open("rb") as handle:
        start = handle.read(BLOCK)
        magic = next((known for known in (GZIP, XZ) if start.startswith(known)), None)
        if magic is None:
            return _plain(handle.fileno(), path, context)
    packed = Unpacked(path, magic)
    try:
        return _compressed(packed, context)
    finally:
        packed.close()


def _plain(descriptor: int, path: Path, context: Context) -> Archive:
    """Members as slices of the mapped file: nothing is read before it is used."""
    total = path.stat().st_size
    if total < BLOCK:
        raise damaged(f"`{path.name}` is no archive: it has {total} bytes", "a UMB file is a tar archive")
    whole = memoryview(mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ))
    place = 0

    def read(size: int) -> Data:
        nonlocal place
        if place + size > total:
            raise damaged("the archive ends too early")
        place += size
        return whole[place - size : place]

    def check(name: str, size: int) -> None:
        if size > total - place:
            raise damaged(f"{name} should have {size:,} bytes, and the archive ends after {max(total - place, 0):,}")

    return _members(_Tape(read, check), context)


def _compressed(packed: Unpacked, context: Context) -> Archive:
    total = 0

    def check(name: str, size: int) -> None:
        nonlocal total
        total += size
        if total > packed.most:
            raise damaged(
                f"the archive claims to unpack to {total:,} bytes and more ({name} to {size:,})",
                "a model of that size is not packed into so few bytes: do not trust the file",
            )
        context.need(size, f"unpacking {name}", "unpack the archive, pack it again without compression, or allow more")

    return _members(_Tape(lambda size: memoryview(packed.read(size)), check), context)


def _members(tape: _Tape, context: Context) -> Archive:
    found = Archive(context)
    while True:
        context.check()
        header = tape.read(BLOCK)
        if not any(header):
            return found
        _check_sum(header)
        kind, size = bytes(header[156:157]), _number(header[124:136], "size")
        if kind in (EXTENDED, GLOBAL, LONG_NAME):
            _extend(tape, kind, size)
            continue
        name, size = tape.name or _name(header), size if tape.size is None else tape.size
        tape.name, tape.size = "", None
        if kind in LINKS or kind not in (b"0", b"\0", FOLDER):
            raise damaged(f"{name} is {LINKS.get(kind, 'no plain file')}", "a UMB archive has plain files only")
        name = _safe(name)
        if kind != FOLDER:
            tape.check(name, size)
            found.add(name, tape.read(size))
            tape.read(-size % BLOCK)


def _extend(tape: _Tape, kind: bytes, size: int) -> None:
    """Read what stands before a member: its long name, or records `length key=value`."""
    if size > LONGEST_EXTRA:
        raise damaged(f"a header has {size:,} bytes", "this is no model")
    data = bytes(tape.read(size))
    tape.read(-size % BLOCK)
    if kind == LONG_NAME:
        tape.name = _text(data.rstrip(b"\0"))
    while kind == EXTENDED and data:
        length, _, rest = data.partition(b" ")
        if not length.isdigit() or not 0 < int(length) <= len(data):
            raise damaged("an extended header cannot be read")
        key, _, value = rest[: int(length) - len(length) - 1].rstrip(b"\n").partition(b"=")
        if key == b"path":
            tape.name = _text(value)
        elif key == b"size" and value.isdigit() and len(value) < 20:
            tape.size = int(value)
        data = data[int(length) :]


def _check_sum(header: Data) -> None:
    wanted = _number(header[148:156], "checksum")
    if sum(header[:148]) + 8 * 32 + sum(header[156:BLOCK]) != wanted:
        raise damaged("this is no tar archive, or a damaged one", "a UMB file is a tar archive, perhaps compressed")


def _number(data: Data, what: str) -> int:
    """Octal digits, or a binary number where the first bit is set."""
    if data[0] == 0x80:
        return int.from_bytes(data[1:], "big")
    text = bytes(data).strip(b" \0") or b"0"
    try:
        return int(text, 8)
    except ValueError:
        raise damaged(
            f"the {what} in a header is {text!r}", "a UMB file is a tar archive, perhaps compressed"
        ) from None


def _name(header: Data) -> str:
    name, prefix = (_text(bytes(part).split(b"\0")[0]) for part in (header[:100], header[345:500]))
    modern = bytes(header[257:263]) == b"ustar\0"
    return f"{prefix}/{name}" if modern and prefix else name


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise damaged(f"the name {data!r} of a file in the archive is not text") from None


def _safe(name: str) -> str:
    """The name without `./` in front; one that leads out of the archive is refused."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts or "\\" in name or "\0" in name:
        raise damaged(f"the archive has a file {name!r}, which leads out of it", "do not trust the file")
    return "/".join(parts)
