"""A declared rotation -> a checked one: every turn, renamed, is the next one. Rewards need not follow it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from oddsmith.expr.nodes import Binary, Expr, Name, Unary
from oddsmith.expr.substitute import map_children
from oddsmith.process.access import cells_of
from oddsmith.process.process import Process
from oddsmith.process.rounds.analyse import written
from oddsmith.process.rounds.specialise import joined, negated, oriented
from oddsmith.process.rounds.structure import Case, Layer, Rounds
from oddsmith.source import Diagnostic, SpecError

Row = tuple[Expr, ...]
Values = tuple[int, ...]
Order = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Rotation:
    """Renames parameters; what holds of layer k before holds of layer k + shift after."""

    names: Mapping[str, str]
    shift: int
    row_order: Order
    """For each layer which row of the layer before becomes which: they may be numbered by other axes first."""
    end_order: Order

    def __call__(self, expr: Expr) -> Expr:
        """The renamed condition, in its usual order."""
        match expr:
            case Name(name):
                return Name(self.names.get(name, name))
            case Binary(operator="and" | "or"):
                return joined(expr.operator, (self(expr.left), self(expr.right)))
            case Unary(operator="not"):
                return negated(self(expr.operand))
        return oriented(map_children(expr, self))

    def rows(self, layers: tuple[Row, ...]) -> tuple[Row, ...]:
        """A formula by layer and row, renamed."""
        return self._ordered(layers, self.row_order)

    def ends(self, layers: tuple[Row, ...]) -> tuple[Row, ...]:
        """A formula by layer and end, renamed; none at all stays so."""
        return self._ordered(layers, self.end_order) if layers else layers

    def _ordered(self, layers: tuple[Row, ...], order: Order) -> tuple[Row, ...]:
        before = [layers[(place - self.shift) % len(layers)] for place in range(len(layers))]
        return tuple(tuple(self(row[n]) for n in numbers) for row, numbers in zip(before, order, strict=True))


def rotation_of(process: Process, rounds: Rounds) -> Rotation | None:
    """The declared rotation; SpecError if the game is not the same after it; None if none is declared."""
    arrays = [name for key, name in process.symmetry if key == "rotate"]
    if not arrays or ("with", rounds.control) not in process.symmetry:
        return None
    names: dict[str, str] = {}
    for array in process.arrays:
        if array.name in arrays:
            cells = cells_of(array)
            names |= dict(zip(cells, cells[1:] + cells[:1], strict=True))
    following = _following(rounds)
    places = {layer.value: place for place, layer in enumerate(rounds.layers)}
    shifts = {(places[after] - places[value]) % len(places) for value, after in following.items()}
    if len(shifts) != 1:
        raise refused(process, "the turns do not come in the order of the rotation")
    bare = Rotation(names, shifts.pop(), (), ())
    _check(process, rounds, bare)
    orders = [_orders(rounds, bare, place) for place in range(len(rounds.layers))]
    return Rotation(names, bare.shift, tuple(rows for rows, _ in orders), tuple(ends for _, ends in orders))


def _orders(rounds: Rounds, rotation: Rotation, place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which rows and ends of the layer before become those of this one."""
    before, layer = rounds.layers[place - rotation.shift], rounds.layers[place]
    carry, following = _carry(rounds, rotation, before, layer), _following(rounds)
    rows = {carry(values): number for number, values in enumerate(written(rounds, before))}
    ends = {(following.get(e.control, e.control), carry(e.values)): number for number, e in enumerate(before.ends)}
    return (
        tuple(rows[values] for values in written(rounds, layer)),
        tuple(ends[end.control, end.values] for end in layer.ends),
    )


def _carry(rounds: Rounds, rotation: Rotation, one: Layer, other: Layer) -> Callable[[Values], Values]:
    """Written values of a layer in the order in which the layer after the rotation writes them."""
    names = [rotation.names.get(rounds.axes[w].name, rounds.axes[w].name) for w in one.writes]
    places = [names.index(rounds.axes[w].name) for w in other.writes]
    return lambda values: tuple(values[place] for place in places)


