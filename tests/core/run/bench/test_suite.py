"""Runs with targets are read from a bench file; what is wrong in it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.run.bench.file import read_bench
from oddsmith.run.bench.suite import Run, Suite, Target
from oddsmith.source import SpecError

SHIPPED = Path(__file__).parents[4] / "pipelines" / "bench" / "scale.yaml"
PLAYED = SHIPPED.with_name("simulation.yaml")
FILE = """\
bench: small
launcher: start -n {ranks}
environment: {A: "1"}
needs: {nobody: ask around}
runs:
  one: {spec: walk.yaml, arguments: [--precision, 1e-12], threads: 1, target: {time: 3s, memory: 1GB}}
  two: {spec: walk.yaml, ranks: 2, needs: [nobody], target: {against: one, faster: 1.6, share: 0.6, same: one}}
  three: {spec: walk.yaml}
peers:
  - {peer: other, run: one, time: 10s, memory: 3GB, about: slow, source: a paper}
"""


def suite(folder: Path, text: str = FILE) -> Suite:
    path = folder / "small.yaml"
    path.write_text(text)
    found = read_bench(path, ())
    assert isinstance(found, Suite)
    return found


def test_runs_have_arguments_ranks_and_targets(tmp_path: Path) -> None:
    runs = suite(tmp_path).runs
    assert runs["one"].arguments == (
        "run", str(tmp_path / "walk.yaml"), "--json", "--no-save", "--quiet", "--precision", "1e-12", "--threads", "1",
    )  # fmt: skip
    assert runs["one"].target == Target(seconds=3.0, memory=10**9)
    assert (runs["two"].ranks, runs["two"].needs) == (2, ("nobody",))
    assert runs["two"].target == Target(against="one", faster=1.6, share=0.6, same="one")


def test_a_target_is_told_in_words(tmp_path: Path) -> None:
    runs = suite(tmp_path).runs
    assert runs["one"].target.text() == "3 s, 1 GB"
    assert runs["two"].target.text() == "1.6 times as fast as one, largest process 60% of one, same answers as one"
    assert runs["three"].target.text() == "finishes"


def test_runs_bring_those_they_are_compared_with(tmp_path: Path) -> None:
    found = suite(tmp_path)
    assert [run.name for run in found.chosen(["two"])] == ["one", "two"]
    assert [run.name for run in found.chosen([])] == ["one", "two", "three"]
    with pytest.raises(SpecError, match="did you mean three"):
        found.chosen(["thre"])


def test_what_a_run_lacks_is_told_with_the_remedy(tmp_path: Path) -> None:
    found = suite(tmp_path, FILE.replace("start -n", "sh -n"))
    assert found.missing(found.runs["two"]) == "nobody is not installed: ask around"
    assert found.missing(found.runs["one"]) == ""
    assert found.missing(Run("x", (), needs=("json",))) == ""
    assert suite(tmp_path).missing(Run("x", (), ranks=1)) == "start is not installed"


def test_figures_of_others_are_data(tmp_path: Path) -> None:
    (peer,) = suite(tmp_path).peers
    assert (peer.peer, peer.run, peer.seconds, peer.memory, peer.source) == ("other", "one", 10.0, 3 * 10**9, "a paper")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("time: 3s", "tme: 3s", "did you mean `time`"),
        ("time: 3s", "time: soon", "soon is not a time"),
        ("against: one", "against: nobody", "no run of this file"),
        ("{spec: walk.yaml}", "{about: nothing}", "needs the key `spec`"),
        ("runs:", "runns:", "lists nothing to measure"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(SpecError, match=complaint):
        suite(tmp_path, FILE.replace(old, new))


def test_the_shipped_runs_can_be_read() -> None:
    found = read_bench(SHIPPED, ())
    assert isinstance(found, Suite)
    assert list(found.runs)[:3] == ["goose3", "goose4", "goose5"]
    assert all(Path(run.arguments[1]).is_file() for run in found.runs.values())
    assert all(peer.run in found.runs and peer.source for peer in found.peers)
    assert all(need in found.needs for run in found.runs.values() for need in run.needs)


def test_the_shipped_games_are_played_at_a_pace() -> None:
    found = read_bench(PLAYED, ())
    assert isinstance(found, Suite)
    assert found.runs["goose2"].target.pace == 20e6
    assert "20 million moves/s" in found.runs["goose2"].target.text()


def test_a_run_may_be_a_question_for_storm_or_an_errand(tmp_path: Path) -> None:
    text = FILE.replace(
        "  three: {spec: walk.yaml}",
        "  three:\n    storm: {model: walk.prism, constants: N=3, property: 'P=? [F x=1]', bisimulation: true}\n"
        "    limit: 2GB\n"
        "  four: {errand: write, spec: walk.yaml, arguments: [N=3]}",
    )
    runs = suite(tmp_path, text).runs
    asked = (str(tmp_path / "walk.prism"), "N=3", "P=? [F x=1]", "bisimulation")
    assert (runs["three"].script, runs["three"].arguments, runs["three"].limit) == ("storm_peer.py", asked, 2 * 10**9)
    assert runs["three"].needs == ("stormpy",)
    assert (runs["four"].script, runs["four"].arguments) == (
        "bench/errands.py",
        ("write", str(tmp_path / "walk.yaml"), "N=3"),
    )
