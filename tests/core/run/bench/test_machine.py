"""The kind of a machine in words."""

from __future__ import annotations

import re

from oddsmith.run.bench.machine import busy_text, machine_text


def test_processor_cores_and_memory_are_named() -> None:
    assert re.fullmatch(r".+, \d+ cores?, \d+ GB", machine_text())


def test_other_work_is_warned_of() -> None:
    assert busy_text(0.3) == ""
    assert busy_text(4.7) == "the machine is busy with other work (load 4.7): times will be too long"
