"""An exporter -> nothing, or an AssertionError that says where it goes wrong: what an exporter's own tests call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from oddsmith.context import Context
from oddsmith.exchange.complete import complete
from oddsmith.exchange.exporter import ExplicitExporter, Explored, Exporter, SymbolicExporter
from oddsmith.exchange.importer import ForeignText, Importer
from oddsmith.exchange.sound import fault_of_export, fault_of_files
from oddsmith.exchange.stored import ExplicitImporter
from oddsmith.process.process import Process
from oddsmith.solve.conditions import conditions_of
from oddsmith.source import Source, SpecError
from oddsmith.space.explore import explore
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.games import PLAIN
from oddsmith.testing.offers import assert_offer
from oddsmith.testing.reference import assert_told, explored, installed, process_of

Back = Importer | ExplicitImporter


def check_exporter(exporter: Exporter, games: Iterable[str] = PLAIN, back: Back | None = None) -> None:
    """Export the games, twice: whole, the same both times, and nowhere else than it may.

    `back` is an importer of the same format: what it reads must have the states and transitions that were written.
    """
    assert_offer("exporter", exporter)
    name = f"exporter {exporter.name}"
    assert exporter.suffixes, f"{name} has no `suffixes`: ends of file names that stand for it"
    for suffix in exporter.suffixes:
        assert suffix.startswith(".") and len(suffix) > 1, f"{name}: the suffix {suffix!r} must begin with a dot"  # noqa: PT018
    written = 0
    for text in games:
        process = process_of(text)
        try:
            if isinstance(exporter, SymbolicExporter):
                _check_texts(exporter, process, back)
            elif isinstance(exporter, ExplicitExporter):
                _check_files(exporter, process, back)
            else:
                raise AssertionError(f"{name} must be a SymbolicExporter or an ExplicitExporter")
        except SpecError as error:
            assert_told(name, error)
        else:
            written += 1
    assert written, f"{name} refuses all of these games"


def _check_texts(exporter: SymbolicExporter, process: Process, back: Back | None) -> None:
    where = f"exporter {exporter.name}, {process.name}"
    with _elsewhere(where):
        export = exporter.translate(process, Context())
        again = exporter.translate(process, Context())
    assert export == again, f"{where}: it does not write the same twice"
    wrong = fault_of_export(export)
    assert not wrong, f"{where}: {wrong}"
    assert export.files[0][1].strip(), f"{where}: the model is empty"
    for remark in export.remarks:
        assert remark.strip() and "\n" not in remark, f"{where}: a remark is one line, not {remark!r}"  # noqa: PT018
    if isinstance(back, Importer):
        texts = [Source(f"game{suffix}", text) for suffix, text in export.files]
        foreign = ForeignText(texts[0], next((t for t in texts if t.name.endswith(back.properties or "?")), None), True)
        _compare(where, process, lower(load_text(back.read(foreign, Context()).text)))


def _compare(where: str, process: Process, other: Process) -> None:
    """The same number of states and transitions, before and after."""
    sizes = []
    for one in (process, other):
        space, _ = explore(one, conditions_of(one.questions), installed().all_of("kernel"), Context())
        sizes.append((space.size, space.transitions.count))
    assert sizes[0] == sizes[1], f"{where}: {sizes[0]} states and transitions were written, {sizes[1]} read back"


def _check_files(exporter: ExplicitExporter, process: Process, back: Back | None) -> None:
    where = f"exporter {exporter.name}, {process.name}"
    space = explored(process, installed().all_of("kernel"), exact=exporter.numbers == "exact")
    whole = Explored(process, space)
    found = []
    with TemporaryDirectory() as first, TemporaryDirectory() as second:
        for folder in (Path(first) / "inner", Path(second) / "inner"):
            folder.mkdir()
            path = folder / f"game{exporter.suffixes[0]}"
            with _elsewhere(where):
                exporter.write(whole, path, Context())
            outside = sorted(item.name for item in folder.parent.iterdir() if item != folder)
            assert not outside, f"{where}: it writes {', '.join(outside)} outside of the folder that it gets"
            wrong = fault_of_files(path)
            assert not wrong, f"{where}: {wrong}"
            found.append({item.relative_to(folder): item.read_bytes() for item in folder.rglob("*") if item.is_file()})
            if exporter.text:
                _check_text(where, folder)
        assert found[0] == found[1], f"{where}: it does not write the same twice"
        if isinstance(back, ExplicitImporter):
            stored = complete(back.open(path, Context()), Context()).transitions
            sizes = [(one.size, one.choices, one.count) for one in (space.transitions, stored)]
            assert sizes[0] == sizes[1], f"{where}: {sizes[0]} states, choices and transitions, {sizes[1]} read back"


def _check_text(where: str, folder: Path) -> None:
    for item in folder.iterdir():
        try:
            item.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise AssertionError(f"{where}: it says that it is text, and {item.name} is not UTF-8") from None


@contextmanager
def _elsewhere(where: str) -> Iterator[None]:
    """Work in an empty folder, which stays empty."""
    home = os.getcwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(home)
        strange = sorted(item.name for item in Path(folder).iterdir())
        assert not strange, f"{where}: it writes {', '.join(strange)} into the working folder, where nothing belongs"
