"""The kind of a machine in words."""

from __future__ import annotations

import re

from oddsmith.run.bench.machine import machine_text


def test_processor_cores_and_memory_are_named() -> None:
    assert re.fullmatch(r".+, \d+ cores?, \d+ GB", machine_text())
