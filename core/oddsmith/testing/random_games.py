"""Random small transitions for property tests (hypothesis strategies)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from oddsmith.space.space import Stored
from oddsmith.testing.small import stored_of

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy


def random_transitions(most_states: int = 6, most_choices: int = 3, most_successors: int = 3) -> SearchStrategy[Stored]:
    """Transitions with exact weights; one choice per state where `most_choices` is 1."""
    from hypothesis import strategies as st

    @st.composite
    def transitions(draw: DrawFn) -> Stored:
        size = draw(st.integers(1, most_states))
        state = st.integers(0, size - 1)

        def choice() -> dict[int, Fraction]:
            targets = draw(st.lists(state, min_size=1, max_size=most_successors, unique=True))
            parts = [draw(st.integers(1, 4)) for _ in targets]
            return {t: Fraction(p, sum(parts)) for t, p in zip(targets, parts, strict=True)}

        counts = [draw(st.integers(1, most_choices)) for _ in range(size)]
        return stored_of([[choice() for _ in range(count)] for count in counts])

    return transitions()
