"""The JSON Schema of strategy files accepts the shipped ones and refuses what the reader refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from oddsmith.strategies.rules import KEYS, RULE_KEYS
from oddsmith.strategies.schema import RULE, STRATEGY, strategy_schema

SHIPPED = sorted((Path(__file__).parents[3] / "specs" / "strategies").glob("*.yaml"))


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft7Validator:
    jsonschema.Draft7Validator.check_schema(strategy_schema())
    return jsonschema.Draft7Validator(strategy_schema())


def test_the_keys_are_those_of_the_reader() -> None:
    assert STRATEGY.names == KEYS
    assert RULE.names == RULE_KEYS


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_strategies_validate(path: Path, validator: jsonschema.Draft7Validator) -> None:
    validator.validate(yaml.safe_load(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"strategy": "x"},
        {"strategy": "x", "rules": []},
        {"strategy": "x", "rules": [{"when": "f > 1"}]},
        {"strategy": "x", "rules": [{"do": "stop", "wen": "f > 1"}]},
    ],
)
def test_mistakes_are_found(document: Any, validator: jsonschema.Draft7Validator) -> None:
    assert not validator.is_valid(document)
