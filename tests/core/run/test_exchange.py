"""Formats are found by name or suffix; exporters get the reduced process or space, importers' specs are checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from oddsmith.context import Context
from oddsmith.exchange.exporter import ExplicitExporter, Explored, Exporter
from oddsmith.exchange.importer import ForeignText, Imported, Importer
from oddsmith.hosting.manager import Origin, load
from oddsmith.hosting.registry import Offer, Registry, registry
from oddsmith.run.exchange import explored_of, foreign_text, format_of, imported, process_of
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools
from oddsmith.source import Diagnostic, SpecError
from oddsmith.testing.games import GAMBLER, WALK


@dataclass(frozen=True)
class Sizes(ExplicitExporter):
    """Writes the number of states."""

    name: ClassVar[str] = "sizes"
    suffixes: ClassVar[tuple[str, ...]] = (".sizes", ".big.sizes")

    def write(self, explored: Explored, path: Path, context: Context) -> None:
        path.write_text(str(explored.space.size))


@dataclass(frozen=True)
class Plain(Importer):
    """Specs as they are."""

    name: ClassVar[str] = "plain"
    suffixes: ClassVar[tuple[str, ...]] = (".sizes",)

    def read(self, foreign: ForeignText, context: Context) -> Imported:
        return Imported(foreign.model.text)


def offers() -> Registry:
    origin = Origin("exporter-sizes", "sizes", "test", "1")
    found = [Offer("exporter", "sizes", Sizes, origin), Offer("importer", "plain", Plain, origin)]
    return Registry(tuple(found))


def test_a_format_is_named_or_told_by_the_suffix() -> None:
    assert format_of(offers(), "exporter", "sizes", None).offered is Sizes
    assert format_of(offers(), "exporter", None, Path("a.big.sizes")).offered is Sizes
    assert format_of(offers(), "importer", None, Path("a.sizes")).offered is Plain


@pytest.mark.parametrize(
    ("name", "path", "words"),
    [
        (
            None,
            Path("a.pdf"),
            r"E711.*a\.pdf does not tell the format\n.*--to; known: sizes \(.sizes .big.sizes\)",
        ),
        (None, None, "E711.*no format is named"),
        ("size", Path("a.sizes"), "E703.*there is no exporter named size\n.*did you mean sizes"),
    ],
)
def test_an_unknown_format_is_answered_with_the_known_ones(name: str | None, path: Path | None, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        format_of(offers(), "exporter", name, path)


def tools() -> Tools:
    host = load()
    return Tools(host, registry(host), Context())


def test_an_explicit_exporter_sees_states_labels_and_conditions(tmp_path: Path) -> None:
    (tmp_path / "walk.yaml").write_text(WALK)
    plan, kit = Plan(tmp_path / "walk.yaml"), tools()
    explored = explored_of(plan, process_of(plan, kit), kit)
    assert explored.space.size == 6
    assert {name: int(truth.sum()) for name, truth in explored.labels.items()} == {"won": 1, "over": 2}
    assert len(explored.space.conditions) == 3


def test_fractions_are_explored_where_an_exporter_wants_them(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAMBLER)
    plan, kit = Plan(tmp_path / "game.yaml"), tools()
    assert explored_of(plan, process_of(plan, kit), kit, exact=True).space.transitions.exact is not None


def test_an_imported_spec_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "model.plain"
    path.write_text(WALK)
    assert imported(Plain(), foreign_text(path, None), Context()).text == WALK
    path.write_text(WALK.replace("f + 1", "g + 1"))
    with pytest.raises(SpecError, match=r"model\.plain as a spec:6:.*E201"):
        imported(Plain(), foreign_text(path, None), Context())


def test_only_that_a_constant_has_to_be_set_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "model.plain"
    path.write_text(WALK.replace("N: 5", "N: "))
    assert "N: ," in imported(Plain(), foreign_text(path, None), Context()).text


@dataclass(frozen=True)
class Strict(Plain):
    """Understands nothing."""

    def read(self, foreign: ForeignText, context: Context) -> Imported:
        raise SpecError([Diagnostic("E801", "what is this?")])


def test_a_spec_with_the_name_of_a_model_is_one_mistake(tmp_path: Path) -> None:
    path = tmp_path / "model.plain"
    path.write_text("# a comment\n" + WALK)
    with pytest.raises(SpecError, match=r"E711: .*is a spec.*\n  fix: give it the name model\.yaml"):
        imported(Strict(), foreign_text(path, None), Context())
    path.write_text("nothing of the kind")
    with pytest.raises(SpecError, match="E801"):
        imported(Strict(), foreign_text(path, None), Context())


def test_a_format_is_a_record_of_options() -> None:
    assert issubclass(Sizes, Exporter)
    assert Sizes().text is False


def test_nothing_is_exported_where_players_decide_at_the_same_time(tools: Tools) -> None:
    spec = Path(__file__).parents[2] / "specs" / "together" / "pennies.yaml"
    with pytest.raises(SpecError, match="players decide at the same time") as error:
        process_of(Plan(spec), tools)
    assert [d.code for d in error.value.diagnostics] == ["E811"]
