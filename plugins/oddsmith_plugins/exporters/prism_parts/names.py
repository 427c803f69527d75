"""Names of a process -> names that PRISM takes: `pos[1]` is `pos_1`, and no word of the language is one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from oddsmith.plugin import Name

_WORDS: Final = """
A bool clock const ctmc C double dtmc E endinit endinvariant endmodule endobservables endplayer endrewards endsystem
false filter formula func F global G init invariant I int label max mdp min module nondeterministic observable
observables of P player Pmax Pmin pomdp popta prob probabilistic pta R rate rewards Rmax Rmin S smg stochastic system
true U W X floor ceil round mod pow log csg tsg
"""
RESERVED: Final = frozenset(_WORDS.split())


@dataclass(frozen=True)
class Cell(Name):
    """A variable of the PRISM model, or a constant that stands for a value of an enumeration."""


@dataclass(frozen=True)
class FormulaName(Name):
    """A formula of the PRISM model."""


@dataclass
class Names:
    """Identifiers that are taken, and what they stand for."""

    taken: set[str] = field(default_factory=set)
    known: dict[str, str] = field(default_factory=dict)

    def __call__(self, name: str) -> str:
        """The identifier of a name: always the same one."""
        if name not in self.known:
            self.known[name] = self.fresh(name)
        return self.known[name]

    def fresh(self, name: str) -> str:
        """An identifier like this name that nothing else has."""
        plain = identifier(name)
        found, number = plain, 2
        while found in self.taken or found in RESERVED:
            found, number = f"{plain}_{number}", number + 1
        self.taken.add(found)
        return found


def identifier(name: str) -> str:
    """Letters, digits and underscores: `die.v[1,2]` -> `die_v_1_2`, `x[-1]` -> `x_m1`."""
    text = re.sub(r"\W+", "_", name.replace("-", "m")).strip("_") or "x"
    return f"_{text}" if text[0].isdigit() else text
