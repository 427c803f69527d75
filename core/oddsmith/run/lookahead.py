"""An exploration that lasts -> one estimate of what is still to come -> a refusal where it cannot fit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields

from oddsmith.context import Context, LimitError
from oddsmith.memory import resident_memory
from oddsmith.run.quantities import bytes_text
from oddsmith.space.estimate import Estimate

PATIENCE = 5.0
"""Seconds of exploring before anybody asks how long it will go on."""
MARGIN = 2.0
"""An estimate may be wrong by this factor before a game is refused because of it."""


@dataclass
class Lookahead:
    """Looks at a game once, when its exploration has lasted a while; called from `Context.check`."""

    estimate: Callable[[], Estimate]
    context: Context
    clock: Callable[[], float] = time.monotonic
    begun: float = field(init=False)
    done: bool = False

    def __post_init__(self) -> None:
        self.begun = self.clock()

    def __call__(self) -> None:
        if self.done or self.clock() - self.begun < PATIENCE:
            return
        if threading.current_thread() is not threading.main_thread():
            return
        self.done = True
        found = self.estimate()
        if not found.founded:
            return  # memory is watched all the same while it is explored
        if not found.complete and found.likely < found.box:
            self.context.monitor.message(f"likely about {found.likely:,} states, {bytes_text(found.memory)}")
        room = self.context.available_memory() + resident_memory()
        if not found.complete and found.memory > MARGIN * room:
            raise LimitError(
                f"this game likely has about {found.likely:,} states, which need about {bytes_text(found.memory)}, "
                f"and there are {bytes_text(room)}",
                "make the game smaller with --set, take a machine with more memory, "
                "or try it all the same with --no-estimate",
            )


@dataclass(frozen=True)
class Watched(Context):
    """A context whose every check also looks ahead."""

    look: Callable[[], None] = lambda: None

    def check(self) -> None:
        super().check()
        self.look()


def watched(context: Context, estimate: Callable[[], Estimate]) -> Context:
    """The same context, looking ahead."""
    shared = {item.name: getattr(context, item.name) for item in fields(Context)}
    return Watched(**shared, look=Lookahead(estimate, context))
