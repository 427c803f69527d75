"""The check for authors of exporters passes good ones and catches bad ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from oddsmith.plugin import Context, ExplicitExporter, Explored, Export, Process, SymbolicExporter
from oddsmith.testing import check_exporter
from oddsmith.testing.games import WALK
from oddsmith.testing.reference import installed

PLUGINS = installed()
BOTH_WAYS = sorted({o.name for o in PLUGINS.of("exporter")} & {o.name for o in PLUGINS.of("importer")})


@pytest.mark.parametrize("name", [offer.name for offer in PLUGINS.of("exporter")])
def test_every_installed_exporter_keeps_the_rules(name: str) -> None:
    check_exporter(PLUGINS.make("exporter", name, {}))


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_what_is_written_is_read_back_with_the_same_size(name: str) -> None:
    check_exporter(PLUGINS.make("exporter", name, {}), back=PLUGINS.make("importer", name, {}))


def explicit(action: Callable[[Path, Explored], None]) -> ExplicitExporter:
    @dataclass(frozen=True)
    class Mine(ExplicitExporter):
        """Writes something."""

        name: ClassVar[str] = "mine"
        suffixes: ClassVar[tuple[str, ...]] = (".mine",)
        text: ClassVar[bool] = True

        def write(self, explored: Explored, path: Path, context: Context) -> None:
            action(path, explored)

    return Mine()


def litter(path: Path, explored: Explored) -> None:
    path.write_text("x")
    Path("notes.txt").write_text("x")


def stray(path: Path, explored: Explored) -> None:
    path.write_text("x")
    path.with_name("other.mine").write_text("x")


def escape(path: Path, explored: Explored) -> None:
    path.write_text("x")
    (path.parent.parent / "evil").write_text("x")


WRONG = {
    "it writes evil outside of the folder": escape,
    "there is no file": lambda path, explored: None,
    "into the working folder": litter,
    "does not begin like the file": stray,
    "does not write the same twice": lambda path, explored: path.write_text(str(path)),
    "is not UTF-8": lambda path, explored: path.write_bytes(b"\xff\xfe\xff"),
}


@pytest.mark.parametrize("complaint", WRONG)
def test_files_that_break_a_rule_are_caught(complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_exporter(explicit(WRONG[complaint]), [WALK])


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ((), "it has no file"),
        (((".a", " "),), "the model is empty"),
        (((".a", "x"), (".a", "y")), "would overwrite"),
        ((("a", "x"),), "begins with a dot"),
    ],
)
def test_texts_that_break_a_rule_are_caught(files: tuple[tuple[str, str], ...], complaint: str) -> None:
    @dataclass(frozen=True)
    class Mine(SymbolicExporter):
        """Says something."""

        name: ClassVar[str] = "mine"
        suffixes: ClassVar[tuple[str, ...]] = (".a",)

        def translate(self, process: Process, context: Context) -> Export:
            return Export(files)

    with pytest.raises(AssertionError, match=complaint):
        check_exporter(Mine(), [WALK])
