"""Two slots in turn: whatever happens to one of them, or while one is written, a whole one is found."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from oddsmith.run.slots import CHUNK, DamagedError, Slots

Damage = Callable[[Path], object]


def write(slots: Slots, text: str) -> None:
    slots.prepare()
    (slots.fresh / "vector").write_text(text)
    (slots.fresh / "more").mkdir()
    (slots.fresh / "more" / "record.json").write_text(f"about {text}")
    slots.seal()


def newest(home: Path) -> tuple[int, str]:
    slot = Slots(home, "me").newest()
    assert slot is not None
    return slot.sequence, (slot.folder / "vector").read_text()


@pytest.fixture
def slots(tmp_path: Path) -> Slots:
    """Three checkpoints were written."""
    slots = Slots(tmp_path, "me")
    for text in ("one", "two", "three"):
        write(slots, text)
    return slots


def test_slots_alternate(tmp_path: Path) -> None:
    slots = Slots(tmp_path, "me")
    assert slots.newest() is None
    for text, place in (("one", "slot-1"), ("two", "slot-0"), ("three", "slot-1")):
        write(slots, text)
        assert (tmp_path / place / "vector").read_text() == text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["slot-0", "slot-1"]
    assert newest(tmp_path) == (3, "three")


def flip_a_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


DAMAGES: list[tuple[Damage, str]] = [
    (lambda slot: flip_a_bit(slot / "vector"), "vector was changed"),
    (lambda slot: flip_a_bit(slot / "more" / "record.json"), "more/record.json was changed"),
    (lambda slot: os.truncate(slot / "vector", 2), "vector has 2 bytes instead of "),
    (lambda slot: (slot / "vector").unlink(), "vector is missing"),
    (lambda slot: flip_a_bit(slot / "seal.json"), "seal.json "),
    (lambda slot: os.truncate(slot / "seal.json", 10), "seal.json cannot be read"),
    (lambda slot: (slot / "seal.json").unlink(), "seal.json is missing"),
    (lambda slot: (slot / "seal.json").write_text("[]"), "seal.json cannot be read"),
]


@pytest.mark.parametrize(("damage", "reason"), DAMAGES)
def test_a_damaged_slot_falls_back_to_the_other(slots: Slots, damage: Damage, reason: str) -> None:
    damage(slots.home / "slot-1")
    again = Slots(slots.home, "me")
    slot = again.newest()
    assert slot is not None
    assert (slot.sequence, slot.folder.name) == (2, "slot-0")
    assert [text.startswith(f"slot-1: {reason}") for text in again.damaged] == [True]
    write(again, "new")
    assert (slots.home / "slot-1" / "vector").read_text() == "new", "the damaged one is replaced, not the whole one"
    assert newest(slots.home) == (3, "new")


def test_damage_in_the_older_slot_does_no_harm(slots: Slots) -> None:
    (slots.home / "slot-0" / "vector").unlink()
    assert newest(slots.home) == (3, "three")


def test_two_damaged_slots_are_an_error(slots: Slots) -> None:
    flip_a_bit(slots.home / "slot-0" / "vector")
    (slots.home / "slot-1" / "vector").unlink()
    with pytest.raises(DamagedError, match=r"slot-1: vector is missing; slot-0: vector was changed"):
        Slots(slots.home, "me").newest()


def test_every_seal_that_a_changed_bit_can_make_is_noticed(slots: Slots) -> None:
    seal = slots.home / "slot-1" / "seal.json"
    sound = seal.read_bytes()
    for place in range(len(sound)):
        seal.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        slot = Slots(slots.home, "me").newest()
        assert slot is not None
        if json.loads(sound) != _read(seal):
            assert slot.sequence == 2


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_bytes())
    except ValueError:
        return None


def test_slots_of_another_run_are_not_taken(slots: Slots) -> None:
    with pytest.raises(DamagedError, match="belongs to another run"):
        Slots(slots.home, "you").newest()


def test_all_chunks_of_a_large_file_are_watched(tmp_path: Path) -> None:
    slots = Slots(tmp_path, "me", threads=2)
    slots.prepare()
    with (slots.fresh / "vector").open("wb") as file:
        file.truncate(2 * CHUNK + 5)
    slots.seal()
    assert Slots(tmp_path, "me").newest() is not None
    with (tmp_path / "slot-1" / "vector").open("r+b") as file:
        file.seek(2 * CHUNK + 4)
        file.write(b"x")
    with pytest.raises(DamagedError, match="vector was changed"):
        Slots(tmp_path, "me").newest()


def test_what_was_half_written_is_ignored_and_goes(slots: Slots) -> None:
    slots.prepare()
    (slots.fresh / "vector").write_text("fo")
    assert newest(slots.home) == (3, "three")
    again = Slots(slots.home, "me")
    assert again.newest() is not None
    write(again, "four")
    assert newest(slots.home) == (4, "four")


def test_a_sealed_slot_that_had_not_yet_taken_its_place_counts(slots: Slots, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Slots, "_move", lambda self: None)
        write(slots, "four")
    shutil.rmtree(slots.home / "slot-0")
    assert newest(slots.home) == (4, "four")
    assert sorted(path.name for path in slots.home.iterdir()) == ["slot-0", "slot-1"]


def test_where_the_disk_has_no_room_for_three_the_older_slot_goes_first(
    slots: Slots, monkeypatch: pytest.MonkeyPatch
) -> None:
    slots.prepare()
    assert (slots.home / "slot-0").exists()
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(100, 98, 2))  # type: ignore[attr-defined]
    slots.prepare()
    assert not (slots.home / "slot-0").exists()
    assert newest(slots.home) == (3, "three")


WRITER = """
import sys
from pathlib import Path
from oddsmith.run.slots import Slots
slots = Slots(Path(sys.argv[1]), "me")
slots.newest()
while True:
    slots.prepare()
    for name in "abcd":
        (slots.fresh / name).write_bytes(b"%d" % slots.sequence * 20000)
    slots.seal()
    print(slots.sequence, flush=True)
"""


def test_killed_at_any_moment_a_whole_slot_is_left_and_never_an_older_one(tmp_path: Path) -> None:
    reached = 0
    for attempt in range(8):
        command = [sys.executable, "-c", WRITER, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(0.003 * attempt)
            writer.send_signal(signal.SIGKILL)
            lines = writer.stdout.read().split()
        slot = Slots(tmp_path, "me").newest()
        assert slot is not None
        assert slot.sequence > reached
        assert slot.sequence >= int(lines[-1]) if lines else True
        reached = slot.sequence
