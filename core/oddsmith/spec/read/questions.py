"""`questions:` -> QuestionClause."""

from __future__ import annotations

from oddsmith.expr.nodes import TRUE
from oddsmith.spec.game import QuestionClause
from oddsmith.spec.keys import QUESTION
from oddsmith.spec.read.constants import Values
from oddsmith.spec.read.expect import read_expect
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Entry, Node, Scalar


def read_questions(reader: Reader, node: Node | None, values: Values) -> tuple[QuestionClause, ...]:
    """Questions by name; `ruin[p in 1..N]` is one per index."""
    found = (_question(reader, entry, values) for entry in reader.entries(node, "questions (`name: P=? [F goal]`)"))
    return tuple(question for question in found if question is not None)


def _question(reader: Reader, entry: Entry, values: Values) -> QuestionClause | None:
    head = reader.head(entry.key, "a question", reserved=())
    node = entry.value
    fields = {"ask": node} if isinstance(node, Scalar) else reader.fields(node, QUESTION)
    when = reader.expression(fields["when"], "a condition") if "when" in fields else TRUE
    expects = read_expect(reader, fields["expect"], values) if "expect" in fields else ()
    ask = fields.get("ask")
    if ask is not None and (not isinstance(ask, Scalar) or not ask.text.strip()):
        reader.wrong(ask, "the text of a question", 'put it in quotes: "P=? [F won]"')
        return None
    if head is None or ask is None or when is None:
        return None
    assert isinstance(ask, Scalar)
    name, family = head
    return QuestionClause(name, ask.span, " ".join(ask.text.split()), when, family, expects, entry.key.span)
