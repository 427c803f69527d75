"""The console script listens to interruptions before it imports anything, and until it has ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

SLOW_IMPORT = """
import sys, time
class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "rich_click":
            print("importing", flush=True)
            time.sleep(60)
sys.meta_path.insert(0, Slow())
from oddsmith.cli.main import main
main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGUSR1])
def test_an_interruption_while_the_program_is_imported_needs_no_traceback(number: int) -> None:
    command = [sys.executable, "-c", SLOW_IMPORT]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None
    assert running.stdout.readline() == "importing\n"
    running.send_signal(number)
    _, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (130, "interrupted\n")


def test_whoever_is_deaf_to_interruptions_stays_so() -> None:
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from oddsmith.cli.main import _listen, _leave\n"
        "_listen(_leave); import os, sys; os.kill(os.getpid(), signal.SIGINT); sys.exit(7)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 7


def test_the_script_ends_like_the_program() -> None:
    began = time.monotonic()
    command = [sys.executable, "-c", "from oddsmith.cli.main import main; main()", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert time.monotonic() - began < 10


def test_every_locale_can_read_the_signs() -> None:
    command = [sys.executable, "-c", "from oddsmith.cli.main import main; main()", "show", "no-such-\udcff\u2713.yaml"]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=False)
    assert done.returncode == 3
    assert "no-such-\\udcff\u2713.yaml" in done.stderr.decode("utf-8")


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["--version"]])
def test_a_reader_who_is_gone_is_told_by_the_exit_code(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-c", "from oddsmith.cli.main import main; main()", *arguments]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")
