"""Every number of the papers that the shipped specs can reach: answers, and the counts of states and transitions.

Answers are `expect:` entries of the specs where they can be; here the specs are run with the constants of each row.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.outcome import Outcome
from oddsmith.hosting.registry import registry
from oddsmith.run import stages
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.run.runner import Tools, run
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.solution import Status
from oddsmith.space.space import StateSpace

SPECS = Path(__file__).parents[2] / "specs"


@pytest.fixture(scope="module")
def tools() -> Tools:
    host = load()
    return Tools(host, registry(host), Context())


def plan(spec: str, constants: Mapping[str, object]) -> Plan:
    texts = tuple((name, str(value).lower()) for name, value in constants.items())
    return Plan(SPECS / f"{spec}.yaml", overrides=texts)


def outcome(tools: Tools, plan: Plan) -> Outcome:
    finished = run(plan, tools).outcome
    assert all(answer.status is Status.DONE for answer in finished.answers)
    return finished


def explored(tools: Tools, spec: str, **constants: object) -> StateSpace:
    """The state space alone."""
    wanted = plan(spec, constants)
    process = stages.lower(wanted, stages.load(wanted), tools.host)
    return stages.explore(wanted, process, tools.registry, tools.context)[0]


def asked(tools: Tools, spec: str, questions: Mapping[object, str], **constants: object) -> dict[object, Answer]:
    asks = tuple(Ask(str(key), text) for key, text in questions.items())
    answers = outcome(tools, replace(plan(spec, constants), asks=asks)).answers
    return dict(zip(questions, answers, strict=True))


def assert_is(answer: Answer, value: Fraction | float) -> None:
    assert Fraction(answer.lower) <= value <= Fraction(answer.upper), answer
    assert math.isclose(answer.lower, answer.upper, rel_tol=1e-8)


def expectations(tools: Tools, spec: str, questions: tuple[str, ...] = (), **constants: object) -> list[str]:
    """The questions for whose answers something is expected with these constants; all are as expected."""
    answers = outcome(tools, replace(plan(spec, constants), questions=questions)).answers
    checked = [answer for answer in answers if answer.ok is not None]
    for answer in checked:
        assert answer.ok, f"{answer.question.name}: {answer.value!r} in {answer.lower!r}..{answer.upper!r}"
    return [answer.question.name for answer in checked]


class TestRuin:
    """Bloemen 2012, Table 1; Rocha & Stern's closed forms."""

    @pytest.mark.parametrize(
        ("N", "d"), [(3, 3), (3, 10), (3, 50), (3, 100), (3, 500), (5, 5), (5, 10), (5, 50), (10, 5), (10, 10)]
    )
    def test_length_and_ruin_of_the_first_player(self, tools: Tools, N: int, d: int) -> None:  # noqa: N803
        assert expectations(tools, "ruin", ("length", "ruin1"), N=N, d=d) == ["length", "ruin1"]

    @pytest.mark.parametrize(("N", "d"), [(3, 3), (3, 10), (5, 5)])
    def test_the_parallel_processes_say_the_same(self, tools: Tools, N: int, d: int) -> None:  # noqa: N803
        assert expectations(tools, "ruin-modules", ("length", "ruin1"), N=N, d=d) == ["length", "ruin1"]

    @pytest.mark.parametrize(
        ("N", "d", "static", "dynamic"),
        [
            (3, 3, 28, 53),
            (3, 10, 196, 585),
            (3, 50, 3_976, 14_905),
            (3, 100, 15_451, 59_805),
            (3, 500, 377_251, 1_499_005),
            (5, 5, 376, 937),
            (5, 10, 3_626, 12_417),
            (10, 5, 5_005, 14_300),
            (10, 10, 277_132, 1_152_293),
        ],
    )
    def test_states_with_the_flag(self, tools: Tools, N: int, d: int, static: int, dynamic: int) -> None:  # noqa: N803
        assert explored(tools, "ruin", N=N, d=d, flag=True).size == static
        assert explored(tools, "ruin-modules", N=N, d=d, flag=True).size == dynamic

    @staticmethod
    def exact(tools: Tools, players: int, dollars: int) -> list[Fraction | None]:
        wanted = replace(plan("ruin", {"N": players, "d": dollars}), solver=Step("exact"))
        return [answer.exact for answer in outcome(tools, wanted).answers]

    @staticmethod
    def chances(players: int) -> list[Fraction]:
        return [Fraction(1, 2), Fraction(2, 5), *[Fraction(1, 10 * (players - 2))] * (players - 2)]

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_as_many_dollars_as_players(self, tools: Tools, players: int) -> None:
        chances = self.chances(players)
        all_win = math.factorial(players) * math.prod(chances)
        ruins = [(1 - p) ** players / (1 - all_win) for p in chances]
        assert self.exact(tools, players, players) == [players / (1 - all_win), *ruins]

    @pytest.mark.parametrize(("players", "dollars"), [(4, 1), (4, 3), (6, 3)])
    def test_fewer_dollars_than_players(self, tools: Tools, players: int, dollars: int) -> None:
        """Somebody wins no round of the first d: the game lasts d rounds."""
        ruins = [(1 - p) ** dollars for p in self.chances(players)]
        assert self.exact(tools, players, dollars) == [dollars, *ruins]


