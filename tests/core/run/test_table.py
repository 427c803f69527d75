"""Table files: what they say, what is wrong with them, and how rows are chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.context import Context, Limits
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.run.runner import Tools
from oddsmith.run.table import fill, table_of
from oddsmith.source import SpecError

TEXT = """\
table: small
about: for a test
columns: {plain: [], both: [symmetry, simplification]}
rows:
  - {spec: ../a.yaml, set: {N: 3, d: 1/2}, questions: [win]}
  - {spec: b.yaml}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "table.yaml"
    path.write_text(text)
    return path


def test_a_table_has_columns_with_reductions_and_rows_with_games(tmp_path: Path) -> None:
    table = table_of(written(tmp_path, TEXT))
    assert table.name == "small"
    assert [(name, [step.name for step in steps]) for name, steps in table.columns] == [
        ("plain", []),
        ("both", ["symmetry", "simplification"]),
    ]
    first, second = table.rows
    assert (first.name, first.overrides, first.questions) == ("a N=3 d=1/2", (("N", "3"), ("d", "1/2")), ("win",))
    assert first.spec.resolve() == (tmp_path.parent / "a.yaml").resolve()
    assert (second.name, second.questions) == ("b", ())


def test_rows_are_chosen_by_all_of_the_words(tmp_path: Path) -> None:
    table = table_of(written(tmp_path, TEXT))
    assert [row.name for row in table.chosen(["a", "N=3"]).rows] == ["a N=3 d=1/2"]
    assert table.chosen([]) == table
    with pytest.raises(SpecError, match="no row of small has b and N=3"):
        table.chosen(["b", "N=3"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("columns: {plain: [], both: [symmetry, simplification]}\n", "", "needs the key `columns`"),
        ("about:", "abut:", "has no key `abut`"),
        ("spec: b.yaml", "sepc: b.yaml", "needs the key `spec`"),
        ("[symmetry, simplification]", "[{symmetry: 1}]", "text is needed here"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        table_of(written(tmp_path, TEXT.replace(old, new)))


def test_an_empty_file_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(SpecError):
        table_of(written(tmp_path, "# nothing\n"))


def test_a_row_may_have_some_of_the_columns(tmp_path: Path) -> None:
    text = TEXT.replace("{spec: b.yaml}", "{spec: b.yaml, columns: [plain]}")
    assert table_of(written(tmp_path, text)).only == {"b": ("plain",)}
    with pytest.raises(SpecError, match="the table has no column `pain`"):
        table_of(written(tmp_path, text.replace("[plain]", "[pain]")))


def test_a_run_beyond_a_limit_leaves_a_gap_with_its_reason_and_the_others_go_on(tmp_path: Path) -> None:
    specs = Path(__file__).parents[3] / "specs"
    text = f"""\
columns: {{plain: [], smaller: [symmetry]}}
rows:
  - {{spec: {specs / "ruin.yaml"}, set: {{N: 5, d: 5}}, questions: [length]}}
  - {{spec: {specs / "gambler.yaml"}, questions: [win], columns: [plain]}}
"""
    host = load()
    tools = Tools(host, registry(host), Context(Limits(states=200)))
    first, second = fill(table_of(written(tmp_path, text)), tools)
    assert (first.outcomes[0], first.gaps) == (None, ("the game has more than 200 states", ""))
    assert first.best is not None
    assert first.best.states < 200
    assert second.outcomes[0] is not None
    assert (second.outcomes[1], second.gaps) == (None, ("", ""))
