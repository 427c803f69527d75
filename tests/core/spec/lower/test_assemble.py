"""Whole games: text in, linear form out."""

from __future__ import annotations

from textwrap import dedent

import pytest

from oddsmith.process.process import Process
from oddsmith.process.question import Probability
from oddsmith.process.show import show
from oddsmith.process.validate import validate
from oddsmith.source import SpecError
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import ask, lower, with_questions

GAMBLER = """\
game: gambler
type: mdp
constants: {N: 5, d: 2, p: 0.6}
variables:
  f: {range: 0..N, init: d}
commands:
  - action: bet1
    when: 0 < f < N
    then:
      - p:     {f: f + 1}
      - 1 - p: {f: f - 1}
  - action: bet2
    when: p > 1 and f > 0
    then: {f: f - 1}
labels: {won: f = N}
rewards: {bets: [{action: bet1, gain: 1}]}
questions:
  win: {ask: "Pmax=? [F won]", expect: 21/31}
  steps: "R{steps}min=? [F won]"
"""

GAMBLER_LINEAR = """\
mdp gambler

parameters
  f: 0..5 = 2

[bet1]
  when 0 < f < 5
  3/5: f' = f + 1
  2/5: f' = f - 1
  gain bets: 1

labels
  won: f = 5

rewards
  bets: 0
  steps: 1

questions
  win: Pmax=? [F won]
  steps: R{steps}min=? [F won]
"""


def gambler() -> Process:
    return lower(load_text(GAMBLER))


def test_constants_are_in_place_and_impossible_commands_are_gone() -> None:
    assert show(gambler()) == GAMBLER_LINEAR


def test_commands_know_where_they_were_written() -> None:
    origin = gambler().summands[0].origin
    assert origin is not None
    assert origin.place.startswith("spec:7:")


def test_one_more_question_may_use_labels_and_constants() -> None:
    game = load_text(GAMBLER)
    question = ask(game, 'Pmin=?  [F "won" or f = N - 1]', "close")
    assert (question.name, question.text) == ("close", 'Pmin=? [F "won" or f = N - 1]')
    assert isinstance(question.query, Probability)
    process = with_questions(lower(game), [question])
    assert [q.name for q in process.questions] == ["win", "steps", "close"]


def test_functions_that_only_one_more_question_uses_come_back() -> None:
    text = GAMBLER.replace(
        "variables:", 'functions: {"rich(x)": "f > x + odds[1]"}\ntables: {odds: [1]}\nvariables:', 1
    )
    game = load_text(text)
    process = lower(game)
    assert process.functions == ()
    assert process.tables == ()
    asked = validate(with_questions(process, [ask(game, "Pmax=? [F rich(2)]")], game))
    assert [f.name for f in asked.functions] == ["rich"]
    assert [t.name for t in asked.tables] == ["odds"]


def test_the_reward_steps_comes_with_the_first_question_that_needs_it() -> None:
    text = GAMBLER.replace('  steps: "R{steps}min=? [F won]"\n', "")
    game = load_text(text)
    process = lower(game)
    assert [r.name for r in process.rewards] == ["bets"]
    asked = with_questions(process, [ask(game, "R{steps}max=? [F won]")])
    assert [r.name for r in asked.rewards] == ["bets", "steps"]
    again = with_questions(asked, [ask(game, "R{steps}min=? [F won]", "least")])
    assert [r.name for r in again.rewards] == ["bets", "steps"]
    validate(again)


def test_mistakes_that_show_only_after_unrolling_are_reported_together() -> None:
    text = """\
    game: wrong
    constants: {N: 2}
    variables: {f: 0..N}
    commands:
      - for: {i: 1..N}
        when: f = i
        then:
          - {for: {j: 1..i}, weight: 1/2, then: {f: 0}}
    labels: {"won[i in 1..N]": f = i}
    questions: {win: "P=? [F won[3]]"}
    """
    with pytest.raises(SpecError) as caught:
        lower(load_text(dedent(text)))
    assert [d.code for d in caught.value.diagnostics] == ["E402", "E502"]


def test_players_deadlock_and_observations_are_kept() -> None:
    text = """\
    game: cards
    type: game
    players: [ann, bob]
    deadlock: error
    variables:
      card: {array: 1..2, range: 0..3, sees: [ann]}
      pot: 0..1
    commands:
      - {player: bob, then: {pot: 1}}
    """
    process = lower(load_text(dedent(text)))
    assert process.players == ("ann", "bob")
    assert process.deadlock == "error"
    assert process.sees == (("card[1]", ("ann",)), ("card[2]", ("ann",)))


def test_hidden_actions_are_called_tau_and_keep_their_gains() -> None:
    text = """\
    game: hidden
    variables: {f: 0..1}
    hide: [step]
    commands:
      - {for: {i: 0..1}, action: "step[i]", when: f = i, then: {f: 1 - f}}
      - {action: stop, when: f > 1, then: {}}
    rewards: {n: [{action: "step[1]", gain: 3}]}
    """
    process = lower(load_text(dedent(text)))
    assert [(s.action, len(s.gains)) for s in process.summands] == [("tau", 0), ("tau", 1), ("stop", 0)]


def test_players_without_a_command_are_not_asked_for() -> None:
    text = """\
        game: duel
        type: game
        players: [ann, bob]
        variables: {f: 0..1}
        commands: [{player: ann, then: {f: 1}}]
        questions: {all: "<<ann,bob>> Pmax=? [F f = 1]"}
    """
    with pytest.raises(SpecError, match="`bob` decides nothing"):
        lower(load_text(dedent(text)))
    game = load_text(dedent(text).replace("<<ann,bob>>", "<<>>"))
    with pytest.raises(SpecError, match="`bob` decides nothing"):
        with_questions(lower(game), [ask(game, "<<bob>> Pmax=? [F f = 1]")], game)
