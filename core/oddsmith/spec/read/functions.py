"""`functions:` -> heads and bodies; their types are inferred when everything is read."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.expr.nodes import Call, Expr, Name
from oddsmith.expr.parse import parse
from oddsmith.source import Span
from oddsmith.spec.read.reader import RESERVED, Reader
from oddsmith.spec.tree import Node, Scalar, shorten


@dataclass(frozen=True)
class Written:
    """A function as written, before its types are known."""

    name: str
    arguments: tuple[str, ...]
    body: Expr
    span: Span


def read_functions(reader: Reader, node: Node | None) -> dict[str, Written]:
    """Functions by name; two heads with one name are a mistake."""
    found: dict[str, Written] = {}
    for entry in reader.entries(node, "functions (`name(x): value`)"):
        head = _head(reader, entry.key)
        body = reader.expression(entry.value, "the value of a function")
        if head is None or body is None:
            reader.broken.add(entry.key.text.partition("(")[0].strip())
            continue
        name, arguments = head
        if name in found:
            fix = "a function has one definition: give the other another name"
            notes = (f"first at {found[name].span.place}",)
            reader.complaints.add(
                "E204", f"the function `{name}` is defined twice", entry.key.span, fix=fix, notes=notes
            )
            continue
        found[name] = Written(name, arguments, body, entry.key.span)
    return found


def _head(reader: Reader, key: Scalar) -> tuple[str, tuple[str, ...]] | None:
    """`land(n, r)`."""
    head = reader.complaints.attempt(lambda: parse(key.span))
    if head is None:
        return None
    if not isinstance(head, Call) or not all(isinstance(argument, Name) for argument in head.arguments):
        fix = "write `name(x, y): value`, or `name(): value` without arguments"
        reader.complaints.add("E301", f"`{shorten(key.text)}` is not the head of a function", key.span, fix=fix)
        return None
    arguments = tuple(argument.name for argument in head.arguments if isinstance(argument, Name))
    bad = [name for name in (head.function, *arguments) if name in RESERVED or "." in name]
    for name in bad:
        why = "it has a meaning of its own in expressions"
        reader.complaints.add("E206", f"`{name}` cannot be a name here", key.span, why=why, fix=f"{name}_1 is free")
    for name in {name for name in arguments if arguments.count(name) > 1}:
        reader.complaints.add("E204", f"the argument `{name}` is listed twice", key.span)
    return None if bad else (head.function, arguments)
