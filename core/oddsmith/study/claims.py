"""`claims:` -> sentences of a paper that numbers can decide, each with the two sides that are compared."""

from __future__ import annotations

from oddsmith.run.reading import Reader
from oddsmith.spec.tree import Node
from oddsmith.study.quantity import Found
from oddsmith.study.study import Claim, Coordinates, Printed
from oddsmith.study.verdict import Judged, Verdict, decimal

KEYS = ("says", "quantity", "at", "is", "number", "other", "beside", "source", "wrong")
RELATIONS = ("<", "<=", "=", ">=", ">")


def claims_of(reader: Reader, node: Node, axes: tuple[str, ...]) -> tuple[Printed, ...]:
    """`{says: …, quantity: gems, at: {strategy: paper}, is: ">=", beside: {strategy: best}, wrong: why}`."""
    found = [_claim(reader, item, axes) for item in reader.items(node)]
    return tuple(claim for claim in found if claim is not None)


def _claim(reader: Reader, node: Node, axes: tuple[str, ...]) -> Printed | None:
    found = reader.known(node, KEYS, "a claim")
    for key in ("says", "quantity", "is"):
        if key not in found:
            reader.complaints.add("E203", f"a claim needs the key `{key}`", node.span)
            return None
    words = {key: reader.text(value) for key, value in found.items() if key not in ("at", "beside")}
    if words["is"] not in RELATIONS:
        fix = f"known: {', '.join(RELATIONS)}"
        reader.complaints.add("E201", f"there is no relation `{words['is']}`", found["is"].span, fix=fix)
    if ("number" in found) == bool(found.keys() & {"other", "beside"}):
        fix = "number: 0.5, or `other:` with the name of a quantity, `beside:` with its place in the sweep"
        reader.complaints.add("E203", "a claim compares with a number, or with another quantity", node.span, fix=fix)
        return None
    at, beside = (_place(reader, found[key], axes) if key in found else () for key in ("at", "beside"))
    other = "" if "number" in words else words.get("other", words["quantity"])
    claim = Claim(words["says"], words["is"], other, beside)
    source, wrong = words.get("source", ""), words.get("wrong", "")
    return Printed(words["quantity"], words.get("number", ""), at, source, "", wrong, span=node.span, claim=claim)


def _place(reader: Reader, node: Node, axes: tuple[str, ...]) -> Coordinates:
    place = tuple(reader.pairs(node))
    for name, _ in place:
        if name not in axes:
            fix = f"known: {', '.join(axes)}"
            reader.complaints.add("E201", f"the sweep has no coordinate `{name}`", node.span, fix=fix)
    return place


def decide(printed: Printed, claim: Claim, found: Found | None, other: Found | None) -> Judged:
    """Whether the sentence is true for all values within the bounds; what bounds do not decide stays undecided."""
    if not claim.other:
        number = decimal(printed.text)
        other = None if number is None else Found(float(number[0]), number[0], number[0])
    if found is None or other is None:
        return Judged(printed, found, Verdict.MISSING, other)
    truth = _holds(found, claim.relation, other)
    if truth is None:
        return Judged(printed, found, Verdict.UNDECIDED, other)
    expected = not printed.wrong
    verdict = Verdict.DIFFERS if truth != expected else Verdict.AGREES if truth else Verdict.WRONG
    return Judged(printed, found, verdict, other)


def _holds(one: Found, relation: str, two: Found) -> bool | None:
    """True or false if the bounds tell; None if they do not."""
    if one.lower is None or one.upper is None or two.lower is None or two.upper is None:
        return None
    below, above = one.upper < two.lower, one.lower > two.upper
    same = one.lower == one.upper == two.lower == two.upper
    sure = {
        "<": (below, above or same),
        ">": (above, below or same),
        "<=": (one.upper <= two.lower, above),
        ">=": (one.lower >= two.upper, below),
        "=": (same, below or above),
    }[relation]
    return True if sure[0] else False if sure[1] else None
