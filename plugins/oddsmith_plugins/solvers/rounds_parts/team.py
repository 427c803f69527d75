"""The processes that share a box: what each of them says -> what all of them know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

Join = Literal["max", "min", "sum"]
Thing = TypeVar("Thing")


class Team:
    """One process alone; those of several ranks are made of this."""

    rank = 0
    size = 1

    def join(self, number: float, how: Join) -> float:
        """The numbers of all, joined."""
        return number

    def tell(self, thing: Thing) -> Thing:
        """What rank 0 has."""
        return thing

    def attempt(self, work: Callable[[], object]) -> None:
        """Do something that may fail for one process alone: its OSError is raised by all."""
        work()
