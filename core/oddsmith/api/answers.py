"""Answers, as Python sees them: numbers that know their bounds and how they were found."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path

from oddsmith.api.table import Table
from oddsmith.report.figure import distribution_figure
from oddsmith.report.json import answer_document
from oddsmith.report.terminal import value_text
from oddsmith.run.output import write_output
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.strategy import Found
from oddsmith.source import Diagnostic, SpecError
from oddsmith.tree.table import moves

COLUMNS = ("value", "lower", "upper", "method")


@dataclass(frozen=True, repr=False)
class Result:
    """One answer. `float(result)` is its value."""

    answer: Answer

    @property
    def name(self) -> str:
        return self.answer.question.name

    @property
    def question(self) -> str:
        return self.answer.question.text

    @property
    def value(self) -> float | bool | dict[int | Fraction, float] | None:
        """A number (may be infinite), the truth of a comparison (None: undecided), or a distribution by value."""
        value = self.answer.value
        return dict(zip(value.support, value.probability, strict=True)) if isinstance(value, Spread) else value

    @property
    def lower(self) -> float:
        return self.answer.lower

    @property
    def upper(self) -> float:
        return self.answer.upper

    @property
    def exact(self) -> Fraction | None:
        """The fraction, where it is known."""
        return self.answer.exact

    @property
    def method(self) -> str:
        return self.answer.method

    @property
    def ok(self) -> bool | None:
        """Whether it is what the spec expects; None: nothing is expected."""
        return self.answer.ok

    @property
    def strategy(self) -> Found | None:
        """What to do to attain it, where somebody decides: choices, ties, and what following them is worth."""
        return self.answer.strategy

    def play(self) -> Table:
        """How everybody plays in a game of hidden cards or an equilibrium: a row for each move."""
        if self.answer.play is None:
            raise TypeError(f"{self.name} is not answered by a way to play; see strategy")
        return Table(moves(self.answer.play))

    def table(self) -> Table:
        """A distribution as columns: value, probability, lower, upper."""
        if not isinstance(spread := self.answer.value, Spread):
            raise TypeError(f"{self.name} is no distribution")
        return Table(
            {
                "value": [float(value) for value in spread.support],
                "probability": spread.probability,
                "lower": spread.lower,
                "upper": spread.upper,
            }
        )

    def __float__(self) -> float:
        if isinstance(self.answer.value, Spread) or self.answer.value is None:
            raise TypeError(f"{self.name} is no number")
        return float(self.answer.value)

    def __format__(self, form: str) -> str:
        """`f"{result:.3f}"`: the number alone; without a form as it is shown."""
        return format(float(self), form) if form else str(self)

    def __bool__(self) -> bool:
        """The truth of a comparison; numbers have none, so that a probability is not mistaken for one."""
        if isinstance(self.answer.value, bool):
            return self.answer.value
        raise TypeError(f"{self.name} is neither true nor false: compare its value, lower or upper")

    def __repr__(self) -> str:
        return f"{value_text(self.answer)} ({self.method})"

    def figure(self, path: str | Path) -> Path:
        """Draw a distribution: SVG, PNG or PDF, told by the end of the name."""
        from oddsmith.report.plot import FORMATS, plot

        self.table()
        figure, place = distribution_figure(answer_document(self.answer)), Path(path)
        if place.suffix not in FORMATS:
            fix = f"name a file that ends in {', '.join(FORMATS)}"
            raise SpecError([Diagnostic("E711", f"{place.name} is no name of a picture", fix=fix)])
        write_output(place, True, lambda hidden: plot(figure, hidden))
        return place

    def _repr_html_(self) -> str:
        return (
            f"<code>{escape(self.question)}</code> = <b>{escape(value_text(self.answer))}</b> "
            f"<small>({escape(self.method)})</small>{self._drawing()}"
        )

    def _drawing(self) -> str:
        """The bars of a distribution."""
        if not isinstance(self.answer.value, Spread):
            return ""
        with tempfile.TemporaryDirectory(prefix="oddsmith-") as folder:
            text = self.figure(Path(folder) / "figure.svg").read_text(encoding="utf-8")
        return f"<div>{text[text.index('<svg') :]}</div>"


class Answers(Mapping[str, Result]):
    """Answers by the names of their questions."""

    def __init__(self, answers: tuple[Answer, ...]) -> None:
        self._results = {answer.question.name: Result(answer) for answer in answers}

    def __getitem__(self, name: str) -> Result:
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def table(self) -> Table:
        """The numbers as columns: question, value, lower, upper, method; distributions have tables of their own."""
        shown = {name: result for name, result in self.items() if not isinstance(result.answer.value, Spread)}
        columns = {name: [getattr(result, name) for result in shown.values()] for name in COLUMNS}
        return Table({"question": list(shown), **columns})

    def __repr__(self) -> str:
        from oddsmith.report.table import plain_table

        rows = [(name, value_text(result.answer), result.method) for name, result in self.items()]
        return plain_table(("question", "answer", "method"), rows)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{escape(value_text(result.answer))}</td>"
            f"<td><small>{escape(result.method)}</small></td></tr>"
            for name, result in self.items()
        )
        return f"<table><thead><tr><th>question</th><th>answer</th><th>method</th></tr></thead>{rows}</table>"
