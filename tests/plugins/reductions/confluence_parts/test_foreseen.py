"""Which hidden commands are followed before any state is stored, which are not and why, and that answers stay."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load as load_plugins
from oddsmith.hosting.registry import registry
from oddsmith.kernel.kernel import Target
from oddsmith.process.process import Process
from oddsmith.process.show import show_summand
from oddsmith.process.validate import validate
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.source import SpecError
from oddsmith.space.explore import explore
from oddsmith.space.space import StateSpace
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.kernels import contents
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.kernels.reference import Reference
from oddsmith_plugins.reductions.confluence import Confluence
from oddsmith_plugins.solvers.exact import Exact

LEADER = Path(__file__).parents[3] / "specs" / "hidden" / "leader.yaml"
RANDOM = 40

GAME = """
game: small
type: {kind}
variables:
  at: {{range: 0..3, init: 0}}
  other: {{range: 0..3, init: 0}}
  tally: {{range: 0..9, init: 0}}
  done: bool
  array: {{array: 1..2, range: 0..3, init: 0}}
commands:
  - {{action: quiet, when: at = 0, then: {{at: 1}}}}
{more}
hide: [quiet]
labels: {{goal: other = 3}}
rewards: {{money: [{{action: loud, gain: 1}}{gains}]}}
questions:
  goal: "{ask}"
  money: "R{{money}}{optimum}=? [F goal]"
