"""What a kernel returned -> the same, if it has the form of it; else an error that names the plugin.

Only forms are looked at, and whether weights are probabilities; `oddsmith.testing.check_kernel` compares the contents.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import BrokenOfferError
from oddsmith.kernel.kernel import Kernel, Moves, Rows, Target

LOOSE = 1e-6
"""How far a sum of weights may lie from 1 by rounding."""
PARTS = ("encoding", "numbers", "rewards", "stepped", "native", "expand", "holds", "state_gain")


def sound_kernel(target: Target, kernel: Kernel) -> Kernel:
    """The kernel that was built."""
    lacking = [part for part in PARTS if not hasattr(kernel, part)]
    if lacking:
        what = f"{type(kernel).__name__}, which has no {', '.join(lacking)}"
        raise BrokenOfferError(target, f"the kernel {target.name} built {what}")
    return kernel


def sound_moves(kernel: Kernel, rows: Rows, moves: object) -> Moves:
    """The choices and successors of a batch of states."""
    wrong = fault(kernel, rows, moves)
    if wrong or not isinstance(moves, Moves):
        raise BrokenOfferError(kernel, f"its kernel returned no proper Moves: {wrong}")
    return moves


def fault(kernel: Kernel, rows: Rows, moves: object) -> str:
    """What is wrong with them; nothing where they may be read."""
    if not isinstance(moves, Moves):
        return f"{type(moves).__name__} is no Moves"
    count = int(moves.choices.sum())
    total = int(moves.sizes.sum())
    shapes = {
        "choices": (len(rows),),
        "summand": (count,),
        "sizes": (count,),
        "gains": (count, len(kernel.rewards)),
        "targets": (total, kernel.encoding.words),
        "weights": (total,),
    }
    for field, shape in shapes.items():
        if getattr(moves, field).shape != shape:
            return f"`{field}` has the shape {getattr(moves, field).shape}, not {shape}"
    if count and moves.sizes.min() < 1:
        return "a choice has no successor"
    if count:
        sums = np.add.reduceat(moves.weights, np.concatenate(([0], np.cumsum(moves.sizes)[:-1])))
        if not (moves.weights >= 0).all() or not (np.abs(sums - 1) < LOOSE).all():
            return "the weights of a choice are not probabilities that sum to 1"
    return ""


def sound_vector(kernel: Kernel, what: str, found: NDArray[Any], rows: Rows, kind: type) -> NDArray[Any]:
    """One value for each state."""
    if not isinstance(found, np.ndarray) or found.shape != (len(rows),) or found.dtype != np.dtype(kind):
        raise BrokenOfferError(kernel, f"`{what}` of its kernel gave no array with a {kind.__name__} for each state")
    return found
