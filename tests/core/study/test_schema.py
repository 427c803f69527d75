"""The JSON Schema of pipeline files accepts every shipped pipeline and refuses what the reader refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from oddsmith.run.pipeline import is_pipeline
from oddsmith.study.schema import FIGURE, PIPELINE, PLACES, pipeline_schema

ROOT = Path(__file__).parents[3]
SHIPPED = [path for path in sorted((ROOT / "pipelines").glob("**/*.yaml")) if is_pipeline(path)]


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(pipeline_schema())


def test_it_is_a_draft_07_schema_in_json() -> None:
    jsonschema.Draft7Validator.check_schema(pipeline_schema())
    assert json.loads(json.dumps(pipeline_schema())) == pipeline_schema()


def test_every_key_of_the_readers_is_explained() -> None:
    for place in (PIPELINE, *PLACES, FIGURE):
        for key in place.keys:
            assert key.doc, f"{place.name}: {key.name} needs a line in study/schema.py"
            assert key.shape in pipeline_schema()["definitions"]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_pipelines_validate(path: Path, validator: jsonschema.Draft7Validator) -> None:
    validator.validate(yaml.safe_load(path.read_text(encoding="utf-8")))


def test_there_are_pipelines() -> None:
    assert len(SHIPPED) >= 5


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"pipeline": "x"},
        {"pipeline": "x", "spec": "a.yaml", "solvr": "exact"},
        {"pipeline": "x", "spec": "a.yaml", "limits": {"memry": "2GB"}},
        {"pipeline": "x", "spec": "a.yaml", "solver": {"exact": {}, "direct": {}}},
        {"pipeline": "x", "stages": {"one": {"spec": "a.yaml", "matrx": {}}}},
        {"pipeline": "x", "stages": {"one": {"spec": "a.yaml", "matrix": {"N": [3, 5]}}}},
        {"pipeline": "x", "stages": {"one": {"spec": "a.yaml", "figures": [{"kind": "pie"}]}}},
        {"pipeline": "x", "stages": {"one": {"spec": "a.yaml", "published": {"rows": [[1]]}}}},
        {"pipeline": "x", "stages": {"one": {"spec": "a.yaml", "claims": [{"says": "a is more", "quantity": "a"}]}}},
        {"pipeline": "x", "spec": "a.yaml", "learn": {"learners": "shi", "styles": {}}},
    ],
)
def test_mistakes_are_found(document: Any, validator: jsonschema.Draft7Validator) -> None:
    assert not validator.is_valid(document)
