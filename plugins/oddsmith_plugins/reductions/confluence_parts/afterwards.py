"""Updates -> what an expression is worth after them, said in terms of the state before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from oddsmith.plugin import Access, Expr, Index, Known, Name, Process, Update, cell_name, small_functions, value_of


class Afterwards:
    """Replaces what the updates write. Only for updates of variables and of cells at fixed places."""

    def __init__(self, values: Mapping[str, Expr], process: Process, access: Access) -> None:
        self.values, self.access = values, access
        self.writes = frozenset(values)
        self._known = putting(values, process)
        # Whether nothing is missed (a cell at a computed place) shows when names that nobody knows are put instead.
        self._marked = putting({name: Name(f"{name}'") for name in values}, process)

    @classmethod
    def of(cls, updates: Iterable[Update], process: Process, access: Access) -> Afterwards | None:
        """None where a place is computed."""
        values: dict[str, Expr] = {}
        for update in updates:
            name = fixed_place(update.target)
            if name is None or name in values:
                return None
            values[name] = update.value
        return cls(values, process, access)

    def __call__(self, expr: Expr) -> Expr | None:
        """The expression after the updates; None where that cannot be said."""
        if self.access.expression(expr).isdisjoint(self.writes):
            return expr
        if not self.access.expression(self._marked(expr)).isdisjoint(self.writes):
            return None
        return self._known(expr)


def fixed_place(target: Expr) -> str | None:
    """The parameter that a target stands for; None where its place is computed."""
    if isinstance(target, Name):
        return target.name
    assert isinstance(target, Index)
    places = [value_of(index) for index in target.indices]
    whole = [place for place in places if isinstance(place, int)]
    return cell_name(target.name, whole) if len(whole) == len(places) else None


def putting(values: Mapping[str, Expr], process: Process) -> Known:
    """A change of expressions: small functions and folds over arrays are written out, then these values are put."""
    arrays = {array.name: array for array in process.arrays}
    tables = {table.name: table for table in process.tables}
    return Known(values, arrays, tables, frozenset(arrays), small_functions(process))
