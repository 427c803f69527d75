"""Parameters that go: arrays that fall apart, become tables, or stay whole; what is written to what goes."""

from oddsmith.process.erase import computed_arrays, erase
from oddsmith.process.known import Known
from oddsmith.process.rewrite import rewritten
from oddsmith.process.show import show
from oddsmith.process.validate import validate
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

TEXT = """\
game: g
variables:
  a: 0..3
  v: {array: 1..2, range: 0..9}
  w: {array: 1..2, range: 0..9, init: 4}
commands:
  - action: go
    then: {"v[1]": "v[2] + 1", a: 1}
rewards: {r: [{action: go, gain: "next(v[1])"}]}
labels: {high: "v[1] > 3"}
questions: {r: "R{r}=? [C<=1]"}
"""


def process(text=TEXT):
    return lower(load_text(text))


def test_the_other_cells_of_an_array_become_parameters_of_their_own():
    values = {"v[1]": 0, "a": 0}
    smaller = validate(erase(rewritten(process(), Known.of(process(), values)), values))
    assert [p.name for p in smaller.params] == ["v[2]", "w[1]", "w[2]"]
    assert [(a.name, a.first) for a in smaller.arrays] == [("w", 1)]
    assert smaller.erased == (("v[1]", 0), ("a", 0))
    assert "[go]\n  stay" in show(smaller)


def test_an_array_that_is_read_at_a_computed_place_becomes_a_table_or_stays():
    text = TEXT.replace('"v[2] + 1"', '"w[a + 1]"').replace("next(v[1])", "next(w[a + 1])")
    assert computed_arrays(process(text)) == {"w"}
    whole = validate(erase(process(text), {"w[1]": 4, "w[2]": 4}))
    assert [(t.name, t.values) for t in whole.tables] == [("w", (4, 4))]
    assert "gain r: w[a + 1]" in show(whole)
    half = validate(erase(process(text), {"w[1]": 4}))
    assert half.params == process(text).params
    assert half.erased == ()


def test_truth_values_do_not_become_a_table():
    text = TEXT.replace("range: 0..9, init: 4", "type: bool").replace('"v[2] + 1"', '"if w[a + 1] then 1 else 2"')
    assert len(validate(erase(process(text), {"w[1]": 0, "w[2]": 0})).params) == 5