"""


def marked(*more: str, kind: str = "mdp", quiet: str = "", gains: str = "", ask: str = "") -> Process:
    """A game with the command `quiet`, or another one instead, and more commands; its process with marks."""
    optimum = "" if kind == "chain" else "max"
    text = GAME.format(
        kind=kind,
        more="\n".join(f"  - {{{command}}}" for command in more),
        gains=f", {gains}" if gains else "",
        ask=ask or f"P{optimum}=? [F goal]",
        optimum=optimum,
    )
    if quiet:
        text = text.replace("{action: quiet, when: at = 0, then: {at: 1}}", f"{{{quiet}}}")
    return foreseen(lower(load_text(text)))


def foreseen(process: Process) -> Process:
    return validate(Confluence().foresee(process, conditions_of(process.questions), Context()))


def mark(process: Process) -> str | None:
    """What is said of the first command: `at once`, `at once where …`, or nothing."""
    last = show_summand(process.summands[0])[-1].strip()
    return last if last.startswith("at once") else None


LOUD = "action: loud, when: other < 3, then: {other: other + 1}"
FLIP = "action: flip, when: at = 1, then: {done: not done}"


def test_steps_that_touch_different_variables_are_followed() -> None:
    assert mark(marked(LOUD)) == "at once"


FOLLOWED = {
    "excluded guards": ("action: back, when: at = 2, then: {at: 0}", LOUD),
    "a guard that the step leaves true": ("action: loud, when: at < 2 and other < 3, then: {other: other + 1}",),
    "written over": ("action: loud, when: other < 3, then: {other: other + 1, at: 2}",),
    "another hidden step to the same state": ("action: quiet, when: at < 1 and other < 2, then: {at: at + 1}", LOUD),
    "a draw that does not care": ("action: loud, when: other = 0, draw: {k: 1..3}, then: {other: k}",),
    "a choice that does not care": ("action: loud, when: other = 0, choose: {k: 1..3}, then: {other: k}",),
    "a computed place elsewhere": ("action: loud, when: other < 2, then: {'array[other + 1]': other, other: 3}",),
}


@pytest.mark.parametrize("name", FOLLOWED)
def test_followed(name: str) -> None:
    assert mark(marked(*FOLLOWED[name])) == "at once"


def test_both_orders_may_lead_to_the_same_sum() -> None:
    adding = "action: quiet, when: at = 0 and tally < 4, then: {at: 1, tally: tally + other}"
    other = "action: loud, when: done and tally < 4, then: {tally: tally + 2, done: false}"
    assert mark(marked(other, LOUD.replace("other + 1", "3"), quiet=adding)) is None  # it reads what LOUD writes
    assert mark(marked(FLIP, other, quiet=adding.replace("+ other", "+ 1"))) is None
    free = "action: quiet, when: at = 0, then: {at: 1, tally: 9 - tally}"
    assert mark(marked(FLIP, "action: loud, when: done, then: {tally: 9 - tally}", quiet=free)) == "at once"
    assert mark(marked(FLIP, "action: loud, when: done, then: {tally: 3}", quiet=free)) is None


NOT_FOLLOWED = {
    "it disables another": ("action: loud, when: at = 0, then: {other: 3}",),
    "another reads what it writes": ("action: loud, when: other < 3, then: {other: at}",),
    "weights of another": ("action: loud, when: other = 0, then: [{at / 4: {other: 1}}, {1 - at / 4: {}}]",),
    "another's draw depends on it": ("action: loud, when: other = 0, draw: {k: at..3}, then: {other: k}",),
    "another writes the same differently": ("action: loud, when: other < 3, then: {at: 2, other: at}",),
    "another one disables it": ("action: loud, when: at < 3 and other < 3, then: {other: 3, at: at + 1}",),
    "another hidden step elsewhere": ("action: quiet, when: at = 0, then: {at: 2}", LOUD),
    "a computed place": ("action: loud, when: other < 3, then: {'array[at + 1]': 1, other: 3}",),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_FOLLOWED)
def test_not_followed(name: str) -> None:
    assert mark(marked(*NOT_FOLLOWED[name])) is None


def test_what_is_asked_about_must_not_change() -> None:
    changes = "action: quiet, when: at = 0, then: {at: 1, other: 3}"
    assert mark(marked("action: loud, when: at = 1, then: {at: 2}", quiet=changes)) == "at once where other = 3"
    assert mark(marked(FLIP, "action: loud, when: done, then: {done: false}", quiet=changes)) is None
    assert mark(marked(LOUD, ask="Pmax=? [F at = 2]")) == "at once"
    assert mark(marked(LOUD, ask="Pmax=? [F at = 1]")) is None


def test_rewards_are_seen() -> None:
    assert mark(marked(LOUD, gains="{action: quiet, gain: 1}")) is None
    assert mark(marked(LOUD, gains="{action: quiet, gain: 0}")) == "at once"
    assert mark(marked(LOUD, gains="{gain: if at = 0 then 1 else 0}")) is None
    assert mark(marked(LOUD, gains="{gain: if at = 1 then 1 else 0}")) is None  # LOUD pays less if it comes before
    assert mark(marked(LOUD, gains="{gain: if at = 2 then 1 else 0}")) == "at once"
    assert mark(marked(LOUD, gains="{action: loud, gain: at}")) is None
    alone = "action: loud, when: at = 1 and other < 3, then: {other: other + 1}"
    assert mark(marked(alone, gains="{gain: if at = 1 then 1 else 0}")) == "at once"
    assert (
        mark(marked(FLIP, alone, gains="{gain: if done then 1 else 0}")) == "at once where (if done then 1 else 0) = 0"
    )


def test_only_hidden_steps_to_one_state_without_a_choice() -> None:
    for quiet in (
        "action: loud, when: at = 0, then: {at: 1}",
        "action: quiet, when: at = 0, then: [{1/2: {at: 1}}, {1/2: {at: 2}}]",
        "action: quiet, when: at = 0, draw: {k: 1..2}, then: {at: k}",
        "action: quiet, when: at = 0, choose: {k: 1..2}, then: {at: k}",
        "action: quiet, when: at = 0, then: {'array[other]': 1}",
    ):
        assert mark(marked(LOUD, "action: quiet, when: at = 2, then: {at: 3}", quiet=quiet)) is None


def test_a_chain_in_which_two_commands_may_be_enabled_is_left_alone() -> None:
    assert mark(marked(LOUD, kind="chain")) is None
    assert mark(marked("action: loud, when: at = 1 and other < 3, then: {other: other + 1}", kind="chain")) == "at once"


def space(process: Process, target: Target) -> StateSpace:
    return explore(process, conditions_of(process.questions), (target,), Context(threads=1), referees=(Reference(),))[0]


def answers(explored: StateSpace, process: Process) -> list[object]:
    """All answers, in fractions."""
    found = answer_all(explored, process.questions, lambda problem: Exact(), Context())
    return [answer.exact if answer.exact is not None else answer.value for answer in found]


def test_states_on_the_way_are_never_stored() -> None:
    process = lower(load_text(LEADER.read_text()))
    small, large = space(foreseen(process), Reference()), space(process, Reference())
    assert (small.size, large.size) == (31, 219)
    assert small.followed > 0 == large.followed
    assert answers(small, process) == answers(large, process)


LOOP = """
game: loop
type: mdp
variables:
  at: {range: 0..6, init: 0}
  other: {range: 0..2, init: 0}
commands:
  - {action: begin, when: at = 0, then: {at: 1}}
  - {action: quiet, when: 1 <= at < 6, then: {at: at + 1}}
  - {action: quiet, when: at = 6, then: {at: 3}}
  - {action: loud, when: other < 2 and at > 0, then: [{1/2: {other: other + 1}}, {1/2: {other: 2}}]}
