"""Models in the PRISM language: the spec reads like one, and its answers are those that Storm gives for the model."""

from __future__ import annotations

import math
import re
from cProfile import Profile
from fractions import Fraction
from pathlib import Path

import pytest

from contracts.storm import ask_storm_about
from oddsmith.context import Context
from oddsmith.exchange.importer import ForeignText, Imported
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.run.exchange import foreign_text, imported
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem
from oddsmith.solve.solver import Solver
from oddsmith.source import Source, SpecError
from oddsmith.space.explore import explore
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.importers.prism import Prism

MODELS = Path(__file__).parent / "prism"
BENCH = Path(__file__).parents[3] / "pipelines" / "bench"
NOT_STORM = {"spread_safely", "second", "instant", "both", "sure", "cheap", "none"} | {
    *("everywhere", "somewhere", "for_init", "older", "always", "sometimes", "never")
}
"""Questions that Storm cannot read (`G<=3`, `R{2}`, labels among the properties) or answers with a truth value."""


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def read(model: str, properties: str | None = None, partial: bool = False, **constants: str) -> Imported:
    foreign = ForeignText(
        Source("model.prism", model),
        None if properties is None else Source("model.props", properties),
        partial,
        tuple(constants.items()),
    )
    return imported(Prism(), foreign, Context())


def refused(model: str, properties: str | None = None) -> list[str]:
    """`code line:column message` of all complaints."""
    with pytest.raises(SpecError) as error:
        read(model, properties)
    places = [d.span.place.partition(":")[2] if d.span else "" for d in error.value.diagnostics]
    return [f"{d.code} {place} {d.message}" for d, place in zip(error.value.diagnostics, places, strict=True)]


def answers(text: str, installed: Registry, **constants: str) -> tuple[int, int, dict[str, Fraction | float | bool]]:
    """States, transitions, and answers in fractions."""
    process = lower(load_text(text, overrides=constants))
    target = installed.make("kernel", "reference", {})
    space, _ = explore(process, conditions_of(process.questions), (target,), Context(), exact=True)
    solvers: tuple[Solver, ...] = sorted(installed.all_of("solver"), key=lambda solver: solver.name != "exact")

    def choose(problem: Problem) -> Solver:
        return next(solver for solver in solvers if not solver.missing(problem))

    found = answer_all(space, process.questions, choose, Context())
    values = {a.question.name: a.value if isinstance(a.value, bool) or a.exact is None else a.exact for a in found}
    return space.size, space.transitions.count, values


@pytest.mark.parametrize(
    ("model", "constants"),
    [
        ("constants.prism", ""),
        ("modules.prism", ""),
        ("ring.prism", "k=3"),
        ("neighbours.prism", ""),
        ("rounds.prism", "N=3"),
        ("mailroom.prism", ""),
    ],
)
def test_answers_are_those_of_storm(model: str, constants: str, installed: Registry, tmp_path: Path) -> None:
    pytest.importorskip("stormpy", reason="stormpy, which the extra `test` installs, cannot be imported")
    path = MODELS / model
    given = dict(pair.split("=") for pair in constants.split(",") if pair)
    spec = imported(Prism(), foreign_text(path, path.with_suffix(".props")), Context()).text
    states, transitions, ours = answers(spec, installed, **given)
    program = re.sub(r"const int bits = .*;", "const int bits = 6;", path.read_text())  # Storm knows no logarithm
    program = re.sub(r'(?<!label )"empty"', "(tray = 0)", program)  # nor labels in conditions
    copy = tmp_path / "model.prism"
    copy.write_text(program)
    asked = {}
    for name, text in re.findall(r'^"(\w+)":\s*(.*?);\s*$', path.with_suffix(".props").read_text(), re.MULTILINE):
        if name not in NOT_STORM:
            asked[name] = re.sub(r"<=k\b|,k\b", lambda m: m[0].replace("k", given.get("k", "5")), text)
    storm = ask_storm_about(copy, asked, constants)
    assert (states, transitions) == (storm.states, storm.transitions)
    assert {name: ours.get(name, ours.get(f"{name}_")) for name in asked} == storm.answers


