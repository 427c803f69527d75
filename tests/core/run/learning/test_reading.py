"""`learn:` in a pipeline file: what it says, and everything that is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.run.learning.small import TEXT, experiment_of, plan
from oddsmith.source import SpecError


def test_everything_is_read(tmp_path: Path) -> None:
    found = experiment_of(plan(tmp_path))
    assert [(name, step.name, step.options) for name, step in found.learners] == [
        ("paper", "shi", ()),
        ("founded", "posterior", (("strength", "2"),)),
    ]
    assert [(company.name, company.styles) for company in found.companies] == [("careful", ("C",)), ("bold", ("B",))]
    assert [style.name for style in found.styles] == ["C", "B"]
    assert found.styles[0].about == "careful"
    assert found.styles[0].tables[0].values == (0, 0, 1)
    assert (found.hands, found.games, found.rotate) == (60, 3, True)
    assert found.text.startswith("learn:\n  hands: 60")


@pytest.mark.parametrize("written", ["coin", "[coin]"])
def test_learners_and_companies_may_go_without_names(tmp_path: Path, written: str) -> None:
    text = TEXT.replace("    paper: shi\n    founded: {posterior: {strength: 2}}\n", "").replace(
        "learners:\n", f"learners: {written}\n"
    )
    found = experiment_of(plan(tmp_path, text.replace("{careful: [C], bold: [B]}", "[[C], [B]]")))
    assert [name for name, _ in found.learners] == ["coin"]
    assert [company.name for company in found.companies] == ["C", "B"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("hands: 60", "hands: many", "E302"),
        ("games: 3", "games: 0", "E302"),
        ("games: 3", "rotate: perhaps", "E302"),
        ("hands: 60", "cards: 60", "E202"),
        ("bold: [B]", "bold: [A]", "E201"),
        ("about: careful", "mood: careful", "E202"),
        ("plays[card[me]]", "plays[card[me]", "E301"),
        ("    founded: {", "    other: shi\n    paper: {", "E104"),
        ("  against: {careful: [C], bold: [B]}\n", "", "E203"),
    ],
)
def test_mistakes_have_their_place(tmp_path: Path, old: str, new: str, code: str) -> None:
    with pytest.raises(SpecError) as error:
        plan(tmp_path, TEXT.replace(old, new))
    assert [diagnostic.code for diagnostic in error.value.diagnostics] == [code]
    assert error.value.diagnostics[0].span is not None
