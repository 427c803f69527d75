"""An importer -> nothing, or an AssertionError that says where it goes wrong: what an importer's own tests call."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from oddsmith.context import Context
from oddsmith.exchange.complete import complete
from oddsmith.exchange.importer import ForeignText, Imported, Importer
from oddsmith.exchange.stored import ExplicitImporter
from oddsmith.process.process import Process
from oddsmith.solve.answering import answer_all
from oddsmith.source import Source, SpecError
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.offers import assert_offer
from oddsmith.testing.reference import assert_told, exact_solver, explored, installed

NONSENSE = ("", " \n\t\n", "\N{SNOWMAN}" * 50, "(" * 2_000, "0 " * 2_000, "}{][\"'\\;", "game: chess\n" * 20)
"""Texts that are no model in any language."""


def check_importer(
    importer: Importer | ExplicitImporter,
    models: Iterable[str | Path],
    expected: Mapping[str, Fraction | float] | None = None,
) -> None:
    """Read the models, whole and damaged: a valid game each time, or a complaint with a code; never another error.

    Models of a language are texts, those of states and transitions are paths of files. `expected` are the answers to
    questions of the models, by their names.
    """
    assert_offer("importer", importer)
    name = f"importer {importer.name}"
    for suffix in importer.suffixes:
        assert suffix.startswith("."), f"{name}: the suffix {suffix!r} must begin with a dot"
    given, answered = list(models), set[str]()
    assert given, f"{name}: give the check at least one model to read"
    for model in given:
        if isinstance(importer, ExplicitImporter):
            assert isinstance(model, Path), f"{name} reads files: give the check their paths"
            _check_file(importer, model)
        else:
            text = model.read_text(encoding="utf-8") if isinstance(model, Path) else model
            answered |= _check_text(importer, text, expected or {})
    missing = sorted((expected or {}).keys() - answered)
    assert not missing, f"{name}: no model has the question {', '.join(missing)}"


def _check_text(importer: Importer, text: str, expected: Mapping[str, Fraction | float]) -> set[str]:
    name = f"importer {importer.name}"
    try:
        found, again = _read(importer, text), _read(importer, text)
        process = lower(load_text(found.text, origins=found.origins))
    except SpecError as error:
        message = error.diagnostics[0].message
        raise AssertionError(f"{name}: a model that should be fine is refused: {message}") from error
    assert found.text == again.text, f"{name}: it does not read the same twice"
    for remark in found.remarks:
        assert remark.strip() and "\n" not in remark, f"{name}: a remark is one line, not {remark!r}"  # noqa: PT018
    for broken in (*NONSENSE, *_halves(text)):
        try:
            _read(importer, broken)
        except SpecError as error:
            assert_told(name, error)
        except Exception as error:
            kind = type(error).__name__
            raise AssertionError(
                f"{name}: {broken[:40]!r}… ends in {kind} ({error}); it should raise SpecError with a Diagnostic"
            ) from error
    return _assert_answers(name, process, expected)


def _assert_answers(name: str, process: Process, expected: Mapping[str, Fraction | float]) -> set[str]:
    asked = [question for question in process.questions if question.name in expected]
    if asked:
        plugins = installed()
        space = explored(process, plugins.all_of("kernel"), exact=True)
        answers = answer_all(space, process.questions, lambda problem: exact_solver(plugins), Context())
        for answer in answers:
            if answer.question in asked:
                wanted = expected[answer.question.name]
                value = answer.value if answer.exact is None else answer.exact
                assert value == wanted, f"{name}: {answer.question.name} is {value}, expected {wanted}"
    return {question.name for question in asked}


def _read(importer: Importer, text: str) -> Imported:
    return importer.read(ForeignText(Source("model", text)), Context())


def _halves(text: str) -> Iterator[str]:
    """The beginning of a text, cut at several places, and the text without its middle."""
    for part in range(1, 8):
        yield text[: len(text) * part // 8]
    yield text[: len(text) // 3] + text[2 * len(text) // 3 :]


def _check_file(importer: ExplicitImporter, path: Path) -> None:
    name = f"importer {importer.name}"
    with TemporaryDirectory() as given:
        folder = Path(given)
        for item in path.parent.glob(f"{path.stem}.*"):
            shutil.copy(item, folder / item.name)
        copy, before = folder / path.name, _listed(folder)
        try:
            complete(importer.open(copy, Context()), Context())
        except SpecError as error:
            message = error.diagnostics[0].message
            raise AssertionError(f"{name}: {path.name} should be fine, and is refused: {message}") from error
        assert _listed(folder) == before, f"{name}: it writes into the folder of the file that it reads"
        whole = path.read_bytes()
        for broken in _damaged(whole):
            copy.write_bytes(broken)
            try:
                complete(importer.open(copy, Context()), Context())
            except SpecError as error:
                assert_told(name, error)
            except Exception as error:
                kind = type(error).__name__
                raise AssertionError(f"{name}: a damaged file ends in {kind} ({error}); raise damaged(…)") from error


def _listed(folder: Path) -> dict[str, bytes]:
    return {item.name: item.read_bytes() for item in folder.iterdir()}


def _damaged(whole: bytes) -> Iterator[bytes]:
    """The file cut off at several places, and with a byte that is another."""
    for part in range(8):
        yield whole[: len(whole) * part // 8]
    for part in range(1, 8):
        place = len(whole) * part // 8
        yield whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
