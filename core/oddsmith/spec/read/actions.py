"""`step[p]`, `step[*]`, `bet*` -> names and patterns of actions."""

from __future__ import annotations

import re

from oddsmith.expr.nodes import Index, Name
from oddsmith.spec.game import ActionPattern, Reference
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Node, Scalar, shorten

_PATTERN = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]*\*?|\*)\s*(?:\[\s*(?P<indices>[^\]]*?)\s*\])?\Z")
_INDICES = re.compile(r"-?\d+(\s*,\s*-?\d+)*\Z")


def read_action(reader: Reader, node: Node) -> Reference | None:
    """The name of a command's action; its indices are expressions over the family."""
    return read_reference(reader, node, "an action", "step")


def read_reference(reader: Reader, node: Node, what: str, example: str) -> Reference | None:
    """The name of an action, a player or a reward; its indices are expressions over the family."""
    if not isinstance(node, Scalar):
        reader.wrong(node, f"the name of {what}", f"write `{example}` or `{example}[i]`, in quotes between braces")
        return None
    found = reader.expression(node, f"the name of {what}")
    if isinstance(found, Name | Index) and "." not in found.name:
        return Reference(found.name, found.indices if isinstance(found, Index) else (), node.span)
    if isinstance(found, Name | Index):
        message = f"`{found.name}` cannot be the name of {what}"
        reader.complaints.add("E301", message, node.span, fix="such names are plain; instances may `rename` actions")
    elif found is not None:
        message = f"{what} has a name, with indices if it belongs to a family"
        fix = f"write `{example}` or `{example}[i]`"
        reader.complaints.add("E301", message, found.span or node.span, fix=fix)
    return None


def read_references(reader: Reader, node: Node | None, what: str, example: str) -> tuple[Reference, ...]:
    """One of them or a list."""
    found = (read_reference(reader, item, what, example) for item in reader.one_or_more(node))
    return tuple(reference for reference in found if reference is not None)


def read_patterns(reader: Reader, node: Node | None) -> tuple[ActionPattern, ...]:
    """One pattern or a list of them."""
    found = (read_pattern(reader, item) for item in reader.one_or_more(node))
    return tuple(pattern for pattern in found if pattern is not None)


def read_pattern(reader: Reader, node: Node) -> ActionPattern | None:
    """`bet`, `bet*`, `step[*]`, `step[1]`, `*`."""
    if not isinstance(node, Scalar) or node.empty:
        reader.wrong(node, "the name of an action", 'put it in quotes: "step[*]"')
        return None
    match = _PATTERN.match(node.text.strip())
    indices = match["indices"] if match else None
    if match is None or (indices not in (None, "*") and not _INDICES.match(indices)):
        fix = 'write `step`, `bet*`, "step[*]", "step[1]" or "*"'
        reader.complaints.add("E301", f"`{shorten(node.text)}` does not name actions", node.span, fix=fix)
        return None
    if indices in (None, "*"):
        return ActionPattern(match["name"], None, node.span)
    return ActionPattern(match["name"], tuple(int(index) for index in indices.split(",")), node.span)
