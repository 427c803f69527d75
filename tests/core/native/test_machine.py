"""Machine code is kept on disk, and a damaged copy is made anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from oddsmith.native import from_text
from oddsmith.native.machine import shipped_folder

TEXT = "def triple(n: i64) -> i64:\n    return 3 * n\n"


def test_code_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDSMITH_CACHE", str(tmp_path))
    assert from_text(TEXT, "kept")["triple"](2) == 6
    (kept,) = (tmp_path / "native").iterdir()
    before = kept.stat().st_mtime_ns
    assert from_text(TEXT, "kept")["triple"](5) == 15
    assert kept.stat().st_mtime_ns == before


def test_code_that_came_with_the_installation_is_used_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "installation"))
    monkeypatch.setenv("ODDSMITH_CACHE", str(shipped_folder()))
    from_text(TEXT, "shipped")["triple"](2)
    monkeypatch.setenv("ODDSMITH_CACHE", str(tmp_path / "own"))
    assert from_text(TEXT, "shipped")["triple"](2) == 6
    assert not (tmp_path / "own").exists()
    (kept,) = (shipped_folder() / "native").iterdir()
    damaged = kept.read_bytes()[:-9] + b"\0" * 9
    kept.write_bytes(damaged)
    assert from_text(TEXT, "shipped")["triple"](3) == 9
    assert kept.read_bytes() == damaged
    assert [path.name for path in (tmp_path / "own" / "native").iterdir()] == [kept.name]


def test_a_damaged_copy_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDSMITH_CACHE", str(tmp_path))
    from_text(TEXT, "damaged")["triple"](2)
    (kept,) = (tmp_path / "native").iterdir()
    kept.write_bytes(kept.read_bytes()[:-9] + b"\0" * 9)
    assert from_text(TEXT, "damaged")["triple"](4) == 12


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ODDSMITH_CACHE", str(tmp_path / "file"))
    assert from_text(TEXT, "unwritable")["triple"](1) == 3


def test_a_disk_that_fills_up_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: str, target: Path) -> None:
        raise OSError("full")

    monkeypatch.setenv("ODDSMITH_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "replace", full)
    assert from_text(TEXT, "full")["triple"](2) == 6
    assert list((tmp_path / "native").iterdir()) == []


FAR_APART = """
import random
import numpy as np
from oddsmith.native import from_text
from oddsmith.native.machine import shipped_folder

random.seed(1)
kept = []
for i in range(400):
    for _ in range(random.randint(0, 6)):
        kept.append(np.empty(random.choice([1 << 20, 1 << 28, 9 << 27])))
    if len(kept) > 30:
        for _ in range(20):
            kept.pop(random.randrange(len(kept)))
    text = f"def f(x: f64) -> f64:\\n    return x * {i}.25 + {i}.5\\n"
    assert from_text(text, f"far{i}")["f"](2.0) == 2 * (i + 0.25) + i + 0.5
"""


def test_code_finds_its_constants_in_a_torn_address_space(tmp_path: Path) -> None:
    """A process that dies of it takes the whole run with it, so it is one of its own."""
    environment = {**os.environ, "ODDSMITH_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", FAR_APART]
    ended = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
