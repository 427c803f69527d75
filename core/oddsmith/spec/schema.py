"""Keys of all places -> a JSON Schema (draft-07) that editors use while a spec is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from oddsmith.spec.keys import (
    BOUND_TABLE,
    BRANCH,
    COMMAND,
    DRAW_TABLE,
    EFFECT,
    EXPECT,
    GAME,
    INSTANCE,
    MODULE,
    PARTY,
    PLACES,
    PLAYER,
    QUESTION,
    REWARD,
    VARIABLE,
    Place,
)

Schema = dict[str, Any]

EXPRESSION: Final = ["string", "number", "boolean", "null"]
"""How YAML tools see an expression; null is what they make of the second half of `{f: min(a, b)}`."""


def schema() -> Schema:
    """The schema of specs: their keys, and one definition per place and per shape of a value."""
    found = document("Oddsmith spec", GAME, tuple(place for place in PLACES if place is not GAME), _shapes())
    return {**found, "anyOf": [{"required": ["game"]}, {"required": ["extends"]}]}


def document(title: str, root: Place, places: Iterable[Place], shapes: Mapping[str, Schema]) -> Schema:
    """A schema whose document is the first place, with definitions of the others and of the shapes of values."""
    definitions = {_identifier(place.name): _place(place) for place in places}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        **_place(root),
        "definitions": {**definitions, **shapes},
    }


def _identifier(name: str) -> str:
    """`draw from a table` -> `drawFromATable`; places end in `Place` so that shapes never collide with them."""
    first, *rest = name.split()
    return first + "".join(word.capitalize() for word in rest) + "Place"


def _place(place: Place) -> Schema:
    found: Schema = {
        "type": "object",
        "description": place.doc,
        "properties": {key.name: {"description": key.doc, "allOf": [shape(key.shape)]} for key in place.keys},
        "additionalProperties": False,
    }
    required = [key.name for key in place.keys if key.required]
    return {**found, "required": required} if required else found


def shape(name: str) -> Schema:
    """What is defined under this name."""
    return {"$ref": f"#/definitions/{name}"}


def at(place: Place) -> Schema:
    """A mapping with the keys of a place."""
    return shape(_identifier(place.name))


def map_of(value: Schema) -> Schema:
    """A mapping with keys of any name."""
    return {"type": "object", "additionalProperties": value}


def list_of(item: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": item}


def any_of(*options: Schema) -> Schema:
    """One of several."""
    return {"anyOf": list(options)}


def _shapes() -> dict[str, Schema]:
    """What may stand behind a key, by the name that the keys use."""
    expression = shape("expression")
    nothing: Schema = {"type": "null"}
    return {
        "expression": {"type": EXPRESSION, "description": "An expression: `f + 1`, `0.6`, `3/5`, `pos[p] = 63`."},
        "text": {"type": ["string", "number", "boolean"]},
        "type": {"enum": ["chain", "mdp", "game"]},
        "deadlock": {"enum": ["loop", "error"]},
        "overlap": {"enum": ["error", "uniform"]},
        "variableType": {"enum": ["bool", "int"]},
        "names": any_of(shape("text"), list_of(shape("text"))),
        "expressions": map_of(expression),
        "renaming": map_of(shape("text")),
        "symmetry": map_of(shape("names")),
        "domain": any_of(expression, list_of(expression), map_of(nothing)),
        "binders": map_of(shape("domain")),
        "axes": any_of(expression, list_of(expression), shape("binders")),
        "initial": any_of(expression, list_of(shape("initial"))),
        "tables": map_of(any_of(at(BOUND_TABLE), shape("tableValues"))),
        "tableValues": any_of(
            list_of(any_of(expression, list_of(expression))), map_of(any_of(expression, shape("row")))
        ),
        "boundKind": {"enum": ["probabilities", "weights", "counts"]},
        "onZero": {"enum": ["uniform", "first", "error"]},
        "row": any_of(list_of(expression), map_of(expression)),
        "parameters": any_of(map_of(expression), list_of(shape("text"))),
        "actions": any_of(shape("text"), list_of(shape("text"))),
        "expected": any_of(expression, map_of(expression)),
        **_sections(expression, nothing),
        **_effects(expression),
    }


def _sections(expression: Schema, nothing: Schema) -> dict[str, Schema]:
    """The maps and lists of places."""
    return {
        "variables": map_of(any_of(at(VARIABLE), expression, list_of(shape("text")))),
        "commands": list_of(at(COMMAND)),
        "together": map_of(at(PARTY)),
        "modules": map_of(at(MODULE)),
        "instances": map_of(any_of(at(INSTANCE), shape("text"), nothing)),
        "players": any_of(list_of(shape("text")), map_of(any_of(at(PLAYER), nothing))),
        "rewards": map_of(any_of(expression, at(REWARD), list_of(at(REWARD)))),
        "questions": map_of(any_of(shape("text"), at(QUESTION))),
        "expect": any_of(shape("expected"), at(EXPECT), list_of(any_of(at(EXPECT), expression))),
    }


def _effects(expression: Schema) -> dict[str, Schema]:
    """What happens: updates, branches, nested effects, draws."""
    short: Schema = {**map_of(shape("effect")), "minProperties": 1, "maxProperties": 1}
    return {
        "updates": map_of(expression),
        "effect": any_of(shape("updates"), at(EFFECT), list_of(any_of(at(BRANCH), short))),
        "draws": map_of(any_of(expression, list_of(expression), map_of(expression), at(DRAW_TABLE))),
    }
