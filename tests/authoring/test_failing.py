"""A plugin that fails, in any hook or offer: it is named with its version, and what does not need it goes on."""

from __future__ import annotations

import json
import shutil
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


def test_who_ends_the_program_is_named(use: Use) -> None:
    done = use("check-bad", HOOK.format("check(process)").replace("1 / 0", "exit(0)"), *RUN)
    assert done.code == 70
    assert "plugin check-bad (rotten 1.7): called sys.exit" in done.err


NOT_NEEDED = {
    "a stage that is done": ("stage_done(stage, product, seconds, context)", "1 / 0"),
    "a section that fails": ("report_sections(outcome)", "1 / 0"),
    "a section that fails late": ("report_sections(outcome)", "yield Section('a', 'b'); yield 1 / 0"),
    "a section that is none": ("report_sections(outcome)", "return 'text'"),
    "a section without texts": ("report_sections(outcome)", "return [Section(3, {})]"),
}


@pytest.mark.parametrize("where", NOT_NEEDED)
def test_who_fails_where_no_answer_needs_it_is_named_once_and_the_run_is_kept(
    use: Use, tmp_path: Path, where: str
) -> None:
    hook, body = NOT_NEEDED[where]
    done = use("report-bad", HOOK.format(hook).replace("return [1 / 0]", body), *RUN, "--out", "kept")
    assert done.code == 0, done.err + done.out
    assert done.err.count("warning: plugin report-bad (rotten 1.7): ") == 1
    assert "0.5 = 1/2" in done.out
    assert (tmp_path / "kept" / "report.html").is_file()


@pytest.mark.skipif(shutil.which("dot") is None, reason="nothing is drawn without Graphviz")
def test_a_picture_that_fails_costs_no_answer(use: Use, tmp_path: Path) -> None:
    done = use("mine-dot", EXPORTER.replace("'bad'", "'dot'"), *RUN, "--out", "kept")
    assert done.code == 0, done.err
    told = "warning: plugin mine-dot (rotten 1.7): failed with ZeroDivisionError: division by zero; the page is without"
    assert told in done.err
    assert (tmp_path / "kept" / "report.html").is_file()


def test_json_is_one_document_whatever_plugins_print_or_do(use: Use) -> None:
    noisy = "print('imported')\n" + HOOK.format("report_sections(outcome)")
    noisy += "@hookimpl\ndef oddsmith_check(process):\n    print('checked')\n"
    done = use("report-bad", noisy, *RUN, "--json", "--out", "kept")
    assert json.loads(done.out)["answers"][0]["value"] == 0.5
    assert "imported\n" in done.err
    assert "checked\n" in done.err


def test_the_text_of_a_section_is_no_html(use: Use, tmp_path: Path) -> None:
    evil = "Section('<script>one</script>', '</pre><script>two</script>')"
    done = use("report-bad", HOOK.format("report_sections(outcome)").replace("1 / 0", evil), *RUN, "--out", "kept")
    assert done.code == 0, done.err
    page = (tmp_path / "kept" / "report.html").read_text()
    assert "&lt;script&gt;one" in page
    assert "&lt;script&gt;two" in page
    assert "<script>one" not in page
    assert "<script>two" not in page


def body(text: str, code: str) -> str:
    """A class whose method returns something else."""
    return text.replace("return 1 / 0", code)


