"""Every place of a spec -> the keys it may have, each with one line of explanation.

The single source for reading (unknown and missing keys), for the JSON Schema and for the documentation.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Key:
    """A key, what stands behind it (`shape`: a name that the JSON Schema defines), and what it means."""

    name: str
    shape: str
    doc: str
    required: bool = False


@dataclass(frozen=True)
class Place:
    """A mapping with fixed keys."""

    name: str
    doc: str
    keys: tuple[Key, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(key.name for key in self.keys)


GAME = Place(
    "game",
    "A spec: one game, what it can do, and what is asked about it.",
    (
        Key("extends", "text", "Another spec in this folder or below; keys given here override or add to its keys."),
        Key("game", "text", "The name of the game (required unless `extends` gives one)."),
        Key("about", "text", "Free text: where the game comes from, what its rules are."),
        Key(
            "type", "type", "chain (only chance, the default), mdp (somebody chooses) or game (several players choose)."
        ),
        Key("constants", "expressions", "Names for numbers; `--set NAME=VALUE` overrides them."),
        Key("functions", "expressions", "Pure functions: `following(p): if p = N then 1 else p + 1`."),
        Key("tables", "tables", "Constant tables: a list (indices from 1), a map from index to value, or rows."),
        Key("players", "players", "Who plays, what each of them decides and wants; `p[i in 1..n]`: one per index."),
        Key("variables", "variables", "The state: ranges, truth values, enumerations and arrays."),
        Key("commands", "commands", "What can happen: when, and then what."),
        Key("modules", "modules", "Parts with variables and commands of their own, joined by common actions."),
        Key("instances", "instances", "Uses of modules: single, renamed, or one per index."),
        Key("independent", "actions", "Actions that do not synchronise across modules."),
        Key("hide", "actions", "Actions that nobody needs to see."),
        Key("symmetry", "symmetry", "Parts of the game that may be exchanged without changing it."),
        Key("labels", "expressions", "Names for conditions; `win[p in 1..N]: pos[p] = 63` names one per index."),
        Key(
            "rewards",
            "rewards",
            "What is gained in states, by actions, on transitions; `gain[i in 1..n]`: one per index.",
        ),
        Key("deadlock", "deadlock", "loop (a state without commands is an end, the default) or error."),
        Key("overlap", "overlap", "error (in a chain one command is enabled at a time, the default) or uniform."),
        Key("questions", "questions", "What is asked: the text of a question, or `ask:` with `expect:`."),
    ),
)

VARIABLE = Place(
    "variable",
    "A variable or an array.",
    (
        Key("range", "expression", "The whole numbers it can hold: `0..N`."),
        Key("type", "variableType", "bool, for a variable that is true or false."),
        Key("values", "names", "The names an enumeration can hold."),
        Key("array", "axes", "The indices of an array: `1..N`, a list of two ranges, or `{i: 1..N}`."),
        Key("init", "initial", "The first value (default: the lowest); for arrays one expression or a list."),
        Key("sees", "names", "The players who can see it (default: all); of an array with index i also `p[i]`."),
    ),
)

COMMAND = Place(
    "command",
    "A guarded command.",
    (
        Key("action", "expression", "Its name; commands of different modules with one name happen together."),
        Key("player", "text", "Who decides whether it happens (only in `type: game`)."),
        Key("for", "binders", "A family: one command per combination of these values."),
        Key("choose", "binders", "A choice: the player (or the scheduler) picks a value; not in chains."),
        Key("together", "together", "Players who choose at the same time, without knowing what others choose."),
        Key("when", "expression", "The condition (default: true)."),
        Key("draw", "draws", "Chance: `d6`, `1..6`, `{1: 1/2, 2: 1/2}` or `{table: weights}`."),
        Key("let", "expressions", "Abbreviations for what follows, in order."),
        Key("gain", "expressions", "What it adds to rewards, by name; unlike `rewards:` it may use what is chosen."),
        Key("then", "effect", "Updates, or a list of branches `- probability: {updates}`.", required=True),
    ),
)

PARTY = Place(
    "player who decides together with others",
    "What one of those who decide at the same time can choose.",
    (
        Key("choose", "binders", "The choice: one name and its values, or several.", required=True),
        Key("when", "expression", "A condition on the state and on this player's own choice (default: true)."),
        Key("among", "expression", "The player is one of so many who are all alike and choose the same way."),
        Key("others", "expressions", "Names for how many of the others choose so: `{leaving: leave = 1}`."),
    ),
)

EFFECT = Place(
    "nested effect",
    "What happens with some probability, drawing again.",
    (
        Key("draw", "draws", "Chance: `d6`, `1..6`, `{1: 1/2, 2: 1/2}` or `{table: weights}`."),
        Key("let", "expressions", "Abbreviations for what follows, in order."),
        Key("then", "effect", "Updates, or a list of branches `- probability: {updates}`.", required=True),
    ),
)

BRANCH = Place(
    "branch",
    "A branch in its long form.",
    (
        Key("for", "binders", "A family: one branch per combination of these values."),
        Key("weight", "expression", "The probability of the branch.", required=True),
        *EFFECT.keys,
    ),
)

DRAW_TABLE = Place(
    "draw from a table",
    "A draw whose weights stand in a table, by index.",
    (
        Key("table", "text", "The name of the table of weights.", required=True),
        Key("row", "expression", "Which row of a table with two axes (it may depend on the state)."),
    ),
)

BOUND_TABLE = Place(
    "table to be bound",
    "A table of probabilities whose values may be given anew for each run (`--bind NAME=FILE`).",
    (
        Key(
            "bind",
            "boundKind",
            "probabilities (each in 0..1), weights (each row sums to 1) or counts (each row is divided by its sum).",
            required=True,
        ),
        Key("index", "axes", "Its indices: `1..5`, or two ranges for rows and columns: `[1..4, 1..5]`."),
        Key("values", "tableValues", "Its values where none are bound, in one of the forms of other tables."),
        Key("default", "expression", "One value for all entries, where none are bound."),
        Key("on_zero", "onZero", "What a row of zeros becomes: uniform, first (the first entry is 1) or error."),
    ),
)

MODULE = Place(
    "module",
    "A part of the game with variables and commands of its own.",
    (
        Key("parameters", "parameters", "Names that each instance gives a value; the value here is the default."),
        Key("variables", "variables", "Its own variables; outside, those of instance `left` are called `left.name`."),
        Key("commands", "commands", "Its commands."),
    ),
)

INSTANCE = Place(
    "instance",
    "One use of a module, or one per index.",
    (
        Key("module", "text", "The module (default: the one with the instance's name)."),
        Key("for", "binders", "One instance per combination of these values; its variables become arrays."),
        Key("parameters", "expressions", "The values of the module's parameters."),
        Key("rename", "renaming", "New names for the module's actions and variables: `old: new`."),
    ),
)

PLAYER = Place(
    "player",
    "A player and what is hers to decide.",
    (
        Key("modules", "names", "The modules whose commands are hers."),
        Key("actions", "actions", "The actions that are hers; `y[*]` stands for all indices."),
        Key("wants", "text", "The reward that she wants as much of as possible: `gain`, `gain[i]`."),
    ),
)

REWARD = Place(
    "reward",
    "When something is gained, and how much.",
    (
        Key("action", "actions", "Gained by these actions (a name, `name[*]`, `name*`, or `*`); without it by states."),
        Key("when", "expression", "The condition on the state (default: true)."),
        Key("gain", "expression", "How much; `next(x)` is the value of x afterwards.", required=True),
    ),
)

QUESTION = Place(
    "question",
    "A question and the answer that is expected.",
    (
        Key("ask", "text", "The question: `Pmax=? [F won]`, `R{throws}=? [F over]`, …", required=True),
        Key("expect", "expect", "The published answer: a number, or value, tolerance and source."),
        Key("when", "expression", "A condition on the constants under which the question exists."),
    ),
)

EXPECT = Place(
    "expectation",
    "An expected answer.",
    (
        Key("value", "expected", "A number, inf, true, false, or a distribution `{0: 1/2, 1: 1/2}`.", required=True),
        Key("tolerance", "expression", "The largest difference; default: half a unit of the last digit."),
        Key("digits", "expression", "How many digits after the decimal point count."),
        Key("source", "text", "Where the number was published."),
        Key("when", "expression", "A condition on the constants under which it is expected."),
    ),
)

PLACES = (
    GAME,
    VARIABLE,
    COMMAND,
    PARTY,
    EFFECT,
    BRANCH,
    DRAW_TABLE,
    BOUND_TABLE,
    MODULE,
    INSTANCE,
    PLAYER,
    REWARD,
    QUESTION,
    EXPECT,
)
