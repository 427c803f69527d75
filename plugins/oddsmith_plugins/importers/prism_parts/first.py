"""A condition that names a single state -> the value that it gives to each variable."""

from __future__ import annotations

from oddsmith.plugin import Binary, Boolean, Compare, Expr, Name, Unary


class SeveralStatesError(Exception):
    """This part of the condition does not say which value a variable has."""

    def __init__(self, part: Expr) -> None:
        super().__init__("several states")
        self.part = part


def named_state(condition: Expr) -> dict[str, Expr]:
    """The values that `x=0 & b & !c & …` names; SeveralStatesError where it says something else."""
    found: dict[str, Expr] = {}
    waiting = [condition]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Binary) and part.operator == "and":
            waiting += [part.left, part.right]
        elif isinstance(part, Compare) and isinstance(part.first, Name) and part.rest[0][0] == "=":
            found[part.first.name] = part.rest[0][1]
        elif isinstance(part, Name):
            found[part.name] = Boolean(True)
        elif isinstance(part, Unary) and part.operator == "not" and isinstance(part.operand, Name):
            found[part.operand.name] = Boolean(False)
        elif part != Boolean(True):
            raise SeveralStatesError(part)
    return found
