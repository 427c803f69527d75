"""A plugin that fails, in any hook or offer: it is named with its version, and what does not need it goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program

GAME = "game: coin\nvariables: {s: 0..2}\ncommands: [{when: s = 0, then: [{1/2: {s: 1}}, {1/2: {s: 2}}]}]\n"
GAME += 'questions: {heads: "P=? [F s = 1]"}\n'
HEAD = "from dataclasses import dataclass\nfrom oddsmith.plugin import *\nfrom oddsmith.plugin import hookimpl\n\n"
OFFER = HEAD + "@hookimpl\ndef oddsmith_{0}():\n    return [1 / 0]\n"
HOOK = HEAD + "@hookimpl\ndef oddsmith_{0}:\n    return [1 / 0]\n"
CLASS = HEAD + "@dataclass(frozen=True)\nclass Bad({1}):\n    name = 'bad'\n    {2}\n\n"
CLASS += "    def {3}:\n        return 1 / 0\n\n@hookimpl\ndef oddsmith_{0}():\n    return [Bad]\n"


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


Use = Callable[..., Done]


@pytest.fixture
def use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Use]:
    """Install a plugin as an installer would, then call the program."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    information = tmp_path / "rotten-1.7.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Name: rotten\nVersion: 1.7\n")
    (tmp_path / "coin.yaml").write_text(GAME)
    (tmp_path / "coin.bad").write_text("nothing")

    def run(point: str, code: str, *arguments: str) -> Done:
        (tmp_path / "rotten.py").write_text(code)
        (information / "entry_points.txt").write_text(f"[oddsmith]\n{point} = rotten\n")
        result = CliRunner().invoke(program, list(arguments), prog_name="pipeline")
        return Done(result.exit_code, result.stdout, result.stderr)

    yield run
    sys.modules.pop("rotten", None)


RUN = ("run", "coin.yaml")
SOLVER = CLASS.format("solvers", "Solver", "requires = promises = frozenset()", "solve(self, problem, context)")
KERNEL = CLASS.format("kernels", "Target", "numbers = 'float'", "build(self, process, conditions, context)")
REDUCTION = CLASS.format("reductions", "Reduction", "last = False", "apply(self, process, context)")
EXPORTER = CLASS.format("exporters", "ExplicitExporter", "suffixes = ('.bad',)", "write(self, explored, path, context)")
IMPORTER = CLASS.format("importers", "Importer", "suffixes = ('.bad',)", "read(self, foreign, context)")
NEEDED = {
    "check": ("check-bad", HOOK.format("check(process)"), RUN),
    "choose_solver": ("choice-bad", HOOK.format("choose_solver(problem, candidates)"), RUN),
    "stage_done": ("stage-bad", HOOK.format("stage_done(stage, product, seconds, context)"), RUN),
    "report_sections": ("report-bad", HOOK.format("report_sections(outcome)"), RUN),
    "solvers": ("solver-bad", OFFER.format("solvers"), RUN),
    "kernels": ("kernel-bad", OFFER.format("kernels"), RUN),
    "reductions": ("reduction-bad", OFFER.format("reductions"), (*RUN, "--reduce", "symmetry")),
    "exporters": ("exporter-bad", OFFER.format("exporters"), ("export", "coin.yaml", "--to", "csv")),
    "importers": ("importer-bad", OFFER.format("importers"), ("import", "coin.bad")),
    "learners": ("learner-bad", OFFER.format("learners"), ("options", "coin")),
    "a solver": ("solver-bad", SOLVER, (*RUN, "--solver", "bad")),
    "a kernel": ("kernel-bad", KERNEL, (*RUN, "--kernel", "bad")),
    "a reduction": ("reduction-bad", REDUCTION, (*RUN, "--reduce", "bad")),
    "an exporter": ("exporter-bad", EXPORTER, ("export", "coin.yaml", "--to", "bad", "-o", "x.bad")),
    "an importer": ("importer-bad", IMPORTER, ("import", "coin.bad")),
}


@pytest.mark.parametrize("where", NEEDED)
def test_who_fails_where_the_run_needs_it_is_named(use: Use, where: str) -> None:
    point, code, arguments = NEEDED[where]
    done = use(point, code, *arguments)
    assert done.code == 70, done.err + done.out
    assert f"plugin {point} (rotten 1.7): failed with ZeroDivisionError" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("kind", ["solver", "kernel", "check", "choice", "stage", "report"])
def test_who_cannot_be_imported_is_named_and_the_rest_goes_on(use: Use, kind: str) -> None:
    done = use(f"{kind}-bad", "import a_module_that_nobody_has\n", *RUN)
    assert done.code == 0, done.err
    assert f"warning: plugin {kind}-bad (rotten 1.7) is skipped: ModuleNotFoundError" in done.err


@pytest.mark.parametrize("kind", ["reduction", "exporter", "importer", "learner"])
def test_who_is_not_needed_is_not_even_imported(use: Use, kind: str) -> None:
    done = use(f"{kind}-bad", "1 / 0\n", *RUN)
    assert done.code == 0, done.err
    assert "rotten" not in done.err


@pytest.mark.parametrize("kind", ["solver", "kernel", "reduction", "exporter", "importer", "learner", "check"])
def test_the_list_says_why_it_is_missing(use: Use, kind: str) -> None:
    done = use(f"{kind}-bad", "1 / 0\n", "plugins", "--verbose")
    assert done.code == 0, done.err
    assert f"{kind}-bad  (rotten 1.7, rotten)\n    failed: ZeroDivisionError: division by zero\n" in done.out
