"""Codes of faulty states -> why they are faulty and what to do."""

from __future__ import annotations

ADVICE = {
    "E601": (
        "wherever a command is enabled, the probabilities of what follows sum to exactly 1",
        "correct the weights, or let `when:` exclude this state",
    ),
    "E602": (
        "a variable never leaves its range",
        "widen the range, or let `when:` exclude this state",
    ),
    "E604": (
        "all updates of a step happen at once, so no cell can get two values",
        "let the two indices differ, or join the updates",
    ),
    "E605": ("", "guard it: `if d = 0 then … else x / d`, or let `when:` exclude this state"),
    "E606": ("a probability is never negative", "correct the weight, or let `when:` exclude this state"),
    "E607": ("", "add the entry or a `default:` to the table, or test `i in table` first"),
    "E608": ("", "give the function a case in which it does not call itself"),
    "E611": ("", "let `when:` exclude this state, or make the array larger"),
    "E612": ("", "keep the numbers smaller"),
    "E613": ("variables hold whole numbers", "use `//`, `floor` or `ceil`"),
}
"""Code -> (why, fix)."""

SEMANTIC = {"E302": "E613", "E306": "E605", "E308": "E608"}
"""Mistakes that have another code when they show up in a state."""
