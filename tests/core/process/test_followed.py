"""What kernels follow at once: marked commands, guarded by their marks, without gains."""

from oddsmith.expr.parse import parse_text as e
from oddsmith.expr.types import INT
from oddsmith.process.followed import followed_commands
from oddsmith.process.process import Branch, Gain, Parameter, Process, Summand, Update
from oddsmith.process.validate import complaints

STEP = Branch((), e("1"), (Update(e("x"), e("2")),))


def process(*summands):
    return Process("test", "mdp", (Parameter("x", INT, 0, 4, 0),), summands)


def test_marked_commands_with_their_numbers():
    plain = Summand("tau", e("x = 0"), (STEP,))
    marked = Summand("tau", e("x = 1"), (STEP,), gains=(Gain("money", e("1")),), followed=e("x < 2"))
    assert followed_commands(process(plain, marked)) == ((1, Summand("tau", e("x = 1 and x < 2"), (STEP,))),)
    assert followed_commands(process(plain)) == ()


def test_what_leads_to_several_states_cannot_be_followed():
    half = Branch((), e("1/2"), ())
    marked = Summand("tau", e("x = 0"), (half, half), followed=e("true"))
    assert list(complaints(process(marked))) == ["command 0 [tau] is followed at once and leads to several states"]
