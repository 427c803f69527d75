"""A compressed file -> its bytes in the order of the file, never more at a time than asked for."""

from __future__ import annotations

import lzma
import zlib
from pathlib import Path
from typing import Any

from oddsmith.plugin import damaged

GZIP, XZ = b"\x1f\x8b\x08", b"\xfd7zXZ\x00"
DICTIONARY = 1 << 29
"""Bytes of memory that an xz file may ask for."""
PIECE = 1 << 18
GREATEST_RATIO = 20_000
"""No honest file of numbers is compressed to less than one byte of so many."""


class Unpacked:
    """Reads a gzip or xz file from its beginning to its end."""

    def __init__(self, path: Path, magic: bytes) -> None:
        self._file = path.open("rb")
        self._magic = magic
        self._fresh()
        self._left = b""
        self.most = path.stat().st_size * GREATEST_RATIO + (1 << 20)
        """What it can honestly become."""

    def _fresh(self) -> None:
        self._machine: Any = (
            zlib.decompressobj(31)
            if self._magic == GZIP
            else lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=DICTIONARY)
        )

    def read(self, size: int) -> bytearray:
        """Exactly so many bytes; a complaint (E821) where there are fewer."""
        found = bytearray()
        while len(found) < size:
            if self._machine.eof:  # archives may be compressed in several parts
                self._left = self._machine.unused_data or self._left
                self._fresh()
            if not self._left and getattr(self._machine, "needs_input", True):
                self._left = self._file.read(PIECE)
                if not self._left:
                    raise damaged("the archive ends too early")
            try:
                found += self._machine.decompress(self._left, size - len(found))
            except (zlib.error, lzma.LZMAError, EOFError) as error:
                raise damaged(f"the archive cannot be unpacked: {error}") from None
            self._left = getattr(self._machine, "unconsumed_tail", b"")
        return found

    def close(self) -> None:
        self._file.close()
