"""Jobs that do not depend on each other -> their results, by several processes or by this one.

Processes are forks: they inherit what the jobs need, and take the next job when they have finished one. Results are the
same for any number of them, because jobs share no random numbers and no memory.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from oddsmith.context import LimitError
from oddsmith.hosting.blame import described

Result = TypeVar("Result")
Check = Callable[[], None]
SIGNALS = (signal.SIGINT, signal.SIGTERM)
PAUSE = 0.2
"""Seconds between two looks at limits while processes work."""


class JobError(Exception):
    """A job failed; the text says how."""

    def __init__(self, job: int, text: str) -> None:
        super().__init__(text)
        self.job = job


def performed(
    work: Callable[[int, Check], Result], jobs: int, processes: int, check: Check
) -> Iterator[tuple[int, Result]]:
    """(number of the job, its result), as they come; JobError if one fails. `check` may raise: all of it ends then."""
    if processes <= 1 or jobs <= 1:
        for job in range(jobs):
            try:
                result = work(job, check)
            except (LimitError, MemoryError):
                raise
            except (Exception, SystemExit) as error:
                raise JobError(job, described(error)) from error
            yield job, result
        return
    context = multiprocessing.get_context("fork")
    next_job = context.Value("q", 0)
    pipes: list[Connection] = []
    children = []
    for _ in range(min(processes, jobs)):
        receiver, sender = context.Pipe(duplex=False)
        child = context.Process(target=_serve, args=(work, jobs, next_job, sender), daemon=True)
        # A child that is ended before it listens to nobody but its parent would do what the parent does at Ctrl-C.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            child.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        sender.close()
        pipes.append(receiver)
        children.append(child)
    try:
        yield from _gathered(pipes, jobs, check)
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.join()


def _gathered(pipes: list[Connection], jobs: int, check: Check) -> Iterator[tuple[int, Any]]:
    done, open_pipes = 0, list(pipes)
    while done < jobs:
        check()
        for pipe in wait(open_pipes, PAUSE):
            assert isinstance(pipe, Connection)
            try:
                job, problem, result = pipe.recv()
            except EOFError:
                open_pipes.remove(pipe)
                if not open_pipes:
                    raise RuntimeError("a process that played games was killed") from None
                continue
            if problem:
                raise JobError(job, problem)
            done += 1
            yield job, result


def _serve(work: Callable[[int, Check], Any], jobs: int, next_job: Any, sender: Connection) -> None:
    """Work until no job is left; Ctrl-C is for the parent, who ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    while True:
        with next_job.get_lock():
            job = next_job.value
            next_job.value += 1
        if job >= jobs:
            return
        try:
            sender.send((job, "", work(job, _unlimited)))
        except (Exception, SystemExit) as error:
            sender.send((job, described(error), None))
            return


def _unlimited() -> None:
    """The parent looks at limits."""
