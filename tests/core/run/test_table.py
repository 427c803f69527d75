"""Table files: what they say, what is wrong with them, and how rows are chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.run.table import table_of
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