def test_questions_that_storm_does_not_know(installed: Registry) -> None:
    path = MODELS / "constants.prism"
    spec = imported(Prism(), foreign_text(path, path.with_suffix(".props")), Context()).text
    _, _, ours = answers(spec, installed)
    wanted = {"second": Fraction(83, 19), "instant": Fraction(5, 24), "both": Fraction(47, 532)}
    assert {name: ours[name] for name in wanted} == wanted
    assert (ours["sure"], ours["cheap"]) == (True, True)


def test_filters_that_are_about_the_first_state_or_about_all(installed: Registry) -> None:
    path = MODELS / "mailroom.prism"
    spec = imported(Prism(), foreign_text(path, path.with_suffix(".props")), Context())
    assert spec.remarks == ("steps has no bounds: it gets -2147483648..2147483647",)
    _, _, ours = answers(spec.text, installed)
    assert [ours[name] for name in ("everywhere", "for_init", "always", "sometimes", "never")] == [True] * 4 + [False]
    assert ours["somewhere"] is True
    assert ours["older"] == ours["at_first"]
    assert "deadlock: not (carrying or not empty and not carrying)" in spec.text


def test_labels_may_not_be_built_upon_themselves() -> None:
    text = 'dtmc module m b : bool; [] "x" -> (b\'=!b); endmodule label "x" = !"y"; label "y" = "x" | b;'
    assert "is built upon itself" in refused(text)[0]


def test_an_empty_properties_file_asks_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "nothing.props"
    empty.write_text("\n\n")
    assert foreign_text(MODELS / "ring.prism", empty).properties is None


@pytest.mark.parametrize(
    ("guards", "overlaps"),
    [
        (("x=0", "x=1", "x>1"), False),
        (("x=0 & y=1", "x=0 & y!=1", "x>0 & x<N", "x>=N & x>0 & x!=0"), False),
        (("b", "!b & x<2", "!b & x>=2"), False),
        (("b=true", "b=false"), False),
        (("x<2 | x>5", "x=3 | x=4"), False),
        (("!(x=1 | y=2)", "x=1", "y=2 & x!=1"), False),
        (("2<x", "x<=2"), False),
        (("x=0", "x<=0"), True),
        (("x<2 | x>3", "x=3 | x=4"), True),
        (("x=N", "x=2*N"), True),
        (("x=0", "y=0"), True),
    ],
)
def test_commands_that_may_be_enabled_at_once_are_drawn_from(guards: tuple[str, ...], overlaps: bool) -> None:
    commands = "".join(f"[] {guard} -> true;" for guard in guards)
    text = f"dtmc const int N; module m x : [0..9]; y : [0..9]; b : bool; {commands} endmodule"
    assert ("\noverlap: uniform\n" in read(text).text) is overlaps
    assert "overlap" not in read(text.replace("dtmc", "mdp")).text


def test_modules_that_act_together_overlap_if_one_of_them_does() -> None:
    text = "dtmc module a x : [0..1]; [t] x=0 -> (x'=1); [t] x=1 -> (x'=0); [u] x=1 -> true; endmodule "
    text += "module b y : [0..1]; "
    assert "overlap" not in read(text + "[t] y=0 -> true; [u] y=1 -> true; endmodule").text
    assert "overlap" in read(text + "[t] y=0 -> true; [t] true -> (y'=1); [u] false -> true; endmodule").text
    assert "overlap" in read(text + "[t] y=0 -> true; [u] true -> true; endmodule").text


