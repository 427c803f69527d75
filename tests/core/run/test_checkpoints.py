"""Checkpoints come when they are due, cost little, survive a full disk, and end the run where a stop was asked for."""

from __future__ import annotations

import errno
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from oddsmith.context import Context, Forgetful, Keeper, Silent, StoppedError
from oddsmith.run.checkpoints import Checkpoints, Follower, Unkept
from oddsmith.source import SpecError


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Ears(Silent):
    heard: list[str] = field(default_factory=list)

    def message(self, text: str) -> None:
        self.heard.append(text)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def keeper(tmp_path: Path, clock: Clock, ears: Ears) -> Checkpoints:
    home = tmp_path / "runs" / "goose.unfinished"
    made = Checkpoints(choose_home=lambda: home, interval=60.0, monitor=ears, clock=clock)
    made.describe({"run.json": "{}", "spec/goose.yaml": "game: goose"}, "me")
    return made


def write(folder: Path) -> None:
    (folder / "vector").write_text("1 2 3")


def full(folder: Path) -> None:
    (folder / "vector").write_text("1")
    raise OSError(errno.ENOSPC, "No space left on device")


def again(keeper: Checkpoints, ears: Ears) -> Checkpoints:
    """A run that resumes the other one, which has ended."""
    assert keeper.slots is not None
    keeper.lock = None
    resumed = Checkpoints(monitor=ears)
    resumed.resume(keeper.slots.home, "me")
    return resumed


def test_nothing_is_written_before_the_first_checkpoint(keeper: Checkpoints, clock: Clock, tmp_path: Path) -> None:
    assert not keeper.due()
    clock.now += 59
    assert not keeper.due()
    clock.now += 2
    assert keeper.due()
    assert list(tmp_path.iterdir()) == []
    assert (keeper.hint(), keeper.final, keeper.kept()) == ("", None, None)


def test_the_first_checkpoint_brings_all_that_is_needed_to_go_on(
    keeper: Checkpoints, ears: Ears, tmp_path: Path
) -> None:
    keeper.keep(write)
    home = tmp_path / "runs" / "goose.unfinished"
    assert sorted(path.name for path in home.iterdir()) == ["lock", "run.json", "slot-1", "spec"]
    assert (home / "spec" / "goose.yaml").read_text() == "game: goose"
    assert keeper.final == tmp_path / "runs" / "goose"
    keeper.keep(write)
    command = f"pipeline run --resume {home}"
    assert ears.heard == [f"checkpoint in {home}; after a stop go on with: {command}"], "said once"
    keeper.finish()
    assert list(tmp_path.iterdir()) == [], "the folder of all runs was empty and has gone, too"


def test_other_runs_stay_when_one_is_finished(keeper: Checkpoints, tmp_path: Path) -> None:
    (tmp_path / "runs" / "other").mkdir(parents=True)
    keeper.keep(write)
    keeper.finish()
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["other"]


def test_writing_takes_at_most_a_tenth_of_the_time(keeper: Checkpoints, clock: Clock) -> None:
    def slow(folder: Path) -> None:
        write(folder)
        clock.now += 30

    keeper.keep(slow)
    clock.now += 269
    assert not keeper.due()
    clock.now += 2
    assert keeper.due()
    keeper.keep(write)
    clock.now += 61
    assert keeper.due(), "quick ones follow each other at the interval that was asked for"


def test_a_full_disk_is_told_and_the_run_goes_on(keeper: Checkpoints, ears: Ears, clock: Clock, tmp_path: Path) -> None:
    keeper.keep(full)
    assert ears.heard == ["the checkpoint cannot be written: No space left on device; the run goes on"]
    assert list(tmp_path.iterdir()) == [], "a folder without a checkpoint would be of no use"
    assert not keeper.due()
    keeper.keep(write)
    keeper.keep(full)
    assert ears.heard[-1].endswith("; the run goes on, and the checkpoint before stays")
    kept = again(keeper, ears).kept()
    assert kept is not None
    assert (kept / "vector").read_text() == "1 2 3"
    assert not (kept.parent / "slot.new").exists()


def test_an_error_of_the_writer_is_its_own(keeper: Checkpoints, tmp_path: Path) -> None:
    def wrong(folder: Path) -> None:
        raise ValueError("oops")

    with pytest.raises(ValueError, match="oops"):
        keeper.keep(wrong)
    assert list(tmp_path.iterdir()) == []


def test_a_resumed_run_finds_the_newest_checkpoint_until_it_keeps_its_own(keeper: Checkpoints, ears: Ears) -> None:
    keeper.keep(write)
    keeper.keep(lambda folder: (folder / "vector").write_text("newer") and None)
    resumed = again(keeper, ears)
    kept = resumed.kept()
    assert kept is not None
    assert (kept / "vector").read_text() == "newer"
    assert ears.heard[-1].startswith("going on from checkpoint 2 of ")
    assert resumed.kept() == kept
    resumed.keep(write)
    assert resumed.kept() is None
    assert resumed.slots is not None
    assert resumed.slots.sequence == 3


