"""A UMB archive (Unified Markov Binary, format version 1) -> a stored model; see exporters/umb.py for the format.

Of an uncompressed archive the weights, offsets and variables stay on disk, mapped; state numbers become 32-bit ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Context,
    ExplicitImporter,
    Gains,
    Stored,
    StoredModel,
    damaged,
    hookimpl,
    impossible,
    unsuited,
)
from oddsmith_plugins.importers.umb_parts.archive import archive
from oddsmith_plugins.importers.umb_parts.index import Annotation, Index, index_of, mapping
from oddsmith_plugins.importers.umb_parts.numbers import Numbers
from oddsmith_plugins.importers.umb_parts.variables import variables


@dataclass(frozen=True)
class Umb(ExplicitImporter):
    """Unified Markov Binary: the exchange format of PRISM 4.10, Storm 1.13 and others."""

    name: ClassVar[str] = "umb"
    suffixes: ClassVar[tuple[str, ...]] = (".umb",)

    def open(self, path: Path, context: Context) -> StoredModel:
        members = archive(path, context)
        data = members.members.get("index.json")
        if data is None:
            raise damaged("the archive has no index.json", "this is no model")
        return _Reader(index_of(data), Numbers(members, context), context).model()


@dataclass(frozen=True)
class _Reader:
    index: Index
    numbers: Numbers
    context: Context

    def model(self) -> StoredModel:
        index, numbers = self.index, self.numbers
        size, choices, branches = (index.count(key) for key in ("states", "choices", "branches"))
        if size >= 2**31:
            raise unsuited(f"it has {size:,} states; at most {2**31 - 1:,} can be stored")
        initial = self._initial(
            size
        )  # these bits are there for every state, so that the number of states is no mere claim
        stored = self._stored(size, choices, branches)
        remarks = [*self._ignored()]
        described = variables(index, numbers, size)
        if isinstance(described, str):
            remarks.append(described)
            described = None
        encoding, rows = described or (None, None)
        kind, players, player = self._players(size)
        actions, action = self._actions(choices)
        return StoredModel(
            kind=kind,
            transitions=stored,
            initial=initial,
            labels={found.name: self._label(found, size) for found in index.annotations("aps")},
            gains={found.name: self._gains(found, size, choices, branches) for found in index.annotations("rewards")},
            actions=actions,
            action=action,
            players=players,
            player=player,
            encoding=encoding,
            rows=rows,
            remarks=tuple(remarks),
        )

    def _stored(self, size: int, choices: int, branches: int) -> Stored:
        numbers = self.numbers
        starts = numbers.offsets("state-to-choices.bin", size, choices)
        row_start = numbers.offsets("choice-to-branches.bin", choices, branches)
        self.context.need(8 * (size + choices + branches), "the model")
        kind = self.index.kind("branch-probability-type")
        weight, exact = np.ones(0 if kind else branches), None
        if kind is not None:
            weight, exact = numbers.values("branch-to-probability.bin", branches, kind)
        return Stored(
            size,
            starts,
            np.arange(choices + 1) if row_start is None else row_start,
            numbers.targets("branch-to-target.bin", branches, size),
            weight,
            exact,
        )

    def _initial(self, size: int) -> int:
        name = "state-is-initial.bin"
        first = np.flatnonzero(self.numbers.truths(name, size)) if self.numbers.has(name) else []
        said = self.index.count("initial-states")
        if len(first) != said:
            raise impossible(f"index.json tells of {said:,} initial states, and state-is-initial.bin of {len(first):,}")
        if said != 1:
            raise unsuited(f"it has {said:,} initial states", "a game begins in one state")
        return int(first[0])

    def _players(self, size: int) -> tuple[str, tuple[str, ...], NDArray[np.int8] | None]:
        """The kind of model; in a game who plays, and who decides where."""
        count, names = self.index.count("players"), self.index.system.get("player-names")
        if count < 2:
            return ("mdp" if count else "chain"), (), None
        if count > 100:
            raise unsuited(f"it has {count:,} players", "games of at most 100 players can be read")
        names = [str(number) for number in range(1, count + 1)] if names is None else names
        if not isinstance(names, list) or len(set(map(str, names))) != count:
            raise impossible(f"index.json: {count:,} players are named {names!r}")
        player = np.zeros(size, dtype=np.int8)
        if self.numbers.has("state-to-player.bin"):
            found = self.numbers.array("state-to-player.bin", size, "<u4")
            if found.max() >= count:
                raise impossible(f"a state belongs to player {int(found.max()):,}, and there are {count}")
            player = found.astype(np.int8)
        return "game", tuple(map(str, names)), player

    def _actions(self, choices: int) -> tuple[tuple[str, ...], NDArray[np.int32] | None]:
        count = self.index.count("choice-actions")
        if not count:
            return (), None
        name = "actions/choices/values.bin"
        found = (
            self.numbers.array(name, choices, "<u4") if self.numbers.has(name) else np.zeros(choices, dtype=np.uint32)
        )
        if len(found) and found.max() >= count:
            raise impossible(f"a choice has the action {int(found.max()):,}, and there are {count:,}")
        if not self.numbers.has("actions/choices/string-mapping.bin"):
            used, numbers = np.unique(found, return_inverse=True)
            return tuple(map(str, used.tolist())), numbers.astype(np.int32)
        return tuple(self.numbers.strings("actions/choices", count)), found.astype(np.int32)

    def _label(self, found: Annotation, size: int) -> NDArray[np.bool_]:
        if found.parts != ("states",) or found.kind.name != "bool":
            raise impossible(f"index.json: the proposition {found.name} is not of states, or is no truth value")
        return self.numbers.truths(f"{found.folder}/states/values.bin", size)

    def _gains(self, found: Annotation, size: int, choices: int, branches: int) -> Gains:
        def part(name: str, count: int) -> NDArray[Any] | None:
            if name not in found.parts:
                return None
            return self.numbers.values(f"{found.folder}/{name}/values.bin", count, found.kind)[0]

        state, choice = part("states", size), part("choices", choices)
        return Gains(
            np.zeros(size) if state is None else state,
            np.zeros(choices) if choice is None else choice,
            part("branches", branches),
        )

    def _ignored(self) -> list[str]:
        """What is in the archive and changes no answer."""
        groups = set(mapping(self.index.document.get("annotations", {}), "annotations")) - {"aps", "rewards"}
        found = [f"annotations of the kind {group} are left out" for group in sorted(groups)]
        return [*found, "names of branches are left out"] if self.index.count("branch-actions") else found


@hookimpl
def oddsmith_importers() -> list[type[ExplicitImporter]]:
    return [Umb]
