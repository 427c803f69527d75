"""A process -> parameters that prove that it never comes back to a state.

Every step leaves the first of them as it is, or makes it larger; those that leave it do the same with the second, and
so on, until each step makes one larger (a lexicographic ranking; Alias, Darte, Feautrier and Gonnord 2010, with
rankings that are single parameters). Only updates of the form `p + c` with a constant c > 0 are seen as growth.
"""

from __future__ import annotations

from oddsmith.plugin import Binary, Branch, Expr, Index, Name, Number, Process, Update


def progress(process: Process) -> tuple[str, ...] | None:
    """The parameters, the most important first; None where there are none."""
    names = [param.name for param in process.params]
    left = [(_grown(branch), _written(branch)) for summand in process.summands for branch in summand.branches]
    key: list[str] = []
    while left:
        for name in names:
            kept = [(grown, written) for grown, written in left if name not in grown]
            if len(kept) < len(left) and not any(name in written for _, written in kept):
                key.append(name)
                left = kept
                break
        else:
            return None
    return tuple(key)


def _written(branch: Branch) -> frozenset[str]:
    return frozenset(_name(update.target) for update in branch.updates)


def _grown(branch: Branch) -> frozenset[str]:
    return frozenset(_name(update.target) for update in branch.updates if _grows(update))


def _name(target: Expr) -> str:
    """Cells of arrays are not looked at one by one."""
    assert isinstance(target, Name | Index)
    return target.name


def _grows(update: Update) -> bool:
    match update.target, update.value:
        case Name(name), Binary("+", Name(other), Number(number)) | Binary("+", Number(number), Name(other)):
            return name == other and number > 0
    return False
