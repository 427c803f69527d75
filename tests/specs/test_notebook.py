"""The tutorial notebook runs from its first cell to its last, and shows what is kept in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from specs.notebook import NOTEBOOK, Bundle, executed, is_code, shown

LARGEST = 100_000
"""Bytes."""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return dict(json.loads(NOTEBOOK.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def cells(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> list[tuple[dict[str, Any], Bundle]]:
    folder = tmp_path_factory.mktemp("specs") / "tutorials"
    folder.mkdir()
    for spec in NOTEBOOK.parents[1].glob("*.yaml"):
        (folder.parent / spec.name).symlink_to(spec)
    return executed(document, folder)


def test_it_is_a_notebook(document: dict[str, Any]) -> None:
    assert document["nbformat"] == 4
    assert document["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in document["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in document["cells"]:
        assert cell["cell_type"] in ("code", "markdown")
        assert set(cell) >= ({"outputs", "execution_count"} if is_code(cell) else {"source"})


def test_it_is_small_and_tells_nothing_of_a_machine() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert len(text) < LARGEST
    assert not any(word in text for word in ("/root", "/home", "/tmp", "site-packages", "localhost"))


def test_every_cell_runs_and_shows_what_is_kept(cells: list[tuple[dict[str, Any], Bundle]]) -> None:
    assert len(cells) > 10
    for cell, bundle in cells:
        kept = cell["outputs"][0]["data"] if cell["outputs"] else {}
        if "text/plain" in kept and "varies" not in cell["metadata"].get("tags", ()):
            assert bundle["text/plain"] == kept["text/plain"], "".join(cell["source"])
        assert set(kept) <= set(bundle)


def test_games_results_tables_and_advice_have_a_rich_form(cells: list[tuple[dict[str, Any], Bundle]]) -> None:
    rich = [bundle["text/html"] for _, bundle in cells if "text/html" in bundle]
    assert sum("<table" in text for text in rich) >= 3
    assert any(text.startswith("<pre>") for text in rich)
    assert any("<svg" in text for text in rich)
    assert any("image/png" in bundle for _, bundle in cells)


def test_a_cell_that_fails_would_be_noticed() -> None:
    with pytest.raises(NameError):
        shown("nothing_of_that_name", {})
    assert shown("x = 1\nx + 1", {}) == {"text/plain": "2"}
    assert shown("print('hello')", {}) == {"text/plain": "hello"}


def test_the_page_about_python_names_it() -> None:
    page: Path = NOTEBOOK.with_name("python.md")
    assert f"]({NOTEBOOK.name})" in page.read_text(encoding="utf-8")