PARTS = """
mdp
module a x : [0..3]; [s] x<3 -> (x'=x+1); [t] x>0 -> (x'=0); endmodule
module b y : [0..3]; [s] y<3 -> 0.5:(y'=y+1) + 0.5:(y'=0); [u] y=3 -> (y'=0); endmodule
module c = b [y=z] endmodule
rewards "r" [s] true : 1; [t] true : 10; [v] true : 100; [] true : 7; endrewards
"""
WRITTEN = {
    "a || b || c": PARTS,
    "a |[s]| (b ||| c)": """
mdp
module a x : [0..3]; [s] x<3 -> (x'=x+1); [s_2] x<3 -> (x'=x+1); [t] x>0 -> (x'=0); endmodule
module b y : [0..3]; [s] y<3 -> 0.5:(y'=y+1) + 0.5:(y'=0); [u] y=3 -> (y'=0); endmodule
module c z : [0..3]; [s_2] z<3 -> 0.5:(z'=z+1) + 0.5:(z'=0); [u_2] z=3 -> (z'=0); endmodule
rewards "r" [s] true : 1; [s_2] true : 1; [t] true : 10; [] true : 7; endrewards
""",
    "(a || b) / {s} || c {s<-v, u<-w}": """
mdp
module a x : [0..3]; [h] x<3 -> (x'=x+1); [t] x>0 -> (x'=0); endmodule
module b y : [0..3]; [h] y<3 -> 0.5:(y'=y+1) + 0.5:(y'=0); [u] y=3 -> (y'=0); endmodule
module c z : [0..3]; [v] z<3 -> 0.5:(z'=z+1) + 0.5:(z'=0); [w] z=3 -> (z'=0); endmodule
rewards "r" [t] true : 10; [v] true : 100; [h] true : 7; endrewards
""",
}


@pytest.mark.parametrize("system", WRITTEN)
def test_systems_say_who_acts_together(system: str, installed: Registry) -> None:
    asked = 'Pmax=? [F<=9 x=3 & y+z=5]; R{"r"}max=? [C<=7]; R{"r"}min=? [C<=5]'
    found = answers(read(f"{PARTS}system {system} endsystem", asked).text, installed)
    assert found == answers(read(WRITTEN[system], asked).text, installed)


def test_an_action_that_waits_for_ever_is_said() -> None:
    found = read(PARTS + "system a |[s,t]| (b ||| c) endsystem")
    assert "t of a waits for somebody for ever: it never happens" in found.remarks


def test_players_decide(installed: Registry) -> None:
    path = MODELS / "players.smg"
    spec = imported(Prism(), foreign_text(path, path.with_suffix(".props")), Context()).text
    assert "  ann: {modules: [table], actions: [take]}\n  bob: {actions: [give, pass]}" in spec
    states, _, ours = answers(spec, installed)
    assert states == 22
    assert ours["win"] == Fraction(93, 100)
    assert (ours["lose"], ours["both"], ours["cost"]) == (0, 0, Fraction(5, 12))


@pytest.mark.parametrize("name", ["goose2", "incan-gold-logic", "ruin3", "yahtzee"])
def test_models_of_the_benchmarks_are_imported(name: str) -> None:
    assert imported(Prism(), foreign_text(BENCH / f"{name}.prism", None), Context()).text.startswith(f"# {name}.prism")


SMALL = """dtmc
const double p; // luck
module die
  s : [0..2] init 1; // where it stands
  // throw it
  [throw] s=1 -> p : (s'=2) + 1-p : (s'=0);
  [] s!=1 -> true;
endmodule
"""


def test_the_spec_is_written_for_people() -> None:
    found = read(SMALL, 'P=? [F s=2]\n"lost": P=? [F s=0];')
    assert (
        found.text
        == """\
# model.prism, which was written in the PRISM language.
game: model
type: chain
constants:
  # luck
  p:                      # to be set: --set p=…
modules:
  die:
    variables:
      s: {range: 0..2, init: 1}  # where it stands
    commands:
      # throw it
      - action: throw
        when: s = 1
        then:
          - p: {s: 2}
          - 1 - p: {s: 0}
      - when: s != 1
        then: {}
questions:
  q1: P=? [F s = 2]
  lost: P=? [F s = 0]
"""
    )
    assert (found.remarks, found.unset) == ((), ("p",))


