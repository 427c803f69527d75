"""A small process with everything in it: an array, a table, a function, draws, choices, gains."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.expr.parse import parse_text
from oddsmith.expr.types import BOOL, INT, Type
from oddsmith.process.process import (
    Array,
    Branch,
    Draw,
    Function,
    Gain,
    Label,
    Parameter,
    Process,
    Reward,
    Sum,
    Summand,
    Table,
    Uniform,
    Update,
    Weighted,
)
from oddsmith.process.question import Expectation, Path, Probability, Question

e = parse_text


@pytest.fixture
def process() -> Process:
    phase = Type("enum", ("bet", "over"))
    move = Branch(
        (Draw("a", Uniform(e("1"), e("f + 1"))), Draw("b", Weighted(((e("a"), e("1/2")), (e("0"), e("1/2")))))),
        e("1/3"),
        (Update(e("pos[k]"), e("shift(a + b)")), Update(e("f"), e("f + 1"))),
    )
    stay = Branch((), e("2/3"), ())
    return Process(
        "small",
        "mdp",
        (
            Parameter("f", INT, 0, 5, 2),
            Parameter("pos[1]", INT, 0, 9, 0),
            Parameter("pos[2]", INT, 0, 9, 0),
            Parameter("ready", BOOL, 0, 1, 0),
            Parameter("phase", phase, 0, 1, 0),
        ),
        (
            Summand(
                "go",
                e("f < 5 and not ready"),
                (move, stay),
                sums=(Sum("k", (1, 2)),),
                gains=(Gain("paid", e("next(f)")),),
            ),
            Summand("", e("true"), (Branch((), e("1"), (Update(e("ready"), e("true")),)),)),
        ),
        arrays=(Array("pos", ((1, 2),), 1),),
        tables=(Table("price", ((1, 3),), (3, None, Fraction(1, 2))),),
        functions=(
            Function("shift", ("x",), e("x + twice(1)"), INT, (INT,)),
            Function("twice", ("x",), e("2 * pos[x]"), INT, (INT,)),
        ),
        labels=(Label("full", e("f = 5")),),
        rewards=(Reward("paid", e("if ready then price[1] else 0")),),
        questions=(
            Question("fill", "Pmax=? [F full]", Probability(Path("F", e("f = 5")), "max")),
            Question("cost", "Rmin{paid}=? [C<=3]", Expectation("paid", "cumulative", steps=e("3"), optimum="min")),
        ),
    )
