"""Options stand in PETSc's database only as long as they are needed, under a name of their own."""

import pytest

from oddsmith.context import LimitError
from oddsmith.source import SpecError

pytest.importorskip("petsc4py")

from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.settings import blamed, last_words, placed, shown


@pytest.fixture
def ksp():
    made = petsc().KSP().create(petsc().COMM_SELF)
    yield made
    made.destroy()


def test_options_are_heard_and_taken_back(ksp):
    before = petsc().Options().getAll()
    with placed(ksp, (("ksp_type", "idr"), ("ksp_rtol", "0.5"))) as there:
        ksp.setFromOptions()
        there.complain((("ksp_type", "idr"),))
    assert ksp.getType() == "idr"
    assert ksp.getTolerances()[0] == 0.5
    assert petsc().Options().getAll() == before


def test_what_nobody_asked_for_is_told(ksp):
    given = (("ksp_type", "gmres"), ("ksp_tpye", "cg"), ("pc_factor_shape", "round"))
    with placed(ksp, given) as there:
        ksp.setFromOptions()
        with pytest.raises(SpecError, match="did not ask for the options ksp_tpye, pc_factor_shape"):
            there.complain(given)


def test_two_solvers_do_not_hear_each_other(ksp):
    other = petsc().KSP().create(petsc().COMM_SELF)
    with placed(ksp, (("ksp_type", "tfqmr"),)), placed(other, (("ksp_type", "cgs"),)):
        other.setFromOptions()
        ksp.setFromOptions()
    assert (ksp.getType(), other.getType()) == ("tfqmr", "cgs")
    other.destroy()


def test_a_lack_of_memory_is_a_limit():
    with pytest.raises(LimitError, match="memory"), blamed(()):
        raise petsc().Error(55)


def test_errors_that_are_nobodys_fault_stay_what_they_are(ksp):
    with pytest.raises(petsc().Error), blamed(()):
        ksp.setType("none-such")


def test_errors_say_the_last_line_only(ksp):
    settings = (("ksp_type", "none-such"),)
    with pytest.raises(SpecError, match="PETSc refuses ksp_type=none-such: Unable to find"), blamed(settings):
        ksp.setType("none-such")
    assert last_words(ValueError("[0] A() at x.c:1\n[0] It is wrong")) == "It is wrong"
    assert shown((("ksp_view", ""), ("ksp_type", "cg"))) == "ksp_view ksp_type=cg"
