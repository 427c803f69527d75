"""Names and numbers -> the members of a tar archive, written one after the other at the speed of the disk."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

PIECE = 1 << 20
"""Numbers that are converted at a time."""
BLOCK = 512


@dataclass(frozen=True)
class Tape:
    """An archive that is being written; only ever appended to."""

    out: BinaryIO
    pause: Callable[[], None] = lambda: None
    """Called now and then."""

    def text(self, name: str, text: str) -> None:
        data = text.encode()
        self._begin(name, len(data))
        self.out.write(data)
        self._end(len(data))

    def numbers(self, name: str, values: NDArray[Any], kind: str) -> None:
        """An array as numbers of this type (`<u8`, `<f8`)."""
        size = values.size * np.dtype(kind).itemsize
        self._begin(name, size)
        for piece in pieces(values, kind):
            self.pause()
            self.out.write(piece)
        self._end(size)

    def truths(self, name: str, values: NDArray[np.bool_]) -> None:
        """One bit per value, the first in the lowest bit, filled up to whole 64-bit words."""
        size = -(-len(values) // 64) * 8
        self._begin(name, size)
        packed = np.packbits(values, bitorder="little")
        self.out.write(packed.data)
        self.out.write(bytes(size - len(packed)))
        self._end(size)

    def close(self) -> None:
        """Two empty blocks end an archive."""
        self.out.write(bytes(2 * BLOCK))

    def _begin(self, name: str, size: int) -> None:
        header = tarfile.TarInfo(name)
        header.size = size
        self.out.write(header.tobuf(tarfile.PAX_FORMAT))

    def _end(self, size: int) -> None:
        self.out.write(bytes(-size % BLOCK))


def pieces(values: NDArray[Any], kind: str) -> Iterator[memoryview]:
    """The bytes of an array in another type, a piece at a time; without a copy where the type is the same."""
    flat = np.ascontiguousarray(values).reshape(-1)
    if flat.dtype == np.dtype(kind):
        yield flat.data.cast("B") if flat.size else memoryview(b"")
        return
    for first in range(0, len(flat), PIECE):
        yield flat[first : first + PIECE].astype(kind).data.cast("B")


def opened(path: Path, compression: str) -> AbstractContextManager[BinaryIO]:
    """The file to write to."""
    if compression == "gzip":
        import gzip

        return cast("BinaryIO", gzip.GzipFile(path, "wb", compresslevel=1, mtime=0))
    if compression == "xz":
        import lzma

        return cast("BinaryIO", lzma.open(path, "wb", preset=1))
    return cast("BinaryIO", io.FileIO(path, "wb"))
