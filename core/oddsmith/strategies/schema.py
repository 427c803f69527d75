"""Keys of strategy files -> a JSON Schema (draft-07) that editors use while one is written."""

from __future__ import annotations

from oddsmith.spec.keys import Key, Place
from oddsmith.spec.schema import EXPRESSION, Schema, at, document, list_of, map_of, shape

STRATEGY = Place(
    "strategy",
    "A strategy: in every state the first rule that fits.",
    (
        Key("strategy", "text", "Its name.", required=True),
        Key("about", "text", "Free text."),
        Key("game", "text", "The game that it is for."),
        Key("player", "text", "Who follows it; everybody if left out."),
        Key("let", "expressions", 'Abbreviations: `{seen: "count(i in 1..5: h[i] > 0)"}`.'),
        Key("rules", "rules", "The rules, the first that fits decides.", required=True),
    ),
)
RULE = Place(
    "rule",
    "What to do, and when.",
    (
        Key("when", "expression", "A condition over the variables; always if left out."),
        Key("do", "text", "The action.", required=True),
        Key("choose", "expressions", "The values of its choices: `{k: 2}`."),
        Key("player", "text", "Whose rule it is."),
    ),
)


def strategy_schema() -> Schema:
    """The whole schema."""
    shapes: dict[str, Schema] = {
        "text": {"type": ["string", "number", "boolean"]},
        "expression": {"type": EXPRESSION},
        "expressions": map_of(shape("expression")),
        "rules": {**list_of(at(RULE)), "minItems": 1},
    }
    return document("Oddsmith strategy", STRATEGY, (RULE,), shapes)
