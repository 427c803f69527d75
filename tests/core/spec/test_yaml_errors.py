"""What the YAML parser complains about, in words that help."""

from __future__ import annotations

import pytest
import yaml

from oddsmith.source import Source, SpecError
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import compose

CASES = [
    ("a: {pos[p]: 3}", "an index inside", "1:8"),
    ("a: [{when: f[1] > 2}]", "an index inside", "1:13"),
    ("hide: [step, step[*]]", "an index inside", "1:18"),
    ("a: any(p in 1..2: x)", "a value with `: ` inside", "1:17"),
    ("a: {b: any(p in 1..2: x)}", "a second `: `", "1:21"),
    ('a: "x', "never closed", "1:4"),
    ("a: {x: 1", "never closed", "1:4"),
    ("a: *", "an alias", "1:4"),
    ("a: & b", "an anchor", "1:4"),
    ("a: > 3", "a block of text", "1:4"),
    ("a: @x", "cannot start a value", "1:4"),
    ('a: "\\q"', "escape", None),
    ("a: - b", "a list cannot start", "1:4"),
    ("a: f\n b: c", "continues the value above", "2:3"),
    ("a:\n  b: 1\n c: 2", "does not fit the lines above", "3:2"),
    ("a: 1\nb\nc: 2", "no `key: value`", "2:1"),
    ("%x: y", "a directive", None),
]


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize(("text", "words", "place"), CASES)
def test_the_reason_is_named(
    text: str, words: str, place: str | None, quick: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not quick:
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    with pytest.raises(SpecError) as error:
        compose(Source("t", text), Complaints())
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.code == "E103"
    assert words in diagnostic.message
    assert diagnostic.fix
    assert diagnostic.span is not None
    assert place is None or diagnostic.span.place == f"t:{place}"


@pytest.mark.parametrize("text", ["a:\n\tb: 1", "a:\n  b: 1\n\tc: 2", "a:\n \t- b"])
def test_tabs_have_a_code_of_their_own(text: str) -> None:
    with pytest.raises(SpecError) as error:
        compose(Source("t", text), Complaints())
    assert [d.code for d in error.value.diagnostics] == ["E107"]
