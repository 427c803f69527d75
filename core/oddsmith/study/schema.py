"""Keys of pipeline files -> a JSON Schema (draft-07) that editors use while one is written.

Which keys there are is what the readers say; here is what stands behind them, and one line of explanation each.
"""

from __future__ import annotations

from oddsmith.report.figure import KINDS
from oddsmith.run.learning.reading import KEYS as LEARN_KEYS
from oddsmith.run.learning.reading import STYLE
from oddsmith.run.pipeline import KEYS as PLAN_KEYS
from oddsmith.run.pipeline import LIMITS
from oddsmith.spec.keys import Key, Place
from oddsmith.spec.schema import Schema, any_of, at, document, list_of, map_of, shape
from oddsmith.study.claims import KEYS as CLAIM_KEYS
from oddsmith.study.claims import RELATIONS
from oddsmith.study.fitting import FIELDS
from oddsmith.study.published import TABLE, VALUE
from oddsmith.study.reading import INCLUDED, KEYS, LAYOUT, RUN_KEYS, STAGE_KEYS

RUN_DOCS = {
    "pipeline": ("text", "The name of the pipeline."),
    "about": ("text", "Free text."),
    "spec": ("text", "The game: a path relative to this file; or a model in another language."),
    "properties": ("text", "The properties of a model in another language."),
    "set": ("texts", "Constants, like --set: `{N: 5, d: 5}`."),
    "bind": ("anything", "Values for tables, like --bind: a file, or the values themselves."),
    "reductions": ("steps", "Reductions in their order, each a name or `{name: {option: value}}`."),
    "kernel": ("step", "The kernel: a name, or `{name: {option: value}}`; default: chosen by size."),
    "solver": ("step", "The solver: a name, or `{name: {option: value}}`; default: chosen per problem."),
    "strategy": ("text", "A strategy to follow: rules (YAML), or an exported table (JSON, CSV)."),
    "questions": ("names", "Only these questions; all if left out."),
    "ask": ("asked", "More questions: a list, or a mapping with names."),
    "limits": ("limits", "Limits of memory, time and states: `{memory: 2GB, time: 5m, states: 1e7}`."),
    "precision": ("text", "The relative width of every interval: 1e-12."),
    "learn": ("learn", "Learners who play hands against persons with given styles."),
    "stages": ("stages", "Sweeps by name: every combination of a stage's matrix is a run."),
    "include": ("included", "Other pipelines whose stages are taken over."),
}
STAGE_DOCS = {
    "title": ("text", "The heading of the stage in tables and reports."),
    "about": ("text", "Free text."),
    "matrix": (
        "matrix",
        "What the sweep goes over: constants (`set: {N: [3, 5], d: 1..9}`), specs, solvers and so on.",
    ),
    "published": ("publishedTables", "Numbers that a paper prints, to stand beside ours with a verdict."),
    "claims": ("claims", "Sentences of a paper that numbers can decide."),
    "table": ("layout", "How the table of the stage is laid out."),
    "figures": ("figures", "What is drawn."),
    "explain": ("names", "Questions whose strategies are told in words."),
    "fractions": ("names", "Questions whose answers are written out as fractions."),
    "exports": ("names", "Formats in which the games of the stage are written, too."),
    "options": ("texts", "Options of `pipeline run` for all runs of the stage."),
    "alone": ("truth", "Whether nothing else runs at the same time."),
    "run": ("text", "Another pipeline file, in place of `spec`."),
}
OTHER_DOCS = {
    "across": ("text", "The coordinate whose values stand side by side."),
    "show": ("names", "The columns that are shown."),
    "file": ("text", "The path of the other pipeline."),
    "without": ("names", "Stages that are left out."),
    "columns": ("names", "Coordinates of the sweep, which say where, and quantities, which say what."),
    "rows": ("rows", "A list for each row: numbers as printed, `-` for a gap, or `{value: 17.27, wrong: why}`."),
    "where": ("texts", "Coordinates that are the same for the whole table."),
    "source": ("text", "Where the numbers stand: Table 1."),
    "tolerance": ("text", "How far a number may be off."),
    "wrong": ("text", "Why the paper is wrong there."),
    "value": ("text", "The number as it is printed."),
    "says": ("text", "The sentence."),
    "quantity": ("text", "The quantity that it speaks of."),
    "at": ("texts", "Where in the sweep."),
    "is": ("relation", "How the two sides compare."),
    "number": ("text", "The number on the other side; or:"),
    "other": ("text", "The quantity on the other side."),
    "beside": ("texts", "Where in the sweep the other side stands."),
    "memory": ("text", "Refuse to use more: 2GB."),
    "time": ("text", "Stop after this time: 5m."),
    "states": ("text", "Refuse to explore more: 1e7."),
    "learners": ("learners", "Who learns: names of plugins, with names for the report where there are several alike."),
    "styles": ("styles", "The persons: what they do, with which probability."),
    "against": ("companies", "Who sits at the table, in which order: names of styles."),
    "hands": ("text", "Hands of a game."),
    "games": ("text", "Games."),
    "rotate": ("truth", "Whether the next person is first after each hand."),
    "tables": ("anything", "Tables of numbers that the moves use, as in a spec."),
    "moves": ("texts", "By the name of a move: its probability, an expression."),
    "about": ("text", "Free text."),
}
FIGURE_DOCS = {
    "kind": ("figureKind", "line, bars, heat, surface, matrix or states."),
    "title": ("text", "Its title."),
    "x": ("text", "The coordinate of the sweep, or the variable, along the x axis."),
    "y": ("text", "The quantity, or the variable, along the y axis."),
    "series": ("text", "A coordinate of the sweep: a curve for each of its values."),
    "of": ("text", "The question whose distribution, or whose answer at every state, is drawn."),
    "upto": ("text", "Of a distribution: up to this value."),
    "where": ("text", "A condition: which states are drawn."),
    "label": ("text", "What stands along the x axis of a distribution."),
    "cumulative": ("text", "`at least`: the probability of each value or more."),
}