SAME = "np.where(problem.fixed[:, None], problem.known, 0.5)"
SOLVED = SOLVER.replace("        return 1 / 0", f"        import numpy as np\n        x = {SAME}\n        return 1 / 0")
SYMBOLIC = EXPORTER.replace("ExplicitExporter", "SymbolicExporter").replace(
    "write(self, explored, path, context)", "translate(self, process, context)"
)
STORED = IMPORTER.replace("Importer", "ExplicitImporter").replace("read(self, foreign", "open(self, path")
CHOICE = HOOK.format("choose_solver(problem, candidates)")
LOSES = "from dataclasses import replace; return replace(process, questions=())"
TO_FILE = ("export", "coin.yaml", "--to", "bad", "-o", "x.bad")
SOLVE = (*RUN, "--solver", "bad")
GARBAGE = {
    "no diagnostics": ("check-bad", HOOK.format("check(process)").replace("1 / 0", "'no'"), RUN, "must return Diag"),
    "no solver": ("choice-bad", CHOICE.replace("[1 / 0]", "7"), RUN, "chose the solver 7, and those that fit are"),
    "no solution": ("solver-bad", body(SOLVER, "return None"), SOLVE, "NoneType is no Solution"),
    "nan": ("solver-bad", body(SOLVED, "return Solution(x, x * np.nan, x, 'm')"), SOLVE, "is not a number"),
    "crossing": ("solver-bad", body(SOLVED, "return Solution(x, x + 1, x - 1, 'm')"), SOLVE, "lies above the upper"),
    "shape": ("solver-bad", body(SOLVED, "return Solution(x[:1], x, x, 'm')"), SOLVE, "has the shape (1, 1)"),
    "no kernel": ("kernel-bad", body(KERNEL, "return None"), (*RUN, "--kernel", "bad"), "built NoneType"),
    "no process": ("reduction-bad", body(REDUCTION, "return None"), (*RUN, "--reduce", "bad"), "which is no Process"),
    "no question": ("reduction-bad", body(REDUCTION, LOSES), (*RUN, "--reduce", "bad"), "every question stays"),
    "no file": ("exporter-bad", body(EXPORTER, "pass"), TO_FILE, "there is no file x.bad"),
    "another file": (
        "exporter-bad",
        body(EXPORTER, "path.write_text('x'); path.with_name('coin.yaml').write_text('x')"),
        (*TO_FILE, "--force"),
        "coin.yaml does not begin like",
    ),
    "a link": ("exporter-bad", body(EXPORTER, "path.symlink_to('/')"), TO_FILE, "is no plain file"),
    "no export": ("exporter-bad", body(SYMBOLIC, "return None"), TO_FILE, "NoneType is no Export"),
    "no folder": ("exporter-bad", body(SYMBOLIC, "return Export((('./../x', 'y'),))"), TO_FILE, "names no folder"),
    "no spec": ("importer-bad", body(IMPORTER, "return 'game: x'"), ("import", "coin.bad"), "str is no Imported"),
    "no model": ("importer-bad", body(STORED, "return {}"), ("check", "coin.bad"), "dict, which is no StoredModel"),
}


@pytest.mark.parametrize("what", GARBAGE)
def test_who_returns_something_else_is_named_with_the_rule(use: Use, tmp_path: Path, what: str) -> None:
    point, code, arguments, rule = GARBAGE[what]
    done = use(point, code, *arguments)
    assert done.code == 70, done.err + done.out
    assert f"plugin {point} (rotten 1.7): " in done.err
    assert rule in done.err
    assert f"--without {point}" in done.err
    assert not (tmp_path / "runs").exists()
    assert not (tmp_path / "x.bad").exists()
    assert (tmp_path / "coin.yaml").read_text() == GAME


@pytest.mark.parametrize("kind", ["solver", "kernel", "check", "choice", "stage", "report"])
def test_who_cannot_be_imported_is_named_and_the_rest_goes_on(use: Use, kind: str) -> None:
    done = use(f"{kind}-bad", "import a_module_that_nobody_has\n", *RUN)
    assert done.code == 0, done.err
    assert f"warning: plugin {kind}-bad (rotten 1.7) is skipped: ModuleNotFoundError" in done.err


def test_who_ends_the_program_while_it_is_imported_is_skipped(use: Use) -> None:
    done = use("solver-bad", "import sys\nsys.exit(0)\n", *RUN)
    assert done.code == 0, done.err
    assert "warning: plugin solver-bad (rotten 1.7) is skipped: SystemExit: it calls sys.exit" in done.err
    assert "0.5 = 1/2" in done.out


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
