"""The updates of one branch -> the packed successor, every value checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from oddsmith.plugin import Branch, Compiler, EvaluationError, Expr, Index, Name, Process, flat_index
from oddsmith_plugins.kernels.reference_parts.draws import reads_only

State = tuple[Any, ...]
Closure = Callable[[State], Any]


class Updates:
    """States are packed into one whole number each: parameter i stands `offsets[i]` bits from its end."""

    def __init__(
        self, branch: Branch, process: Process, offsets: Sequence[int], compiler: Compiler, binders: Sequence[str]
    ) -> None:
        self.process, self.offsets = process, offsets
        self.plain: list[tuple[int, Closure]] = []
        """(parameter, value) where the target is the same in every state."""
        self.computed: list[tuple[Closure, Closure]] = []
        """(target, value) where an index is computed."""
        self.limits = [(p.low, p.high) for p in process.params]
        for update in branch.updates:
            value = compiler.compile(update.value, binders)
            slot = _slot(update.target, compiler)
            if slot is None:
                self.computed.append((_cell(update.target, compiler, binders), value))
            else:
                self.plain.append((slot, value))
        slots = [slot for slot, _ in self.plain]
        self.clash = next((slot for slot in slots if slots.count(slot) > 1), None)

    def apply(self, packed: int, state: State) -> int:
        """The packed successor; `state` holds the values of the state, the choices and the draws."""
        if self.clash is not None:
            raise self._conflict(self.clash)
        for slot, closure in self.plain:
            value = closure(state)
            low, high = self.limits[slot]
            if type(value) is not int or not low <= value <= high:
                value = self._admitted(slot, value)
            packed += (value - state[slot]) << self.offsets[slot]
        return self._apply_computed(packed, state) if self.computed else packed

    def _apply_computed(self, packed: int, state: State) -> int:
        written = {slot for slot, _ in self.plain}
        for target, closure in self.computed:
            slot = target(state)
            if slot in written:
                raise self._conflict(slot)
            written.add(slot)
            packed += (self._admitted(slot, closure(state)) - state[slot]) << self.offsets[slot]
        return packed

    def _admitted(self, slot: int, value: Any) -> int:
        """The value as the parameter stores it, or the reason why it cannot."""
        param = self.process.params[slot]
        if isinstance(value, Fraction):
            if value.denominator != 1:
                raise EvaluationError("E613", f"`{param.name}` would become {value}, which is not a whole number")
            value = value.numerator
        if not param.low <= value <= param.high:
            raise EvaluationError(
                "E602", f"`{param.name}` would become {int(value)}, outside its range {param.low}..{param.high}"
            )
        return int(value)

    def _conflict(self, slot: int) -> EvaluationError:
        return EvaluationError("E604", f"`{self.process.params[slot].name}` is written twice in one step")


def _slot(target: Expr, compiler: Compiler) -> int | None:
    """The parameter, where it is the same in every state."""
    if isinstance(target, Name):
        return compiler.layout.slots[target.name]
    assert isinstance(target, Index)
    array = compiler.layout.arrays[target.name]
    if not all(reads_only(index, set()) for index in target.indices):
        return None
    at = tuple(compiler.compile(index)(()) for index in target.indices)
    place = flat_index(array.axes, at)
    return None if place is None else array.first + place


def _cell(target: Expr, compiler: Compiler, binders: Sequence[str]) -> Closure:
    """A function from states to the parameter that an array's cell is."""
    assert isinstance(target, Index)
    array = compiler.layout.arrays[target.name]
    axes, first = array.axes, array.first
    indices = [compiler.compile(index, binders) for index in target.indices]

    def cell(state: State) -> int:
        at = tuple(index(state) for index in indices)
        place = flat_index(axes, at) if all(isinstance(i, int) for i in at) else None
        if place is None:
            shown = ", ".join(map(str, at))
            ranges = ", ".join(f"{low}..{high}" for low, high in axes)
            raise EvaluationError("E611", f"`{target.name}[{shown}]` lies outside its indices {ranges}", target.span)
        return first + place

    return cell