def test_open_constants_may_be_given(installed: Registry) -> None:
    assert answers(read(SMALL, "P=? [F s=2]", p="1/4").text, installed)[2] == {"q1": Fraction(1, 4)}


def test_words_of_our_language_are_renamed(installed: Registry) -> None:
    text = "dtmc formula any = not=1; module all not : [0..1]; [next] any -> true; [next] !any -> (not'=1); endmodule"
    found = read(text + ' label "not" = any;', '"if": P=? [F "not"]').text
    assert "  any_(): not_ = 1" in found
    assert answers(found, installed)[2] == {"if_": 1}


def test_actions_may_be_named_like_words_of_properties(installed: Registry) -> None:
    model = "mdp module m s : [0..2]; [F] s=0 -> (s'=1); [G] s=0 -> (s'=2); endmodule rewards [F] true : 3; endrewards"
    assert answers(read(model, "Rmax=? [C<=1]").text, installed)[2] == {"q1": 3}


@pytest.mark.parametrize("name", ["queue.sm", "queue.ma"])
def test_models_with_rates_are_refused_by_what_they_are(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("ctmc\nmodule m x : [0..1]; [] x=0 -> 3 : (x'=1); endmodule\n")
    assert path.suffix in Prism.suffixes
    with pytest.raises(SpecError, match="a model of type ctmc has no translation"):
        imported(Prism(), foreign_text(path, None), Context())


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("1+2*3=7 & 7-2-1=4", True),
        ("8/4/2=1 & 1/2+1/2=1", True),
        ("-2+3=1 & !(1=2) & !1=2", True),
        ("true => false => true", True),
        ("false => true | false & false", True),
        ("(1=1) = (2=2)", True),
        ("1<2 = 2<3", True),
        ("true <=> false => false", True),
        ("(false ? 1 : true ? 2 : 3) = 2", True),
        ("mod(7,3)=1 & mod(-1,3)=2", True),
        ("pow(2,10)=1024 & pow(2,-1)=0.5", True),
        ("round(2.5)=3 & round(-2.5)=-2 & floor(-0.5)=-1 & ceil(1.2)=2", True),
        ("log(8,2)=3 & floor(log(9,2))=3 & ceil(log(9,2))=4", True),
        ("min(3,1,2)=1 & max(1,2)=2 & func(min,4,5)=4", True),
        ("1e-3=0.001 & 1.5E2=150 & .5=1/2 & 2.=2", True),
        ("3=1..5 & 7!=1..5", True),
    ],
)
def test_operators_and_functions(expression: str, wanted: bool, installed: Registry) -> None:
    text = f"dtmc const bool c = {expression}; module m b : bool; [] !b & c -> (b'=true); endmodule"
    assert answers(read(text, "P=? [F b]").text, installed)[2] == {"q1": int(wanted)}


@pytest.mark.parametrize("kind", ["ctmc", "pta", "pomdp", "stochastic", "csg", "imdp"])
def test_other_types_of_models_are_refused(kind: str) -> None:
    assert refused(f"{kind}\n") == [f"E802 1:1 a model of type {kind} has no translation"]


