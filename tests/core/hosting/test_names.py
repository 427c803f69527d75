"""Unknown names are answered with the known ones."""

from __future__ import annotations

from oddsmith.hosting.names import suggestion, unknown


def test_the_nearest_name_comes_first() -> None:
    assert suggestion("exat", ["direct", "exact"]) == "did you mean exact? known: direct, exact"
    assert suggestion("petsc", ["direct", "exact"]) == "known: direct, exact"
    assert suggestion("petsc", []) == "there are none"


def test_questions_have_a_code_of_their_own() -> None:
    assert unknown("question", "win", []).diagnostics[0].code == "E704"
    assert unknown("solver", "win", []).diagnostics[0].code == "E703"