class TestYahtzee:
    """Bloemen 2012, Table 2 and Section 4.2."""

    @pytest.mark.parametrize(
        ("N", "turns", "states"),
        [(5, 3, 2_598), (5, 10, 9_150), (5, 100, 93_390), (10, 3, 43_079), (10, 10, 155_275)],
    )
    def test_probability_and_states(self, tools: Tools, N: int, turns: int, states: int) -> None:  # noqa: N803
        assert "yahtzee" in expectations(tools, "yahtzee", ("yahtzee", "missed"), N=N, turns=turns)
        wanted = replace(plan("yahtzee", {"N": N, "turns": turns, "flag": True}), questions=("yahtzee",))
        flagged = outcome(tools, wanted)
        assert flagged.states == states
        assert flagged.answers[0].ok

    @pytest.mark.parametrize(("N", "turns"), [(5, 1000), (10, 100)])
    def test_nearly_sure(self, tools: Tools, N: int, turns: int) -> None:  # noqa: N803
        assert expectations(tools, "yahtzee", ("missed",), N=N, turns=turns) == ["missed"]

    def test_transitions(self, tools: Tools) -> None:
        flagged = explored(tools, "yahtzee", flag=True)
        assert (flagged.size, flagged.transitions.count, flagged.deadlocks) == (2_598, 8_298, 246)
        assert explored(tools, "yahtzee").size == 2_562

    def test_least_probability_with_the_flag_too(self, tools: Tools) -> None:
        assert expectations(tools, "yahtzee", ("yahtzee_min",), flag=True) == ["yahtzee_min"]

    def test_dice_as_processes(self, tools: Tools) -> None:
        """Figure 7 with four dice has the printed size, and the answers of Figure 8."""
        names = ("yahtzee", "yahtzee_min", "three")
        wanted = replace(plan("yahtzee-dice", {"N": 4}), questions=names)
        processes = outcome(tools, wanted)
        assert (processes.states, processes.transitions) == (3_889, 6_225_984)
        counted = outcome(tools, replace(plan("yahtzee", {"N": 4}), questions=names))
        for one, other in zip(processes.answers, counted.answers, strict=True):
            assert math.isclose(float(one.value), float(other.value), rel_tol=1e-8)  # type: ignore[arg-type]

    def test_expected_turns(self, tools: Tools) -> None:
        assert expectations(tools, "yahtzee-turns") == ["turns", "worst"]


class TestGoose:
    """Bloemen 2012, Table 3; Groote & Zantema 2014."""

    @pytest.mark.parametrize(
        ("dice", "first_round", "wells"),
        [(1, False, True), (1, False, False), (2, True, True), (2, True, False), (2, False, False)],
    )
    def test_rules_of_bloemen(self, tools: Tools, dice: int, first_round: bool, wells: bool) -> None:
        constants = {"dice": dice, "first_round": first_round, "wells": wells}
        finished = outcome(tools, plan("goose-bloemen", constants))
        answers = {answer.question.name: answer for answer in finished.answers}
        assert [name for name, answer in answers.items() if answer.ok] == ["win1", "win2", "length"]
        ends = sum(float(answers[name].value) for name in ("win1", "win2", "tie"))  # type: ignore[arg-type]
        assert math.isclose(ends, 1, rel_tol=1e-8)
        assert wells or answers["tie"].upper == 0

    @pytest.mark.parametrize(
        ("spec", "states", "throwing", "transitions"),
        [("goose2", 4_414, 4_046, 38_994), ("goose3", 297_441, 272_645, None)],
    )
    def test_states(self, tools: Tools, spec: str, states: int, throwing: int, transitions: int | None) -> None:
        space = explored(tools, spec)
        assert space.size == states
        assert transitions in (None, space.transitions.count)
        throws = [number for number, action in enumerate(space.actions) if action == "throw"]
        assert sum((space.summand == number).sum() for number in throws) == throwing

    def test_three_players(self, tools: Tools) -> None:
        assert expectations(tools, "goose3") == ["win1", "win2", "win3", "draw"]

    def test_two_squares(self, tools: Tools) -> None:
        finished = outcome(tools, plan("goose-simple", {}))
        assert [answer.exact for answer in finished.answers] == [Fraction(16, 27), Fraction(11, 27)]


