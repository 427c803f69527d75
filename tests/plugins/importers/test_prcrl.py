"""Specifications in prCRL: Bloemen's listings run as printed, with his numbers of states and his answers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.exchange.importer import ForeignText, Imported
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.run.exchange import imported
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem
from oddsmith.solve.solver import Solver
from oddsmith.source import Source, SpecError
from oddsmith.space.explore import explore
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.importers.prcrl import Prcrl
from plugins.importers.prcrl_rules import Rules

LISTINGS = Path(__file__).parents[3] / "specs" / "prcrl"
LENGTH = '  length: "Rmax{bet}=? [F happened]"\n'
Answers = tuple[int, int, dict[str, Fraction | float | bool]]


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def listing(name: str) -> str:
    return (LISTINGS / f"{name}.prcrl").read_text()


def read(text: str, **constants: str) -> Imported:
    return imported(Prcrl(), ForeignText(Source("model.prcrl", text), None, False, tuple(constants.items())), Context())


def spec(text: str) -> str:
    """The spec without the line that says where it comes from."""
    return read(text).text.partition("\n")[2]


def refused(text: str) -> list[str]:
    """`code line:column message` of all complaints."""
    with pytest.raises(SpecError) as error:
        read(text)
    places = [d.span.place.partition(":")[2] if d.span else "" for d in error.value.diagnostics]
    return [f"{d.code} {place} {d.message}" for d, place in zip(error.value.diagnostics, places, strict=True)]


def answers(text: str, installed: Registry, exact: bool = True, **constants: str) -> Answers:
    """States, transitions, and answers, in fractions if they are to be exact."""
    process = lower(load_text(text, overrides=constants))
    target = installed.make("kernel", "reference" if exact else "compiled", {})
    space, _ = explore(process, conditions_of(process.questions), (target,), Context(), exact=exact)
    wanted = "exact" if exact else "direct"
    solvers: tuple[Solver, ...] = sorted(installed.all_of("solver"), key=lambda solver: solver.name != wanted)

    def choose(problem: Problem) -> Solver:
        return next(solver for solver in solvers if not solver.missing(problem))

    found = answer_all(space, process.questions, choose, Context())
    values = {a.question.name: a.value if isinstance(a.value, bool) or a.exact is None else a.exact for a in found}
    return space.size, space.transitions.count, values


def test_gambler_as_in_figure_1(installed: Registry) -> None:
    assert spec(listing("gambler")) == (
        "game: model\n"
        "about: |\n"
        "  Bloemen 2012, Figure 1, as printed: the Gambler's Ruin Problem.\n"
        "type: mdp\n"
        "constants: {N: 5, d: 2, p: 0.6}\n"
        "variables:\n"
        "  f: {range: 0..N, init: d}\n"
        "  happened: bool\n"
        "commands:\n"
        "  - action: win\n"
        "    when: f = N\n"
        "    then: {happened: true}\n"
        "  - action: broke\n"
        "    when: f = 0 and not happened\n"
        "    then: {}\n"
        "  - action: bet\n"
        "    when: f > 0 and f < N and not happened\n"
        "    then:\n"
        "      - p: {f: f + 1}\n"
        "      - 1 - p: {f: f - 1}\n"
        "# How often each action happens.\n"
        "rewards:\n"
        "  win: [{action: win, gain: 1}]\n"
        "  broke: [{action: broke, gain: 1}]\n"
        "  bet: [{action: bet, gain: 1}]\n"
        "questions:\n"
        '  win_max: "Pmax=? [F happened]"\n'
        '  win_min: "Pmin=? [F happened]"\n'
    )
    _, _, ours = answers(read(listing("gambler")).text, installed)
    assert ours == {"win_max": Fraction(135, 211), "win_min": Fraction(135, 211)}


def test_gambler_with_the_second_bet(installed: Registry) -> None:
    bet2 = "++ f>0 & f<N-1 => bet2.psum(0.5->X[f+2]\n                             ++ 0.5->X[f-1])\n"
    _, _, ours = answers(read(listing("gambler").replace("init", bet2 + "init")).text, installed)
    assert ours == {"win_max": Fraction(21, 31), "win_min": Fraction(135, 211)}


@pytest.mark.parametrize(
    ("d", "static", "dynamic", "length", "ruin"),
    [
        (3, 28, 53, Fraction(75, 22), Fraction(25, 176)),
        (10, 196, 585, 14.115156819404, 3.767235465016e-3),
        (50, 3_976, 14_905, 71.4285671148993, 1.15001227845e-11),
    ],
)
def test_ruin_as_in_table_1(
    d: int, static: int, dynamic: int, length: Fraction | float, ruin: Fraction | float, installed: Registry
) -> None:
    exact, accuracy = d == 3, 0 if d == 3 else 1e-9
    states, _, ours = answers(read(listing("ruin"), d=str(d)).text + LENGTH, installed, exact)
    assert states == static
    assert ours["length"] == pytest.approx(length, rel=accuracy)
    first = listing("ruin-parallel").replace("U broke", "U broke(1)").replace("broke.X", "broke(i).X")
    states, _, ours = answers(read(first, d=str(d)).text, installed, exact)
    assert states == dynamic
    assert ours["broke_max"] == pytest.approx(ruin, rel=accuracy)  # others who are ruined, too, may put it off for ever


def test_parallel_ruin_as_in_figure_6(installed: Registry) -> None:
    """T + N*T + 2*B states: the flag of `broke` by anybody (Table 1 has it for player 1, as in the test before)."""
    text = read(listing("ruin-parallel")).text
    states, _, ours = answers(text + LENGTH, installed)
    assert states == 10 + 3 * 10 + 2 * 9
    assert ours == {"broke_max": 1, "broke_min": 1, "length": Fraction(75, 22)}
    assert "  X: {module: X, for: {i: 1..3}}\nindependent: [broke]\n" in text
    assert "      - action: step[i]\n        when: at_X = X_2 and f <= MF\n" in text


def test_parallel_ruin_of_five(installed: Registry) -> None:
    five = listing("ruin-parallel").replace("|| X[3,d]", "|| X[3,d] || X[4,d] || X[5,d]")
    first = five.replace("U broke", "U broke(1)").replace("broke.X", "broke(i).X")
    states, _, ours = answers(read(first, N="5", d="5").text, installed, exact=False)
    assert states == 937
    assert ours["broke_max"] == pytest.approx(0.0312778024911, rel=1e-9)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_dice_as_in_figure_7(dice: int, installed: Registry) -> None:
    """The paper takes dice away, too: five do not fit into memory there."""
    text = listing("yahtzee-dice").replace("\n      || X[4,0] || X[5,0]", "")
    for die in range(dice + 1, 4):
        text = text.replace(f" || X[{die},0]", "")
    more = 'questions:\n  end: "Rmin{turn}=? [F at = E]"\n'
    states, transitions, ours = answers(read(text).text + more, installed, exact=dice < 3)
    assert (states, transitions) == (1 + 3 * 6**dice, 6**dice * (2 + 2 * 7**dice))
    assert ours["end"] == pytest.approx(3)


def test_all_dice_of_figure_7_are_instances_of_one_module() -> None:
    text = read(listing("yahtzee-dice")).text
    assert "  X: {module: X, for: {n: 1..5}}\n" in text
    assert "      at: {values: [S, S_2, S_3, E]}\n" in text
    assert "        draw: {k: d6}\n        then: {v: k}\n" in text


@pytest.mark.parametrize(
    ("dice", "turns", "states", "chance"),
    [(5, 3, 2_598, 347897 / 7558272), (5, 10, 9_150, 0.555527857056328), (10, 3, 43_079, 7.67274670203e-4)],
)
def test_yahtzee_as_in_figure_8_and_table_2(
    dice: int, turns: int, states: int, chance: float, installed: Registry
) -> None:
    text = read(listing("yahtzee"), N=str(dice), MT=str(2 * turns - 1)).text
    found, transitions, ours = answers(text, installed, exact=False)
    assert found == states
    assert ours["yahtzee_max"] == pytest.approx(chance, rel=1e-9)
    if (dice, turns) == (5, 3):
        assert transitions == 8_298
        assert ours["yahtzee_min"] == pytest.approx(6.0**-12, rel=1e-9)


def test_a_constant_that_reads_parameters_is_a_function() -> None:
    text = read(listing("yahtzee")).text
    assert "functions:\n  yahtzee(): n1 = N or n2 = N" in text
    assert "  - action: yahtzee\n    when: yahtzee()\n" in text


def test_goose_as_in_figure_9(installed: Registry) -> None:
    text = read(listing("goose")).text
    update = "then: {n1: if n1 + i + j <= 63 then n1 + i + j else 63 - (n1 + i + j - 63), t: 2}"
    assert f"    draw: {{i: d6, j: d6}}\n    {update}\n" in text
    more = '  first: "Pmax=? [n2 != 63 U n1 = 63]"\n  second: "Pmin=? [n1 != 63 U n2 = 63]"\n'
    _, _, ours = answers(text + more, installed, exact=False)
    assert ours["win_max"] == ours["win_min"] == 1
    assert ours["first"] == pytest.approx(first_to_arrive(), rel=1e-9)
    assert ours["second"] == pytest.approx(1 - first_to_arrive(), rel=1e-9)


def first_to_arrive() -> float:
    """The sum over k of P(a player arrives with roll k) * P(another one has not arrived with k - 1 rolls)."""
    here, late, found = {0: 1.0}, 1.0, 0.0
    for _ in range(2_000):
        there: dict[int, float] = {}
        for square, chance in here.items():
            for roll in (first + second for first in range(1, 7) for second in range(1, 7)):
                to = square + roll if square + roll <= 63 else 126 - square - roll
                there[to] = there.get(to, 0.0) + chance / 36
        arrived = there.pop(63, 0.0)
        found += arrived * late
        late -= arrived
        here = there
    return found


EVERYTHING = """
constant N
type Colour = {red, green}
type Small = {0..N}
A(c:Colour, b:Bool, n:Small) =
   n<N => sum(m:{1..2}, n+m<=N => add(m).A[n:=n+m])
