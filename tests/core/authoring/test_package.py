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


@pytest.mark.parametrize("kind", KINDS)
def test_it_depends_on_what_it_imports(kind: str) -> None:
    texts = Package("mean-field", kind, "Ada", 2024).texts()
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    needed = {re.split(">=", one)[0] for one in project["dependencies"]}
    code = texts["src/oddsmith_mean_field.py"]
    assert needed == set(re.findall(r"^(?:import|from) (numpy|oddsmith)\b", code, re.MULTILINE))


def test_a_class_is_not_called_like_what_the_example_imports() -> None:
    assert Package("mean-field", "solver", "Ada", 2024).offered == "MeanField"
    assert Package("context", "solver", "Ada", 2024).offered == "ContextSolver"
    assert Package("context", "learner", "Ada", 2024).offered == "Context"


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_promises_that_oddsmith_is_on_pypi(kind: str) -> None:
    texts = Package("mean-field", kind, "Ada", 2024).texts()
    assert "Oddsmith is not on PyPI" in texts["README.md"]
    steps = yaml.safe_load(texts[".github/workflows/test.yml"])["jobs"]["test"]["steps"]
    commands = [step["run"] for step in steps if "run" in step]
    assert commands[:2] == ["pip install wheels/oddsmith-*.whl", "pip install -e '.[test]'"]
    assert "--wheel-dir wheels" in texts["README.md"]


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
