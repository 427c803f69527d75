"""The guide to pipelines: its file is a good one with nearly every key, its codes and document are true."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner

from oddsmith.cli import boundary
from oddsmith.cli.program import program
from oddsmith.context import Limits
from oddsmith.run.pipeline import KEYS, plan_of
from oddsmith.study.reading import study_of

GUIDE = Path(__file__).parents[2] / "pipelines" / "README.md"


def test_the_example_of_the_guide_is_read_as_it_says(tmp_path: Path) -> None:
    text, _, _ = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    elsewhere = {"reductions", "strategy", "properties", "learn"}
    assert {line.partition(":")[0] for line in text.splitlines() if line[0] != "#"} == set(KEYS) - elsewhere
    (tmp_path / "example.yaml").write_text(text)
    plan = plan_of(tmp_path / "example.yaml")
    assert plan.overrides == (("N", "5"), ("d", "5"))
    assert [ask.name for ask in plan.asks] == ["both"]
    assert plan.solver is not None
    assert plan.solver.name == "interval-iteration"
    assert plan.limits == Limits(2_000_000_000, 300.0, 10_000_000)
    assert plan.precision == 1e-12


def test_the_sweep_of_the_guide_is_read_as_it_says(tmp_path: Path) -> None:
    _, text, _ = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    (tmp_path / "sweep.yaml").write_text(text)
    (stage,) = study_of(tmp_path / "sweep.yaml").stages
    assert len(stage.cells) == 4
    assert stage.layout.across == "reductions"
    assert [printed.text for printed in stage.printed] == ["28", "3.409", "0.142", "196", "14.115", "3.77e-3"]


def test_the_learners_of_the_guide_play(tmp_path: Path) -> None:
    _, _, text = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    path = tmp_path / "learn.yaml"
    path.write_text(text.replace("../specs", str(GUIDE.parents[1] / "specs")).replace("hands: 500", "hands: 20"))
    result = CliRunner().invoke(program, ["run", str(path), "--json", "--no-save", "--quiet", "--threads", "1"])
    document = json.loads(result.stdout)
    assert [company["name"] for company in document["companies"]] == ["careful", "bold"]
    (keys,) = re.findall(r"`--json` and `answers.json`: `({.*?})`;", GUIDE.read_text(), re.DOTALL)
    assert set(document) <= set(re.findall(r'"(\w+)"', keys))


def test_the_guide_counts_the_runs_of_every_paper() -> None:
    rows = re.findall(r"^\| `([\w-]+\.yaml)` \| .* \| (\d+) \|$", GUIDE.read_text(), re.MULTILINE)
    counted = {name: len(study_of(GUIDE.with_name(name)).cells) for name, _ in rows}
    assert counted == {name: int(count) for name, count in rows}
    papers = [name for name in GUIDE.with_name("all.yaml").read_text().split() if name.endswith(".yaml")]
    assert set(counted) >= set(papers)


def test_the_guide_lists_every_exit_code() -> None:
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", GUIDE.read_text(), re.MULTILINE)}
    known = {boundary.OK, boundary.FAILED, boundary.USAGE, boundary.WRONG_SPEC, boundary.LOOSE, boundary.LIMIT}
    assert listed == known | {boundary.BUG, boundary.STOPPED, boundary.INTERRUPTED, boundary.BROKEN_PIPE}


def test_the_document_in_the_guide_is_what_a_run_prints() -> None:
    (text,) = re.findall(r"```json\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    shown = json.loads(text)
    result = CliRunner().invoke(program, ["run", str(GUIDE.parents[1] / shown["spec"]), "--json", "--no-save"])
    printed = json.loads(result.stdout)
    assert list(shown) == list(printed)
    for key in ("game", "constants", "states", "transitions", "notes"):
        assert shown[key] == printed[key]
    mine, theirs = shown["answers"][0], printed["answers"][0]
    assert mine.pop("seconds") != theirs.pop("seconds")
    assert list(mine.items()) == list(theirs.items())
