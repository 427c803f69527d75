"""A run that is stopped, killed or interrupted goes on from its checkpoint to the very same answers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddsmith import __version__

Call = Callable[..., Any]

PATIENT = '''
"""A solver that counts slowly, and keeps what it has counted."""
import json, time
from dataclasses import dataclass
from typing import ClassVar
from oddsmith.plugin import Bounded, Finding, Found, ProcessSolver, Promise, Status, hookimpl

@dataclass(frozen=True)
class Patient(ProcessSolver):
    """Counts."""
    name: ClassVar[str] = "patient"
    promises: ClassVar[frozenset] = frozenset({Promise.BOUNDS})
    rounds: int = 60
    """How many."""
    pause: float = 0.02
    """Seconds for each."""

    def suits(self, process):
        return False

    def outlook(self, process, context):
        raise NotImplementedError

    def find(self, process, context):
        done, x = 0, 0.3
        with context.keeper.keeping():
            context.monitor.message("counting")
            if folder := context.keeper.kept():
                done, x = json.loads((folder / "counted").read_text())
                context.monitor.message(f"{done} rounds were kept")
            while done < self.rounds:
                done, x = done + 1, 3.7 * x * (1 - x)
                time.sleep(self.pause)
                context.check()
                if context.keeper.due():
                    context.keeper.keep(lambda folder: (folder / "counted").write_text(json.dumps([done, x])))
        context.monitor.message("counted")
        finding = Finding(Bounded(x, x, x), f"{done} rounds", Status.DONE)
        names = [question.name for question in process.questions]
        return Found(dict.fromkeys(names, finding), {}, 1, dict.fromkeys(names, 0.0))

@hookimpl
def oddsmith_solvers():
    return (Patient,)
'''


@pytest.fixture
def patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed plugin; we are in the folder of the game."""
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "site"
    about = home / "patient-1.0.dist-info"
    about.mkdir(parents=True)
    (home / "patient.py").write_text(PATIENT)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: patient\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[oddsmith]\nsolver-patient = patient\n")
    monkeypatch.setenv("PYTHONPATH", str(home))
    monkeypatch.syspath_prepend(str(home))


