"""Tokens of a PRISM file -> the model as written; after a mistake it goes on with the next declaration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from oddsmith.plugin import Diagnostic, Expr, Number, Source, SpecError
from oddsmith_plugins.importers.prism_parts.expressions import DEEPEST, Expressions, shown
from oddsmith_plugins.importers.prism_parts.model import (
    Branch,
    Command,
    Constant,
    Formula,
    Model,
    Module,
    Player,
    Renamed,
    Reward,
    RewardItem,
    Variable,
)
from oddsmith_plugins.importers.prism_parts.system import Alone, Renaming, System, Together
from oddsmith_plugins.importers.prism_parts.tokens import Token, cut

KINDS: Final = {"dtmc": "chain", "probabilistic": "chain", "mdp": "mdp", "nondeterministic": "mdp", "smg": "game"}
LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""Of whole numbers without bounds; whatever leaves them is an error of the run, not a wrong answer."""
TIMED: Final = "time runs in steps here, not continuously"
HIDDEN: Final = "what is decided may depend on the whole state here"
REFUSED: Final = {
    **dict.fromkeys(("ctmc", "stochastic", "pta", "popta", "ma", "ctmdp"), TIMED),
    "pomdp": HIDDEN,
    **dict.fromkeys(("csg", "tsg"), "in each state one player decides here, and the owner of an action is named"),
    **dict.fromkeys(("idtmc", "imdp"), "probabilities are numbers here, not intervals"),
    "lts": "there is no chance in it",
}
BEGINS: Final = frozenset(
    {*KINDS, *REFUSED, "const", "formula", "label", "global", "module", "rewards", "init", "system", "player"}
    | {"observables", "observable", "prob", "rate"}
)
"""Words that begin a declaration: where reading goes on after a mistake."""


