"""`learn:` -> an experiment; all its mistakes with their places."""

from __future__ import annotations

from oddsmith.expr.nodes import Expr
from oddsmith.learn.styles import Style
from oddsmith.process.process import Table
from oddsmith.run.learning.experiment import Company, Experiment
from oddsmith.run.plan import Step
from oddsmith.run.reading import Reader
from oddsmith.spec.complaints import suggestion
from oddsmith.spec.read.constants import Values
from oddsmith.spec.read.reader import Reader as SpecReader
from oddsmith.spec.read.tables import compute_table, read_tables
from oddsmith.spec.tree import Entry, Mapping, Node, Scalar, Sequence

KEYS = ("learners", "styles", "against", "hands", "games", "rotate")
STYLE = ("about", "tables", "moves")
MOST = 10_000_000
"""Hands or games."""


class LearnReader:
    """Reads one `learn:`; complaints are collected by the reader of the pipeline."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.complaints = reader, reader.complaints
        self.expressions = SpecReader(reader.complaints)

    def experiment(self, entry: Entry) -> Experiment:
        node = entry.value
        found = self.reader.known(node, KEYS, "`learn`")
        for key in ("learners", "styles", "against"):
            if key not in found:
                self.complaints.add("E203", f"`learn` needs the key `{key}`", entry.key.span)
        styles = tuple(self.style(one) for one in self.reader.mapping(found["styles"])) if "styles" in found else ()
        source = node.span.source
        return Experiment(
            tuple(self.learners(found["learners"])) if "learners" in found else (),
            tuple(self.companies(found["against"], styles)) if "against" in found else (),
            styles,
            self.count(found["hands"]) if "hands" in found else 1000,
            self.count(found["games"]) if "games" in found else 10,
            self.truth(found["rotate"]) if "rotate" in found else True,
            source.text[entry.key.span.start : node.span.end],
            entry.key.span,
        )

    def learners(self, node: Node) -> list[tuple[str, Step]]:
        """`shi`, `[shi, posterior]`, or `{name in the report: {posterior: {prior: flat}}}`."""
        if isinstance(node, Mapping):
            pairs = [(entry.key.text, self.step(entry.value)) for entry in node]
        else:
            steps = [self.step(item) for item in self.reader.items(node)]
            pairs = [(step.name, step) for step in steps]
        for place, (name, step) in enumerate(pairs):
            if name in [other for other, _ in pairs[:place]]:
                fix = "give them names: `{one: …, other: …}`"
                self.complaints.add("E204", f"two learners are called `{name}`", step.span, fix=fix)
        return pairs

    def step(self, node: Node) -> Step:
        if isinstance(node, Mapping) and len(node.entries) == 1:
            entry = node.entries[0]
            return Step(entry.key.text, tuple(self.reader.pairs(entry.value)), entry.key.span)
        return Step(self.reader.text(node), (), node.span)

    def style(self, entry: Entry) -> Style:
        found = self.reader.known(entry.value, STYLE, "a style")
        moves: dict[str, Expr] = {}
        for move in self.reader.mapping(found["moves"]) if "moves" in found else ():
            expr = self.expressions.expression(move.value, "a probability")
            if expr is not None:
                moves[move.key.text] = expr
        about = self.reader.text(found["about"]) if "about" in found else ""
        return Style(entry.key.text, moves, self.tables(found.get("tables")), about, entry.key.span)

    def tables(self, node: Node | None) -> tuple[Table, ...]:
        found = []
        for written in read_tables(self.expressions, node).values():
            table = compute_table(self.expressions, written, Values())
            if table is not None:
                found.append(table)
        return tuple(found)

    def companies(self, node: Node, styles: tuple[Style, ...]) -> list[Company]:
        """`{name: [style, style]}`, or a list of lists of styles."""
        known = [style.name for style in styles]
        found: list[Company] = []
        rows: list[tuple[str, Node]]
        if isinstance(node, Mapping):
            rows = [(entry.key.text, entry.value) for entry in node]
        else:
            rows = [("", item) for item in (node.items if isinstance(node, Sequence) else (node,))]
        for name, item in rows:
            words = self.reader.texts(item)
            for word in words:
                if word not in known:
                    message = f"there is no style `{word}`"
                    self.complaints.add("E201", message, item.span, fix=suggestion(word, known, "styles"))
            found.append(Company(name or " ".join(words), words, item.span))
        return found

    def count(self, node: Node) -> int:
        text = self.reader.text(node).replace("_", "")
        if not text.isdigit() or not 1 <= int(text) <= MOST:
            self.complaints.add("E302", f"a whole number from 1 to {MOST:,} is needed here, not {text}", node.span)
            return 1
        return int(text)

    def truth(self, node: Node) -> bool:
        text = node.text if isinstance(node, Scalar) else ""
        if text not in ("true", "false"):
            self.complaints.add("E302", f"`rotate` is true or false, not {text}", node.span)
        return text == "true"
