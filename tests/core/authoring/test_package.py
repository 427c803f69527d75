"""What a new package holds, and which names it may have."""

from __future__ import annotations

import re
import tomllib

import pytest
import yaml

from oddsmith.authoring.package import KINDS, LICENCES, Package, complaint
from oddsmith.plugin import SURFACE


@pytest.mark.parametrize("kind", KINDS)
def test_no_blank_is_left_unfilled(kind: str) -> None:
    texts = Package("mean-field", kind, "Ada", 2024).texts()
    assert not [place for place, text in texts.items() if re.search(r"@[a-z]+@", text)]
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    assert project["name"] == "oddsmith-mean-field"
    assert list(project["entry-points"]["oddsmith"].values()) == ["oddsmith_mean_field"]
    assert "pytest" in str(yaml.safe_load(texts[".github/workflows/test.yml"]))
    assert f'oddsmith_surface = "{SURFACE}"' in texts["src/oddsmith_mean_field.py"]


@pytest.mark.parametrize("licence", LICENCES)
def test_each_licence_has_its_text(licence: str) -> None:
    texts = Package("x", "solver", "Ada", 2024, licence).texts()
    assert tomllib.loads(texts["pyproject.toml"])["project"]["license"] == licence
    assert licence.split("-", maxsplit=1)[0] in texts["LICENSE"]
    assert "Ada" in texts["LICENSE"] or licence == "Apache-2.0"


@pytest.mark.parametrize("name", ["a", "mean-field", "a2", "x-1-y"])
def test_names_that_are_fine(name: str) -> None:
    assert complaint(name) == ""


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "1a",
        "a_b",
        "a--b",
        "-a",
        "a-",
        "a b",
        "../a",
        "a/b",
        "é",
        "x" * 41,
        "oddsmith-x",
        "plugins",
        "none",
        "true",
    ],
)
def test_names_that_are_not(name: str) -> None:
    assert complaint(name)