class ModelParser(Expressions):
    """Reads declarations into a model; complaints are collected."""

    def __init__(self, source: Source, model: Model) -> None:
        text, strange = cut(source)
        super().__init__(text)
        self.model = model
        self.complaints: list[Diagnostic] = list(strange)

    def read(self) -> None:
        """The whole file."""
        self.model.about = tuple(self.text.comments.before.pop(0, ()))
        while self.peek().kind != "end":
            self.attempt(self._declaration, BEGINS)

    def attempt(self, read: Callable[[], None], resume: frozenset[str]) -> None:
        """Read something; after a mistake skip to behind the next `;`, or to a word where reading goes on."""
        begun = self.position
        try:
            read()
        except SpecError as error:
            self.complaints += error.diagnostics
            if self.position == begun:
                self.advance()
            if self.tokens[self.position - 1].is_sign(";") or self.tokens[self.position - 1].is_word("endmodule"):
                return
            while not self.peek().is_word(*resume) and self.peek().kind != "end":
                if self.advance().is_sign(";"):
                    break

    def said(self, first: int) -> tuple[str, ...]:
        """The comments before a piece and behind it on its line."""
        comments = self.text.comments
        behind = comments.behind.pop(self.position - 1, None)
        return (*comments.before.pop(first, ()), *((behind,) if behind else ()))

    def _declaration(self) -> None:
        token = self.peek()
        if token.kind == "name" and (token.text in KINDS or token.text in REFUSED):
            return self._kind()
        known = {
            "const": self.constant,
            "prob": self.constant,
            "rate": self.constant,
            "formula": self.formula,
            "label": self.label,
            "global": self._global,
            "module": self._module,
            "rewards": self._rewards,
            "init": self._init,
            "system": self._system,
            "player": self._player,
        }
        if token.is_word("observables", "observable"):
            raise self.refusal(self.advance(), "observables have no translation", HIDDEN)
        if token.kind != "name" or token.text not in known:
            self.advance()
            fix = f"declarations begin with {', '.join(sorted(known))} or the type of the model"
            raise self.failure(token, f"{shown(token)} does not begin a declaration", fix=fix)
        return known[token.text]()

    def _kind(self) -> None:
        token = self.advance()
        if token.text in REFUSED:
            fix = "models of the types dtmc, mdp and smg can be imported"
            raise self.refusal(token, f"a model of type {token.text} has no translation", REFUSED[token.text], fix)
        if self.model.kind and self.model.kind != KINDS[token.text]:
            raise self.failure(token, "the model has two types")
        self.model.kind = KINDS[token.text]

    def constant(self) -> None:
        """`const int N = 5;`"""
        first = self.position
        start = self.advance()
        self.accept_word("const")
        kind = self.accept_word("int", "double", "bool", "prob", "rate")
        known = {"prob": "double", "rate": "double"}
        written = kind.text if kind else start.text if start.text in known else "int"
        name = self.name("a constant")
        value = self.expression() if self.accept("=") else None
        self.expect(";", f"behind the constant `{name.text}`")
        constant = Constant(name.text, known.get(written, written), value, self.text.span(name), self.said(first))
        self.model.constants.append(constant)

    def formula(self) -> None:
        """`formula name = expression;`"""
        first = self.position
        self.advance()
        name = self.name("a formula")
        self.expect("=", "behind the name of a formula")
        value = self.expression()
        self.expect(";", f"behind the formula `{name.text}`")
        self.model.formulas.append(Formula(name.text, value, self.text.span(name), self.said(first)))

    def label(self) -> None:
        """`label "name" = expression;`"""
        first = self.position
        self.advance()
        name = self.quoted_name("a label")
        self.expect("=", "behind the name of a label")
        value = self.expression()
        self.expect(";", f'behind the label "{name.text}"')
        self.model.labels.append(Formula(name.text, value, self.text.span(name), self.said(first)))

    def quoted_name(self, what: str) -> Token:
        if self.peek().kind != "quoted":
            raise self.failure(self.peek(), f'the name of {what} in quotes ("…") is missing')
        return self.advance()

    def _global(self) -> None:
        first = self.position
        self.advance()
        self.model.variables.append(self._variable(first))

    def _variable(self, first: int) -> Variable:
        name = self.name("a variable")
        span = self.text.span(name)
        self.expect(":", "behind the name of a variable")
        low = high = init = None
        if self.accept("["):
            low = self.expression()
            self.expect("..", "between the ends of a range")
            high = self.expression()
            self.expect("]", "at the end of a range")
        elif self.accept_word("int"):
            low, high = Number(LOWEST), Number(HIGHEST)
            self.model.remarks.append(f"{name.text} has no bounds: it gets {LOWEST}..{HIGHEST}")
        elif (kind := self.peek()).is_word("clock"):
            raise self.refusal(kind, f"the variable `{name.text}` of type clock has no translation", TIMED)
        elif not self.accept_word("bool"):
            raise self.failure(self.peek(), f"a range (`[0..5]`) or `bool` is missing, before {shown(self.peek())}")
        if self.accept_word("init"):
            init = self.expression()
        elif low == Number(LOWEST):
            init = Number(0)
        self.expect(";", f"behind the variable `{name.text}`")
        return Variable(name.text, low, high, init, span, self.said(first))

    def _module(self) -> None:
        first = self.position
        self.advance()
        try:
            name = self.name("a module")
            if self.accept("="):
                return self._renamed_module(name, first)
        except SpecError:
            while not self.peek().is_word("endmodule") and self.peek().kind != "end":
                self.advance()
            self.advance()
            raise
        comments = self.said(first)
        variables: list[Variable] = []
        commands: list[Command] = []
        resume = BEGINS | {"endmodule"}
        while (not self.peek().is_word(*resume) or self.peek(1).is_sign(":")) and self.peek().kind != "end":
            self.attempt(lambda: self._part(variables, commands), resume)
        self.expect_word("endmodule", f"at the end of the module `{name.text}`")
        module = Module(name.text, tuple(variables), tuple(commands), self.text.span(name), comments)
        self.model.modules.append(module)
        return None

    def _renamed_module(self, name: Token, first: int) -> None:
        base = self.name("a module")
        self.expect("[", "before the new names")
        names = [] if self.peek().is_sign("]") else [self._renaming()]
        while self.accept(","):
            names.append(self._renaming())
        self.expect("]", "behind the new names")
        self.expect_word("endmodule", "behind the new names")
        span = self.text.span(name)
        self.model.modules.append(Renamed(name.text, base.text, tuple(names), span, self.said(first)))

    def _renaming(self) -> tuple[str, str]:
        old = self.name("what is renamed")
        self.expect("=", "between the old name and the new one")
        return old.text, self.name("what it becomes").text

    def _part(self, variables: list[Variable], commands: list[Command]) -> None:
        if self.peek().is_sign("["):
            commands.append(self._command())
        elif self.peek().is_word("invariant"):
            raise self.refusal(self.advance(), "invariants have no translation", TIMED)
        elif self.peek().is_sign("<") and self.peek(1).is_sign(">"):
            raise self.refusal(self.advance(), "commands with rates (`<>`) have no translation", TIMED)
        else:
            variables.append(self._variable(self.position))

    def _command(self) -> Command:
        first = self.position
        start = self.advance()
        action = "" if self.peek().is_sign("]") else self.action().text
        self.expect("]", "behind the action")
        guard = self.expression()
        self.expect("->", "behind the guard")
        branches = [self._branch()]
        while self.accept("+"):
            branches.append(self._branch())
        span = self.since(start)
        self.expect(";", "at the end of the command")
        return Command(action, guard, tuple(branches), span, self.said(first))

    def _branch(self) -> Branch:
        weight = None
        if not self._at_update():
            if (start := self.peek()).is_sign("["):
                raise self.refusal(start, "intervals of probabilities have no translation", REFUSED["imdp"])
            weight = self.expression()
            self.expect(":", "behind a probability")
        if self.accept_word("true"):
            return Branch(weight, ())
        updates = [self._update()]
        while self.accept("&"):
            updates.append(self._update())
        return Branch(weight, tuple(updates))

    def _at_update(self) -> bool:
        if self.peek().is_word("true"):
            return not self.peek(1).is_sign(":")
        return self.peek().is_sign("(") and self.peek(1).kind == "name" and self.peek(2).is_sign("'")

    def _update(self) -> tuple[str, Expr, object]:
        self.expect("(", "before an update")
        name = self.name("a variable")
        self.expect("'", "behind the variable that is updated")
        self.expect("=", "in an update")
        value = self.expression()
        self.expect(")", "behind an update")
        return name.text, value, self.text.span(name)

    def _rewards(self) -> None:
        first = self.position
        start = self.advance()
        name = self.advance().text if self.peek().kind == "quoted" else ""
        span, comments = self.since(start), self.said(first)
        items: list[RewardItem] = []
        resume = BEGINS | {"endrewards"}
        while not self.peek().is_word(*resume) and self.peek().kind != "end":
            self.attempt(lambda: items.append(self._reward_item()), resume)
        self.expect_word("endrewards", "at the end of the rewards")
        self.model.rewards.append(Reward(name, tuple(items), span, comments))

    def _reward_item(self) -> RewardItem:
        start = self.peek()
        action = None
        if self.accept("["):
            action = "" if self.peek().is_sign("]") else self.action().text
            self.expect("]", "behind the action")
        guard = self.expression()
        self.expect(":", "between the condition and the gain")
        gain = self.expression()
        self.expect(";", "behind the gain")
        return RewardItem(action, guard, gain, self.since(start))

    def _init(self) -> None:
        start = self.advance()
        self.model.init = self.expression()
        self.model.init_span = self.since(start)
        self.expect_word("endinit", "behind the first states")

    def _system(self) -> None:
        start = self.advance()
        if self.model.system is not None:
            raise self.failure(start, "there are two `system … endsystem`")
        self.model.system, self.model.system_span = self._beside("||", "|||"), self.since(start)
        self.expect_word("endsystem", "behind the modules that act together")

    def _beside(self, sign: str, tighter: str) -> System:
        """`A || B || …`, of parts `A ||| B ||| …`, of parts `A |[a, b]| B`."""
        found = self._beside(tighter, "|[") if tighter == "|||" else self._synchronised()
        while self.accept(sign):
            right = self._beside(tighter, "|[") if tighter == "|||" else self._synchronised()
            found = Together(found, right, None if sign == "||" else frozenset())
        return found

    def _synchronised(self) -> System:
        found = self._renamed_system()
        while self.accept("|"):
            self.expect("[", "before the actions that are done together")
            actions = frozenset(self._actions("]"))
            self.expect("|", "behind the actions that are done together")
            found = Together(found, self._renamed_system(), actions)
        return found

    def _renamed_system(self) -> System:
        """`A / {a, b}` hides actions, `A {a<-b}` gives them new names."""
        if self.accept("("):
            if self.depth >= DEEPEST:
                raise self.failure(self.peek(), "the system is nested too deep")
            self.depth += 1
            found = self._beside("||", "|||")
            self.depth -= 1
            self.expect(")", "to close a parenthesis")
        else:
            name = self.name("a module")
            found = Alone(name.text, self.text.span(name))
        while self.peek().is_sign("/", "{"):
            hides = self.accept("/") is not None
            self.expect("{", "before the actions")
            if hides:
                found = Renaming(found, tuple((action, "") for action in self._actions("}")))
                continue
            names = [self._new_action()]
            while self.accept(","):
                names.append(self._new_action())
            self.expect("}", "behind the new names")
            found = Renaming(found, tuple(names))
        return found

    def _actions(self, end: str) -> list[str]:
        found = [self.action().text]
        while self.accept(","):
            found.append(self.action().text)
        self.expect(end, "behind the actions")
        return found

    def _new_action(self) -> tuple[str, str]:
        old = self.action().text
        self.expect("<-", "between the old name of an action and the new one")
        return old, self.action().text

    def _player(self) -> None:
        start = self.advance()
        name = self.name("a player")
        modules, actions = [], []
        while not self.peek().is_word("endplayer"):
            if self.accept("["):
                token = self.action()
                self.expect("]", "behind the action")
                actions.append((token.text, self.text.span(token)))
            else:
                token = self.name("a module")
                modules.append((token.text, self.text.span(token)))
            if not self.accept(","):
                break
        self.expect_word("endplayer", "behind what the player decides")
        self.model.players.append(Player(name.text, tuple(modules), tuple(actions), self.since(start)))