def test_a_resumed_run_that_is_stopped_early_can_be_resumed_again(keeper: Checkpoints, ears: Ears) -> None:
    keeper.keep(write)
    keeper.keep(write)
    resumed = again(keeper, ears)
    with pytest.raises(StoppedError, match="go on with: pipeline run --resume"):
        resumed.ask_stop()
    resumed = again(resumed, ears)
    resumed.keep(lambda folder: (folder / "vector").write_text("without having looked") and None)
    kept = again(resumed, ears).kept()
    assert kept is not None
    assert (kept / "vector").read_text() == "without having looked"


def test_a_damaged_checkpoint_is_told_and_the_other_taken(keeper: Checkpoints, ears: Ears) -> None:
    keeper.keep(write)
    keeper.keep(write)
    assert keeper.home is not None
    (keeper.home / "slot-0" / "vector").write_text("1 2 4")
    kept = again(keeper, ears).kept()
    assert kept is not None
    assert kept.name == "slot-1"
    assert "a checkpoint is damaged (slot-0: vector was changed); the other one is taken" in ears.heard


def test_two_damaged_checkpoints_are_an_error_that_says_what_to_do(keeper: Checkpoints, ears: Ears) -> None:
    keeper.keep(write)
    keeper.keep(write)
    assert keeper.home is not None
    for name in ("slot-0", "slot-1"):
        (keeper.home / name / "vector").unlink()
    resumed = again(keeper, ears)
    with pytest.raises(SpecError, match=r"E708: no checkpoint in .* is whole(.|\n)*fix: remove .* from its beginning"):
        resumed.kept()


def test_a_stop_waits_for_the_loop_that_keeps(keeper: Checkpoints) -> None:
    with keeper.keeping():
        keeper.ask_stop()
        Context(keeper=keeper).check()
        assert keeper.due()
        assert keeper.stopping()
        with pytest.raises(
            StoppedError, match=r"stopped as asked; go on with: pipeline run --resume .*goose.unfinished"
        ):
            keeper.keep(write)
    assert keeper.home is not None


def test_a_stop_ends_a_run_that_is_not_about_to_keep(keeper: Checkpoints) -> None:
    with pytest.raises(StoppedError, match="nothing was kept: run it again"):
        keeper.ask_stop()
    with pytest.raises(StoppedError, match="nothing was kept"):
        Context(keeper=keeper).check()


def test_a_stop_after_a_checkpoint_names_it(keeper: Checkpoints) -> None:
    keeper.keep(write)
    with pytest.raises(StoppedError, match="go on with: pipeline run --resume"):
        keeper.ask_stop()


def test_a_stop_does_not_wait_for_room_on_the_disk(keeper: Checkpoints) -> None:
    with keeper.keeping():
        keeper.ask_stop()
        with pytest.raises(StoppedError, match="nothing was kept"):
            keeper.keep(full)


def test_who_keeps_nothing_stops_anywhere() -> None:
    keeper = Unkept()
    with keeper.keeping():
        assert not keeper.due()
        keeper.keep(full)
        with pytest.raises(StoppedError, match="nothing was kept"):
            keeper.ask_stop()


def test_all_ranks_write_and_stop_as_the_first_says(keeper: Checkpoints, tmp_path: Path) -> None:
    """The first rank tells the others the folder, as `write` would do by a message."""
    told: list[Path] = []

    def first(folder: Path) -> None:
        told.append(folder)
        (folder / "part0").write_text("0")
        follower.keep(other, stop=False)

    def other(folder: Path) -> None:
        assert folder == Path()
        (told[0] / "part1").write_text("1")

    follower = Follower()
    keeper.keep(first, stop=False)
    assert keeper.home is not None
    assert sorted(path.name for path in (keeper.home / "slot-1").iterdir()) == ["part0", "part1", "seal.json"]
    assert follower.kept() is None
    with pytest.raises(StoppedError):
        follower.keep(other, stop=True)


def test_the_other_ranks_hear_of_a_folder_that_cannot_be_made(keeper: Checkpoints, ears: Ears, tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("a file is in the way")
    told: list[Path] = []

    def first(folder: Path) -> None:
        told.append(folder)
        write(folder)

    keeper.keep(first)
    assert len(told) == 1
    assert ears.heard == ["the checkpoint cannot be written: Not a directory; the run goes on"]


def test_all_of_them_are_keepers(keeper: Checkpoints) -> None:
    keepers: list[Keeper] = [keeper, Follower(), Unkept(), Forgetful()]
    assert not any(one.due() for one in keepers)