class Running:
    """The program in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-c", "from oddsmith.cli.main import main; main()", "run", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.heard = ""

    def wait_for(self, words: str) -> None:
        assert self.process.stderr is not None
        while words not in self.heard:
            line = self.process.stderr.readline()
            assert line, f"{words} was never said: {self.heard}"
            self.heard += line

    def ended(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, self.heard + err


def answers(out: str) -> object:
    """What was answered, without what it took."""
    document = json.loads(out)
    for answer in document["answers"]:
        del answer["seconds"]
    return [document[key] for key in ("game", "spec", "constants", "states", "answers", "notes")]


ASKED = ("--solver", "patient", "--set", "N=6", "--seed", "5", "--json")


@pytest.fixture
def undisturbed(call: Call, walk: str, patient: None) -> object:
    called = call("run", walk, *ASKED, "--no-save", "--set-option", "pause=0")
    assert called.code == 1, "the expectation of the game is not met, which is another matter"
    return answers(called.out)


@pytest.mark.parametrize("out", [(), ("--out", "kept")])
def test_a_killed_run_is_resumed_to_the_same_answers(
    call: Call, walk: str, undisturbed: object, tmp_path: Path, out: tuple[str, ...]
) -> None:
    running = Running(walk, *ASKED, *out, "--checkpoint", "0.1s")
    running.wait_for("checkpoint in ")
    time.sleep(0.25)
    running.process.kill()
    assert running.ended()[0] == -signal.SIGKILL
    (folder,) = tmp_path.glob("**/*.unfinished")
    final = folder.with_name(folder.name.removesuffix(".unfinished"))
    (tmp_path / walk).unlink()
    called = call("run", "--resume", str(final), "--json")
    assert called.code == 1
    assert answers(called.out) == undisturbed
    assert " rounds were kept" in called.err
    assert not folder.exists()
    manifest = json.loads((final / "manifest.json").read_text())
    assert (manifest["seed"], manifest["pipeline_hash"], list(manifest["files"])) == (5, None, [walk])
    again = call("run", "--resume", str(final), "--json")
    assert (again.code, again.document) == (0, json.loads((final / "answers.json").read_text()))
    assert "is finished" in again.err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGUSR1])
def test_a_stop_keeps_what_was_reached(call: Call, walk: str, undisturbed: object, number: int) -> None:
    running = Running(walk, *ASKED, "--set-option", "rounds=60", "--set-option", "pause=0.05", "--out", "kept")
    running.wait_for("counting")
    running.process.send_signal(number)
    code, out, err = running.ended()
    assert code == 75
    assert err.splitlines()[-1] == "stopped as asked; go on with: pipeline run --resume kept.unfinished"
    assert json.loads(out)["errors"][0]["code"] == "stopped"
    assert answers(call("run", "--resume", "kept.unfinished", "--json").out) == undisturbed


def test_a_stop_needs_no_checkpoints(walk: str, patient: None, tmp_path: Path) -> None:
    running = Running(walk, "--solver", "patient", "--set-option", "rounds=100000", "--no-save")
    running.wait_for("counting")
    running.process.send_signal(signal.SIGTERM)
    code, out, err = running.ended()
    assert (code, out) == (75, "")
    assert err.splitlines()[-1] == "stopped as asked; nothing was kept: run it again"
    assert not list(tmp_path.glob("**/*.unfinished"))


def test_an_interruption_names_the_checkpoint(walk: str, patient: None) -> None:
    running = Running(
        walk, "--solver", "patient", "--set-option", "rounds=100000", "--checkpoint", "0.1s", "--out", "kept"
    )
    running.wait_for("checkpoint in kept.unfinished; after a stop go on with: pipeline run --resume kept.unfinished")
    running.process.send_signal(signal.SIGINT)
    code, _, err = running.ended()
    assert code == 130
    hint = "go on from the last checkpoint with: pipeline run --resume kept.unfinished"
    assert [line for line in err.splitlines() if line][-2:] == [hint, "interrupted"]


def test_who_keeps_nothing_but_asks_for_checkpoints_gets_them(
    call: Call, walk: str, patient: None, tmp_path: Path
) -> None:
    called = call("run", walk, *ASKED, "--no-save", "--checkpoint", "0.1s")
    assert "checkpoint in runs/" in called.err
    assert not (tmp_path / "runs").exists(), "and nothing stays"


@pytest.fixture
def unfinished(walk: str, patient: None) -> Path:
    running = Running(walk, *ASKED, "--out", "kept", "--checkpoint", "0.1s")
    running.wait_for("checkpoint in ")
    running.process.kill()
    running.ended()
    return Path("kept.unfinished")


def test_what_would_change_the_answers_cannot_be_given_anew(call: Call, unfinished: Path) -> None:
    for option in ("--set=N=5", "--solver=exact", "--question=win", "--precision=1e-3", "--seed=1", "--without=x"):
        called = call("run", "--resume", "kept", option)
        assert called.code == 2
        flag = option.partition("=")[0]
        assert f"--resume goes on with the run as it was begun: {flag} cannot be given anew" in called.err
    assert unfinished.exists()


def test_the_spec_may_be_named_if_it_is_the_same(call: Call, walk: str, unfinished: Path, tmp_path: Path) -> None:
    text = (tmp_path / walk).read_text()
    (tmp_path / walk).write_text(text.replace("1/2", "1/3"))
    called = call("run", walk, "--resume", "kept")
    assert called.code == 2
    assert "E709: kept.unfinished is a run of another game: spec/walk.yaml differs" in called.err.replace("error ", "")
    (tmp_path / walk).write_text(text)
    assert call("run", walk, "--resume", "kept", "--threads", "1", "--checkpoint", "off").code == 1


def test_damage_is_told(call: Call, unfinished: Path) -> None:
    for slot in unfinished.glob("slot-*"):
        (slot / "counted").write_text("[59, 0.5]")
    called = call("run", "--resume", "kept")
    assert called.code == 2
    assert "E708" in called.err
    assert "fix: remove kept.unfinished and run the game from its beginning" in called.err


def test_only_one_can_go_on(call: Call, walk: str, patient: None) -> None:
    running = Running(
        walk, "--solver", "patient", "--set-option", "rounds=100000", "--checkpoint", "0.1s", "--out", "kept"
    )
    running.wait_for("checkpoint in ")
    called = call("run", "--resume", "kept")
    running.process.kill()
    running.ended()
    assert called.code == 2
    assert "it is still running" in called.err


def test_a_name_with_an_unfinished_run_is_taken(call: Call, walk: str, unfinished: Path) -> None:
    called = call("run", walk, "--out", "kept")
    assert called.code == 2
    assert "go on with --resume kept.unfinished, remove it, or name a new folder" in called.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--resume", "nothing"], "E707: nothing cannot be resumed: it does not exist"),
        (["--resume", "."], "it is no folder of a run"),
        ([], "name a spec or a pipeline file, or a run to go on with: --resume RUN"),
        (["x.yaml", "--checkpoint", "often"], "often is not a time such as 60s"),
    ],
)
def test_mistakes_are_answered(call: Call, arguments: list[str], words: str) -> None:
    called = call("run", *arguments)
    assert called.code == 2
    assert words in called.err
    assert "Traceback" not in called.err


def test_another_version_is_refused(call: Call, unfinished: Path) -> None:
    about = unfinished / "run.json"
    about.write_text(about.read_text().replace(f'"oddsmith": "{__version__}"', '"oddsmith": "0.0.1"'))
    called = call("run", "--resume", "kept")
    assert called.code == 2
    assert "it was made by version 0.0.1" in called.err


GOOSE = Path(__file__).parents[3] / "specs"


def test_goose_is_killed_and_resumed_to_the_same_answers(call: Call) -> None:
    asked = (str(GOOSE / "goose3.yaml"), "--solver", "rounds", "--json")
    plain = call("run", *asked, "--no-save", "--precision", "1e-12")
    running = Running(*asked, "--precision", "1e-12", "--out", "kept", "--checkpoint", "0.05s")
    running.wait_for("checkpoint in ")
    running.process.kill()
    running.ended()
    resumed = call("run", "--resume", "kept", "--json")
    assert "going on from checkpoint " in resumed.err
    assert (resumed.code, answers(resumed.out)) == (plain.code, answers(plain.out))
    assert os.listdir() == ["kept"]