def _place(name: str, doc: str, keys: tuple[str, ...], docs: dict[str, tuple[str, str]], *required: str) -> Place:
    """A place with these keys; one that has no line yet may hold anything."""
    found = tuple(Key(key, *docs.get(key, ("anything", "")), required=key in required) for key in keys)
    return Place(name, doc, found)


ALL_KEYS = (*PLAN_KEYS, *(key for key in KEYS if key not in PLAN_KEYS))
PIPELINE = _place("pipeline", "A pipeline: one run of a game, or stages of many.", ALL_KEYS, RUN_DOCS, "pipeline")
STAGE = _place(
    "stage",
    "A stage: what its runs have in common, what they differ in, what is shown.",
    tuple(dict.fromkeys((*RUN_KEYS, *STAGE_KEYS))),
    RUN_DOCS | STAGE_DOCS,
)
LAYOUT_PLACE = _place("layout", "How a table is laid out.", LAYOUT, OTHER_DOCS)
INCLUDED_PLACE = _place("included", "A pipeline whose stages are taken over.", INCLUDED, OTHER_DOCS, "file")
PUBLISHED = _place("published table", "Printed numbers.", TABLE, OTHER_DOCS, "columns", "rows")
CLAIM = _place("claim", "A sentence that numbers can decide.", CLAIM_KEYS, OTHER_DOCS, "says", "quantity", "is")
VALUE_PLACE = _place("published value", "A printed number.", VALUE, OTHER_DOCS)
FIGURE = _place("figure", "A figure of the stage.", FIELDS, FIGURE_DOCS)
LIMITS_PLACE = _place("limits", "What a run may use.", LIMITS, OTHER_DOCS)
LEARN = _place("learn", "An experiment.", LEARN_KEYS, OTHER_DOCS, "learners", "styles", "against")
STYLE_PLACE = _place("style", "How a person plays.", STYLE, OTHER_DOCS)
PLACES = (STAGE, LAYOUT_PLACE, INCLUDED_PLACE, PUBLISHED, CLAIM, VALUE_PLACE, LIMITS_PLACE, LEARN, STYLE_PLACE, FIGURE)


def pipeline_schema() -> Schema:
    """The whole schema."""
    found = document("Oddsmith pipeline", PIPELINE, PLACES, _shapes())
    return {**found, "anyOf": [{"required": [key]} for key in ("spec", "stages", "include")]}


def _shapes() -> dict[str, Schema]:
    text = shape("text")
    step = any_of(text, {**map_of(any_of(shape("texts"), {"type": "null"})), "minProperties": 1, "maxProperties": 1})
    entry = any_of(text, {"type": "null"}, at(VALUE_PLACE))
    axis = any_of(text, list_of(shape("anything")), map_of(shape("anything")))
    swept: Schema = dict.fromkeys((*RUN_KEYS, "options", "except"), axis)
    return {
        "anything": {},
        "text": {"type": ["string", "number", "boolean"]},
        "truth": {"enum": [True, False, "true", "false"]},
        "texts": map_of(text),
        "names": any_of(text, list_of(text)),
        "step": step,
        "steps": any_of(shape("step"), list_of(shape("step"))),
        "asked": any_of(text, list_of(text), map_of(text)),
        "limits": at(LIMITS_PLACE),
        "learn": at(LEARN),
        "stages": map_of(at(STAGE)),
        "included": list_of(any_of(text, at(INCLUDED_PLACE))),
        "matrix": {"type": "object", "properties": swept, "additionalProperties": False},
        "publishedTables": any_of(at(PUBLISHED), list_of(at(PUBLISHED))),
        "claims": any_of(at(CLAIM), list_of(at(CLAIM))),
        "relation": {"enum": list(RELATIONS)},
        "rows": list_of(list_of(entry)),
        "layout": at(LAYOUT_PLACE),
        "figures": any_of(at(FIGURE), list_of(at(FIGURE))),
        "figureKind": {"enum": list(KINDS)},
        "learners": any_of(text, list_of(shape("step")), map_of(shape("step"))),
        "styles": map_of(at(STYLE_PLACE)),
        "companies": any_of(text, list_of(shape("names")), map_of(shape("names"))),
    }
