"""The processes that a process started are found, also when their parent is gone."""

from __future__ import annotations

import subprocess
import sys
import time

from oddsmith.run.bench import tree
from oddsmith.run.bench.tree import Tree

ORPHAN = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep({})'])"
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep({})'])"


def looked(number: int, until: int) -> Tree:
    """Looked at until there are so many processes."""
    found, deadline = Tree(number), time.monotonic() + 20
    while len(found.peaks) < until and time.monotonic() < deadline:
        found.look()
        time.sleep(0.02)
    return found


def test_children_are_found_with_their_peaks() -> None:
    process = subprocess.Popen([sys.executable, "-c", PARENT.format(30)])
    found = looked(process.pid, 2)
    assert len(found.peaks) == 2
    assert all(peak > 10**6 for peak in found.peaks.values())
    found.end(process)
    process.wait()


def test_ending_ends_orphans_too() -> None:
    process = subprocess.Popen([sys.executable, "-c", "import time\n" + ORPHAN.format(60) + "\ntime.sleep(2)"])
    found = looked(process.pid, 2)
    process.wait()
    children = set(found.born) - {process.pid}
    assert children
    found.end(process)
    time.sleep(0.2)
    assert all(tree._stat(number) is None or tree._is_zombie(number) for number in children)


def test_a_process_that_is_gone_has_no_peak() -> None:
    assert tree._peak(2**30) is None
    assert tree._stat(2**30) is None
