"""The house rules that a program can check: size of files and functions (compiled loops may be longer), no eval."""

from __future__ import annotations

import ast
import re
import statistics
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*(ROOT / "core" / "oddsmith").rglob("*.py"), *(ROOT / "plugins").rglob("*.py")])


def lines(path: Path) -> int:
    return len(path.read_text().splitlines())


def length(function: ast.FunctionDef) -> int:
    """Lines of the body, without the docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_files_are_short() -> None:
    assert statistics.median(lines(path) for path in SOURCES) <= 120
    assert [str(path) for path in SOURCES if lines(path) > 400] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_functions_are_short_and_modules_say_what_they_are(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert not tree.body or ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            compiled = any(isinstance(mark, ast.Name) and mark.id == "compiled" for mark in node.decorator_list)
            assert length(node) <= (80 if compiled else 50), f"{node.name} is too long"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec"), f"line {node.lineno}"


def test_every_decision_has_a_number_of_its_own() -> None:
    pages = sorted((ROOT / "core" / "decisions").glob("*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    for number, page in enumerate(pages, start=1):
        assert re.match(rf"# 0*{number}[.:] ", page.read_text(encoding="utf-8"))
