"""Third-party packages are used only in the rooms that need them, and heavy ones only when they are needed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "core" / "oddsmith"
ROOMS = {
    "pluggy": {"hosting"},
    "yaml": {"spec", "run"},
    "rich": {"cli", "report"},
    "rich_click": {"cli", "report"},
    "scipy": {"graph"},
    "llvmlite": {"native"},
    "numba": set(),
    "flint": set(),
    "stormpy": {"run"},
    "hypothesis": {"testing"},
}
HEAVY = {"scipy", "llvmlite", "rich", "stormpy"}
FILES = sorted(CORE.rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Package and whether it is imported as soon as the module is."""
    tree = ast.parse(path.read_text())
    guarded = {id(inner) for node in ast.walk(tree) if _is_deferred(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name.partition(".")[0], id(node) not in guarded) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0], id(node) not in guarded


def _is_deferred(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    return isinstance(node, ast.FunctionDef)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORE)))
def test_packages_stay_in_their_rooms(path: Path) -> None:
    room = path.relative_to(CORE).parts[0].removesuffix(".py")
    for package, at_once in imports(path):
        assert room in ROOMS.get(package, {room}), f"{package} has no business in {room}"
        assert not (at_once and package in HEAVY), f"{package} is imported before it is needed"


@pytest.mark.parametrize("room", ["expr", "process", "source", "context"])
def test_the_lower_rooms_need_no_numpy(room: str) -> None:
    files = [path for path in FILES if path.relative_to(CORE).parts[0].removesuffix(".py") == room]
    assert files
    assert [str(path) for path in files if "numpy" in {package for package, _ in imports(path)}] == []
