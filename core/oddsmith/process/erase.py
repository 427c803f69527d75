"""Parameters that are to go, with the value they always have -> a process without them, its arrays in order again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import Call, Expr, Index, Name
from oddsmith.expr.substitute import transform, walk
from oddsmith.process.access import Access, Names, cell_name, cells_of
from oddsmith.process.expressions import expressions
from oddsmith.process.process import Array, Branch, Process, Table
from oddsmith.process.rewrite import rewritten, with_branches


def erase(process: Process, values: Mapping[str, int]) -> Process:
    """The process without these parameters; their values have been put in wherever they are named plainly.

    An array with a cell that is read or written at a computed place keeps all of them, or becomes a table if all are
    to go. Of an array without such places the other cells become parameters of their own. What is written to a
    parameter that goes is forgotten.
    """
    process = _without_writes(process, frozenset(values))
    computed = computed_arrays(process)
    tables = tuple(_table(a, values) for a in process.arrays if a.name in computed and _fits(process, a, values))
    kept = computed - {table.name for table in tables}
    stay = {cell for a in process.arrays if a.name in kept for cell in cells_of(a)}
    gone = {name: value for name, value in values.items() if name not in stay}
    arrays = [a for a in process.arrays if not gone.keys() >= set(cells_of(a))]
    loose = frozenset(a.name for a in arrays if gone.keys() & set(cells_of(a)))
    params = tuple(p for p in process.params if p.name not in gone)
    places = {p.name: place for place, p in enumerate(params)}
    smaller = replace(
        process,
        params=params,
        arrays=tuple(replace(a, first=places[cells_of(a)[0]]) for a in arrays if a.name not in loose),
        tables=process.tables + tables,
        sees=tuple(pair for pair in process.sees if pair[0] not in gone),
        erased=process.erased + tuple(gone.items()),
    )
    return _renamed(smaller, loose, frozenset(table.name for table in tables))


def computed_arrays(process: Process) -> Names:
    """The arrays of which a cell is read or written whose place depends on the state, a draw or a fold."""
    names = {a.name for a in process.arrays}
    found = {
        node.name
        for expr in expressions(process)
        for node in walk(expr)
        if isinstance(node, Index) and node.name in names and _cell(node) is None
    }
    return frozenset(found)


def _without_writes(process: Process, names: Names) -> Process:
    access = Access.of(process)

    def change(branch: Branch) -> Branch:
        return replace(branch, updates=tuple(u for u in branch.updates if not access.place(u.target) <= names))

    return with_branches(process, change)


def _fits(process: Process, array: Array, values: Mapping[str, int]) -> bool:
    """Whether all cells go, and are numbers, as the entries of tables are."""
    cells = cells_of(array)
    kinds = {param.type.kind for param in process.params[array.first : array.first + len(cells)]}
    return kinds == {"int"} and values.keys() >= set(cells)


def _table(array: Array, values: Mapping[str, int]) -> Table:
    return Table(array.name, array.axes, tuple(values[cell] for cell in cells_of(array)))


def _cell(node: Index) -> str | None:
    """The cell, where its place is constant."""
    places = [value_of(index) for index in node.indices]
    return None if None in places else cell_name(node.name, [int(place) for place in places if place is not None])


def _renamed(process: Process, loose: Names, tables: Names) -> Process:
    """Cells of these arrays by their own names; entries of tables are the same in the next state."""

    def node(expr: Expr) -> Expr:
        match expr:
            case Index(name, _) if name in loose:
                cell = _cell(expr)
                assert cell is not None, "only cells at constant places are left"
                return Name(cell, span=expr.span)
            case Call("next", (Index(name, _) as entry,)) if name in tables:
                return entry
        return expr

    if not loose and not tables:
        return process
    changed = rewritten(process, lambda expr, bound: transform(expr, node))

    def targets(branch: Branch) -> Branch:
        return replace(branch, updates=tuple(replace(u, target=node(u.target)) for u in branch.updates))

    return with_branches(changed, targets)
