"""`matrix:` -> axes, and all their combinations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from oddsmith.run.reading import Reader
from oddsmith.spec.tree import Mapping, Node, Scalar, Sequence
from oddsmith.study.study import Axis, Choice, Coordinates, Text

Place = dict[str, tuple[str, ...]]
"""Values of some coordinates."""
MOST_CELLS = 10_000
"""More runs than this are a mistake."""
SET, EXCEPT = "set", "except"


def axes_of(reader: Reader, node: Node, keys: tuple[str, ...]) -> tuple[Axis, ...]:
    """The axes of a sweep: `set: {N: [3, 5]}` is one for each constant, `solver: [a, b]` one for the key."""
    found: list[Axis] = []
    for entry in reader.mapping(node):
        name = entry.key.text
        if name == EXCEPT:
            continue
        if name not in (*keys, "options"):
            message, fix = f"a sweep cannot go over `{name}`", f"known: {', '.join([*keys, 'options', EXCEPT])}"
            reader.complaints.add("E202", message, entry.key.span, fix=fix)
        elif name in (SET, "options") and isinstance(entry.value, Mapping):
            found += [_constant(reader, name, one.key.text, one.value) for one in entry.value]
        else:
            found.append(_axis(reader, name, entry.value))
    return tuple(found)


def excepted(reader: Reader, node: Node, axes: tuple[Axis, ...]) -> tuple[Place, ...]:
    """`except: [{N: 10, reductions: [original, reduced]}]`: the places of a sweep that are left out."""
    places = []
    for entry in reader.mapping(node):
        for item in reader.items(entry.value) if entry.key.text == EXCEPT else ():
            place = {one.key.text: reader.texts(one.value) for one in reader.mapping(item)}
            known = {name for axis in axes for name in axis.names}
            for name in place.keys() - known:
                fix = f"known: {', '.join(sorted(known))}"
                reader.complaints.add("E201", f"the sweep has no coordinate `{name}`", item.span, fix=fix)
            places.append(place)
    return tuple(places)


def combinations(
    axes: tuple[Axis, ...], without: tuple[Place, ...] = ()
) -> Iterator[tuple[Coordinates, dict[str, Text]]]:
    """Where each cell stands, and the keys that it adds; the last axis turns first."""
    for choices in product(*(axis.choices for axis in axes)):
        keys: dict[str, Text] = {}
        for choice in choices:
            keys = united(keys, choice.keys)
        place = tuple(pair for choice in choices for pair in choice.coordinates)
        there = dict(place)
        if not any(all(there.get(name) in values for name, values in left.items()) for left in without):
            yield place, keys


def united(below: dict[str, Text], above: dict[str, Text]) -> dict[str, Text]:
    """The keys of both; constants and options are united, others replaced."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        result[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def plain(node: Node) -> Text:
    """A tree without its places."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node]
    return {entry.key.text: plain(entry.value) for entry in node}


def _constant(reader: Reader, key: str, name: str, node: Node) -> Axis:
    """The values of one constant, as a list or as `1..9`."""
    values = [value for item in _some(reader, name, node) for value in _range(reader.text(item))]
    return Axis(name, tuple(Choice(((name, value),), {key: {name: value}}) for value in values))


def _range(text: str) -> list[str]:
    """`1..9` stands for all of them."""
    low, dots, high = text.partition("..")
    ends = (low.strip(), high.strip())
    if dots and all(end.lstrip("-").isdigit() for end in ends) and int(ends[1]) - int(ends[0]) < MOST_CELLS:
        return [str(value) for value in range(int(ends[0]), int(ends[1]) + 1)]
    return [text]


def _axis(reader: Reader, key: str, node: Node) -> Axis:
    if isinstance(node, Mapping):
        return Axis(key, tuple(Choice(((key, e.key.text),), {key: plain(e.value)}) for e in node))
    return Axis(key, tuple(Choice(_place(key, item), {key: plain(item)}) for item in _some(reader, key, node)))


def _some(reader: Reader, name: str, node: Node) -> tuple[Node, ...]:
    """The values of an axis; a sweep over none would have no runs."""
    found = reader.items(node)
    if not found:
        reader.complaints.add("E203", f"the sweep over `{name}` has no values", node.span)
    return found


def _place(key: str, node: Node) -> Coordinates:
    """A mapping of constants gives a coordinate for each of them."""
    value = plain(node)
    if key == SET and isinstance(value, dict):
        return tuple((name, str(text)) for name, text in value.items())
    return ((key, _label(value)),)


def _label(value: Text) -> str:
    if isinstance(value, dict):
        return ", ".join(value)
    if isinstance(value, list):
        return "+".join(_label(item) for item in value) or "none"
    return value.rpartition("/")[2].removesuffix(".yaml")
