"""Jobs as texts: the shipped files, quoting, and what linters and schemas say."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from containers.manifests import problems
from core.run.cluster.shipped import FOLDER, JOBS, texts
from oddsmith.run.cluster.render import SCHEDULERS, scheduler
from oddsmith.run.cluster.slurm import clock
from oddsmith.source import SpecError

ROOT = FOLDER.parent
AWKWARD = ("my games/a'b.yaml", "--ask", 'P=? [F "won" & x$y]', "true", "7", "- a: b #c", "--set", "p=1/2")
ONE = replace(JOBS["kubernetes/job.yaml"], arguments=AWKWARD, name="A Strange_Name!", queue="night: shift")
VARIANTS = [
    replace(ONE, **fields)
    for fields in ({}, {"nodes": 3}, {"cells": 5}, {"deadline": True}, {"nodes": 2, "deadline": True})
]


@pytest.mark.parametrize("name", sorted(texts()))
def test_the_shipped_files_are_what_the_templates_make(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == texts()[name], (
        f"write it anew: python {Path(__file__).with_name('shipped.py')}"
    )


def test_nothing_else_is_shipped() -> None:
    folders = ("slurm", "kubernetes")
    assert {f"{folder}/{path.name}" for folder in folders for path in (FOLDER / folder).iterdir()} == set(texts())


@pytest.mark.parametrize("job", VARIANTS)
def test_manifests_are_valid_secure_and_hand_on_every_word(job) -> None:  # type: ignore[no-untyped-def]
    text = scheduler("kubernetes").write(job)
    assert problems(text) == []
    document = yaml.safe_load(text)
    assert document["metadata"]["name"] == "a-strange-name"
    spec = document["spec"]
    template = spec["mpiReplicaSpecs"]["Launcher"]["template"] if job.nodes > 1 else spec["template"]
    words = template["spec"]["containers"][0]["args"]
    begin = words.index(AWKWARD[0])
    assert tuple(words[begin : begin + len(AWKWARD)]) == AWKWARD


def test_what_is_wrong_with_a_manifest_is_found() -> None:
    text = texts()["kubernetes/job.yaml"]
    assert problems(text.replace("backoffLimit: 3", "backoffLimit: three")) != []
    assert problems(text.replace("backoffLimit:", "backofLimit:")) != []
    assert "insecure: readOnlyRootFilesystem" in problems(
        text.replace("readOnlyRootFilesystem: true", "privileged: false")
    )
    several = texts()["kubernetes/mpijob.yaml"]
    assert problems(several.replace("slotsPerWorker", "slots")) == ["spec: unknown field slots"]
    assert problems(several.replace("mountPath", "path")) != []


def test_a_sweep_has_a_pod_for_each_cell() -> None:
    spec = yaml.safe_load(scheduler("kubernetes").write(replace(ONE, cells=5, slots=2)))["spec"]
    assert (spec["completions"], spec["parallelism"], spec["completionMode"]) == (5, 2, "Indexed")
    assert spec["template"]["spec"]["containers"][0]["args"][-2:] == ["--cell", "$(JOB_COMPLETION_INDEX)"]


@pytest.mark.parametrize("job", VARIANTS[:3])
def test_scripts_hand_on_every_word(job, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Run with an srun that prints its arguments."""
    job = replace(job, queue="", environment='/opt/an "odd" $place')
    (tmp_path / "srun").write_text('#!/bin/sh\nprintf "%s\\n" "$@" >srun.log\nexit 75\n')
    (tmp_path / "scontrol").write_text('#!/bin/sh\necho "$@" >scontrol.log\n')
    for name in ("srun", "scontrol"):
        (tmp_path / name).chmod(0o755)
    (tmp_path / "job").write_text(scheduler("slurm").write(job))
    slurm = {"SLURM_CPUS_PER_TASK": "8", "SLURM_JOB_NAME": "a", "SLURM_JOB_ID": "7", "SLURM_ARRAY_JOB_ID": "6"}
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", **slurm, "SLURM_ARRAY_TASK_ID": "3"}
    done = subprocess.run(
        ["bash", "job", "--threads", "2"], cwd=tmp_path, env=environment, check=False, capture_output=True
    )
    assert done.returncode == 75, done.stderr
    words = (tmp_path / "srun.log").read_text().splitlines()
    begin = words.index('/opt/an "odd" $place/bin/pipeline')
    ending = ("--cell", "3") if job.cells else ("--out", "runs/a-7")
    assert tuple(words[begin + 1 :]) == ("run", *AWKWARD, "--threads", "2", *ending)
    assert ("--mpi=pmix" in words) == (job.nodes > 1)
    assert (tmp_path / "scontrol.log").read_text() == f"requeue {'6_3' if job.cells else '7'}\n"


