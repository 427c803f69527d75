"""`published:` -> the numbers that a paper prints, each with its place in the sweep."""

from __future__ import annotations

from oddsmith.run.reading import Reader
from oddsmith.spec.tree import Mapping, Node, Scalar, Sequence
from oddsmith.study.study import Coordinates, Printed

TABLE = ("columns", "rows", "where", "source", "tolerance", "wrong")
VALUE = ("value", "tolerance", "wrong", "source")
GAPS = ("-", "x", "")
"""What papers write where they have no number."""


def published_of(reader: Reader, node: Node, axes: tuple[str, ...]) -> tuple[Printed, ...]:
    """One table or several: `{columns: [N, length], rows: [[3, 3.409]], source: Table 1}`."""
    return tuple(printed for item in reader.items(node) for printed in _table(reader, item, axes))


def _table(reader: Reader, node: Node, axes: tuple[str, ...]) -> list[Printed]:
    found = reader.known(node, TABLE, "a published table")
    for key in ("columns", "rows"):
        if key not in found:
            reader.complaints.add("E203", f"a published table needs the key `{key}`", node.span)
            return []
    columns = reader.texts(found["columns"])
    fixed = tuple(reader.pairs(found["where"])) if "where" in found else ()
    for name, _ in fixed:
        if name not in axes:
            fix = f"known: {', '.join(axes)}"
            reader.complaints.add("E201", f"the sweep has no coordinate `{name}`", found["where"].span, fix=fix)
    common = {key: reader.text(node) for key, node in found.items() if key in ("source", "tolerance", "wrong")}
    rows = [_row(reader, row, columns, axes, fixed, common) for row in reader.items(found["rows"])]
    return [printed for row in rows for printed in row]


def _row(
    reader: Reader,
    node: Node,
    columns: tuple[str, ...],
    axes: tuple[str, ...],
    fixed: Coordinates,
    common: dict[str, str],
) -> list[Printed]:
    items = node.items if isinstance(node, Sequence) else ()
    if len(items) != len(columns):
        reader.complaints.add("E108", f"this row needs {len(columns)} entries: {', '.join(columns)}", node.span)
        return []
    pairs = list(zip(columns, items, strict=True))
    where = fixed + tuple((name, reader.text(item)) for name, item in pairs if name in axes)
    return [_printed(reader, name, item, where, common) for name, item in pairs if name not in axes]


def _printed(reader: Reader, quantity: str, node: Node, where: Coordinates, common: dict[str, str]) -> Printed:
    """`3.409`, `-`, or `{value: 17.2699, wrong: …}`."""
    fields = dict(common)
    if isinstance(node, Mapping):
        found = reader.known(node, VALUE, "a published value")
        fields |= {key: reader.text(value) for key, value in found.items()}
    elif isinstance(node, Scalar):
        fields["value"] = node.text
    text = fields.pop("value", "").strip()
    told = {key: fields.get(key, "") for key in ("source", "tolerance", "wrong")}
    return Printed(quantity, text, where, told["source"], told["tolerance"], told["wrong"], text in GAPS, node.span)