++ n=N => paint.psum(0.5 -> A[c:=red, n:=0] ++ 1/2 -> (tau.flip.A[b:=not(b)]))
++ sum(x:Bool, x=b => look.A[b:=x])
B = add(1).psum(z:Bool, 1/2 : z => B[] ++ not(z) => C[2])
 ++ add(2).B
C(q:{1..2}) = add(q).B ++ wait.C[1]
init A[green, F, 0] || B
hide look
nocomm flip
"""


def test_every_construct(installed: Registry) -> None:
    found = read(EVERYTHING)
    assert (found.remarks, found.unset) == ((), ("N",))
    assert "      c: {values: [red, green], init: green}\n      b: bool\n" in found.text
    assert "      - for: {m: 1..2}\n        action: add[m]\n" in found.text
    assert (
        "      - for: {the_q: 1..2}\n        action: add[the_q]\n        when: at_B = C and q = the_q\n" in found.text
    )
    assert "        choose: {x: 0..1}\n" in found.text
    assert "independent: [flip]\nhide: [look]\n" in found.text
    more = 'questions:\n  painted: "Pmax=? [F c = red]"\n  both: "Pmax=? [F at_B = C and n = N]"\n'
    _, _, ours = answers(found.text + more, installed, N="3")
    assert ours == {"painted": 1, "both": 1}


PROGRAMS = {
    "what is bound is kept": """
        constant N = 3
        P(x:{0..N}) = sum(y:{1..2}, x+y<=N => go(y).put(y).Q[x+y]) ++ x=N => out.P[0]
        Q(x:{0..5}) = sum(y:Bool, back.keep(1).(y => P[x] ++ not(y) => Q[0])) ++ x=0 => lost.Q[]
        R = go(1).psum(1/3 -> R ++ 2/3 -> go(2).R) ++ go(2).R
        init P[0] || R
        until [ true U out ]
    """,
    "who has one argument keeps others from another": """
        A(n:{0..4}) = n<4 => sum(k:{1..3}, go(k).psum(1/2 -> A[n+1] ++ 1/2 -> A[max(n-1,0)])) ++ n=4 => won.A[]
        B(t:{0..6}) = t<6 => go(2).B[t+1] ++ t<3 => go(3).B[t+2]
        init A[1] || B[0]
        until [ true U won ]
    """,
    "processes that share an action and one that watches": """
        X(i:{1..2}, f:{0..3}) = f>0 => bet.psum(k:{0..f}, 1/(f+1) : X[f:=k]) ++ f=0 => broke(i).X[]
        S(n:{0..2}) = n<2 => bet.S[n+1]
        init X[1,2] || X[2,3] || S[0]
        nocomm broke
        until [ true U broke(2) ]
    """,
    "all of them do it": """
        type Side = {heads, tails}
        C(s:Side) = toss.psum(x:Side, 1/2 : C[x]) ++ s=heads => done.C[] ++ tau.hold.C[s:=tails]
        T(n:{0..3}) = n<3 => toss.T[n+1] ++ n=3 => done.T[]
        init C[tails] || C[tails] || T[0]
        nocomm hold
        until [ true U done ]
    """,
    "weights that differ, two draws, a choice behind an action": """
        X(f:{0..6}) = f<3 => roll.psum(a:{1..3}, a/6 || b:{0..1}, ifthenelse(eq(b,0), 1/4, 3/4) :
                             (f+a+b<=6 => keep(a).X[f+a] ++ f>0 => drop(b).X[b]))
                   ++ f>=5 => good.X[] ++ f=4 | f=3 => bad.(f=3 => undo.X[0] ++ f=4 => worse.X[f:=6])
        init X[0]
        until [ true U good | worse ]
    """,
    "conditions that overlap, or that leave nothing to do": """
        X(f:{0..9}) = f<7 => go.psum(k:{1..2}, 1/2 : (f<5 => X[f+k] ++ f<3 => X[f+2*k] ++ f=4 => X[9]))
                   ++ f=9 => won.X[]
        init X[0]
        until [ true U won ]
    """,
    "a process with no action before it": """
        X(f:{0..5}, g:{0..9}) = f<5 => Y[f+1, 0] ++ f=5 & g>1 => done.X[] ++ f=5 & g<2 => lost.X[]
        Y(h:{0..5}, f:{0..9}) = sum(k:{1..2}, h+k<=5 & f+k<=9 => add(k).psum(1/2 -> sub(k).Y[h, f+k] ++ 1/2 -> X[h,k]))
                             ++ h=5 => add(1).X[g:=f, f:=h] ++ f<3 => add(2).Y[f:=f+1] ++ Z
        Z = add(1).stop.Z
        init X[0,0]
        until [ true U done ]
    """,
    "a process or an action behind an action": """
        X(f:{0..6}) = f<5 => try.psum(1/3 -> (f>2 => X[f+2] ++ f>0 => sink.X[f-1] ++ f=0 => X[1]) ++ 2/3 -> X[f+1])
                   ++ f>5 => top.X[]
        init X[0]
        until [ true U top ]
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_answers_are_those_of_the_rules(name: str, installed: Registry) -> None:
    text = PROGRAMS[name]
    most, least = Rules(text).until()
    _, _, ours = answers(read(text).text, installed)
    found = sorted(float(value) for value in ours.values())
    assert found == pytest.approx([least, most], abs=1e-9)
    assert most > 0


