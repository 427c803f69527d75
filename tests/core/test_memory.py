"""Memory that can be had is the least of what machine, container and limits of the process leave."""

from __future__ import annotations

import subprocess
import sys

import pytest

from oddsmith import memory

MB = 10**6


def left_under(limits: str) -> int:
    """What a fresh process says that it may take, under these limits."""
    program = f"import resource\n{limits}\nfrom oddsmith.memory import free_memory\nprint(free_memory())"
    return int(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)


def test_a_process_holds_some_memory_and_may_take_more():
    assert MB < memory.resident_memory() < memory.PLENTY
    assert 0 < memory.free_memory() < memory.PLENTY


@pytest.mark.parametrize("kind", ["RLIMIT_DATA", "RLIMIT_AS"])
def test_limits_of_the_process_count(kind):
    assert 0 < left_under(f"resource.setrlimit(resource.{kind}, (400_000_000, 400_000_000))") < 400 * MB


@pytest.mark.parametrize(
    ("line", "home", "limit", "use"),
    [
        ("0::/job", "job", "memory.max", "memory.current"),
        ("4:memory:/job", "memory/job", "memory.limit_in_bytes", "memory.usage_in_bytes"),
    ],
)
def test_what_a_container_leaves_counts_without_the_files_it_has_read(monkeypatch, tmp_path, line, home, limit, use):
    folder = tmp_path / home
    folder.mkdir(parents=True)
    (folder / limit).write_text("500000000\n")
    (folder / use).write_text("300000000\n")
    (folder / "memory.stat").write_text("inactive_file 100000000\nactive_file 50000000\nanon 150000000\n")
    monkeypatch.setattr(memory, "GROUPS", tmp_path)
    monkeypatch.setattr(memory.Path, "read_text", reading(memory.Path.read_text, line))
    assert memory.free_memory() == 350 * MB


def test_a_container_without_a_limit_leaves_what_the_machine_has(monkeypatch, tmp_path):
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("300000000\n")
    (tmp_path / "memory.stat").write_text("inactive_file 0\n")
    monkeypatch.setattr(memory, "GROUPS", tmp_path)
    monkeypatch.setattr(memory.Path, "read_text", reading(memory.Path.read_text, "0::/"))
    assert memory.free_memory() > 350 * MB


def reading(original, line):
    """`Path.read_text`, but for the list of control groups."""

    def read(path, *arguments, **named):
        return line if str(path) == "/proc/self/cgroup" else original(path, *arguments, **named)

    return read


def test_the_watch_tells_before_memory_is_gone_and_looks_now_and_then(monkeypatch):
    free = [100 * 10**9]
    monkeypatch.setattr(memory, "common_memory", lambda: free[0])
    clock = [1.0]
    monkeypatch.setattr(memory.time, "monotonic", lambda: clock[0])
    watch = memory.MemoryWatch()
    assert not watch.short()
    free[0] = memory.RESERVE - 1
    assert not watch.short()  # it has just looked
    clock[0] += 1
    assert watch.short()


def test_on_a_small_machine_less_has_to_stay_free(monkeypatch):
    monkeypatch.setattr(memory, "common_memory", lambda: 10**9)
    monkeypatch.setattr(memory, "resident_memory", lambda: 0)
    watch = memory.MemoryWatch()
    assert not watch.short()
    assert watch.reserve == 10**9 // memory.SHARE
