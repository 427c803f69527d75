"""A packed successor -> the state that is reached by the commands which are followed at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from oddsmith.plugin import Compiler, Process, followed_commands
from oddsmith_plugins.kernels.reference_parts.commands import Command

Values = Callable[[int], tuple[Any, ...]]


class Following:
    """Moves on until no such command is enabled; of the states of a loop the smallest number stands for all."""

    def __init__(self, process: Process, offsets: Sequence[int], compiler: Compiler) -> None:
        self.commands = [Command(s, process, offsets, compiler) for _, s in followed_commands(process)]
        self.taken = 0
        """How many steps so far."""

    def __call__(self, packed: int, values: Values, ordered: Callable[[int], int]) -> int:
        packed = ordered(packed)
        if not self.commands:
            return packed
        way = {packed: None}
        while (following := self._next(packed, values)) is not None:
            self.taken += 1
            packed = ordered(following)
            if packed in way:
                passed = list(way)
                return min(passed[passed.index(packed) :])
            way[packed] = None
        return packed

    def _next(self, packed: int, values: Values) -> int | None:
        state = values(packed)
        for command in self.commands:
            for _, choice in command.choices(packed, state):
                return choice.targets[0]
        return None
