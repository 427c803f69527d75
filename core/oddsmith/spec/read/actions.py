"""`step[p]`, `step[*]`, `bet*` -> names and patterns of actions."""

from __future__ import annotations

import re

from oddsmith.expr.nodes import Expr, Index, Name
from oddsmith.spec.game import ActionName, ActionPattern
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Node, Scalar, shorten

_PATTERN = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]*\*?|\*)\s*(?:\[\s*(?P<indices>[^\]]*?)\s*\])?\Z")
_INDICES = re.compile(r"-?\d+(\s*,\s*-?\d+)*\Z")


def read_action(reader: Reader, node: Node) -> ActionName | None:
    """The name of a command's action; its indices are expressions over the family."""
    found = reader.expression(node, "the name of an action")
    if isinstance(found, Name):
        return None if _dotted(reader, found.name, node) else ActionName(found.name, (), node.span)
    if isinstance(found, Index):
        return None if _dotted(reader, found.name, node) else ActionName(found.name, found.indices, node.span)
    if found is not None:
        _not_a_name(reader, found, node)
    return None


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


def _dotted(reader: Reader, name: str, node: Node) -> bool:
    if "." not in name:
        return False
    message = f"`{name}` cannot be the name of an action"
    reader.complaints.add("E301", message, node.span, fix="actions have plain names; instances may `rename` them")
    return True


def _not_a_name(reader: Reader, found: Expr, node: Node) -> None:
    message = "an action has a name, with indices if it belongs to a family"
    reader.complaints.add("E301", message, found.span or node.span, fix="write `action: step` or `action: step[p]`")
