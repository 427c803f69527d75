"""The documents are true: their files are written, their commands run, and what they show is printed.

A command that has no placeholder (`pipeline run SPEC` has one) is run, but for those in LONG. All others are read: the
command, its options and the values of these exist, and so do the files. So does everything that a link leads to.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from oddsmith.cli.program import COMMANDS, program
from specs.documents import PAGES, ROOT, Document, steps

LONG = {
    "minutes": {
        "pipeline test specs/*.yaml",
        "pipeline run specs/goose5.yaml",
        "pipeline run specs/incan-gold-rounds.yaml",
        "pipeline run pipelines/groote-zantema-2014.yaml",
        "pipeline run pipelines/all.yaml",
        "pipeline run pipelines/shi-kuhn.yaml",
        "pipeline bench games",
        "pipeline bench scale",
        "pipeline bench scale goose4 --markdown",
        "pipeline bench simulation",
        "pipeline bench reductions",
        "pipeline bench reductions ruin-10-20-symmetry",
        "pipeline bench --against storm",
    },
    "PETSc and MPI, which not every machine has": {
        "mpiexec -n 2 .venv/bin/pipeline run specs/goose3.yaml --solver petsc",
        "mpirun -n 2 pipeline run specs/goose4.yaml --solver petsc",
        "pipeline run specs/goose2.yaml --solver petsc "
        "--set-option ksp_type=gmres --set-option pc_type=asm --set-option sub_pc_type=lu",
        "pipeline options petsc",
    },
}
"""Complete commands that are only read here, by what they need. Lines that begin with another program (podman, sbatch,
pip, …) are only read, too; `tests/containers` has those of containers and clusters."""
NOT_HERE = {name for names in LONG.values() for name in names}
UNSTEADY = ("pipeline cluster render",)
"""Commands that print what was measured on this machine."""
OTHER_PROGRAMS = {
    *("--require-hashes", "--build-arg", "--volume", "--shm-size", "--mca", "--dependency", "--parsable", "--force"),
    *("--oversubscribe", "--mpi", "--nodes", "--requeue", "--kill-on-bad-exit", "--time", "--entrypoint"),
}
"""Options that documents tell of pip, podman, mpirun and Slurm."""
FOR_EXAMPLE = {"N": "1", "STAGE": "lower", "KIND": "solver", "NAME": "mine"}
"""What could stand in the place of a placeholder where not everything can."""
OF_READERS = {
    "own.yaml": "game: own\nvariables: {f: 0..3}\ncommands: [{when: f < 3, then: {f: f + 1}}]\nlabels: {goal: f = 3}\n",
    "sweep.yaml": "pipeline: sweep\nstages: {one: {spec: specs/ruin.yaml, matrix: {set: {d: [2, 3]}}}}\n",
    "coin.prism": "dtmc const int N = 3; module m x : [0..N]; [] x<N -> 1/2 : (x'=x+1) + 1/2 : (x'=0); endmodule\n",
    "coin.props": "P=? [F<=9 x=N]\n",
}
"""Files of their own that pages speak of to readers."""
OPTION = re.compile(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*(?![\w-])")
DOCUMENTS = [Document(page) for page in PAGES]
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)


def test_all_documents_are_looked_at() -> None:
    names = {document.name for document in DOCUMENTS}
    assert {"README.md", "pipelines/bench/README.md", "specs/tutorials/first-game.md", "core/README.md"} <= names
    assert sum(1 for document in DOCUMENTS for _ in document.steps()) > 150


@every_document
def test_commands_can_be_read(document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for step in document.steps():
        for name, *arguments in step.calls():
            command = program.get_command(click.Context(program), name)
            given = [FOR_EXAMPLE.get(argument, argument) for argument in arguments]
            if given and "--help" not in given:
                command.make_context(name, given)  # an unknown option or a value out of range raises


@every_document
def test_the_files_of_commands_are_there(document: Document) -> None:
    for step in document.steps():
        for path in re.findall(
            r"(?<![\w.:-])(?:/opt/oddsmith/)?((?:specs|pipelines|tests|containers)/[\w/.-]+)", step.line
        ):
            assert (ROOT / path).exists() or path in document.files(), step.line


@every_document
def test_the_paths_and_options_of_prose_are_there(document: Document) -> None:
    known = OTHER_PROGRAMS | _options()
    for language, text in document.pieces():
        if language == "prose":
            if text.startswith(("-", "pipeline")):
                assert set(OPTION.findall(text)) <= known, text
            if re.fullmatch(r"(specs|pipelines|tests|containers|core|plugins)/[\w/.-]+", text):
                assert (ROOT / text).exists(), text


def _options() -> set[str]:
    """All options of all commands."""
    found: set[str] = set()
    waiting = [program.get_command(click.Context(program), name) for name in COMMANDS]
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        found |= {flag for parameter in command.params for flag in parameter.opts + parameter.secondary_opts}
    return {*found, "--help", "--version"}


def run(command: str, folder: Path, typed: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "COLUMNS": "200"}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a reader has at hand: the games, pipelines, and the models of his own that pages speak of."""
    for name in ("specs", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "pipelines").mkdir()
    for path in (ROOT / "pipelines").iterdir():
        (tmp_path / "pipelines" / path.name).symlink_to(path)
    for name, text in OF_READERS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "ruin.prcrl").write_bytes((ROOT / "specs" / "prcrl" / "ruin.prcrl").read_bytes())
    for name in ("model.umb", "model.jani"):
        assert run(f"pipeline export own.yaml -o {name}", tmp_path, "").returncode == 0
    return tmp_path


@every_document
def test_the_page_does_what_it_says(document: Document, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    for name, text in document.files().items():
        (folder / name).write_text(text, encoding="utf-8")
    for language, text in document.pieces():
        if language == "python":
            shown_in_python(text, names)
        for step in steps(language, text):
            if not step.is_complete or step.line in NOT_HERE or not re.match(r"pipeline |printf ", step.line):
                continue
            done = run(step.line, folder, "\n".join(step.typed))
            assert done.returncode == 0, f"{step.line}\n{done.stdout}{done.stderr}"
            printed = " ".join((done.stdout + done.stderr).split())
            for line in () if step.line.startswith(UNSTEADY) else step.shown:
                assert " ".join(line.split()) in printed, f"{step.line}\n{line}\n{done.stdout}{done.stderr}"


def shown_in_python(text: str, names: dict[str, object]) -> None:
    """Run the lines behind `>>>` and compare what they show."""
    test = doctest.DocTestParser().get_doctest(text, names, "page", "page", 0)
    complaints: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=complaints.append, clear_globs=False)
    names.update(test.globs)
    assert not failed, "".join(complaints)


def test_what_is_not_run_stands_somewhere() -> None:
    lines = {step.line for document in DOCUMENTS for step in document.steps()}
    assert lines >= NOT_HERE


@every_document
def test_every_link_leads_somewhere(document: Document) -> None:
    for target, heading in document.links():
        assert target.exists(), target
        if heading:
            assert heading in Document(target).headings(), f"{target}#{heading}"


def test_the_gallery_lists_all_its_pages() -> None:
    gallery = ROOT / "specs" / "gallery"
    listed = set(re.findall(r"\]\(([\w-]+\.md)\)", (gallery / "README.md").read_text(encoding="utf-8")))
    assert listed == {page.name for page in gallery.glob("*.md")} - {"README.md"}


def test_pictures_are_small_and_used() -> None:
    texts = "".join(document.text for document in DOCUMENTS)
    for picture in (ROOT / "specs" / "pictures").iterdir():
        assert picture.stat().st_size < 100_000
        assert f"pictures/{picture.name})" in texts
