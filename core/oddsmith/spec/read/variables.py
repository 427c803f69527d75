"""`variables:` -> Variable, in its short and long forms."""

from __future__ import annotations

from oddsmith.expr.nodes import Expr, Items, Range
from oddsmith.expr.types import BOOL, INT, Type
from oddsmith.source import Span, nearest
from oddsmith.spec.complaints import suggestion
from oddsmith.spec.game import FamilyBinder, Variable
from oddsmith.spec.keys import VARIABLE
from oddsmith.spec.read.actions import read_references
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Entry, Mapping, Node, Scalar, Sequence, shorten

FORMS = "write `0..N`, `bool`, a list of names, or `{range: 0..N, init: 0}`"


def read_variables(reader: Reader, node: Node | None) -> tuple[Variable, ...]:
    """All variables of the game or of a module; what cannot be read counts as broken."""
    found: list[Variable] = []
    for entry in reader.entries(node, "variables (`name: range`)"):
        name = reader.name(entry.key, "a variable")
        variable = None if name is None else read_variable(reader, name, entry)
        if variable is None:
            reader.broken.add(entry.key.text)
        else:
            found.append(variable)
    return tuple(found)


def read_variable(reader: Reader, name: str, entry: Entry) -> Variable | None:
    span = entry.key.span
    node = entry.value
    if isinstance(node, Mapping) and not _bare(node):
        return _long(reader, name, node, span)
    form = _form(reader, node, span)
    return None if form is None else Variable(name, *form, init=None, span=span)


Form = tuple[Type, Expr | None, Expr | None]


def _bare(mapping: Mapping) -> bool:
    """`{1, 3}`: a set, not a mapping."""
    return bool(mapping.entries) and all(isinstance(e.value, Scalar) and e.value.empty for e in mapping)


def _form(reader: Reader, node: Node, span: Span) -> Form | None:
    """The type and bounds in the short form: a range, `bool`, or a list of names."""
    if (bare := _in_brackets(node)) is not None:
        reader.complaints.add("E108", "a range stands here without brackets", node.span, fix=f"write `{bare}`")
        return None
    if isinstance(node, Sequence):
        return _enumeration(reader, node, span)
    if isinstance(node, Scalar) and node.text == "bool":
        return BOOL, None, None
    if isinstance(node, Scalar) and ".." not in node.text:
        near = suggestion(node.text, ["bool"]) if nearest(node.text, ["bool"]) else FORMS
        reader.wrong(node, "the values of a variable", near)
        return None
    return _range(reader, node)


def _in_brackets(node: Node) -> str | None:
    """`[0..3]`, as other languages write a range (quoted or not), without its brackets."""
    if isinstance(node, Sequence) and len(node.items) == 1 and isinstance(node.items[0], Scalar):
        inner = node.items[0].text
    elif isinstance(node, Scalar) and node.text.startswith("[") and node.text.endswith("]"):
        inner = node.text[1:-1]
    else:
        return None
    return inner.strip() if ".." in inner else None


def _range(reader: Reader, node: Node) -> Form | None:
    domain = reader.domain(node)
    if isinstance(domain, Items):
        why = "a variable holds all whole numbers of a range"
        reader.complaints.add("E305", "a set cannot be the range of a variable", node.span, why, "write `low..high`")
        return None
    return None if domain is None else (INT, domain.low, domain.high)


def _enumeration(reader: Reader, node: Node, span: Span) -> Form | None:
    names = reader.names(node, "a value")
    if len(names) != len(reader.one_or_more(node)):
        reader.broken.update(item.text for item in reader.one_or_more(node) if isinstance(item, Scalar))
        return None
    if not names:
        reader.complaints.add("E305", "an enumeration needs at least one value", span, fix="write `[first, second]`")
        return None
    for place, (item, name) in enumerate(zip(reader.one_or_more(node), names, strict=True)):
        if name in names[:place]:
            reader.complaints.add("E204", f"the value `{name}` is listed twice", item.span, fix="keep one of them")
    return (Type("enum", names), None, None) if len(set(names)) == len(names) else None


def _long(reader: Reader, name: str, node: Mapping, span: Span) -> Variable | None:
    fields = reader.fields(node, VARIABLE)
    form = _long_form(reader, fields, node, span)
    axes = read_axes(reader, fields.get("array"))
    init = _initial(reader, fields["init"]) if "init" in fields else None
    sees = read_references(reader, fields["sees"], "a player", "ann") if "sees" in fields else None
    if form is None or axes is None or (init is None and "init" in fields):
        return None
    return Variable(name, *form, init=init, axes=axes, sees=sees, span=span)


def _long_form(reader: Reader, fields: dict[str, Node], node: Mapping, span: Span) -> Form | None:
    given = [key for key in ("range", "type", "values") if key in fields]
    if "type" in fields and "range" in fields and _text(fields["type"]) == "int":
        given.remove("type")
    if len(given) != 1:
        if not given:
            reader.complaints.add(
                "E203", "this variable has neither `range`, `values` nor `type: bool`", span, fix=FORMS
            )
        else:
            message = f"`{given[0]}` and `{given[1]}` exclude each other"
            reader.complaints.add("E108", message, fields[given[1]].span, fix="keep one of them")
        return None
    key = given[0]
    if key == "values":
        return _enumeration(reader, fields["values"], span)
    if key == "range":
        return _range(reader, fields["range"])
    if _text(fields["type"]) == "bool":
        return BOOL, None, None
    fix = "write `range: low..high` for whole numbers, `values: [a, b]` for names"
    reader.complaints.add("E108", f"there is no type `{shorten(_text(fields['type']))}`", fields["type"].span, fix=fix)
    return None


def read_axes(reader: Reader, node: Node | None) -> tuple[FamilyBinder, ...] | None:
    """`1..N`, `[1..3, 1..3]` or `{i: 1..N}`; nothing for nothing, None after a complaint."""
    if node is None:
        return ()
    named: list[tuple[str, Node]]
    if isinstance(node, Mapping):
        named = [(reader.name(e.key, "an index") or "", e.value) for e in node]
    else:
        named = [("", item) for item in reader.one_or_more(node)]
    axes: list[FamilyBinder] = []
    for name, item in named:
        domain = reader.domain(item)
        if isinstance(domain, Range):
            axes.append(FamilyBinder(name, domain, item.span))
        elif domain is not None:
            reader.complaints.add("E305", "the indices of an array are a range", item.span, fix="write `1..N`")
    if not 1 <= len(named) <= 2:
        reader.complaints.add(
            "E108", "an array has one or two ranges of indices", node.span, fix="write `[1..3, 1..3]`"
        )
        return None
    return tuple(axes) if len(axes) == len(named) else None


def _initial(reader: Reader, node: Node) -> Expr | tuple[object, ...] | None:
    if not isinstance(node, Sequence):
        return reader.expression(node, "the first value")
    parts = [_initial(reader, item) for item in node]
    return None if any(part is None for part in parts) else tuple(parts)


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""
