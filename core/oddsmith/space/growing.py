"""Arrays that grow at their end without being copied: address space is reserved ahead, memory comes with use."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context

PORTION = 1 << 25
"""Memory is asked for in portions of at most this many bytes."""
SMALLEST = 1 << 16


class Growing:
    """A flat array whose first elements are in use; more is asked of the context before it is taken."""

    def __init__(self, kind: Any, purpose: str, context: Context) -> None:
        self.kind, self.purpose, self.context = np.dtype(kind), purpose, context
        self.granted = 0
        self.data: NDArray[Any] = self._reserved(max(SMALLEST, context.available_memory() // self.kind.itemsize))

    def _reserved(self, count: int) -> NDArray[Any]:
        """An array of up to `count` elements: pages that nobody touches take no memory."""
        while True:
            try:
                return np.empty(count, dtype=self.kind)
            except MemoryError:
                if count <= SMALLEST:
                    raise
                count //= 2

    def fits(self, count: int) -> bool:
        """Whether the first `count` elements have their place already, so that nothing will move."""
        return count <= len(self.data)

    def make_room(self, count: int) -> None:
        """See that the first `count` elements can be used."""
        if count > len(self.data):
            larger = self._reserved(2 * count)
            larger[: len(self.data)] = self.data
            self.data = larger
        used = count * self.kind.itemsize
        if used > self.granted:
            wanted = min(used + min(PORTION, max(SMALLEST, used)), self.data.nbytes)
            self.context.need(wanted - self.granted, self.purpose)
            self.granted = wanted

    def trimmed(self, count: int) -> NDArray[Any]:
        """The first `count` elements; the rest is given back."""
        data, self.data = self.data, self.data[:0]
        data.resize(count, refcheck=False)
        return data
