"""The invariants of the linear form, each broken once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from oddsmith.expr.parse import parse_text
from oddsmith.process.process import (
    Array,
    Branch,
    Draw,
    Gain,
    Label,
    Parameter,
    Process,
    Reward,
    Summand,
    Uniform,
    Update,
)
from oddsmith.process.question import Distribution, Question, Visits
from oddsmith.process.validate import InvalidProcessError, complaints, validate

e = parse_text
Change = Callable[[Process], Process]


def command(**changes: object) -> Change:
    return lambda p: replace(p, summands=(replace(p.summands[1], **changes),))  # type: ignore[arg-type]


def branch(*, draws: tuple[Draw, ...] = (), weight: str = "1", updates: tuple[Update, ...] = ()) -> Change:
    return command(branches=(Branch(draws, e(weight), updates),))


BROKEN: list[tuple[Change, str]] = [
    (lambda p: replace(p, params=(*p.params, p.params[0])), "parameter f is there 2 times"),
    (lambda p: replace(p, params=(Parameter("f", p.params[0].type, 0, 5, 9), *p.params[1:])), "outside its range"),
    (lambda p: replace(p, arrays=(Array("pos", ((1, 2),), 0),)), "array pos does not stand at parameter 0"),
    (lambda p: replace(p, tables=(replace(p.tables[0], values=(1,)),)), "table price has 1 values"),
    (lambda p: replace(p, labels=(Label("x", e("g = 1")),)), "label x reads g, which is not defined"),
    (lambda p: replace(p, labels=(Label("x", e("pos[1, 2] = 1")),)), "reads pos with 2 indices"),
    (lambda p: replace(p, labels=(Label("x", e("shift(1, 2) = 1")),)), "calls shift with 2 arguments"),
    (lambda p: replace(p, labels=(Label("x", e("abs(1, 2) = 1")),)), "calls abs with 2 arguments"),
    (lambda p: replace(p, labels=(Label("x", e("fly(1) = 1")),)), "calls fly, which is not defined"),
    (lambda p: replace(p, functions=(replace(p.functions[0], body=e("y")),)), "function shift reads y"),
    (lambda p: replace(p, rewards=(Reward("paid", e("g")),)), "reward paid reads g"),
    (lambda p: replace(p, kind="chain"), "chooses in a chain"),
    (command(player="ann"), "belongs to ann, who does not play"),
    (command(branches=()), "has no branches"),
    (command(guard=e("k = 1")), "reads k, which is not defined"),
    (command(gains=(Gain("lost", e("1")),)), "gains lost, which is no reward"),
    (branch(draws=(Draw("f", Uniform(e("1"), e("2"))),)), "draws f, which is bound already"),
    (branch(draws=(Draw("a", Uniform(e("1"), e("b"))),)), "reads b, which is not defined"),
    (branch(weight="a"), "reads a, which is not defined"),
    (branch(updates=(Update(e("price[1]"), e("1")),)), "writes the table price"),
    (branch(updates=(Update(e("g"), e("1")),)), "writes g, which is not defined"),
    (lambda p: replace(p, questions=(Question("q", "", Distribution("lost", e("ready"))),)), "asks for lost"),
    (lambda p: replace(p, questions=(Question("q", "", Visits(e("far(f)"))),)), "question q calls far"),
    (lambda p: replace(p, exchangeable=((("pos[1]",), ("pos[3]",)),)), "exchangeable pos[3] is no parameter"),
    (lambda p: replace(p, exchangeable=((("pos[1]",), ("pos[1]",)),)), "pos[1] is exchangeable twice"),
    (lambda p: replace(p, exchangeable=((("f",), ("pos[1]",)),)), "f and others are exchangeable and have different"),
]


def test_a_good_process_passes(process: Process) -> None:
    assert validate(process) is process


@pytest.mark.parametrize(("change", "message"), BROKEN)
def test_a_broken_invariant_is_named(process: Process, change: Change, message: str) -> None:
    assert any(message in complaint for complaint in complaints(change(process)))


def test_validate_raises_all_complaints_at_once(process: Process) -> None:
    broken = replace(
        process, labels=(Label("x", e("g = 1")), Label("y", e("h = 1"))), summands=(Summand("", e("true"), ()),)
    )
    with pytest.raises(InvalidProcessError, match=r"no branches.*reads g.*reads h"):
        validate(broken)
