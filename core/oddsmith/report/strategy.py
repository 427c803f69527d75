"""A found strategy -> one line that says what it attains."""

from __future__ import annotations

from oddsmith.report.numbers import MOST_DIGITS, exactly, with_bounds
from oddsmith.run.quantities import counted
from oddsmith.solve.strategy import Check, Found
from oddsmith.solve.synthesis import EVERYBODY


def strategy_line(found: Found, digits: int = MOST_DIGITS) -> str:
    """`strategy attains 0.677419355 = 21/31; 4 decisions, in 1 of them another choice is exactly as good`."""
    return f"{'; '.join(check_text(check, digits) for check in found.checks)}; {ties_text(found)}"


def check_text(check: Check, digits: int = MOST_DIGITS) -> str:
    """What following it is worth."""
    whose = "strategy" if check.whose == EVERYBODY else f"strategy of {check.whose}"
    worth = worth_text(check, digits)
    return f"{whose} attains {worth}" if check.attains else f"{whose} DOES NOT ATTAIN THIS, only {worth}"


def ties_text(found: Found) -> str:
    """How often one could have chosen otherwise."""
    decisions = counted(found.decisions, "decision")
    if not found.decisions:
        return "nothing to decide on its way"
    how = "exactly as good" if found.ties.exact else "as good within the bounds"
    if not found.tied:
        return f"{decisions}, no ties"
    where = f"in {found.tied:,} of them" if found.tied < found.decisions else "in all of them"
    return f"{decisions}, {where} another choice is {how}"


def worth_text(check: Check, digits: int = MOST_DIGITS) -> str:
    """The value with its bounds, or as a fraction."""
    if check.exact is not None:
        return exactly(check.exact, digits)
    return with_bounds(check.value, check.lower, check.upper, digits)
