"""Random small games -> the same game twice: as a spec in our language, and as a program in the PRISM language.

A sketch is a tree of tuples; the two texts are written from it independently, and each uses what its language has
(arrays, enumerations, tables, draws and `choose` here; conditional expressions and single variables there).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from hypothesis import strategies as st

Tree = Any
"""A number or a name, or a tuple (operation, argument, ...)."""
Item = TypeVar("Item")
Pick = Callable[[Sequence[Item]], Item]

COLOURS = ("red", "green", "blue")
TABLE = (2, 0, 3, 1)
TOP = {"a": 3, "v1": 2, "v2": 2}
OWNED = {"first": ("a", "b"), "second": ("v1", "v2", "mode")}
ACTIONS = ("", "go", "hop")


@dataclass(frozen=True)
class Branch:
    """With this probability, after a draw of `faces` (0: none) called k, these variables change."""

    weight: Tree
    updates: tuple[tuple[str, Tree], ...]
    faces: int = 0


@dataclass(frozen=True)
class Command:
    action: str
    guard: Tree
    branches: tuple[Branch, ...]
    options: int = 0
    """How many values of k somebody chooses from (0: nothing is chosen)."""


@dataclass(frozen=True)
class Sketch:
    """A whole game; `parts` has one list of commands, or two for modules that act together."""

    is_chain: bool
    parts: tuple[tuple[Command, ...], ...]
    goal: Tree
    hazard: Tree
    state_gain: tuple[Tree, Tree]
    """Condition and gain."""
    action_gain: tuple[str, Tree, Tree]
    """Action (`*`: any), condition and gain."""
    rank: Tree
    initial: tuple[tuple[str, Any], ...]
    overlaps: bool = False
    """Whether several commands of a chain may be enabled at once."""

    @property
    def exclusive(self) -> bool:
        """Whether every command must exclude those before it."""
        return self.is_chain and not self.overlaps

    @property
    def modules(self) -> tuple[tuple[tuple[str, ...], tuple[Command, ...]], ...]:
        """The variables and the commands of each module."""
        if len(self.parts) == 1:
            return ((OWNED["first"] + OWNED["second"], self.parts[0]),)
        return tuple(zip(OWNED.values(), self.parts, strict=True))


# ---------------------------------------------------------------------------------------------------- making sketches


def sketches(*, is_chain: bool, overlaps: bool = False) -> st.SearchStrategy[Sketch]:
    """Random games with at most 216 states."""

    @st.composite
    def sketch(draw: st.DrawFn) -> Sketch:
        def pick(options: Sequence[Item]) -> Item:
            return draw(st.sampled_from(options))

        return _Maker(pick, is_chain, overlaps).sketch()

    return sketch()


@dataclass(frozen=True)
class _Maker:
    pick: Pick[Any]
    is_chain: bool
    overlaps: bool = False

    def sketch(self) -> Sketch:
        together = (not self.is_chain or self.overlaps) and self.pick([False, True])
        if together:
            parts = tuple(self.commands(variables) for variables in OWNED.values())
        else:
            parts = (self.commands(OWNED["first"] + OWNED["second"]),)
        return Sketch(
            self.is_chain,
            parts,
            goal=self.pick([("=", "a", 3), ("and", ("=", "a", 3), self.truth(1)), self.truth(2)]),
            hazard=self.truth(2),
            state_gain=(self.truth(1), ("max", self.number(1), 0)),
            action_gain=(
                self.pick(["go", "hop", "*"]),
                self.truth(1),
                self.pick([1, ("/", 1, 3), ("abs", self.number(1))]),
            ),
            rank=self.number(2),
            initial=(("a", self.pick([0, 1])), ("b", self.pick([False, True])), ("v1", self.pick([0, 1, 2]))),
            overlaps=self.overlaps,
        )

    def commands(self, variables: tuple[str, ...]) -> tuple[Command, ...]:
        return tuple(self.command(variables) for _ in range(self.pick([2, 3, 4])))

    def command(self, variables: tuple[str, ...]) -> Command:
        options = 0 if self.is_chain else self.pick([0, 0, 2, 3])
        guard = self.pick([("in", "a", 0, 2), ("=", "mode", self.pick(COLOURS)), self.truth(1), self.truth(2)])
        if options:
            guard = ("and", guard, ("<=", "k", ("+", "a", 2)))
        return Command(self.pick(ACTIONS), guard, self.branches(variables, options), options)

    def branches(self, variables: tuple[str, ...], options: int) -> tuple[Branch, ...]:
        kind = self.pick(["sure", "parts", "by state"])
        if kind == "sure":
            return (self.branch(1, variables, options),)
        if kind == "parts":
            parts = [self.pick([1, 2, 3]) for _ in range(self.pick([2, 3]))]
            return tuple(self.branch(("/", part, sum(parts)), variables, options) for part in parts)
        chance = ("/", self.pick(["a", "v1", ("+", "v2", 1)]), 3)
        return (self.branch(chance, variables, options), self.branch(("-", 1, chance), variables, options))

    def branch(self, weight: Tree, variables: tuple[str, ...], options: int) -> Branch:
        faces = 0 if options else self.pick([0, 0, 2, 3])
        bound = ("k",) if faces or options else ()
        changed = [name for name in variables if self.pick([True, False])]
        return Branch(weight, tuple((name, self.update(name, bound)) for name in changed), faces)

    def update(self, name: str, bound: tuple[str, ...]) -> Tree:
        if name == "b":
            return self.pick([("not", "b"), self.truth(1)])
        if name == "mode":
            return self.pick([*COLOURS, ("if", self.truth(1), self.pick(COLOURS), "mode")])
        onward = [("+", name, n) for n in (1, "k" if bound else 1)]
        return ("max", ("min", self.pick([*onward, ("-", name, 1), self.number(2, bound)]), TOP[name]), 0)

    def number(self, depth: int, bound: tuple[str, ...] = ()) -> Tree:
        if depth == 0 or self.pick([False, False, True]):
            return self.pick([0, 1, 2, "a", "v1", "v2", *bound])
        kind = self.pick(["+", "-", "*", "min", "max", "mod", "half", "abs", "if", "sum", "count", "table", "cell"])
        if kind in ("sum", "table", "cell"):
            return (kind,)
        if kind == "count":
            return (kind, self.pick([0, 1, 2]))
        if kind == "if":
            return (kind, self.truth(depth - 1, bound), self.number(depth - 1, bound), self.number(depth - 1, bound))
        if kind in ("mod", "half", "abs"):
            return (kind, self.number(depth - 1, bound))
        return (kind, self.number(depth - 1, bound), self.number(depth - 1, bound))

    def truth(self, depth: int, bound: tuple[str, ...] = ()) -> Tree:
        if depth == 0:
            return self.pick(
                ["b", ("=", "mode", self.pick(COLOURS)), ("<", "a", 2), (">=", "v1", 1), ("in", "v2", 0, 1)]
            )
        kind = self.pick(["and", "or", "not", "=>", "<=>", "=", "<", "!=", "in", "among", "any", "all", "leaf"])
        if kind == "leaf":
            return self.truth(0, bound)
        if kind in ("and", "or", "=>", "<=>"):
            return (kind, self.truth(depth - 1, bound), self.truth(depth - 1, bound))
        if kind == "not":
            return (kind, self.truth(depth - 1, bound))
        if kind in ("any", "all"):
            return (kind, self.pick([0, 1]))
        if kind in ("in", "among"):
            return (kind, self.number(depth - 1, bound), self.pick([0, 1]), self.pick([2, 3]))
        return (kind, self.number(depth - 1, bound), self.number(depth - 1, bound))


# ------------------------------------------------------------------------------------------------------- our language

OURS: dict[str, str] = {
    "and": "({} and {})", "or": "({} or {})", "not": "(not {})", "=>": "({} => {})", "<=>": "({} <=> {})",
    "in": "({} in {}..{})", "among": "({} in {{{}, {}}})", "any": "any(i in 1..2: v[i] > {})",
    "all": "all(i in 1..2: v[i] > {})", "if": "(if {} then {} else {})", "min": "min({}, {})", "max": "max({}, {})",
    "mod": "({} % 3)", "half": "({} // 2)", "abs": "abs({})", "sum": "sum(i in 1..2: v[i])",
    "count": "count(i in 1..2: v[i] = {})", "table": "table[a + 1]", "cell": "v[1 + a % 2]",
}  # fmt: skip


def ours(tree: Tree) -> str:
    """An expression of our language."""
    if not isinstance(tree, tuple):
        name = str(tree).lower() if isinstance(tree, bool) else str(tree)
        return {"v1": "v[1]", "v2": "v[2]"}.get(name, name)
    operation, *arguments = tree
    form = OURS.get(operation, f"({{}} {operation} {{}})")
    return form.format(*map(ours, arguments))


def spec_text(sketch: Sketch, questions: dict[str, str]) -> str:
    """The game as a spec; labels and questions are written the same way in both languages."""
    lines = ["game: random", f"type: {'chain' if sketch.is_chain else 'mdp'}", f"tables: {{table: {list(TABLE)}}}"]
    lines += ["overlap: uniform"] if sketch.overlaps else []
    if len(sketch.parts) == 1:
        lines += _spec_module(sketch, *sketch.modules[0], "")
    else:
        lines.append("modules:")
        for number, (variables, commands) in enumerate(sketch.modules, 1):
            lines += [f"  module{number}:", *_spec_module(sketch, variables, commands, "    ")]
    action, when, gain = sketch.action_gain
    lines += ["labels:", f'  goal: "{ours(sketch.goal)}"', f'  hazard: "{ours(sketch.hazard)}"', "rewards:", "  gold:"]
    lines += [f'    - {{when: "{ours(sketch.state_gain[0])}", gain: "{ours(sketch.state_gain[1])}"}}']
    if _is_used(sketch, action):
        lines += [f'    - {{action: "{action}", when: "{ours(when)}", gain: "{ours(gain)}"}}']
    lines += [f'  rank: [{{gain: "{ours(sketch.rank)}"}}]', "questions:"]
    return "\n".join([*lines, *[f"  {name}: '{text}'" for name, text in questions.items()]]) + "\n"


def _is_used(sketch: Sketch, action: str) -> bool:
    return action == "*" or any(command.action == action for part in sketch.parts for command in part)


def _spec_module(sketch: Sketch, variables: Sequence[str], commands: Sequence[Command], indent: str) -> list[str]:
    initial = dict(sketch.initial)
    declared = {
        "a": f"a: {{range: 0..{TOP['a']}, init: {initial['a']}}}",
        "b": f"b: {{type: bool, init: {str(initial['b']).lower()}}}",
        "v1": f"v: {{array: 1..2, range: 0..2, init: [{initial['v1']}, 0]}}",
        "mode": f"mode: {{values: [{', '.join(COLOURS)}], init: red}}",
    }
    lines = ["variables:", *[f"  {text}" for name, text in declared.items() if name in variables], "commands:"]
    before: list[str] = []
    for command in commands:
        guard = ours(command.guard)
        lines += _spec_command(command, " and ".join([guard, *before]) if sketch.exclusive else guard)
        before.append(f"not {guard}")
    return [indent + line for line in lines]


def _spec_command(command: Command, guard: str) -> list[str]:
    lines = [f'  - when: "{guard}"']
    if command.action:
        lines.append(f"    action: {command.action}")
    if command.options:
        lines.append(f"    choose: {{k: 1..{command.options}}}")
    lines.append("    then:")
    for branch in command.branches:
        updates = ", ".join(f'"{ours(name)}": "{ours(value)}"' for name, value in branch.updates)
        lines.append(f'      - weight: "{ours(branch.weight)}"')
        if branch.faces:
            lines.append(f"        draw: {{k: d{branch.faces}}}")
        lines.append(f"        then: {{{updates}}}")
    return lines


# ------------------------------------------------------------------------------------------------------------- PRISM

# No mod(): Storm's exact engine fails at it in rewards.
PRISM: dict[str, str] = {
    "and": "({} & {})", "or": "({} | {})", "not": "(!{})", "=>": "({} => {})", "<=>": "(({0} & {1}) | (!{0} & !{1}))",
    "in": "({0} >= {1} & {0} <= {2})", "among": "({0} = {1} | {0} = {2})", "any": "(v1 > {0} | v2 > {0})",
    "all": "(v1 > {0} & v2 > {0})", "if": "({} ? {} : {})", "min": "min({}, {})", "max": "max({}, {})",
    "mod": "({0} - 3 * floor({0} / 3))", "half": "floor({} / 2)", "abs": "max({0}, -({0}))", "sum": "(v1 + v2)",
    "count": "((v1 = {0} ? 1 : 0) + (v2 = {0} ? 1 : 0))", "cell": "(mod(a, 2) = 0 ? v1 : v2)",
    "table": f"(a = 0 ? {TABLE[0]} : (a = 1 ? {TABLE[1]} : (a = 2 ? {TABLE[2]} : {TABLE[3]})))",
}  # fmt: skip


def prism(tree: Tree, k: int | None = None) -> str:
    """An expression of the PRISM language, with the value of k in place."""
    if not isinstance(tree, tuple):
        if tree in COLOURS:
            return str(COLOURS.index(tree))
        name = str(tree).lower() if isinstance(tree, bool) else str(tree)
        return str(k) if name == "k" else name
    operation, *arguments = tree
    form = PRISM.get(operation, f"({{}} {operation} {{}})")
    return form.format(*(prism(argument, k) for argument in arguments))


def prism_text(sketch: Sketch) -> str:
    """The game as a PRISM program; ends are loops called `idle`, since Storm gives its own loops no reward."""
    initial = dict(sketch.initial)
    declared = {
        "a": f"a : [0..{TOP['a']}] init {initial['a']};",
        "b": f"b : bool init {str(initial['b']).lower()};",
        "v1": f"v1 : [0..2] init {initial['v1']};",
        "v2": "v2 : [0..2] init 0;",
        "mode": "mode : [0..2] init 0;",
    }
    lines = ["dtmc" if sketch.is_chain else "mdp"]
    for number, (variables, commands) in enumerate(sketch.modules, 1):
        lines += [f"module module{number}", *[f"  {declared[name]}" for name in variables]]
        before: list[str] = []
        for command in commands:
            others = before if sketch.exclusive else []
            for k in range(1, command.options + 1) if command.options else [None]:
                guard = " & ".join([prism(command.guard, k), *others])
                lines.append(f"  [{command.action}] {guard} -> {_prism_branches(command, k)};")
            before.append(f"!{prism(command.guard)}")
        lines.append("endmodule")
    lines += ["module ends", "  end : [0..0] init 0;", f"  [idle] !({_enabled(sketch)}) -> true;", "endmodule"]
    action, when, gain = sketch.action_gain
    lines += ['rewards "gold"', f"  {prism(sketch.state_gain[0])} : {prism(sketch.state_gain[1])};"]
    known = [one for one in (ACTIONS if action == "*" else [action]) if _is_used(sketch, one)]
    lines += [f"  [{one}] {prism(when)} : {prism(gain)};" for one in known]
    lines += ["endrewards", 'rewards "rank"', f"  true : {prism(sketch.rank)};", "endrewards"]
    lines += ['rewards "steps"', "  true : 1;", "endrewards", 'rewards "seen"', f"  {prism(sketch.hazard)} : 1;"]
    lines += ["endrewards", f'label "goal" = {prism(sketch.goal)};', f'label "hazard" = {prism(sketch.hazard)};']
    return "\n".join(lines) + "\n"


def _enabled(sketch: Sketch) -> str:
    """Where something can happen: a command without action, or an action in all modules that have it."""
    ways = []
    for action in ACTIONS:
        guards = [_guards(commands, action) for _, commands in sketch.modules]
        ways += (
            [" | ".join(g) for g in guards if g]
            if not action
            else [" & ".join(f"({' | '.join(g)})" for g in guards if g)]
        )
    return " | ".join(f"({way})" for way in ways if way)


def _guards(commands: Sequence[Command], action: str) -> list[str]:
    mine = [command for command in commands if command.action == action]
    return [prism(c.guard, k) for c in mine for k in (range(1, c.options + 1) if c.options else [None])]


def _prism_branches(command: Command, k: int | None) -> str:
    texts = []
    for branch in command.branches:
        for face in range(1, branch.faces + 1) if branch.faces else [k]:
            updates = " & ".join(f"({name}' = {prism(value, face)})" for name, value in branch.updates) or "true"
            weight = prism(branch.weight, face)
            texts.append(
                f"{weight} * {Fraction(1, branch.faces)} : {updates}" if branch.faces else f"{weight} : {updates}"
            )
    return " + ".join(texts)
