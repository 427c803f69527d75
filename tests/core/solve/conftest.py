"""Questions about small spaces, answered with the brute-force solver."""

import pytest

from oddsmith.context import Context
from oddsmith.expr.nodes import Name, Number
from oddsmith.process.question import Path, Question
from oddsmith.solve.answering import answer_all
from oddsmith.testing.oracle import Oracle

LABELS = ("a", "b")


class Asking:
    """Conditions 0 and 1 of a space are the formulas `a` and `b`."""

    a, b = Name("a"), Name("b")
    formulas = (Name("a"), Name("b"))
    number = Number

    def finally_(self, formula=Name("a"), bound=None):  # noqa: B008
        return Path("F", formula, bound=bound)

    def question(self, query, expect=None, name="q"):
        return Question(name, "?", query, expect)

    def answers(self, space, *queries, choose=lambda problem: Oracle()):
        questions = [self.question(query, name=f"q{i}") for i, query in enumerate(queries)]
        return answer_all(space, questions, choose, Context(), self.formulas)

    def exact(self, space, query):
        """The one number as a fraction, or infinity."""
        (answer,) = self.answers(space, query)
        return answer.value if answer.exact is None else answer.exact


@pytest.fixture(scope="session")
def asking():
    return Asking()
