"""A file of states and transitions -> a game to ask questions of, and its state space.

The game has no commands. Its variables are the labels of the file (truth values), the number of the state, and the
variables that the file tells; a question is parsed as any other, and its conditions are looked up or computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.exchange.complete import complete
from oddsmith.exchange.sound import sound_model
from oddsmith.exchange.stored import ExplicitImporter, StoredModel, damaged
from oddsmith.expr.nodes import Expr, Name, Number
from oddsmith.expr.substitute import free_names
from oddsmith.expr.types import BOOL, INT
from oddsmith.hosting.registry import Registry
from oddsmith.kernel.encoding import Encoding
from oddsmith.kernel.kernel import NotCompilableError, Target
from oddsmith.process.process import Parameter, Process
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.space import Gains, StateSpace
from oddsmith.spec.game import Game, Player, RewardClause, Variable

STATE = "state"
"""The variable that is the number of a state, unless the file has something of this name."""
FEW = 2_000
"""So many different states are judged by the interpreter, more by compiled code."""


@dataclass(frozen=True)
class Foreign:
    """A file that is run as it is; it is read when it is first needed."""

    importer: ExplicitImporter
    path: Path
    context: Context

    @cached_property
    def model(self) -> StoredModel:
        """The checked model."""
        if not self.path.is_file():
            fix = "check the path"
            raise SpecError([Diagnostic("E101", f"there is no file `{self.path}`", fix=fix)])
        try:
            model = complete(sound_model(self.importer, self.importer.open(self.path, self.context)), self.context)
        except OSError as error:
            raise damaged(f"cannot read `{self.path}`: {error.strerror or error}", "check the path") from None
        for remark in model.remarks:
            self.context.monitor.message(f"{self.path.name}: {remark}")
        return model

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """What a question may name; of one name the label comes first, then the number, then the variable."""
        model = self.model
        found = {} if model.encoding is None else {param.name: param for param in model.encoding.params}
        found[STATE] = Parameter(STATE, INT, 0, model.transitions.size - 1, model.initial)
        if model.encoding is not None and STATE in {param.name for param in model.encoding.params}:
            found[STATE] = next(param for param in model.encoding.params if param.name == STATE)
        labels = {name: Parameter(name, BOOL, 0, 1, int(holds[model.initial])) for name, holds in model.labels.items()}
        return {**found, **labels}

    @property
    def game(self) -> Game:
        """What questions are asked of."""
        nothing: tuple[()] = ()
        return Game(
            name=self.path.stem,
            about=f"states and transitions of {self.path.name}",
            kind=self.model.kind,
            constants=nothing,
            functions=nothing,
            tables=nothing,
            variables=tuple(_variable(param) for param in self.parameters.values()),
            commands=nothing,
            modules=nothing,
            instances=nothing,
            players=tuple(Player(name) for name in self.model.players),
            labels=nothing,
            rewards=tuple(RewardClause(name, ()) for name in self.model.gains),
            questions=nothing,
        )

    def space(self, process: Process, conditions: Sequence[Expr], targets: Sequence[Target]) -> StateSpace:
        """The state space, with the truth of these conditions and the rewards of the process."""
        model = self.model
        stored = model.transitions
        numbers = Encoding.of([Parameter(STATE, INT, 0, stored.size - 1, model.initial)])
        encoding, rows = model.encoding, model.rows
        if encoding is None or rows is None:
            encoding, rows = numbers, np.arange(stored.size, dtype=np.uint64).reshape(-1, 1)
        nothing = np.zeros(stored.choices)
        added = {r.name: Gains(np.ones(stored.size), nothing) for r in process.rewards if r.name not in model.gains}
        action = np.zeros(stored.choices, dtype=np.int32) if model.action is None else model.action
        return StateSpace(
            encoding=encoding,
            rows=rows,
            transitions=stored,
            summand=action,
            actions=model.actions if model.action is not None else ("",),
            players=model.players,
            player=model.player,
            conditions=tuple(self.truth(condition, targets) for condition in conditions),
            gains={**model.gains, **added},
            initial=model.initial,
            deadlocks=int(np.count_nonzero(action < 0)) if model.action is not None else 0,
        )

    def truth(self, condition: Expr, targets: Sequence[Target]) -> NDArray[np.bool_]:
        """Where a condition holds."""
        if isinstance(condition, Name) and condition.name in self.model.labels:
            return self.model.labels[condition.name]
        names = sorted(free_names(condition) & self.parameters.keys())
        params = [self.parameters[name] for name in names]
        encoding = Encoding.of(params)
        rows = np.zeros((self.model.transitions.size, encoding.words), dtype=np.uint64)
        for place, field in zip(names, encoding.fields, strict=True):
            values = (self._values(place) - field.low).astype(np.uint64)
            rows[:, field.word] |= values << np.uint64(field.shift)
        kinds, inverse = np.unique(rows, axis=0, return_inverse=True)
        process = Process(self.path.stem, "chain", tuple(params), ())
        return _judged(process, condition, kinds, targets, self.context)[inverse.reshape(-1)]

    def _values(self, name: str) -> NDArray[np.int64]:
        model = self.model
        if name in model.labels:
            return model.labels[name].astype(np.int64)
        names = [] if model.encoding is None else [param.name for param in model.encoding.params]
        if name in names and model.encoding is not None and model.rows is not None:
            return model.encoding.column(model.rows, names.index(name))
        return np.arange(model.transitions.size)


def foreign_of(path: Path, registry: Registry, context: Context) -> Foreign | None:
    """The file, if its name ends like those of an explicit format; specs need no importer to be recognised."""
    if path.suffix in (".yaml", ".yml"):
        return None
    for offer in registry.of("importer"):
        if issubclass(offer.offered, ExplicitImporter) and path.name.endswith(offer.offered.suffixes):
            return Foreign(offer.offered(), path, context)
    return None


def _judged(
    process: Process, condition: Expr, rows: NDArray[np.uint64], targets: Sequence[Target], context: Context
) -> NDArray[np.bool_]:
    ordered = sorted(targets, key=lambda target: (target.numbers == "exact") != (len(rows) <= FEW))
    for target in ordered:
        try:
            return target.build(process, (condition,), context).holds(0, rows)
        except NotCompilableError:
            continue
    raise AssertionError("no kernel can judge the condition")


def _variable(param: Parameter) -> Variable:
    if param.type.kind == "bool":
        return Variable(param.name, BOOL, None, None, None)
    return Variable(param.name, INT, Number(param.low), Number(param.high), Number(param.init))
