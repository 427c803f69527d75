"""The tree of a whole spec -> Game, with complaints about everything that cannot be read or makes no sense."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Map
from itertools import chain

from oddsmith.spec.check.check import check_game
from oddsmith.spec.check.scopes import symbols_of
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.game import Game
from oddsmith.spec.keys import GAME
from oddsmith.spec.read.actions import read_patterns
from oddsmith.spec.read.bound import Binding
from oddsmith.spec.read.commands import read_commands, with_gains
from oddsmith.spec.read.functions import read_functions
from oddsmith.spec.read.labels import read_labels, read_rewards
from oddsmith.spec.read.modules import read_instances, read_modules
from oddsmith.spec.read.players import read_players
from oddsmith.spec.read.questions import read_questions
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.read.settle import Written, read_constants, read_unset, settle
from oddsmith.spec.read.tables import read_tables
from oddsmith.spec.read.variables import read_variables
from oddsmith.spec.tree import Node, Scalar, shorten

KINDS = ("chain", "mdp", "game")
OTHER_KINDS = {
    "dtmc": "chain",
    "markov chain": "chain",
    "pomdp": "mdp",
    "smg": "game",
    "tsg": "game",
    "stochastic": "chain",
}


def read_game(
    root: Node,
    overrides: Map[str, str],
    complaints: Complaints,
    texts: tuple[tuple[str, str], ...],
    bindings: Iterable[Binding] = (),
) -> Game:
    """The game, checked; raises SpecError with all complaints."""
    reader = Reader(complaints)
    fields = reader.fields(root, GAME)
    if not fields:
        complaints.check()
    functions = read_functions(reader, fields.get("functions"))
    variables = read_variables(reader, fields.get("variables"))
    modules = read_modules(reader, fields.get("modules"))
    written = Written(
        read_constants(reader, fields.get("constants")),
        read_tables(reader, fields.get("tables")),
        functions,
        symbols_of(chain(variables, *(module.variables for module in modules))),
        frozenset(v.name for v in chain(variables, *(module.variables for module in modules))),
        read_unset(reader, fields.get("constants")),
    )
    settled = settle(reader, written, overrides, bindings)
    commands = read_commands(reader, fields.get("commands"))
    rewards = read_rewards(reader, fields.get("rewards"))
    game = Game(
        name=_name(reader, fields, root),
        about=_text(reader, fields, "about"),
        kind=_choice(reader, fields, "type", KINDS, OTHER_KINDS),
        constants=tuple(settled.constants),
        functions=(),
        tables=tuple(settled.tables),
        variables=variables,
        commands=commands,
        modules=modules,
        instances=read_instances(reader, fields.get("instances")),
        players=read_players(reader, fields.get("players")),
        labels=read_labels(reader, fields.get("labels")),
        rewards=with_gains(rewards, chain(commands, *(module.commands for module in modules))),
        questions=read_questions(reader, fields.get("questions"), settled.values),
        independent=read_patterns(reader, fields.get("independent")),
        hide=read_patterns(reader, fields.get("hide")),
        deadlock=_choice(reader, fields, "deadlock", ("loop", "error"), {}),
        overlap=_choice(reader, fields, "overlap", ("error", "uniform"), {"random": "uniform", "draw": "uniform"}),
        symmetry=_symmetry(reader, fields.get("symmetry")),
        texts=texts,
    )
    if "overlap" in fields and game.kind in ("mdp", "game"):
        why = "elsewhere somebody decides which of several commands is taken"
        complaints.add("E307", "`overlap` is for chains only", fields["overlap"].span, why, "remove the line")
    game = check_game(game, functions, settled.values, reader.broken, complaints)
    complaints.check()
    return game


def _name(reader: Reader, fields: Map[str, Node], root: Node) -> str:
    if "game" not in fields:
        fix = "add `game: some-name` at the top"
        reader.complaints.add("E203", "the game has no name", root.span, fix=fix)
        return ""
    return reader.text(fields["game"], "the name of the game") or ""


def _text(reader: Reader, fields: Map[str, Node], key: str) -> str:
    node = fields.get(key)
    if node is None:
        return ""
    return (reader.text(node, "text") or "").strip()


def _choice(reader: Reader, fields: Map[str, Node], key: str, allowed: tuple[str, ...], others: Map[str, str]) -> str:
    """One of a few words; the first is the default, and a wrong one counts as none."""
    node = fields.get(key)
    if node is None:
        return allowed[0]
    text = node.text if isinstance(node, Scalar) else ""
    if text in allowed:
        return text
    meant = others.get(text.lower())
    fix = f"did you mean `{meant}`?" if meant else suggestion(text, allowed)
    message = f"`{key}` is one of {', '.join(allowed)}, not `{shorten(text)}`"
    reader.complaints.add("E108", message, node.span, fix=fix)
    return ""


def _symmetry(reader: Reader, node: Node | None) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for entry in reader.entries(node, "symmetry (`rotate: name`)"):
        for item in reader.one_or_more(entry.value):
            text = reader.text(item, "a name")
            if text is not None:
                found.append((entry.key.text, text))
    return tuple(found)
