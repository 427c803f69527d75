"""Whatever goes wrong: a message, a documented exit code, no traceback."""

from __future__ import annotations

import errno
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import rich_click as click

from oddsmith.cli.boundary import guarded
from oddsmith.context import LimitError, StoppedError
from oddsmith.hosting.manager import Origin, PluginCrashError, PluginError
from oddsmith.source import Diagnostic, Source, Span, SpecError

ORIGIN = Origin("solver-x", "x", "xlib", "1.0")


def failing(error: BaseException) -> Callable[[], None]:
    def work() -> None:
        raise error

    return work


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (SpecError([Diagnostic("E201", "no such name")]), 3, "E201"),
        (SpecError([Diagnostic("E701", "no such constant")]), 2, "E701"),
        (SpecError([Diagnostic("E501", "no question", Span(Source("--ask", "P"), 0, 1))]), 2, "--ask:1:1"),
        (LimitError("too large", "buy memory"), 5, "buy memory"),
        (MemoryError(), 5, "--max-memory"),
        (PluginError(ORIGIN, "refused"), 2, "solver-x (xlib 1.0)"),
        (PluginCrashError(ORIGIN, "failed"), 70, "solver-x (xlib 1.0)"),
        (RuntimeError("oops"), 70, "--debug"),
        (StoppedError("stopped as asked"), 75, "stopped as asked"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (click.Abort(), 130, "interrupted"),
        (click.UsageError("bad option"), 2, "bad option"),
    ],
)
def test_errors_become_messages_and_exit_codes(
    error: BaseException, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(failing(error), ["run", "--json"]) == code
    captured = capsys.readouterr()
    assert words in captured.err
    assert "Traceback" not in captured.err
    assert len(json.loads(captured.out)["errors"]) == 1


def test_debug_shows_the_traceback() -> None:
    with pytest.raises(RuntimeError):
        guarded(failing(RuntimeError("oops")), ["run", "--debug"])


def test_the_result_of_the_work_is_the_exit_code() -> None:
    assert guarded(lambda: 4, []) == 4
    assert guarded(lambda: None, []) == 0


def test_an_output_that_cannot_be_written_is_no_bug(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(failing(OSError(errno.ENOSPC, "No space left on device")), []) == 2
    assert capsys.readouterr().err == "error: the output cannot be written: No space left on device\n"
    assert guarded(failing(OSError(errno.ENOSPC, "No space left on device", "some.file")), []) == 70


@pytest.mark.parametrize("closed", ["stdout", "stderr", "both"])
def test_closed_streams_do_no_harm(closed: str) -> None:
    close = {"stdout": ">&-", "stderr": "2>&-", "both": ">&- 2>&-"}[closed]
    command = f"'{sys.executable}' -c 'from oddsmith.cli.main import main; main()' --version {close}"
    assert subprocess.run(["sh", "-c", command], check=False, capture_output=True).returncode == 0


ENDLESS = """\
game: endless
type: chain
variables: {a: 0..4000000, b: 0..4000000}
commands:
  - when: a < 4000000 and b < 4000000
    then: [{1/2: {a: a + 1}}, {1/2: {b: b + 1}}]
questions: {end: "P=? [F a = 4000000]"}
"""


STOPPED = (75, "stopped as asked; nothing was kept: run it again")
INTERRUPTED = (130, "interrupted")


@pytest.mark.parametrize(
    ("number", "delay", "ends"),
    [
        (signal.SIGINT, 0.4, [INTERRUPTED]),
        (signal.SIGINT, 2.5, [INTERRUPTED]),
        (signal.SIGTERM, 0.4, [INTERRUPTED, STOPPED]),  # on a busy machine nothing may have begun yet
        (signal.SIGTERM, 2.5, [INTERRUPTED, STOPPED]),
        (signal.SIGUSR1, 2.5, [INTERRUPTED, STOPPED]),
    ],
)
def test_an_interrupted_run_ends_at_once_and_leaves_nothing(
    tmp_path: Path, number: int, delay: float, ends: list[tuple[int, str]]
) -> None:
    (tmp_path / "endless.yaml").write_text(ENDLESS)
    command = [sys.executable, "-c", "from oddsmith.cli.main import main; main()", "run", "endless.yaml", "--quiet"]
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(delay)
    running.send_signal(number)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, err.strip()) in ends
    assert out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["endless.yaml"]
