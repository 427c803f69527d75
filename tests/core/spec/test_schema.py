"""The JSON Schema accepts every shipped spec and refuses what the reader refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from oddsmith.spec.keys import PLACES
from oddsmith.spec.schema import schema

SPECS = sorted((Path(__file__).parents[3] / "specs").glob("*.yaml"))


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(schema())


def test_it_is_a_draft_07_schema_in_json() -> None:
    jsonschema.Draft7Validator.check_schema(schema())
    assert json.loads(json.dumps(schema())) == schema()


def test_every_key_is_explained() -> None:
    text = json.dumps(schema(), ensure_ascii=False)
    for place in PLACES:
        for key in place.keys:
            assert json.dumps(key.doc, ensure_ascii=False)[1:-1] in text


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_shipped_specs_validate(path: Path, validator: jsonschema.Draft7Validator) -> None:
    validator.validate(yaml.safe_load(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"game": "x", "comands": []},
        {"game": "x", "type": "dtmc"},
        {"game": "x", "commands": [{"when": "f > 1"}]},
        {"game": "x", "commands": [{"then": {}, "wen": "f > 1"}]},
        {"game": "x", "labels": ["over"]},
        {"game": "x", "questions": {"win": {"expect": 1}}},
        {"game": "x", "variables": {"f": {"rang": "0..3"}}},
    ],
)
def test_mistakes_are_found(document: Any, validator: jsonschema.Draft7Validator) -> None:
    assert not validator.is_valid(document)


@pytest.mark.parametrize(
    "document",
    [
        {"game": "x", "variables": {"f": "0..3", "g": ["a", "b"], "h": {"array": {"i": "1..2"}, "range": "0..1"}}},
        {"game": "x", "commands": [{"then": [{"1/2": {"f": 1}}, {"1/2": {"draw": {"a": "d6"}, "then": {"f": "a"}}}]}]},
        {"game": "x", "commands": [{"draw": {"a": {1: "1/2"}, "b": [1, 2], "c": {"table": "t"}}, "then": {}}]},
        {"game": "x", "questions": {"a": {"ask": "P=? [F b]", "expect": [{"when": "N = 2", "value": 1}]}}},
    ],
)
def test_every_form_of_the_language_is_allowed(document: Any, validator: jsonschema.Draft7Validator) -> None:
    validator.validate(json.loads(json.dumps(document)))
