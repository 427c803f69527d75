"""What other languages write -> how to write it here."""

from __future__ import annotations

from typing import Final

from oddsmith.source import Diagnostic, Span

FOREIGN: Final = {
    "&": "write `and`",
    "&&": "write `and`",
    "∧": "write `and`",
    "|": "write `or`",
    "||": "write `or`",
    "∨": "write `or`",
    "!": "write `not`",
    "~": "write `not`",
    "¬": "write `not`",
    "**": "write `^` for powers",
    "<>": "write `!=`",
    "≠": "write `!=`",
    "=<": "write `<=`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "->": "write `=>` for implication",
    "→": "write `=>` for implication",
    "×": "write `*`",
    "·": "write `*`",
    "÷": "write `/`",
    "−": "write the plain minus `-`",
    "–": "write the plain minus `-`",
    ":=": "write `=` to compare; to assign, write `variable: value` under `then`",
    "'": "new values need no prime: write `variable: value` under `then`, and `next(variable)` in a gain",
    ".": "numbers have digits on both sides of the point; ranges have two dots, `1..6`",
    ";": "write one expression only",
    "#": "a comment needs a space before `#`",
    "“": 'write plain quotes `"` around a label, or none',
    "”": 'write plain quotes `"` around a label, or none',
    "…": "write two dots, `1..6`",
}
"""Signs of other languages."""

MISPLACED: Final = {
    "?": "write `if condition then value else other`",
    ":": "a colon stands only in `sum(i in 1..N: …)` and its like; for a choice write `if … then … else …`",
    "..": "a range stands only behind `in`: `x in 1..6`",
    "then": "`then` belongs to `if … then … else …`",
    "else": "`else` belongs to `if … then … else …`",
    ")": "remove this parenthesis, or open one before",
    "]": "remove this bracket, or open one before",
    "}": "remove this brace, or open one before",
    "{": "a set stands only behind `in`: `x in {1, 3, 5..9}`",
    "[": "an index stands only behind the name of an array or table: `pos[1]`",
    ",": "a comma stands only between arguments, indices and members of sets",
    "in": "write `value in 1..6` or `value in {1, 2}`, and parentheses around anything longer",
    "init": "a first value stands beside the range: `{range: 0..3, init: 2}`",
    "AND": "write `and`",
    "OR": "write `or`",
    "NOT": "write `not`",
    "xor": "write `!=` between two conditions",
    "mod": "write `a % b` or `mod(a, b)`",
    "div": "write `a // b`",
    "implies": "write `=>`",
    "iff": "write `<=>`",
    "elif": "write `else if`",
    "<<": "there are no shifts: multiply by a power of 2",
    ">>": "there are no shifts: use `//` with a power of 2",
}
"""Signs and words of ours that stand where they cannot."""


def foreign(text: str, span: Span) -> Diagnostic:
    """The complaint about a sign that is none of ours."""
    if text[0].isdigit() or (text[0] == "." and len(text) > 1):
        fix = "write a number like 12, 0.5, 1e-3 or 1_000; write `*` to multiply; names begin with a letter"
        return Diagnostic("E301", f"`{text}` is neither a number nor a name", span, "", fix)
    if text[0].isalpha():
        fix = "use the letters A to Z, digits and `_`"
        return Diagnostic("E301", f"`{text}` is not a name", span, "names have plain letters only", fix)
    if text == '"':
        return Diagnostic("E301", "a quote is opened and never closed", span, "", 'write `"name"`, or no quotes at all')
    fix = FOREIGN.get(text, "remove it")
    return Diagnostic("E301", f"`{text}` means nothing in an expression", span, "", fix)
