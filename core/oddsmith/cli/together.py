"""A command on several ranks -> one voice, one exit code, one end.

Rank 0 speaks; the others are silent, and do nothing at all unless the command is `run`. They end together: a rank that
has finished waits for the others, and one that failed waits a few seconds. If all of them come, they found the same and
rank 0 has said it. If not, the others may wait for this one for ever (in the middle of an exchange), so it says
what happened and takes the whole run down. The work itself uses duplicates of MPI's world: here nothing else goes on.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO, TextIOWrapper
from typing import Any

from oddsmith.cli.boundary import BUG, FAILED, LOOSE, OK, guarded
from oddsmith.run.ranks import Ranks

PATIENCE = 5.0
"""Seconds that a rank which failed waits for the others to fail alike."""
HEAD_START = 8.0
"""Seconds that rank 0 gets to say what is wrong where the ranks have not met yet, on a machine that may be busy."""
PAUSE = 0.002


class _Relayed(TextIOWrapper):
    """Output that a launcher passes on: it may look like a terminal (Open MPI's does) and end in a file."""

    def isatty(self) -> bool:
        return False


def together(ranks: Ranks, work: Callable[[], Any], arguments: Sequence[str]) -> int:
    """The exit code of all ranks."""
    if ranks.rank == 0:
        with (
            open(sys.stdout.fileno(), "wb", closefd=False) as out,
            redirect_stdout(_Relayed(out, "utf-8", "backslashreplace")),
        ):
            return _ended(_attempted(work, arguments), "", ranks)
    if arguments[:1] != ["run"]:
        return OK
    said = StringIO()
    with redirect_stdout(StringIO()), redirect_stderr(said):
        code = _attempted(work, arguments)
    return _ended(code, said.getvalue(), ranks)


def _attempted(work: Callable[[], Any], arguments: Sequence[str]) -> int:
    """The exit code; what `--debug` lets through is printed here, because the other ranks have to hear of it."""
    try:
        return guarded(work, arguments)
    except Exception:
        traceback.print_exc()
        return BUG


def _ended(code: int, said: str, ranks: Ranks) -> int:
    finished = code in (OK, FAILED, LOOSE)
    if "mpi4py.MPI" not in sys.modules:
        return _ended_early(code, said, ranks)
    from mpi4py import MPI

    world = MPI.COMM_WORLD
    request, begun = world.Ibarrier(), time.monotonic()
    while not request.Test():
        if not finished and time.monotonic() - begun > PATIENCE:
            _say(said, ranks)
            sys.stdout.flush()
            world.Abort(code)
        time.sleep(PAUSE)
    ends: list[tuple[int, str]] = world.allgather((code, said))
    first = ends[0][0]
    if ranks.rank == 0:
        for rank, (other, text) in enumerate(ends):
            if other not in (OK, first):
                _say(text, Ranks(rank, ranks.count))
    return first or max(other for other, _ in ends)


def _ended_early(code: int, said: str, ranks: Ranks) -> int:
    """Nobody has met anybody. The launcher ends all ranks when one fails, so the first gets time to say why."""
    if ranks.rank > 0 and code != OK:
        with suppress(KeyboardInterrupt):  # the first has failed too, and the launcher ends this one
            time.sleep(HEAD_START)
            _say(said, ranks)
    return code


def _say(text: str, ranks: Ranks) -> None:
    if text:
        print(f"rank {ranks.rank} of {ranks.count}: {text.rstrip()}", file=sys.stderr, flush=True)
