"""A forecast and the nodes of a cluster -> the way to go there, with its memory and time.

Memory is that of the forecast with a margin. Time is that of this machine, divided by how many times more cores a node
has where threads share the work (sweeps; up to `FASTER` times, since then memory is the limit), plus what the network
takes for all that a machine sends. Twice that is asked for: a guess is a guess, and a job that asked for too little is
stopped, goes on later and has lost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from oddsmith.context import LimitError
from oddsmith.run.forecast import Forecast
from oddsmith.run.quantities import bytes_text
from oddsmith.solve.outlook import Way

MARGIN = 1.1
PROCESS = 256_000_000
"""Bytes of a process with all its libraries."""
LEAST_MEMORY = 1_000_000_000
FASTER = 16
"""A node is assumed to be at most so many times as fast as this machine, however many cores it has."""
SPARE_TIME = 2.0
LEAST_TIME = 600.0
MOST_NODES = 4096


@dataclass(frozen=True)
class Site:
    """What is known of the cluster; 0 where nothing was said."""

    nodes: int = 0
    node_memory: int = 0
    cores: int = 0
    network: float = 0.0
    """Bytes a second that a node sends."""


@dataclass(frozen=True)
class Need:
    """What a run takes of a cluster."""

    way: Way
    memory: int
    """Bytes on each node, with a margin."""
    seconds: float
    """A guess, without room to spare."""

    @property
    def asked(self) -> float:
        """Seconds to ask for."""
        return max(LEAST_TIME, SPARE_TIME * self.seconds)

    def joined(self, other: Need) -> Need:
        """What is enough for either of two runs."""
        return replace(self, memory=max(self.memory, other.memory), seconds=max(self.seconds, other.seconds))


def need(forecast: Forecast, site: Site, threads: int) -> Need:
    """The way that fits the nodes; LimitError if there is none. `threads` are those that the forecast speaks of."""
    way = _spread(forecast, site) if site.nodes > 1 else _single(forecast, site)
    if way is None:
        way = _spread(forecast, site)
    stored = way == forecast.ways[0]
    faster = 1.0 if stored or not site.cores else min(site.cores / threads, FASTER)
    seconds = (way.seconds or 0.0) / faster
    if way.sent and site.network:
        seconds += way.sent / site.network
    return Need(way, _with_margin(way), seconds)


def _with_margin(way: Way) -> int:
    return max(LEAST_MEMORY, int(MARGIN * way.memory) + PROCESS)


def _single(forecast: Forecast, site: Site) -> Way | None:
    """The first way on one node that fits; stored transitions if there is no other."""
    stored, *others = forecast.ways
    here = [way for way in others if way.machines == 1 and not (way.spare or way.elsewhere or way.disk)]
    fitting = [way for way in (*here, stored) if not site.node_memory or _with_margin(way) <= site.node_memory]
    return next(iter(fitting), None)


def _spread(forecast: Forecast, site: Site) -> Way:
    """Over as many nodes as asked for, or as few as have the memory."""
    spreads = [outlook.spread for outlook in forecast.outlooks.values() if outlook.spread is not None]
    room = site.node_memory
    least = min(_with_margin(way) for way in forecast.ways if not (way.disk or way.elsewhere or way.spare))
    if not spreads:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in forecast.refused.items())
        has = f", and a node has {bytes_text(room)}" if room else ""
        raise LimitError(
            f"this game takes {bytes_text(least)} on one machine{has}; its states would have to be stored, "
            f"which is not shared here{f' ({reasons})' if reasons else ''}",
            "take one node with more memory (--node-memory), or make the game smaller with --set",
        )
    counts = [site.nodes] if site.nodes else range(2, MOST_NODES + 1)
    for spread in spreads:
        for count in counts:
            way = spread(count)
            if way is not None and (not room or _with_margin(way) <= room):
                return way
    many = f"{site.nodes} nodes" if site.nodes else "nodes"
    raise LimitError(
        f"this game takes {bytes_text(least)} on one machine, and {many} with {bytes_text(room)} cannot share it",
        "take more nodes (--nodes), nodes with more memory (--node-memory), or make the game smaller with --set",
    )