@pytest.mark.parametrize(
    ("part", "complaint"),
    [
        ("module m x : clock; endmodule", "E802 2:14 the variable `x` of type clock has no translation"),
        ("module m x : [0..1]; endmodule init x>=0 endinit", "E802 2:37 `init … endinit` has no translation"),
        ("module a x : [0..1]; endmodule system a ||| a endsystem", "E803 2:39 `a` stands twice in"),
        ("module a x : [0..1]; endmodule system b endsystem", "E803 2:32 `system … endsystem` leaves out a"),
        ("module a x : [0..1]; endmodule system (a endsystem", "E801 2:42 `)` is missing to close a parenthesis"),
        ("module a x : [0..1]; endmodule system a {t=u} endsystem", "E801 2:43 `<-` is missing between the old name"),
        ('module a x : [0..1] init "init"; endmodule', 'E801 2:26 the label "init" stands where no label may stand'),
        ("module a x : [0..1]; [] x=0 -> [0.1,0.2] : true; endmodule", "E802 2:32 intervals of probabilities have"),
        ("module a x : [0..1]; <> x=0 -> 2 : true; endmodule", "E802 2:22 commands with rates (`<>`) have no"),
        ("module a x : [0..1]; [module] x=0 -> true; endmodule", "E801 2:23 `module` is a word of the language"),
        ("module a x : [0..1]; invariant x>0 endinvariant endmodule", "E802 2:22 invariants have no translation"),
        ("module m x : [0..1]; [] y=0 -> true; endmodule", "E803 2:25 there is no name `y`"),
        ("module m x : [0..1]; endmodule module m y : bool; endmodule", "E803 2:39 there are two modules `m`"),
        ("module m x : [0..1]; [] x=0 -> (z'=1); endmodule", "E803 2:33 there is no variable `z`"),
        ("const int N = 1; const int N = 2;", "E803 2:28 `N` is declared twice"),
        ("formula a = b; formula b = a;", "E803 2:9 `a` is built upon itself: `a` -> `b` -> `a`"),
        ("module m = n [x=y] endmodule", "E803 2:8 there is no module `n` to be renamed"),
        ("module m x : [0..1]; [] x=0 -> 0.5:(x'=1) + (x'=0; endmodule", "E801 2:50 `)` is missing behind an"),
        ("label won = x=1;", 'E801 2:7 the name of a label in quotes ("…") is missing'),
        ("const int N = (1 + ;", "E801 2:20 a value is missing before `;`"),
        ("const int N = 1 $ 2;", "E801 2:17 `$` does not belong to the PRISM language"),
        ("module m x : [0..1]; endmodule", ""),
    ],
)
def test_what_cannot_be_translated_is_refused_with_its_place(part: str, complaint: str) -> None:
    if complaint:
        assert any(found.startswith(complaint) for found in refused(f"dtmc\n{part}"))
    else:
        read(f"dtmc\n{part}")


def test_all_mistakes_are_found_at_once() -> None:
    text = "dtmc\nconst int = 3;\nmodule m\n x : [0..];\n [] x=0 -> (x'=);\n [] x=0 true;\nendmodule\nlabel x = 1;\n"
    assert [found.split()[1] for found in refused(text)] == ["2:11", "4:10", "5:16", "6:9", "8:7"]


MODEL = 'mdp\nmodule m x : [0..1]; [a] x=0 -> (x\'=1); endmodule\nlabel "l" = x=1;\nrewards "r" true : 1; endrewards\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("filter(max, Pmin=? [F x=1])", "E802 1:1 a filter of all states has no translation"),
        ("filter(print, Pmin=? [F x=1])", "E802 1:8 the filter `print` has no translation"),
        ("filter(max, Pmin=? [F x=1], x=0)", "E802 1:1 a filter of other states than the first has no translation"),
        ("filter(forall, x=1 => P>=1 [F x=1])", "E802 1:23 `P` inside of a formula has no translation"),
        ("Pmin=? [F x=1 {x=0}{min}]", "E802 1:15 a filter of other states than the first has no translation"),
        ("A [F x=1]", "E802 1:1 `A […]` of other paths than `G` has no translation"),
        ('Pmax=? [F{"r"}<=3 x=1]', "E802 1:10 bounds on rewards have no translation"),
        ("LRA=? [x=1]", "E802 1:1 `LRA` has no translation"),
        ("multi(Pmax=? [F x=1], P>=0.5 [F x=0])", "E802 1:1 `multi` has no translation"),
        ("S=? [x=1]", "E802 1:1 `S` has no translation"),
        ('Pmax=? [F "l" & Pmax>=1 [X "l"]]', "E802 1:17 `Pmax` inside of a formula has no translation"),
        ("Pmax=? [F G x=1]", "E802 1:11 `G` inside of a formula has no translation"),
        ("Pmax=? [(x=0 U x=1) & x=1]", "E802 1:14 `U` inside of a formula has no translation"),
        ("Pmax=? [x=0 W x=1]", "E802 1:13 the path operator `W` has no translation"),
        ("!(Pmax=? [F x=1])", "E802 1:1 `!` before anything but a comparison has no translation"),
        ("!(A [G x=1])", "E802 1:1 `!` before anything but a comparison has no translation"),
        ("Pmax=? [F x=1] + 1", "E802 1:16 a combination of properties has no translation"),
        ('R{"r"}max=? [S]', "E802 1:14 `S` has no translation"),
        ('R{"q"}max=? [F x=1]', "E803 1:3 there is no reward `q`"),
        ('Pmax=? [F "k"]', "E803 1:11 there is no label `k`"),
        ('Pmax=? [F "nowhere"]', "E803 1:11 there is no label `nowhere`"),
        ("P=? [F x=1]", "E801 1:1 `P=?` does not say what is decided"),
        ("Pmax=? [F x=]", "E801 1:13 a value is missing before `]`"),
    ],
)
def test_properties_without_a_translation_are_refused(text: str, complaint: str) -> None:
    assert refused(MODEL, text) == [complaint]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("!(P<1/2 [F x=1])", "Pmax>=1/2 [F x = 1]"),
        ("!P>=1/2 [F x=1]", "Pmin<1/2 [F x = 1]"),
        ("!(Pmax<=1/2 [F x=1])", "Pmax>1/2 [F x = 1]"),
        ('!(R{"r"}>3 [C<=5])', "R{r}min<=3 [C<=5]"),
    ],
)
def test_a_denied_comparison_is_the_opposite_one(text: str, question: str) -> None:
    assert read(MODEL, text).text.rstrip().endswith(f"q1: {question}")