def test_who_can_do_one_step_only_keeps_others_from_doing_the_next(installed: Registry) -> None:
    """Processes act together on the name of an action, whatever its arguments."""
    text = """
        A = sum(k:{1..3}, go(k).A) ++ sum(k:{1..3}, ready(k).D)
        D = done.D
        B = go(2).B ++ ready(2).B
        init A || B
        until [ true U ready(2) ]
    """
    found = read(text).text
    assert "      - for: {other1: 1..3}\n        action: go[other1]\n        when: false\n" in found
    assert '      - {action: "ready[2]", then: {happened: true}}\n' in found
    more = '  steps: "Rmin{steps}=? [F happened]"\n  others: "Pmax=? [F at = D and not happened]"\n'
    _, _, ours = answers(found + more, installed)
    assert ours == {"ready_max": 1, "ready_min": 0, "steps": 1, "others": 0}


def test_the_same_process_twice(installed: Registry) -> None:
    text = "X(f:{0..3}) = f<3 => go.X[f+1] ++ f=3 => rest.X[]\ninit X[0] || X[1]\nnocomm rest\n"
    found = read(text).text
    assert "  X1: {module: X, parameters: {first_f: 0}}\n  X2: {module: X, parameters: {first_f: 1}}\n" in found
    states, _, _ = answers(found + 'questions: {end: "Pmax=? [F X2.f = 3]"}\n', installed)
    assert states == 3


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        (
            "constant N =\ntype T = {1..3}\n",
            ["E801 2:1 a value is missing before `type`, which is a word of the language"],
        ),
        ("X(f:{0..3}) = f>0 => win X[f]\ninit X[0]\n", ["E801 1:26 `X` does not begin a declaration"]),
        ("X = a.X\ninit X | X\n", ["E801 2:8 `|` does not begin a declaration"]),
        ("X = a.X\n", ["E801 2:1 `init` is missing"]),
        ("X = a.X\ninit X\ncomm (a, b, c)\n", ["E802 3:1 `comm` has no translation"]),
        ("X = psum(1 -> X)\ninit X\n", ["E801 1:5 there is no action before this `psum`"]),
        ("X = a.X\ninit Y\n", ["E803 2:6 there is no process `Y`"]),
        ("X = a.Y\ninit X\n", ["E803 1:7 there is no process `Y`"]),
        ("X = Y ++ a.X\nY = b.Y ++ X\ninit X\n", ["E802 2:12 `X` comes back to itself without an action"]),
        ("X(f:{0..3}) = a.X[f,1]\ninit X[0]\n", ["E803 1:17 `X` has 1 parameters, not 2"]),
        ("X(f:{0..3}) = g>0 => a.X[]\ninit X[0]\n", ["E803 1:15 there is no name `g` here"]),
        ("X(f:Nat) = a.X[]\ninit X[0]\n", ["E803 1:5 there is no type `Nat`"]),
        ("X = a.X\ninit X\nuntil [ !b U a ]\n", ["E802 3:9 this formula has no translation"]),
        ("X = a.X\ninit X\nuntil [ true U b ]\n", ["E803 3:1 there is no action `b`"]),
        ("X = a.X\ninit X\nhide b\n", ["E803 3:6 there is no action `b`"]),
        (
            "X(f:{0..3}) = a(f+1).X[]\ninit X[0]\n",
            ["E802 1:15 the argument `f + 1` of the action `a` has no translation"],
        ),
        ("X = f(1)>0 => a.X\ninit X\n", ["E801 1:5 there is no function `f`"]),
        (
            "X = a.X # b\ninit X\n",
            ["E801 1:9 `#` does not belong to prCRL", "E801 1:11 `b` does not begin a declaration"],
        ),
        ("constant a = b\nconstant b = a\nX = c.X\ninit X\n", ["E803 1:1 the constant `a` is built upon itself"]),
    ],
)
def test_mistakes_and_what_has_no_translation(text: str, complaints: list[str]) -> None:
    assert refused(text) == complaints


def test_nesting_has_a_limit() -> None:
    assert refused("X = " + "(" * 3000 + "a.X" + ")" * 3000 + "\ninit X\n")[0].endswith("is nested too deep")
    assert refused("X = " + "a." * 3000 + "X\ninit X\n")[0].endswith("is nested too deep")
