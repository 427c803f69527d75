"""Lines of a spec: quotes where YAML wants them, one line where there is room."""

from __future__ import annotations

import pytest

from oddsmith.plugin import Source, Span
from oddsmith_plugins.importers.spec_text import WIDTH, SpecText, flowing, scalar


@pytest.mark.parametrize(
    ("text", "flow", "written"),
    [
        ("x + 1", False, "x + 1"),
        ("-1", True, "-1"),
        ("1 - p", True, "1 - p"),
        ("f[1]", False, "f[1]"),
        ("f[1]", True, '"f[1]"'),
        ("min(a, b)", True, '"min(a, b)"'),
        ("any(i in 1..3: f[i])", False, '"any(i in 1..3: f[i])"'),
        ('"label"', False, '"\\"label\\""'),
        ("[x]", False, '"[x]"'),
        ("P=? [F x]", False, "P=? [F x]"),
        ("<<a>> P", False, "<<a>> P"),
    ],
)
def test_quotes(text: str, flow: bool, written: str) -> None:
    assert scalar(text, flow) == written


def test_long_entries_are_wrapped() -> None:
    out = SpecText()
    out.entry(1, "won", " or ".join(f"x = {n}" for n in range(40)))
    assert len(out.lines) > 2
    assert all(len(line) <= WIDTH for line in out.lines)
    assert " ".join(out.text().split()) == "won: " + " or ".join(f"x = {n}" for n in range(40))


def test_short_mappings_stand_in_braces_and_long_ones_below_each_other() -> None:
    out = SpecText()
    out.mapping(1, "then", [("x", "1"), ("y", "min(x, 2)")])
    assert out.lines == ['  then: {x: 1, y: "min(x, 2)"}']
    out.mapping(0, "then", [(f"variable{n}", "some + thing") for n in range(9)])
    assert out.lines[1:3] == ["then:", "  variable0: some + thing"]


def test_a_section_tells_what_has_to_be_set() -> None:
    out = SpecText()
    out.section("constants", [("N", ""), ("p", "1/2")], {"p": ("luck",)})
    assert out.lines == [
        "constants:",
        "  N:                      # to be set: --set N=…",
        "  p: 1/2                  # luck",
    ]
    assert flowing([]) == "{}"


def test_lines_know_where_they_come_from() -> None:
    source = Source("model.prism", "ab")
    first, second = Span(source, 0, 1), Span(source, 1, 2)
    out = SpecText()
    out.add(0, "functions:")
    out.mark(first)
    out.add(0, "a:")
    out.mark(None)
    out.add(1, "b: 1")
    out.mark(first)
    out.mark(second)
    out.add(0, "c:")
    assert out.origins() == ((2, first), (4, second))
    out.insert(1, ["  f(): 1", "  g(): 2"])
    assert out.origins() == ((4, first), (6, second))
    out.remove(0)
    assert out.origins() == ((3, first), (5, second))
