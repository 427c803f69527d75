"""A problem -> the strongly connected components of its open states."""

from __future__ import annotations

from collections.abc import Iterator

from oddsmith.plugin import Components, Problem, components


def components_of(problem: Problem) -> Components:
    """The components among the states that are not fixed, successors first: the problem's own where it has them."""
    if problem.components is None:
        return components(problem.transitions, ~problem.fixed)
    return Components(int(problem.components.max(initial=-1)) + 1, problem.components)


def runs(count: int, alone: list[int]) -> Iterator[tuple[int, int]]:
    """0..count cut so that each of the given numbers (rising) stands alone."""
    done = 0
    for one in sorted(alone):
        if one > done:
            yield done, one
        yield one, one + 1
        done = one + 1
    if done < count:
        yield done, count
