"""A strategy file with rules -> rules whose conditions are expressions over the state; all mistakes at once.

strategy: careful
let:   {seen: "count(i in 1..5: h[i] > 0)"}
rules:
  - {when: found() >= 19 and seen = 3, do: leave}
  - {do: stay}
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from oddsmith.expr import scope as types
from oddsmith.expr.infer import check, infer
from oddsmith.expr.nodes import TRUE, Expr
from oddsmith.expr.parse import parse
from oddsmith.expr.types import BOOL, INT, Type
from oddsmith.source import Diagnostic, Source, Span, SpecError
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.compose import compose
from oddsmith.spec.game import Game
from oddsmith.spec.lower.ground import Ground, ground
from oddsmith.spec.lower.scope import Scope
from oddsmith.spec.text import read_file
from oddsmith.spec.tree import Mapping, Node, Scalar, Sequence, kind

KEYS = ("strategy", "about", "game", "player", "let", "rules")
RULE_KEYS = ("when", "do", "choose", "player")


@dataclass(frozen=True)
class Rule:
    """`when` holds and the move is possible: then `do` is done."""

    do: str
    when: Expr = TRUE
    choose: tuple[tuple[str, Expr], ...] = ()
    player: str | None = None
    conditional: bool = False
    """Whether a condition was written."""
    span: Span | None = None
    """Where the move is named."""


@dataclass(frozen=True)
class Rules:
    """A strategy: in every state the first rule that fits."""

    name: str
    rules: tuple[Rule, ...]
    source: Source


def read_rules(path: Path, game: Game) -> Rules:
    """The rules of a file, in the words of this game; raises SpecError with every mistake."""
    return rules_of(read_file(path), game)


def rules_of(source: Source, game: Game) -> Rules:
    """The same of a text."""
    complaints = Complaints()
    tree = compose(source, complaints)
    if not isinstance(tree, Mapping):
        what = "nothing" if tree is None else kind(tree)
        fix = "write `strategy: name` and `rules:`"
        complaints.add("E841", f"a strategy is a mapping, not {what}", Span(source, 0, 0), fix=fix)
        complaints.check()
        raise AssertionError
    reader = _Reader(complaints, ground(game))
    found = reader.rules(tree, source)
    complaints.check()
    return found


@dataclass
class _Reader:
    """Reads the keys of one file; mistakes are collected."""

    complaints: Complaints
    base: Ground

    def __post_init__(self) -> None:
        self.types: types.Scope = self.base.types
        self.scope: Scope = self.base.scope

    def rules(self, tree: Mapping, source: Source) -> Rules:
        found = self.known(tree, KEYS, "a strategy")
        name = self.text(found["strategy"]) if "strategy" in found else ""
        if "strategy" not in found:
            self.complaints.add("E841", "the strategy has no name", tree.span, fix="begin with `strategy: name`")
        player = self.player(found["player"]) if "player" in found else None
        if "let" in found:
            self.lets(found["let"])
        rules: list[Rule] = []
        if "rules" not in found:
            self.complaints.add("E841", "the strategy has no rules", tree.span, fix="add `rules: [{do: …}]`")
        elif not isinstance(found["rules"], Sequence) or not found["rules"].items:
            self.complaints.add("E841", "rules are a list that is not empty", found["rules"].span)
        else:
            rules = [self.rule(node, player) for node in found["rules"].items]
        return Rules(name, tuple(rules), source)

    def rule(self, node: Node, player: str | None) -> Rule:
        found = self.known(node, RULE_KEYS, "a rule")
        if "do" not in found:
            fix = "name a move: `do: …`"
            self.complaints.add("E841", "the rule does not say what to do", node.span, fix=fix)
        do = found.get("do")
        rule = Rule("" if do is None else self.text(do), player=player, span=node.span if do is None else do.span)
        if "when" in found:
            rule = replace(rule, when=self.expression(found["when"], BOOL, "the condition of a rule"), conditional=True)
        if "choose" in found:
            rule = replace(rule, choose=tuple(self.chosen(found["choose"])))
        return replace(rule, player=self.player(found["player"])) if "player" in found else rule

    def chosen(self, node: Node) -> list[tuple[str, Expr]]:
        if not isinstance(node, Mapping):
            self.complaints.add("E841", f"`choose` is a mapping `{{k: 2}}`, not {kind(node)}", node.span)
            return []
        return [(e.key.text, self.expression(e.value, INT, "a chosen value")) for e in node.entries]

    def lets(self, node: Node) -> None:
        """Abbreviations; later ones may use earlier ones."""
        if not isinstance(node, Mapping):
            self.complaints.add("E841", f"`let` is a mapping `{{name: expression}}`, not {kind(node)}", node.span)
            return
        for entry in node.entries:
            expr = self.parsed(entry.value)
            if expr is not None:
                kind_of = infer(expr, self.types, self.complaints.found)
                self.types = self.types.bind({entry.key.text: kind_of})
                self.scope = self.scope.bind({entry.key.text: self.scope.resolve(expr)})

    def expression(self, node: Node, wanted: Type, what: str) -> Expr:
        expr = self.parsed(node)
        if expr is None:
            return TRUE
        before = len(self.complaints.found)
        check(expr, self.types, wanted, what, self.complaints.found)
        if len(self.complaints.found) > before:
            return TRUE
        found = self.complaints.attempt(lambda: self.base.constants.simplified(expr, self.scope))
        return TRUE if found is None else found

    def parsed(self, node: Node) -> Expr | None:
        if not isinstance(node, Scalar):
            self.complaints.add("E841", f"an expression is needed here, not {kind(node)}", node.span)
            return None
        return self.complaints.attempt(lambda: parse(node.span))

    def player(self, node: Node) -> str | None:
        name, players = self.text(node), [player.name for player in self.base.players]
        if name not in players:
            fix = suggestion(name, players, "players") if players else "leave `player` out"
            self.complaints.add("E404", f"there is no player `{name}`", node.span, fix=fix)
            return None
        return name

    def text(self, node: Node) -> str:
        if isinstance(node, Scalar) and node.text:
            return node.text
        self.complaints.add("E841", f"a name is needed here, not {kind(node)}", node.span)
        return ""

    def known(self, node: Node, keys: tuple[str, ...], what: str) -> dict[str, Node]:
        if not isinstance(node, Mapping):
            self.complaints.add("E841", f"{what} is a mapping, not {kind(node)}", node.span)
            return {}
        for entry in node.entries:
            if entry.key.text not in keys:
                fix = suggestion(entry.key.text, keys, "keys")
                self.complaints.add("E202", f"{what} has no key `{entry.key.text}`", entry.key.span, fix=fix)
        return {entry.key.text: entry.value for entry in node.entries if entry.key.text in keys}


def misfit(code: str, message: str, span: Span | None, why: str = "", fix: str = "") -> SpecError:
    """One complaint."""
    return SpecError([Diagnostic(code, message, span, why, fix)])
