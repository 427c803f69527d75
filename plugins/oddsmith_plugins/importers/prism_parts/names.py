"""Names of a PRISM model -> names of a spec: the same ones, unless they mean something else here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

_WORDS: Final = """
and or not in if then else true false nan inf infinity sum prod min max count any all abs floor ceil
mod pow log gcd next given with
"""
RESERVED: Final = frozenset(_WORDS.split())
"""Words of our language that are names in PRISM."""
NO_NUMBERS: Final = frozenset({"nan", "inf", "infinity"})


@dataclass
class Room:
    """Names that must differ from each other."""

    taken: set[str] = field(default_factory=set)
    new: dict[str, str] = field(default_factory=dict)

    def enter(self, name: str, suffix: str = "_") -> str:
        """The name itself, or with a suffix where it is taken."""
        found = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
        found = f"_{found}" if found[0].isdigit() else found
        while found in self.taken or found in RESERVED or found.lower() in NO_NUMBERS:
            found += suffix
        self.taken.add(found)
        self.new[name] = found
        return found


def entered(names: Iterable[str], taken: Iterable[str] = (), suffix: str = "_") -> dict[str, str]:
    """Old name -> new name."""
    room = Room(set(taken))
    for name in names:
        if name not in room.new:
            room.enter(name, suffix)
    return room.new
