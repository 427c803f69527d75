"""Exploring up to the order of exchangeable parts keeps every answer, and both kernels do the same."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from contracts.test_kernels import SMALL, assert_same_space, spaces
from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.process.process import Process
from oddsmith.solve.answering import answer_all
from oddsmith.space.space import StateSpace
from oddsmith.spec.load import load as load_spec
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.reductions.symmetry import Symmetry

SPECS = Path(__file__).parents[2] / "specs"
RANDOM = 60
"""How many random games of each kind."""


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def reduced(process: Process) -> Process:
    return Symmetry().apply(process, Context())


def answers(process: Process, space: StateSpace, installed: Registry) -> list[object]:
    exact = installed.make("solver", "exact", {})
    found = answer_all(space, process.questions, lambda problem: exact, Context())
    return [(answer.question.name, answer.value, answer.ok) for answer in found]


@pytest.mark.parametrize(("spec", "constants"), SMALL, ids=lambda value: value if isinstance(value, str) else "")
def test_small_games_of_papers(spec: str, constants: dict[str, str], installed: Registry) -> None:
    assert_same_space(*spaces(reduced(lower(load_spec(SPECS / f"{spec}.yaml", constants))), installed))


def random_text(seed: int, kind: str) -> str:
    """Three records that are treated alike, unless one of them is mentioned by its number."""
    chance = random.Random(seed)
    terms = ["a[i]", "b[i]", "t", "1", "sum(j in 1..3: a[j])", "max(j in 1..3: b[j])", "count(j in 1..3: a[j] = b[j])"]
    terms += ["if a[i] > b[i] then t else 2", "alike(i)", *chance.choices(["a[2]", "i", "b[1]", "a[i]"], k=1)]

    def term() -> str:
        return f"({chance.choice(terms)} {chance.choice('+*')} {chance.choice(terms)})"

    def about(index: str) -> str:
        return chance.choice(["a[{0}] = 2", "a[{0}] > b[{0}]", "b[{0}] = 1 and t > 1"]).format(index)

    about_one = about("{0}")
    alone = f"{{'a[i]': '({term()} + side) % 3', 'b[i]': '{term()} % 2', t: t + 1}}"
    others = f"{{'a[j in 1..3]': 'if j = i then {term()} % 3 else a[j]', 't': t + 1}}"
    if kind == "chain":
        weight = chance.choice(["1/3", "(1 + a[i]) / (3 + sum(j in 1..3: a[j]))"])
        family = f"for: {{i: 1..3}}, weight: '{weight}', then: {chance.choice([alone.replace('side', '1'), others])}"
        draw = f"draw: {{i: 1..3, side: 0..1}}, then: {chance.choice([alone, others])}"
        commands = chance.choice([f"  - {{when: t < 4, then: [{{{family}}}]}}", f"  - {{when: t < 4, {draw}}}"])
    else:
        binder = chance.choice(["for", "choose"])
        guard = chance.choice(["t < 4", "t < 4 and a[i] < 2", "t < 4 and b[i] <= t"])
        commands = f"  - {{{binder}: {{i: 1..3}}, when: '{guard}', draw: {{side: 0..1}}, then: {alone}}}\n"
        commands += "  - {when: t < 4, then: {t: t + 1}}"
    best = "" if kind == "chain" else chance.choice(["min", "max"])
    other = f"other: 'P{best}=? [F t > 2 and ({about_one.format(3)})]'"
    last = chance.choice([other, f"first: 'R{{first}}{best}=? [F t = 4]'"])
    return f"""\
game: random
type: {kind}
functions: {{alike(i): 'count(j in 1..3: a[j] = a[i])'}}
variables:
  a: {{array: {{k: 1..3}}, range: 0..2, init: {chance.choice(["0", "1", "2", "k % 3", "k // 2"])}}}
  b: {{array: {{k: 1..3}}, range: 0..1, init: {chance.choice(["0", "0", "k % 2"])}}}
  t: 0..4
commands:
{commands}
rewards: {{gold: [{{action: '*', gain: 'sum(j in 1..3: a[j] * next(b[j]))'}}], first: [{{gain: 'a[1]'}}]}}
questions:
  all: 'P{best}=? [F any(i in 1..3: {about("i")})]'
  one: 'P{best}=? [F t > 2 and ({about_one.format(chance.choice("12"))})]'
  gold: 'R{{gold}}{best}=? [F t = 4]'
  {last}
"""


@pytest.mark.parametrize("kind", ["chain", "mdp"])
def test_random_games(kind: str, installed: Registry) -> None:
    smaller = 0
    for seed in range(RANDOM):
        process = lower(load_text(random_text(seed, kind)))
        if seed % 2:
            process = process_about(process, "all", "gold")
        symmetric = reduced(process)
        whole, by_reference = (next(spaces(p, installed)) for p in (process, symmetric))
        assert answers(symmetric, by_reference, installed) == answers(process, whole, installed), f"seed {seed}"
        if seed % 20 == 1:
            assert_same_space(*spaces(symmetric, installed))
        smaller += by_reference.size < whole.size
    assert smaller > RANDOM // 4


def process_about(process: Process, *names: str) -> Process:
    return replace(process, questions=tuple(q for q in process.questions if q.name in names))
