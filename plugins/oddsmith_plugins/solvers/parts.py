"""A problem -> the strongly connected components of its open states."""

from __future__ import annotations

from oddsmith.plugin import Components, Problem, components


def components_of(problem: Problem) -> Components:
    """The components among the states that are not fixed, successors first: the problem's own where it has them."""
    if problem.components is None:
        return components(problem.transitions, ~problem.fixed)
    return Components(int(problem.components.max(initial=-1)) + 1, problem.components)
