"""Every expression of a process is changed, with the names that are bound around it, and nothing else is."""

from dataclasses import replace

from oddsmith.expr.show import show
from oddsmith.process.expressions import expressions
from oddsmith.process.rewrite import rewritten, with_branches
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

PROCESS = lower(
    load_text(
        """\
game: g
type: mdp
variables: {x: 0..9, v: {array: 1..2, range: 0..9}}
functions: {f(a): a + x}
commands:
  - action: go
    choose: {k: 1..2}
    when: x + k < 5
    draw: {d: 1..x, e: {1: 1 / (x + 1), 2: d / (x + 1)}}
    then: {"v[k]": "d + e + f(k)"}
labels: {done: "v[1] = 9"}
rewards: {r: [{when: x > 0, gain: x}, {action: go, gain: 1}]}
questions:
  a: "Pmax=? [x > 1 U<=3 done]"
  b: "Rmax{r}=? [F done]"
  c: "smallest k with Pmax [F<=k x > 2] >= 0.5"
"""
    )
)


def test_nothing_changes_where_nothing_is_changed():
    assert rewritten(PROCESS, lambda expr, bound: expr) == PROCESS


def test_every_formula_is_seen_with_what_is_bound_around_it():
    seen = {}

    def change(expr, bound):
        seen[show(expr)] = set(bound)
        return expr

    rewritten(PROCESS, change)
    constants = {"3", "1/2", "k"}  # bounds and levels of questions
    assert {show(e) for e in expressions(PROCESS)} - seen.keys() - constants <= {"v[k]"}
    assert seen["a + x"] == {"a"}
    assert seen["x + k < 5"] == {"k"}
    assert seen["d / (x + 1)"] == {"k", "d"}
    assert seen["d + e + f(k)"] == {"k", "d", "e"}
    assert seen["v[1] = 9"] == set()


def test_branches_are_changed_one_by_one():
    idle = with_branches(PROCESS, lambda branch: replace(branch, updates=()))
    assert [branch.updates for summand in idle.summands for branch in summand.branches] == [()]
