"""A process -> the text of its successor function; conditions and state gains -> the text of their loops over rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from oddsmith.plugin import Encoding, Expr, NotCompilableError, Process
from oddsmith_plugins.kernels.compiled_parts.commands import Size, Writer, write_command
from oddsmith_plugins.kernels.compiled_parts.dispatch import Candidate, write_dispatch
from oddsmith_plugins.kernels.compiled_parts.exchange import write_order
from oddsmith_plugins.kernels.compiled_parts.following import write_settle
from oddsmith_plugins.kernels.compiled_parts.guards import equalities
from oddsmith_plugins.kernels.compiled_parts.program import LONGEST_TEXT, Program
from oddsmith_plugins.kernels.compiled_parts.real import real
from oddsmith_plugins.kernels.compiled_parts.render import Renderer

MOST_SUCCESSORS = 5_000_000


@dataclass(frozen=True)
class StepText:
    """The program whose function `expand` is the successor function, and how much one state may yield."""

    text: str
    most_choices: int
    most_successors: int


def step_text(process: Process, encoding: Encoding) -> StepText:
    """int64 expand(row, pairs, gains, targets, weights, steps); a negative result is the code of a fault."""
    program = Program(process, encoding)
    chain = process.exclusive
    renderer = Renderer(program, words=tuple(f"w{k}" for k in range(encoding.words)))
    sizes: list[Size] = []
    candidates: list[Candidate] = []
    length = 0
    for number, summand in enumerate(process.summands):
        name, size = write_command(program, number, summand, chain)
        sizes.append(size)
        candidates.append(Candidate(name, equalities(renderer, summand.guard) if not summand.sums else {}))
        length += len(program.parts[name])
        if length > LONGEST_TEXT:
            raise NotCompilableError(f"{len(process.summands):,} commands make too long a program")
    writer = Writer()
    writer.put(*(f"w{k} = row[{k}]" for k in range(encoding.words)), "book = array(i64, 3)")
    write_dispatch(writer, renderer, candidates, chain)
    writer.put("if book[0] != 0:", "    return -book[0]")
    _write_places(writer, program)
    head = (
        "def expand(row: Array[u64], pairs: Array[i64], gains: Array[f64], targets: Array[u64], "
        "weights: Array[f64], steps: Array[f64]) -> i64:"
    )
    program.parts["expand"] = "\n".join([head, *writer.lines, ""])
    most = max if chain else sum
    choices = max(1, most([s.choices for s in sizes] or [1]))
    successors = max(1, most([s.successors for s in sizes] or [1]))
    if successors > MOST_SUCCESSORS:
        raise NotCompilableError(f"one state may have up to {successors:,} successors")
    return StepText(program.text(), choices, successors)


def _write_places(writer: Writer, program: Program) -> None:
    """What is done with all successors in the end. Gains of steps are known by now, those of a successor as it was."""
    ordered = write_order(program)
    settled = write_settle(program, ordered)
    successor = f"tail(targets, successor * {program.words})"
    if settled:
        writer.put("taken = 0")
    if ordered or settled:
        with writer.inside("for successor in range(book[2]):"):
            writer.put(*([f"order({successor})"] if ordered else []))
            writer.put(*([f"taken = taken + settle({successor}, book)"] if settled else []))
    if settled:
        writer.put("if book[0] != 0:", "    return -book[0]")
    writer.put("return book[1] | (taken << 32)" if settled else "return book[1]")


def conditions_text(process: Process, encoding: Encoding, conditions: Sequence[Expr]) -> str:
    """int64 holds(which, count, rows, out): the place of the first faulty row, or -1."""
    program = Program(process, encoding)
    renderer = _row_renderer(program)
    for number, condition in enumerate(conditions):
        text = f"i64({renderer.truth(condition).text})"
        program.parts[f"condition_{number}"] = _one(f"condition_{number}", text, "i64")
    program.parts["holds"] = _loops("holds", "condition", len(conditions), "u8", encoding.words)
    return program.text()


def gains_text(process: Process, encoding: Encoding) -> str:
    """int64 gain(which, count, rows, out): the place of the first faulty row, or -1."""
    program = Program(process, encoding)
    renderer = _row_renderer(program)
    for number, reward in enumerate(process.rewards):
        text = f"f64({real(renderer, reward.state).text})"
        program.parts[f"reward_{number}"] = _one(f"reward_{number}", text, "f64")
    program.parts["gain"] = _loops("gain", "reward", len(process.rewards), "f64", encoding.words)
    return program.text()


def _row_renderer(program: Program) -> Renderer:
    return Renderer(program, words=tuple(f"row[{k}]" for k in range(program.words)))


def _one(name: str, text: str, result: str) -> str:
    return f"def {name}(row: Array[u64], book: Array[i64]) -> {result}:\n    return {text}\n"


def _loops(name: str, stem: str, count: int, element: str, words: int) -> str:
    """One loop per number, chosen by `which`."""
    lines = [f"def {name}(which: i64, count: i64, rows: Array[u64], out: Array[{element}]) -> i64:"]
    lines += ["    book = array(i64, 3)"]
    for number in range(count):
        lines += [f"    if which == {number}:", "        for state in range(count):"]
        lines += [f"            out[state] = {stem}_{number}(tail(rows, state * {words}), book)"]
        lines += ["            if book[0] != 0:", "                return state"]
    return "\n".join([*lines, "    return -1", ""])
