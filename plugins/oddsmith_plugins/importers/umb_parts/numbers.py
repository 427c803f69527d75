"""Members of an archive -> arrays: offsets, numbers and truth values, with the sizes that the index demands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context, impossible, unsuited
from oddsmith_plugins.importers.umb_parts.archive import Archive, Data
from oddsmith_plugins.importers.umb_parts.index import Kind

PIECE = 1 << 20


@dataclass(frozen=True)
class Numbers:
    """Reads the members of one archive; each must have the bytes that its values take."""

    archive: Archive
    context: Context

    def has(self, name: str) -> bool:
        return name in self.archive.members

    def raw(self, name: str, size: int, what: str) -> Data:
        data = self.archive.members.get(name)
        if data is None:
            raise impossible(f"the archive has no {name}")
        if len(data) != size:
            raise impossible(f"{name} has {len(data):,} bytes, and {what} take {size:,}")
        return data

    def offsets(self, name: str, count: int, targets: int) -> NDArray[np.int64] | None:
        """`count` + 1 offsets; None where the file is missing: then everything has exactly one."""
        if not self.has(name):
            if count != targets:
                raise impossible(f"the archive has no {name}, and {count:,} are not one each of {targets:,}")
            return None
        # a number from 2^63 on is negative here, and so out of order
        return np.frombuffer(self.raw(name, 8 * (count + 1), f"{count + 1:,} offsets"), dtype="<i8")

    def array(self, name: str, count: int, kind: str) -> NDArray[Any]:
        """Plain numbers (`<u4`), mapped where the archive is."""
        size = count * np.dtype(kind).itemsize
        return np.frombuffer(self.raw(name, size, f"{count:,} numbers"), dtype=kind)

    def targets(self, name: str, count: int, size: int) -> NDArray[np.int32]:
        """State numbers, each below `size`; all zero where the file is missing."""
        self.context.need(4 * count, "the transitions")
        if not self.has(name):
            return np.zeros(count, dtype=np.int32)
        wide = self.array(name, count, "<u8")
        found = np.empty(count, dtype=np.int32)
        for first in range(0, count, PIECE):
            self.context.check()
            piece = wide[first : first + PIECE]
            if piece.max() >= size:
                bad = first + int((piece >= size).argmax())
                raise impossible(f"transition {bad:,} leads to state {int(wide[bad]):,}, and there are {size:,}")
            found[first : first + PIECE] = piece
        return found

    def truths(self, name: str, count: int) -> NDArray[np.bool_]:
        """One bit each, in whole 64-bit words; all false where the file is missing."""
        self.context.need(count, "a label")
        if not self.has(name):
            return np.zeros(count, dtype=bool)
        packed = np.frombuffer(self.raw(name, -(-count // 64) * 8, f"{count:,} bits"), dtype=np.uint8)
        return np.unpackbits(packed, count=count, bitorder="little").view(bool)

    def values(self, name: str, count: int, kind: Kind) -> tuple[NDArray[np.float64], tuple[Fraction, ...] | None]:
        """Numbers of a continuous type, and the fractions where they are fractions."""
        if kind.name == "double" and kind.size == 64:
            return self.array(name, count, "<f8"), None
        if kind.name != "rational" or kind.size % 128:
            raise unsuited(
                f"{name} holds numbers of type {kind.name} ({kind.size} bits)", "doubles and rationals are read"
            )
        half = kind.size // 16
        data = self.raw(name, 2 * half * count, f"{count:,} fractions")
        found = []
        for start in range(0, len(data), 2 * half):
            below = int.from_bytes(data[start + half : start + 2 * half], "little")
            if below == 0:
                raise impossible(f"{name} has a fraction with the denominator 0")
            found.append(Fraction(int.from_bytes(data[start : start + half], "little", signed=True), below))
        return np.array([float(fraction) for fraction in found]), tuple(found)

    def strings(self, folder: str, count: int) -> list[str]:
        """Texts, one after the other."""
        ends = self.offsets(f"{folder}/string-mapping.bin", count, count)
        data = self.archive.members.get(f"{folder}/strings.bin", memoryview(b""))
        if ends is None or ends[0] != 0 or (ends[1:] < ends[:-1]).any() or ends[-1] > len(data):
            raise impossible(f"{folder}/string-mapping.bin leads out of strings.bin")
        try:
            return [bytes(data[a:b]).decode() for a, b in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)]
        except UnicodeDecodeError:
            raise impossible(f"{folder}/strings.bin is not text") from None
