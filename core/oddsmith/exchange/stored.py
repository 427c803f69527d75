"""The base class of importers of explicit formats: a file of states and transitions -> a stored model."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.kernel.encoding import Encoding
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.space import Gains, Stored


@dataclass(frozen=True)
class StoredModel:
    """What a file of states and transitions says. Arrays may be memory-mapped, and are never written to."""

    kind: str
    """chain, mdp or game."""
    transitions: Stored
    initial: int = 0
    labels: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    """Where each label holds: the names that questions may use."""
    gains: Mapping[str, Gains] = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    action: NDArray[np.int32] | None = None
    """[m]: an index into `actions` for each choice, -1 for none; None: nothing has a name."""
    players: tuple[str, ...] = ()
    player: NDArray[np.int8] | None = None
    """Who decides in each state, in a game."""
    encoding: Encoding | None = None
    """The variables of the states, where the file tells them."""
    rows: NDArray[np.uint64] | None = None
    """Their values, packed."""
    remarks: tuple[str, ...] = ()
    """What the user should know, one line each."""


@dataclass(frozen=True)
class ExplicitImporter(ABC):
    """A frozen record of options."""

    name: ClassVar[str]
    """As `--from` calls it."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """The ends of file names that stand for this format; files that end so are run as they are."""

    @abstractmethod
    def open(self, path: Path, context: Context) -> StoredModel:
        """The model of a file, as it says it; `complete` checks it.

        SpecError for a file that is damaged (E821), contradicts itself (E822) or says what there is no room for here
        (E823). Nothing of the file is believed before it is checked.
        """


def damaged(message: str, fix: str = "get the file again from where it came from", why: str = "") -> SpecError:
    """The complaint about a file that cannot be read to its end, or is not safe to read."""
    return SpecError([Diagnostic("E821", message, None, why, fix)])


def impossible(message: str, fix: str = "the file must be written anew", why: str = "") -> SpecError:
    """The complaint about a file that contradicts itself."""
    return SpecError([Diagnostic("E822", message, None, why, fix)])


def unsuited(message: str, fix: str = "", why: str = "") -> SpecError:
    """The complaint about a file that may be right, and that has no place here."""
    return SpecError([Diagnostic("E823", message, None, why, fix)])