def test_a_script_goes_on_with_what_was_begun_but_not_for_ever(tmp_path: Path) -> None:
    (tmp_path / "srun").write_text('#!/bin/sh\nprintf "%s\\n" "$@" >srun.log\nexit 75\n')
    (tmp_path / "srun").chmod(0o755)
    (tmp_path / "runs" / "a-7.unfinished").mkdir(parents=True)
    slurm = {"SLURM_CPUS_PER_TASK": "8", "SLURM_JOB_NAME": "a", "SLURM_JOB_ID": "7", "SLURM_RESTART_COUNT": "3"}
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", **slurm, "ODDSMITH_TURNS": "3", "ODDSMITH_IMAGE": "o.sif"}
    script = FOLDER / "slurm" / "one-node.sbatch"
    done = subprocess.run(["bash", script, "specs/x.yaml"], cwd=tmp_path, env=environment, check=False)
    words = (tmp_path / "srun.log").read_text().splitlines()
    assert done.returncode == 75
    assert words[-4:] == ["pipeline", "run", "--resume", "runs/a-7"]
    assert words[words.index("apptainer") : -4] == [
        "apptainer",
        "exec",
        "--bind",
        str(tmp_path),
        "--pwd",
        str(tmp_path),
        "o.sif",
    ]


def test_a_shipped_script_wants_a_spec() -> None:
    done = subprocess.run(["bash", FOLDER / "slurm" / "one-node.sbatch"], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "name a spec after the script\n")


@pytest.mark.parametrize(("seconds", "text"), [(1, "00:01:00"), (3601, "01:01:00"), (90000, "1-01:00:00")])
def test_times_are_rounded_up_to_minutes(seconds: float, text: str) -> None:
    assert clock(seconds) == text


def test_an_unknown_scheduler_is_refused_with_those_there_are() -> None:
    with pytest.raises(SpecError, match="no scheduler named slrm"):
        scheduler("slrm")
    assert list(SCHEDULERS) == ["slurm", "kubernetes"]


@pytest.mark.parametrize("tool", ["shellcheck", "yamllint"])
def test_linters_have_nothing_to_say(tool: str, tmp_path: Path) -> None:
    program = shutil.which(tool, path=f"{Path(sys.executable).parent}:/usr/bin")
    if program is None:
        pytest.skip(f"{tool} is not installed")
    kind, suffix = ("slurm", ".sbatch") if tool == "shellcheck" else ("kubernetes", ".yaml")
    for number, job in enumerate([*VARIANTS, *(job for name, job in JOBS.items() if name.startswith(kind))]):
        (tmp_path / f"{number}{suffix}").write_text(
            scheduler(kind).write(replace(job, queue="night", arguments=("a b.yaml",)))
        )
    options = ["--strict", "-c", str(ROOT / "tests" / "containers" / "yamllint.yaml")] if tool == "yamllint" else []
    done = subprocess.run(
        [program, *options, *sorted(tmp_path.glob(f"*{suffix}"))], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "")