class TestCards:
    """Mocanu 2023: Combat Dice and Incan Gold."""

    AT_LEAST = "15547/15552 5761/5832 271/288 1082105/1259712 976103/1259712 409267/629856 19445/39366 372781/1259712"
    AT_LEAST += " 38011/314928"

    def test_combat_dice_at_least(self, tools: Tools) -> None:
        questions = {x: f"Pmax=? [F thrown and total() >= {x}]" for x in range(1, 10)}
        answers = asked(tools, "combat-dice", questions)
        for x, text in enumerate(self.AT_LEAST.split(), 1):
            assert_is(answers[x], Fraction(text))

    @pytest.mark.parametrize("k", [1, 2, 3, 20])
    def test_combat_dice_expected_value(self, tools: Tools, k: int) -> None:
        wanted = replace(plan("combat-dice", {"k": k}), questions=("expected",))
        finished = outcome(tools, wanted)
        assert finished.answers[0].ok
        assert finished.states == 2 + 216 * k
        assert k != 3 or finished.transitions == 148_609

    def test_incan_gold_logic(self, tools: Tools) -> None:
        def formula(x: int) -> Fraction:
            ways = sum(math.comb(5, k) * 3**k * math.comb(16, x - k) for k in range(min(5, x) + 1))
            return Fraction(ways, math.comb(31, x))

        drawn = {x: f"P=? [F safe() and cards() >= {x}]" for x in (1, 2, 5, 10, 15, 21)}
        rewards = {"cards": "R{cards}=? [F over]", "gems": "R{gems}=? [F over]"}
        answers = asked(tools, "incan-gold-logic", {**drawn, **rewards})
        for x in drawn:
            assert_is(answers[x], formula(x))
        assert_is(answers["cards"], Fraction(7664, 1001))
        assert_is(answers["gems"], Fraction(29698, 1001))

    def test_incan_gold_logic_states(self, tools: Tools) -> None:
        space = explored(tools, "incan-gold-logic")
        assert (space.size, space.transitions.count) == (3_096_577, 12_828_673)

    def test_incan_gold_alone(self, tools: Tools) -> None:
        assert expectations(tools, "incan-gold") == ["best"]


class TestAnotherGame:
    """DePree & Lee, with what is right where their paper is wrong."""

    def spread(self, tools: Tools, question: str) -> dict[int, float]:
        wanted = replace(plan("another-game", {}), questions=(question,))
        found = outcome(tools, wanted).answers[0].value
        assert isinstance(found, Spread)
        return dict(zip(map(int, found.support), found.probability, strict=True))

    def test_the_printed_game(self, tools: Tools) -> None:
        names = ["cycles", "rolls", "loses1", "at_most_5_cycles", "at_most_6_cycles", "more_than_40_cycles"]
        assert expectations(tools, "another-game") == [*names, "median_rolls", "winner_coins"]

    @pytest.mark.parametrize(("coins", "lead"), [(5, 0), (4, 2), (6, -2)])
    def test_other_beginnings(self, tools: Tools, coins: int, lead: int) -> None:
        assert expectations(tools, "another-game", ("cycles",), coins=coins, lead=lead, pot=0) == ["cycles"]

    def test_transient_states(self, tools: Tools) -> None:
        """66 when it is the first player's turn."""
        space = explored(tools, "another-game")
        first = [number for number, action in enumerate(space.actions) if action == "roll[1]"]
        assert sum((space.summand == number).sum() for number in first) == 66

    def test_distribution_of_the_cycles(self, tools: Tools) -> None:
        cycles = self.spread(tools, "cycle_distribution")
        assert min(cycles) == 5
        assert math.isclose(cycles[5], 63 / 1024, rel_tol=1e-9)
        assert math.isclose(cycles[6], 22805 / 331776, rel_tol=1e-9)
        mean = sum(k * p for k, p in cycles.items())
        deviation = math.sqrt(sum((k - mean) ** 2 * p for k, p in cycles.items()))
        assert math.isclose(mean, 17.540922306905323, rel_tol=1e-8)
        assert math.isclose(deviation, 12.772112199640, rel_tol=1e-8)
        assert math.isclose(sum(p for k, p in cycles.items() if k > 40), 0.0608571818, abs_tol=1e-9)
        assert sum(p for k, p in cycles.items() if k <= 13) < 0.5 <= sum(p for k, p in cycles.items() if k <= 14)
        assert math.isclose(cycles[101] / cycles[100], 0.92452327, abs_tol=1e-8)
