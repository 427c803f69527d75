"""Keys of all places -> a JSON Schema (draft-07) that editors use while a spec is written."""

from __future__ import annotations

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
    """The whole schema: the keys of a spec, and one definition per place and per shape of a value."""
    definitions = {_identifier(place.name): _place(place) for place in PLACES if place is not GAME}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Oddsmith spec",
        **_place(GAME),
        "anyOf": [{"required": ["game"]}, {"required": ["extends"]}],
        "definitions": {**definitions, **_shapes()},
    }


def _identifier(name: str) -> str:
    """`draw from a table` -> `drawFromATable`; places end in `Place` so that shapes never collide with them."""
    first, *rest = name.split()
    return first + "".join(word.capitalize() for word in rest) + "Place"


def _place(place: Place) -> Schema:
    found: Schema = {
        "type": "object",
        "description": place.doc,
        "properties": {key.name: {"description": key.doc, "allOf": [_shape(key.shape)]} for key in place.keys},
        "additionalProperties": False,
    }
    required = [key.name for key in place.keys if key.required]
    return {**found, "required": required} if required else found


def _shape(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _at(place: Place) -> Schema:
    return _shape(_identifier(place.name))


def _map(value: Schema) -> Schema:
    return {"type": "object", "additionalProperties": value}


def _list(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _any(*options: Schema) -> Schema:
    return {"anyOf": list(options)}


def _shapes() -> dict[str, Schema]:
    """What may stand behind a key, by the name that the keys use."""
    expression = _shape("expression")
    nothing: Schema = {"type": "null"}
    return {
        "expression": {"type": EXPRESSION, "description": "An expression: `f + 1`, `0.6`, `3/5`, `pos[p] = 63`."},
        "text": {"type": ["string", "number", "boolean"]},
        "type": {"enum": ["chain", "mdp", "game"]},
        "deadlock": {"enum": ["loop", "error"]},
        "overlap": {"enum": ["error", "uniform"]},
        "variableType": {"enum": ["bool", "int"]},
        "names": _any(_shape("text"), _list(_shape("text"))),
        "expressions": _map(expression),
        "renaming": _map(_shape("text")),
        "symmetry": _map(_shape("names")),
        "domain": _any(expression, _list(expression), _map(nothing)),
        "binders": _map(_shape("domain")),
        "axes": _any(expression, _list(expression), _shape("binders")),
        "initial": _any(expression, _list(_shape("initial"))),
        "tables": _map(_any(_at(BOUND_TABLE), _shape("tableValues"))),
        "tableValues": _any(_list(_any(expression, _list(expression))), _map(_any(expression, _shape("row")))),
        "boundKind": {"enum": ["probabilities", "weights", "counts"]},
        "onZero": {"enum": ["uniform", "first", "error"]},
        "row": _any(_list(expression), _map(expression)),
        "parameters": _any(_map(expression), _list(_shape("text"))),
        "actions": _any(_shape("text"), _list(_shape("text"))),
        "expected": _any(expression, _map(expression)),
        **_sections(expression, nothing),
        **_effects(expression),
    }


def _sections(expression: Schema, nothing: Schema) -> dict[str, Schema]:
    """The maps and lists of places."""
    return {
        "variables": _map(_any(_at(VARIABLE), expression, _list(_shape("text")))),
        "commands": _list(_at(COMMAND)),
        "together": _map(_at(PARTY)),
        "modules": _map(_at(MODULE)),
        "instances": _map(_any(_at(INSTANCE), _shape("text"), nothing)),
        "players": _any(_list(_shape("text")), _map(_any(_at(PLAYER), nothing))),
        "rewards": _map(_any(expression, _at(REWARD), _list(_at(REWARD)))),
        "questions": _map(_any(_shape("text"), _at(QUESTION))),
        "expect": _any(_shape("expected"), _at(EXPECT), _list(_any(_at(EXPECT), expression))),
    }


def _effects(expression: Schema) -> dict[str, Schema]:
    """What happens: updates, branches, nested effects, draws."""
    short: Schema = {**_map(_shape("effect")), "minProperties": 1, "maxProperties": 1}
    return {
        "updates": _map(expression),
        "effect": _any(_shape("updates"), _at(EFFECT), _list(_any(_at(BRANCH), short))),
        "draws": _map(_any(expression, _list(expression), _map(expression), _at(DRAW_TABLE))),
    }