hide: [quiet]
questions:
  surely: "Pmin=? [F other = 2]"
  most: "Pmax=? [F other = 1]"
"""


@pytest.mark.parametrize("target", [Reference(), CompiledTarget()], ids=["reference", "compiled"])
def test_of_a_hidden_loop_one_state_stands_for_all_and_may_stay(target: Target) -> None:
    process = lower(load_text(LOOP))
    small = space(foreseen(process), target)
    assert [small.describe(state) for state in range(small.size)] == [
        "at=0, other=0", "at=3, other=0", "at=3, other=1", "at=3, other=2"
    ]  # fmt: skip
    exact = space(foreseen(process), Reference())
    assert answers(exact, process) == answers(space(process, Reference()), process)
    assert answers(exact, process)[0] == 0


def test_a_mistake_on_the_way_is_told() -> None:
    text = LOOP.replace("when: at = 6, then: {at: 3}", "when: at = 6, then: {at: at + 1}")
    for target in (Reference(), CompiledTarget()):
        with pytest.raises(SpecError, match="at"):
            space(foreseen(lower(load_text(text))), target)


def random_game(seed: int) -> str:
    """Some counters with hidden and loud commands: they read each other's variables now and then, and may go round."""
    dice = random.Random(seed)
    count = dice.randint(2, 3)
    lines = ["game: random", "type: mdp", "variables:"]
    lines += [f"  v{i}: {{range: 0..3, init: {dice.randint(0, 1)}}}" for i in range(count)]
    lines += ["commands:"]
    for i in range(count):
        for _ in range(dice.randint(1, 3)):
            guard, value = f"v{i} = {dice.randint(0, 3)}", dice.choice([f"(v{i} + 1) % 4", "0", "3", f"3 - v{i}"])
            if dice.random() < 0.25:
                guard += f" and v{dice.randrange(count)} <= {dice.randint(0, 3)}"
            if dice.random() < 0.15:
                value = f"v{dice.randrange(count)}"
            if dice.random() < 0.6:
                lines.append(f"  - {{action: quiet, when: {guard}, then: {{v{i}: {value}}}}}")
            else:
                also = f", v{(i + 1) % count}: {dice.randint(0, 3)}" if dice.random() < 0.2 else ""
                outcomes = f"[{{1/3: {{v{i}: 3}}}}, {{2/3: {{v{i}: {value}{also}}}}}]"
                lines.append(f"  - {{action: loud, when: {guard}, then: {outcomes}}}")
    lines += ["  - {action: quiet, when: v0 = 3, then: {v0: 2}}", "  - {action: loud, when: v1 = 0, then: {v1: 1}}"]
    lines += ["hide: [quiet]", "labels:", f"  goal: v0 = {dice.randint(0, 3)} and v1 > {dice.randint(0, 2)}"]
    lines += ["rewards:", "  money:", "    - {action: loud, gain: 1}"]
    lines += [f"    - {{gain: if v{dice.randrange(count)} = 2 then 1 else 0}}"] if dice.random() < 0.3 else []
    lines += ["questions:"]
    lines += [f'  {name}{best}: "{ask.format(best)}"' for best in ("min", "max") for name, ask in ASKED.items()]
    return "\n".join(lines)


ASKED = {"reach": "P{}=? [F goal]", "stay": "P{}=? [G not goal]", "gain": "R{{money}}{}=? [F goal]"}


def test_random_games_keep_their_answers_and_some_become_smaller() -> None:
    kernels = registry(load_plugins()).all_of("kernel")
    assert {kernel.name for kernel in kernels} >= {"reference", "compiled"}
    smaller = 0
    for seed in range(RANDOM):
        process = lower(load_text(random_game(seed)))
        plain, small = space(process, Reference()), space(foreseen(process), Reference())
        assert answers(small, process) == answers(plain, process), seed
        least, _ = Confluence().apply(small, Context())
        assert answers(least, process) == answers(plain, process), seed
        native = space(foreseen(process), CompiledTarget())
        assert contents(native) == contents(small), seed
        assert (native.followed > 0) == (small.followed > 0)
        assert small.size <= plain.size
        smaller += small.size < plain.size
    assert smaller > RANDOM // 6


def test_what_is_sorted_or_unseen_is_left_alone() -> None:
    process = marked(LOUD)
    bare = replace(process, summands=tuple(replace(s, followed=None) for s in process.summands))
    hidden = replace(bare, sees=(("at", ()),))
    assert Confluence().foresee(hidden, (), Context()) == hidden
    sorted_ = replace(bare, exchangeable=((("array[1]",), ("array[2]",)),))
    assert Confluence().foresee(sorted_, (), Context()) == sorted_
