"""`expect:` -> the answers that are expected, each with its tolerance, source and condition."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from oddsmith.expr.nodes import TRUE
from oddsmith.process.question import Expected
from oddsmith.spec.game import ExpectClause
from oddsmith.spec.keys import EXPECT
from oddsmith.spec.read.constants import Values
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Mapping, Node, Scalar, Sequence, shorten

_DECIMAL: Final = re.compile(r"[-+]?(?P<whole>[\d_]*)(?:\.(?P<part>[\d_]*))?(?:[eE](?P<exponent>[-+]?\d{1,3}))?\Z")
_FORMS: Final = "write a number, `inf`, `true`, `false`, `{value: 0.5, tolerance: 1e-9}` or `{0: 1/2, 1: 1/2}`"

Answer = Fraction | float | bool | dict[int, Fraction]


def read_expect(reader: Reader, node: Node, values: Values) -> tuple[ExpectClause, ...]:
    """One expectation, or a list of which the first counts whose condition holds."""
    if isinstance(node, Sequence):
        return tuple(clause for item in node for clause in _clause(reader, item, values))
    return tuple(_clause(reader, node, values))


def _clause(reader: Reader, node: Node, values: Values) -> list[ExpectClause]:
    if not isinstance(node, Mapping) or _distribution(node):
        fields: dict[str, Node] = {"value": node}
    else:
        fields = reader.fields(node, EXPECT)
    when = reader.expression(fields["when"], "a condition") if "when" in fields else TRUE
    answer = _answer(reader, fields["value"], values) if "value" in fields else None
    tolerance = _tolerance(reader, fields, answer, values)
    source = reader.text(fields["source"], "where the number was published") if "source" in fields else ""
    if when is None or answer is None:
        return []
    return [ExpectClause(when, Expected(answer, tolerance, source or "", fields["value"].span))]


def _distribution(node: Mapping) -> bool:
    """Whether the keys are outcomes and not the names of fields."""
    return bool(node.entries) and all(re.match(r"\s*-?\d+\s*\Z", entry.key.text) for entry in node)


def _answer(reader: Reader, node: Node, values: Values) -> Answer | None:
    if isinstance(node, Mapping):
        return _outcomes(reader, node, values)
    if isinstance(node, Scalar) and node.text.lower() in ("inf", "infinity", ".inf"):
        return float("inf")
    if isinstance(node, Scalar) and not node.empty:
        found = values.read(reader, node, "E504")
        if isinstance(found, bool):
            return found
        return None if found is None else Fraction(found)
    reader.complaints.add("E504", "an expected answer is missing", node.span, fix=_FORMS)
    return None


def _outcomes(reader: Reader, node: Mapping, values: Values) -> dict[int, Fraction] | None:
    if not _distribution(node):
        reader.complaints.add("E504", "a distribution is given by whole numbers", node.span, fix=_FORMS)
        return None
    found: dict[int, Fraction] = {}
    for entry in node:
        share = _answer(reader, entry.value, values)
        if isinstance(share, Fraction) and 0 <= share <= 1:
            found[int(entry.key.text)] = share
        elif share is not None:
            message = f"`{shorten(entry.value.span.text)}` is not a probability"
            reader.complaints.add("E504", message, entry.value.span, fix="probabilities lie between 0 and 1")
    return found if len(found) == len(node.entries) else None


def _tolerance(reader: Reader, fields: dict[str, Node], answer: Answer | None, values: Values) -> Fraction | None:
    """What is given, else half a unit of the last digit of decimals, else None: exact."""
    if "tolerance" in fields and "digits" in fields:
        reader.complaints.add("E504", "`tolerance` and `digits` exclude each other", fields["digits"].span)
        return None
    for key in ("tolerance", "digits"):
        if key in fields:
            found = values.read(reader, fields[key], "E504")
            if found is None:
                return None
            if isinstance(found, bool) or found < 0 or (key == "digits" and not isinstance(found, int)):
                fix = "a tolerance is a number like 1e-9, `digits` a whole number"
                reader.complaints.add(
                    "E504", f"`{key}` cannot be {shorten(fields[key].span.text)}", fields[key].span, fix=fix
                )
                return None
            return Fraction(found) if key == "tolerance" else _of_digits(answer, int(found))
    return _half_unit(fields["value"]) if "value" in fields else None


def _of_digits(answer: Answer | None, digits: int) -> Fraction | None:
    """Half a unit of the last of so many significant digits."""
    if isinstance(answer, bool | float | dict) or answer is None:
        return Fraction(1, 2 * 10 ** min(digits, 1000))
    leading = 0
    size = abs(answer)
    while size and size >= 1:
        size, leading = size / 10, leading + 1
    while size and size < Fraction(1, 10):
        size, leading = size * 10, leading - 1
    return Fraction(10) ** (leading - min(digits, 1000)) / 2


def _half_unit(node: Node) -> Fraction | None:
    """Half a unit of the last written digit; of a distribution the largest; None where no decimal is written."""
    if isinstance(node, Mapping):
        units = [unit for unit in (_half_unit(entry.value) for entry in node) if unit is not None]
        return max(units, default=None)
    match = _DECIMAL.match(node.text.strip()) if isinstance(node, Scalar) else None
    if match is None or (match["part"] is None and match["exponent"] is None):
        return None
    digits = len((match["part"] or "").replace("_", ""))
    return Fraction(10) ** (int(match["exponent"] or 0) - digits) / 2
