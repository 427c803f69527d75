"""`pipeline completion SHELL` prints a script that the shell understands."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

Call = Callable[..., Any]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_this_program(call: Call, shell: str) -> None:
    called = call("completion", shell)
    assert called.code == 0
    assert f"_PIPELINE_COMPLETE={shell}_complete" in called.out
    assert call("completion", shell, "--json").document == {"shell": shell, "script": called.out.rstrip("\n") + "\n"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_takes_the_script(call: Call, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = call("completion", shell).out
    check = [shell, "--no-execute"] if shell == "fish" else [shell, "-n"]
    done = subprocess.run(check, input=script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_another_shell_is_refused(call: Call) -> None:
    called = call("completion", "tcsh")
    assert called.code == 2
    assert "bash" in called.err