def test_they_may_be_left_out(installed: Registry) -> None:
    text = '"a": filter(max, Pmin=? [F x=1]);\nS=? [x=1]\nPmax=? [F x=1];\nE [F x=1]\n"d": Rmax=? [F "l"]'
    found = read(MODEL, text, partial=True)
    assert [remark.partition(":")[0] for remark in found.remarks] == [
        "the property a is left out",
        "the property line 2 is left out",
    ]
    assert answers(found.text, installed)[2] == {"q1": 1, "q2": True, "d": 1}


def test_garbage_and_depth_are_refused() -> None:
    assert all(found.startswith("E801") for found in refused("\x7fELF\x01 ☃ " * 100))
    assert "nested too deep" in refused(f"dtmc const int N = {'(' * 5000}1{')' * 5000};")[0]
    assert "nested too deep" in refused(f"dtmc const bool b = {'!' * 5000}true;")[0]


def test_long_chains_are_no_depth(installed: Registry) -> None:
    terms = " | ".join(f"x={number}" for number in range(3000))
    text = f"dtmc module m x : [0..3000]; [] {terms} -> (x'=3000); endmodule"
    assert answers(read(text, "P=? [F x=3000]").text, installed)[2] == {"q1": 1}


def large(lines: int) -> str:
    commands = [
        f"  [a{n % 50}] x={n} & (y<{n % 90} | z) -> 0.25:(x'=min(x+1,{lines}))&(y'={n % 100}) + 0.75:(z'=!z);"
        for n in range(lines)
    ]
    head = f"mdp\nmodule m\n  x : [0..{lines}];\n  y : [0..100];\n  z : bool;\n"
    return head + "\n".join(commands) + "\nendmodule\n"


def calls(lines: int) -> int:
    """How many functions are called to read a file of so many lines."""
    foreign = ForeignText(Source("large.prism", large(lines)))
    with Profile() as profile:
        Prism().read(foreign, Context())
    return sum(one.callcount for one in profile.getstats())


def test_to_read_a_file_takes_as_long_as_it_is() -> None:
    calls(10)  # what is done once only
    assert calls(2000) < 4.4 * calls(500)


def test_infinity_is_an_answer(installed: Registry) -> None:
    assert answers(read(MODEL, 'R{"r"}max=? [F x=0 & x=1]').text, installed)[2] == {"q1": math.inf}
