"""Rounds -> readable text: the control parameter, the axes, and what each turn does."""

from __future__ import annotations

from oddsmith.expr.show import show as show_expression
from oddsmith.process.rounds.structure import FAULT, NOTHING, Axis, Case, Layer, Rounds, RowOutcome
from oddsmith.process.rounds.symmetry import Rotation
from oddsmith.process.show import show_values


def show_rounds(rounds: Rounds, most: int = 50, rotation: Rotation | None = None) -> str:
    """The whole structure; of each turn the first `most` rows."""
    cycle = " -> ".join(str(layer.value) for layer in (*rounds.layers, rounds.layers[0]))
    lines = [
        f"{rounds.control} goes round: {cycle}",
        f"box of {rounds.cells:,} cells ({8 * rounds.cells / 1e6:,.1f} MB a vector)",
        *(f"  {axis.name}: {len(axis.values)} values, {show_values(axis.values)}" for axis in rounds.axes),
        *([] if rotation is None else [f"symmetry, checked: {show_rotation(rotation)}"]),
        *(f"reward {reward} does not fit: {reason}" for reward, reason in rounds.refused),
    ]
    for layer in rounds.layers:
        lines += ["", *_layer(rounds, layer, most)]
    return "\n".join(lines)


def show_rotation(rotation: Rotation) -> str:
    """Every cycle of parameters that take each other's places."""
    cycles: list[str] = []
    seen: set[str] = set()
    for first in rotation.names:
        cycle = [first]
        while first not in seen and rotation.names[cycle[-1]] != first:
            cycle.append(rotation.names[cycle[-1]])
        if first not in seen:
            cycles.append(" -> ".join((*cycle, first)))
        seen.update(cycle)
    return ", ".join(cycles)


def _layer(rounds: Rounds, layer: Layer, most: int) -> list[str]:
    axes = [rounds.axes[place] for place in layer.writes]
    written = ", ".join(axis.name for axis in axes) or "nothing"
    conditions = {c for row in layer.rows for case in row for c in _conditions(case)}
    count = sum(len(case.outcomes) for row in layer.rows for case in row)
    head = f"{rounds.control} = {layer.value} writes {written}: {len(layer.rows)} rows, {count} outcomes"
    lines = [f"{head}, {len(conditions)} conditions"]
    for place, row in enumerate(layer.rows[:most]):
        lines.append(f"  {_held(axes, place)}")
        lines += [f"    {line}" for case in row for line in _case(axes, case)]
        lines += [f"      {line}" for case in row for line in _ends(rounds, axes, layer, case)]
        lines += ["    the game ends"] if not row else []
    if len(layer.rows) > most:
        lines.append(f"  … {len(layer.rows) - most} more rows")
    return lines


def _conditions(case: Case) -> set[str]:
    found = [case.condition, *(o.condition for o in case.outcomes), *(e.condition for e in case.ends)]
    return {show_expression(condition) for condition in found if condition is not None}


def _case(axes: list[Axis], case: Case) -> list[str]:
    where = f" when {show_expression(case.condition)}" if case.condition is not None else ""
    gains = "".join(f", gain {reward} {amount}" for reward, amount, _ in case.gains)
    return [f"[{case.action}]{where}{gains}", *(f"  {o.weight}: {_outcome(axes, o)}" for o in case.outcomes)]


def _ends(rounds: Rounds, axes: list[Axis], layer: Layer, case: Case) -> list[str]:
    found = []
    for over in case.ends:
        end = layer.ends[over.place]
        values = ((axis.name, value) for axis, value in zip(axes, end.values, strict=True))
        where = ", ".join(f"{name} = {value}" for name, value in (*values, (rounds.control, end.control)))
        condition = f" if {show_expression(over.condition)}" if over.condition is not None else ""
        found.append(f"{over.weight}: the game ends with {where}{condition}")
    return found


def _outcome(axes: list[Axis], outcome: RowOutcome) -> str:
    yes = _held(axes, outcome.yes)
    if outcome.condition is None:
        return yes
    condition = show_expression(outcome.condition)
    no = "" if outcome.no == NOTHING else f", else {_held(axes, outcome.no)}"
    return f"{yes} if {condition}{no}"


def _held(axes: list[Axis], place: int) -> str:
    """The values of the written parameters in a row."""
    if place == FAULT:
        return "what must not happen"
    parts: list[str] = []
    for axis in reversed(axes):
        place, own = divmod(place, len(axis.values))
        parts.append(f"{axis.name} = {axis.values[own]}")
    return ", ".join(reversed(parts)) or "always"
