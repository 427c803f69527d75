"""`pipeline cluster render`: a job from the estimate of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

Call = Callable[..., Any]
SWEEP = "pipeline: sweep\nstages: {one: {spec: walk.yaml, questions: [win], matrix: {set: {N: [4, 500, 6]}}}}\n"
LEARN = "pipeline: learn\nspec: walk.yaml\nlearn: {hands: 5}\n"
ROOT = Path(__file__).parents[4]


def test_a_small_game_gets_one_node_and_hands_on_what_changes_it(call: Call, walk: str) -> None:
    found = call("cluster", "render", "slurm", walk, "--set", "N=6", "--question", "win", "--queue", "short")
    assert found.code == 0
    assert "#SBATCH --nodes=1\n" in found.out
    assert "#SBATCH --partition=short\n" in found.out
    assert 'set -- walk.yaml --set N=6 --question win --max-memory 1000MB "$@"\n' in found.out


def test_the_document_has_the_job_and_its_text(call: Call, walk: str) -> None:
    document = call("cluster", "render", "kubernetes", walk, "--time", "2h", "--memory", "3GB", "--json").document
    job = document["job"]
    assert (job["name"], job["memory"], job["seconds"], job["nodes"], job["cells"]) == (
        "walk",
        3 * 10**9,
        7200,
        1,
        None,
    )
    assert yaml.safe_load(document["text"])["spec"]["activeDeadlineSeconds"] == 7200


def test_a_large_game_is_shared_among_nodes(call: Call, tmp_path: Path) -> None:
    spec = str(ROOT / "specs" / "goose5.yaml")
    options = ["--node-memory", "2GB", "--cores", "16", "--network", "25Gbit", "--question", "win1"]
    document = call("cluster", "render", "slurm", spec, *options, "-o", "job.sbatch", "--json").document
    assert document["file"] == "job.sbatch"
    job = document["job"]
    assert 2 <= job["nodes"] <= 4
    assert job["memory"] <= 2 * 10**9
    assert job["arguments"][1:6] == ["--question", "win1", "--solver", "petsc", "--set-option"]
    assert "with the network" in job["about"]
    assert f"#SBATCH --nodes={job['nodes']}\n" in (tmp_path / "job.sbatch").read_text()
    assert call("cluster", "render", "slurm", spec, *options, "-o", "job.sbatch").code == 2


def test_a_sweep_is_an_array_large_enough_for_its_largest_cell(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    found = call("cluster", "render", "slurm", "sweep.yaml", "--slots", "2", "--name", "my sweep")
    assert "#SBATCH --array=0-2%2\n" in found.out
    assert "--job-name=my-sweep" in found.out
    assert "estimating cell 2 of 3: one N=6" in found.err
    assert not list(tmp_path.glob("runs"))
    given = call("cluster", "render", "slurm", "sweep.yaml", "--memory", "5GB", "--time", "10m")
    assert "estimating" not in given.err
    assert "#SBATCH --mem=4769M\n#SBATCH --time=00:10:00\n" in given.out


def test_what_changes_the_answers_of_a_sweep_is_handed_on(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    options = ["--memory", "5GB", "--time", "10m", "--seed", "3", "--without", "direct", "--max-states", "1e6"]
    found = call("cluster", "render", "slurm", "sweep.yaml", *options)
    assert 'set -- sweep.yaml --without=direct --seed=3 --max-states=1000000 "$@"\n' in found.out


def test_a_spec_that_pods_will_not_find_is_mentioned(call: Call, walk: str, tmp_path: Path) -> None:
    asked = ["--memory", "1GB", "--time", "10m"]
    assert "warning" not in call("cluster", "render", "kubernetes", walk, *asked).err
    assert "pods know" in call("cluster", "render", "kubernetes", str(tmp_path / walk), *asked).err
    assert "pods know" not in call("cluster", "render", "slurm", str(tmp_path / walk), *asked).err


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["slrm", "walk.yaml"], 2, "did you mean slurm"),
        (["slurm", "nothing.yaml"], 3, "nothing.yaml"),
        (["slurm", "walk.yaml", "--node-memory", "1MB"], 5, "this game takes"),
        (["slurm", "walk.yaml", "--nodes", "2"], 5, "its states would have to be stored"),
        (["slurm", "sweep.yaml", "--node-memory", "1MB"], 5, "cell 0 (one N=4)"),
        (["slurm", "sweep.yaml", "--nodes", "2"], 2, "each of its runs gets one node"),
        (["slurm", "walk.yaml", "--network", "fast"], 2, "25Gbit"),
    ],
)
def test_what_cannot_be_is_told(
    call: Call, walk: str, tmp_path: Path, arguments: list[str], code: int, says: str
) -> None:
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    found = call("cluster", "render", *arguments)
    assert (found.code, found.out) == (code, "")
    assert says in " ".join(found.err.replace("│", " ").split())


def test_hands_to_be_played_cannot_be_estimated(call: Call) -> None:
    found = call("cluster", "render", "slurm", str(ROOT / "pipelines" / "shi-kuhn.yaml"))
    assert found.code == 2
    assert "cannot be estimated" in " ".join(found.err.replace("│", " ").split())


def test_how_a_game_is_to_be_run_is_handed_on(call: Call, walk: str) -> None:
    options = ["--kernel", "reference", "--seed", "5", "--without", "solver-direct", "--precision", "1e-6"]
    found = call("cluster", "render", "slurm", walk, *options)
    said = "--without solver-direct --kernel reference --seed 5 --precision 1e-06"
    assert f"set -- walk.yaml {said} --max-memory" in found.out
