"""A process that claims a rotation -> the claim checked, or why it is of no use."""

from __future__ import annotations

from oddsmith.process.process import Process


def check_symmetry(process: Process) -> str:
    """SpecError if the claim is false; a note if it is neither checked nor used; else nothing is said."""
    from oddsmith.process.rounds.analyse import rounds_of
    from oddsmith.process.rounds.structure import NoRoundsError
    from oddsmith.process.rounds.symmetry import rotation_of

    if not any(key == "rotate" for key, _ in process.symmetry):
        return ""
    try:
        rotation = rotation_of(process, rounds_of(process))
    except NoRoundsError as error:
        return f"the symmetry is neither checked nor used: {error}"
    return "" if rotation is not None else "the symmetry is neither checked nor used: it does not name what goes round"
