"""Which way comes first depends on the size; the user's comes before all."""

from oddsmith_plugins.solvers.petsc_parts.method import FACTORED, SMALL, methods


def kinds(*arguments, **named):
    return [(dict(m.settings)["ksp_type"], dict(m.settings)["pc_type"]) for m in methods(*arguments, **named)]


def test_small_equations_are_factorised_at_once():
    assert kinds(SMALL, 1, ())[0] == ("preonly", "lu")
    assert kinds(SMALL, 2, ())[0] == ("preonly", "redundant")


def test_larger_ones_are_iterated_first_and_the_largest_never_factorised():
    assert kinds(SMALL + 1, 1, ()) == [("bcgs", "bjacobi"), ("gmres", "asm"), ("preonly", "lu")]
    assert kinds(FACTORED + 1, 4, ()) == [("bcgs", "bjacobi"), ("gmres", "asm")]


def test_the_user_comes_first_and_the_rest_behind():
    first, *rest = methods(10, 1, (("pc_type", "jacobi"), ("ksp_rtol", "1e-3")))
    settings = dict(first.settings)
    assert (settings["ksp_type"], settings["pc_type"], settings["ksp_rtol"]) == ("bcgs", "jacobi", "1e-3")
    assert all(not method.given for method in rest)


def test_another_krylov_method_is_not_forced_to_a_side():
    assert "ksp_pc_side" in dict(methods(10, 1, (("pc_type", "sor"),))[0].settings)
    assert "ksp_pc_side" not in dict(methods(10, 1, (("ksp_type", "cg"),))[0].settings)
