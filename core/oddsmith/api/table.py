"""Columns of numbers with names: what comes out of states, distributions and sweeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

SHOWN = 20
"""Rows that are shown; all of them are there."""
NUMBERS = "biuf"
"""Kinds of NumPy's types whose columns stand flush right."""


class Table(Mapping[str, NDArray[Any]]):
    """Equally long columns by name: `table["f"]` is an array; `table.pandas()` a data frame, where pandas is there."""

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns = {name: np.asarray(values) for name, values in columns.items()}

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return max((len(column) for column in self._columns.values()), default=0)

    def where(self, mask: NDArray[np.bool_]) -> Table:
        """The rows for which the mask holds."""
        return Table({name: column[mask] for name, column in self.items()})

    def pandas(self) -> Any:
        """The same as a pandas.DataFrame."""
        try:
            import pandas
        except ImportError:
            raise ImportError("a data frame needs pandas: pip install pandas") from None
        return pandas.DataFrame(self._columns)

    def __repr__(self) -> str:
        from oddsmith.report.table import plain_table

        rows = [[_text(column[row]) for column in self.values()] for row in range(min(self.rows, SHOWN))]
        more = f"\n… {self.rows - SHOWN:,} more rows" if self.rows > SHOWN else ""
        numbers = [place for place, column in enumerate(self.values()) if column.dtype.kind in NUMBERS]
        return plain_table(list(self), rows, numbers) + more

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self)
        lines = [
            "".join(f"<td>{escape(_text(column[row]))}</td>" for column in self.values())
            for row in range(min(self.rows, SHOWN))
        ]
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        more = f"<p>… {self.rows - SHOWN:,} more rows</p>" if self.rows > SHOWN else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _text(value: Any) -> str:
    return f"{value:.9g}" if isinstance(value, float | np.floating) else str(value)
