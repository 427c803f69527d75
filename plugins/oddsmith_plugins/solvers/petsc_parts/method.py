"""The user's options and the size of a chain -> ways to solve it with PETSc, the most likely first.

Small chains are factorised (on several ranks: each rank all of it). Larger ones are left to BiCGStab, which needs few
vectors, with incomplete factors of each rank's rows; then to GMRES with fuller factors of overlapping rows; then they
are factorised after all, if they are not too large. The equations are those of a chain that ends, an M-matrix: no pivot
is zero, none needs a search.
"""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith_plugins.solvers.petsc_parts.settings import Settings

SMALL = 1_500
"""Rows up to which factors are the first choice: they may fill up, and take a second then."""
FACTORED = 10_000
"""Rows up to which they are the last: they take minutes then, and a gigabyte."""
LARGE = 1_000_000
"""Rows from which on vectors are saved."""

# refinement repeats what a solve gains, so one need not gain all
COMMON = (("ksp_rtol", "1e-8"), ("ksp_max_it", "2000"))
# residuals may rise by far on the way: what comes of it is checked
BICGSTAB = (("ksp_type", "bcgs"), ("ksp_pc_side", "right"), ("ksp_divtol", "1e30"))
GMRES = (("ksp_type", "gmres"), ("ksp_pc_side", "right"))
ANY_PIVOT = (("factor_zeropivot", "1e-300"), ("factor_shift_type", "none"))


@dataclass(frozen=True)
class Method:
    """Options for PETSc: our own, and over them the user's."""

    own: Settings
    given: Settings = ()

    @property
    def settings(self) -> Settings:
        """All of them, each once."""
        return tuple({**dict(self.own), **dict(self.given)}.items())


def methods(total: int, ranks: int, given: Settings) -> tuple[Method, ...]:
    """Ways to try one after the other, the user's first."""
    factored = Method(factors(ranks))
    usual = Method((*BICGSTAB, *incomplete(0, "bjacobi")))
    restart = ("ksp_gmres_restart", "30" if total >= LARGE else "80")
    fuller = Method((*GMRES, restart, *incomplete(2, "asm")))
    ways: tuple[Method, ...]
    if total <= SMALL:
        ways = (factored, usual)
    else:
        ways = (usual, fuller, factored) if total <= FACTORED else (usual, fuller)
    return (Method(_without_side(usual.own, given), given), *ways) if given else ways


def factors(ranks: int) -> Settings:
    """All of the matrix factorised."""
    if ranks == 1:
        return (("ksp_type", "preonly"), ("pc_type", "lu"), *_prefixed("pc_", ANY_PIVOT), *COMMON)
    inner = (("redundant_ksp_type", "preonly"), ("redundant_pc_type", "lu"))
    return (("ksp_type", "preonly"), ("pc_type", "redundant"), *inner, *_prefixed("redundant_pc_", ANY_PIVOT), *COMMON)


def incomplete(levels: int, conditioner: str) -> Settings:
    """Incomplete factors of blocks of rows."""
    inner = (("sub_pc_type", "ilu"), ("sub_pc_factor_levels", str(levels)), *_prefixed("sub_pc_", ANY_PIVOT))
    return (("pc_type", conditioner), *inner, *COMMON)


def _prefixed(prefix: str, settings: Settings) -> Settings:
    return tuple((prefix + name, value) for name, value in settings)


def _without_side(own: Settings, given: Settings) -> Settings:
    """Not every method can be preconditioned from the right."""
    return tuple(pair for pair in own if pair[0] != "ksp_pc_side" or "ksp_type" not in dict(given))
