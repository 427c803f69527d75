"""One process at a time works in a folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from oddsmith.run.lock import InUseError, Lock

HOLDER = "import sys, time; from pathlib import Path; from oddsmith.run.lock import Lock\n"
HOLDER += "lock = Lock(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"


def test_a_folder_is_free_again_when_its_holder_was_killed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(InUseError):
            Lock(tmp_path)
        holder.kill()
    Lock(tmp_path)