def _check(process: Process, rounds: Rounds, rotation: Rotation) -> None:
    axes = {axis.name: axis for axis in rounds.axes}
    pairs = [(axis, axes[rotation.names.get(name, name)]) for name, axis in axes.items()]
    for one, other in pairs:
        if one.init != other.init:
            raise refused(process, f"{one.name} and {other.name} begin with different values")
    for place, layer in enumerate(rounds.layers):
        after = rounds.layers[(place + rotation.shift) % len(rounds.layers)]
        names = {rotation.names.get(rounds.axes[w].name, rounds.axes[w].name) for w in layer.writes}
        if names != {rounds.axes[w].name for w in after.writes}:
            raise refused(process, f"{rounds.control} = {layer.value} and {after.value} do not write the same")
        _compare(process, rounds, rotation, layer, after)
    for one, other in pairs:
        if one.values != other.values:
            raise refused(process, f"{one.name} and {other.name} do not hold the same values")


def _compare(process: Process, rounds: Rounds, rotation: Rotation, one: Layer, other: Layer) -> None:
    """Rows for the same values have the same cases, with targets of the same values."""
    carry = _carry(rounds, rotation, one, other)
    mine, theirs = [carry(values) for values in written(rounds, one)], written(rounds, other)
    following = _following(rounds)
    ends = [(following.get(e.control, e.control), carry(e.values)) for e in one.ends]
    plain_ends = [(e.control, e.values) for e in other.ends]
    rows = dict(zip(theirs, other.rows, strict=True))
    for held, row in zip(mine, one.rows, strict=True):
        if held not in rows:
            continue
        renamed = Counter(_form(case, mine, ends, rotation) for case in row)
        plain = Counter(_form(case, theirs, plain_ends, None) for case in rows[held])
        wrong = list((renamed - plain).elements()) or list((plain - renamed).elements())
        if wrong:
            turn = f"{rounds.control} = {one.value} and {rounds.control} = {other.value}"
            raise refused(process, f"the command [{_action(wrong[0], row, rows[held])}] is not the same for {turn}")


Form = tuple[object, ...]


def _following(rounds: Rounds) -> dict[int, int]:
    """What the rotation makes of the control parameter: values in their order, the last one becomes the first."""
    order = sorted(layer.value for layer in rounds.layers)
    return dict(zip(order, order[1:] + order[:1], strict=True))


def _form(case: Case, held: list[Values], ends: list[tuple[int, Values]], rotation: Rotation | None) -> Form:
    """A case by its values, renamed if there is a rotation."""

    def renamed(expr: Expr | None) -> Expr | None:
        return expr if expr is None or rotation is None else rotation(expr)

    def target(place: int) -> object:
        return held[place] if place >= 0 else place

    outcomes = frozenset((o.weight, renamed(o.condition), target(o.yes), target(o.no)) for o in case.outcomes)
    over = frozenset((e.weight, renamed(e.condition), ends[e.place]) for e in case.ends)
    return (_stem(case.action), renamed(case.condition), outcomes, over)


def _stem(action: str) -> str:
    """An action without its indices."""
    return action.split("[", maxsplit=1)[0]


def _action(form: Form, row: tuple[Case, ...], same: tuple[Case, ...]) -> str:
    return next((case.action for case in (*row, *same) if _stem(case.action) == form[0]), str(form[0]))


def refused(process: Process, reason: str) -> SpecError:
    """The complaint about a false claim."""
    claim = ", ".join(f"{key}: {name}" for key, name in process.symmetry)
    fix = "correct the game, or take the line `symmetry` out"
    return SpecError([Diagnostic("E408", f"{process.name} does not have the symmetry {{{claim}}}: {reason}", fix=fix)])
