"""A process and what is looked for -> the text of `play`: whole games in one compiled loop.

A game goes on while anything is open. States are kept packed; moves without chance are watched by Brent's method: if
the game comes back to a state without having taken a random word, it repeats itself for ever, and what is still open
then never happens. That is a proof, not a guess. A game that is not over after `longest` moves is cut: what is open
is `unknown` in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from oddsmith.plugin import Encoding, Expr, NotCompilableError, Process
from oddsmith_plugins.kernels.compiled_parts.commands import Writer
from oddsmith_plugins.kernels.compiled_parts.dispatch import Candidate, write_dispatch
from oddsmith_plugins.kernels.compiled_parts.guards import equalities
from oddsmith_plugins.kernels.compiled_parts.program import LONGEST_TEXT, Program
from oddsmith_plugins.kernels.compiled_parts.real import real
from oddsmith_plugins.kernels.compiled_parts.render import Renderer
from oddsmith_plugins.solvers.simulation_parts.commands import ARGUMENTS, SIGNATURE, write_command
from oddsmith_plugins.solvers.simulation_parts.seen import Gathered, Observable
from oddsmith_plugins.solvers.simulation_parts.words import STREAM, stream_text

STUCK = 609
"""The fault of a state without commands where the game forbids that."""
HEAD = (
    "def play(first: i64, count: i64, seed: u64, series: u64, longest: i64, endless: f64, unknown: f64, "
    "start: Array[u64], values: Array[f64], tally: Array[i64], fault: Array[u64], stop: Array[i64]) -> i64:"
)


def play_text(process: Process, observables: Sequence[Observable], decides: bool) -> str:
    """`play` returns -1, or the game in which a fault happened (its state is in `fault`), or -2 if it was stopped.

    `values[observable, game]`; `tally` counts [0] moves and [1] games that were cut. With `decides`, choices are made
    at random, all alike; else two of them are a fault.
    """
    program = Program(process, Encoding.of(process.params))
    renderer = Renderer(program, words=tuple(f"row[{k}]" for k in range(program.words)))
    program.parts["stream"] = stream_text()
    _write_move(program, decides)
    conditions = tuple(dict.fromkeys(c for seen in observables for c in seen.conditions()))
    for number, condition in enumerate(conditions):
        text = f"i64({renderer.truth(condition).text})"
        program.parts[f"holds_{number}"] = _function(f"holds_{number}", text, "i64")
    for number, reward in enumerate(process.rewards):
        text = f"f64({real(renderer, reward.state).text})"
        program.parts[f"gain_{number}"] = _function(f"gain_{number}", text, "f64")
    program.parts["play"] = _play(program, observables, conditions)
    return program.text()


def _function(name: str, text: str, result: str) -> str:
    return f"def {name}(row: Array[u64], book: Array[i64]) -> {result}:\n    return {text}\n"


def _write_move(program: Program, decides: bool) -> None:
    """`move(row, …)`: one move of one game; book[1] tells how many choices there were."""
    process = program.process
    renderer = Renderer(program, words=tuple(f"w{k}" for k in range(program.words)))
    candidates, length = [], 0
    for number, summand in enumerate(process.summands):
        name = write_command(program, number, summand, not decides)
        candidates.append(Candidate(name, {} if summand.sums else equalities(renderer, summand.guard)))
        length += len(program.parts[name])
        if length > LONGEST_TEXT:
            raise NotCompilableError(f"{len(process.summands):,} commands make too long a program")
    writer = Writer()
    writer.put(*(f"w{k} = row[{k}]" for k in range(program.words)))
    write_dispatch(writer, renderer, candidates, not decides, ARGUMENTS)
    name = "take" if decides else "move"
    program.parts[name] = "\n".join([f"def {name}({SIGNATURE}):", *writer.lines, ""])
    if decides:
        lines = ["book[2] = -1", f"take({ARGUMENTS})", "many = book[1]", "book[1] = 0", "book[2] = 0"]
        lines += ["if many > 1:", "    book[2] = i64(multiply_high(word(stream), many))"]
        lines += ["if many > 0:", f"    take({ARGUMENTS})"]
        program.parts["move"] = "\n".join([f"def move({SIGNATURE}):", *(f"    {line}" for line in lines), ""])


def _play(program: Program, observables: Sequence[Observable], conditions: Sequence[Expr]) -> str:
    writer = Writer()
    words, rewards = program.words, max(len(program.process.rewards), 1)
    arrays = [("row", "u64", words), ("targets", "u64", words), ("mark", "u64", words), ("book", "i64", 3)]
    arrays += [("gains", "f64", rewards), ("steps", "f64", rewards), ("stream", "u64", STREAM)]
    writer.put(*(f"{name} = array({kind}, {size})" for name, kind, size in arrays))
    writer.put("moves = 0", "cut = 0", "stream[7] = seed", "stream[8] = series")
    with writer.inside("for place in range(count):"):
        _begin(writer, program, observables)
        with writer.inside("while True:"):
            _arrive(writer, observables, conditions)
            _end(writer, observables)
            _step(writer, program, observables)
            _repeat(writer, program, observables)
        writer.put("moves = moves + k")
        writer.put(*(f"values[{n} * count + place] = v{n}" for n in range(len(observables))))
        writer.put(
            "if book[0] != 0:", *(f"    fault[{k}] = row[{k}]" for k in range(words)), "    return first + place"
        )
        writer.put("if stop[0] != 0:", "    return -2")
    writer.put("tally[0] = moves", "tally[1] = cut", "return -1")
    return "\n".join([HEAD, *writer.lines, ""])


def _begin(writer: Writer, program: Program, observables: Sequence[Observable]) -> None:
    # The first state is an argument, so that a game that is taken up elsewhere needs no other code.
    for k in range(program.words):
        writer.put(f"row[{k}] = start[{k}]", f"mark[{k}] = start[{k}]")
    writer.put("stream[4] = u64(4)", "stream[5] = u64(0)", "stream[6] = u64(first + place)")
    writer.put("k = 0", "since = 0", "stretch = 1")
    for n, seen in enumerate(observables):
        writer.put(f"s{n} = 1", f"v{n} = 0.0")
        if isinstance(seen, Gathered):
            writer.put(f"h{n} = 0.0", f"g{n} = 0.0", f"l{n} = -1")


def _arrive(writer: Writer, observables: Sequence[Observable], conditions: Sequence[Expr]) -> None:
    """Look at the state; `open` counts what is still open."""
    places = {condition: number for number, condition in enumerate(conditions)}
    for n, seen in enumerate(observables):
        if lines := seen.arrive(n, lambda condition: f"(holds_{places[condition]}(row, book) != 0)"):
            with writer.inside(f"if s{n} == 1:"):
                writer.put(*lines)


def _end(writer: Writer, observables: Sequence[Observable]) -> None:
    names = [f"s{n}" for n in range(len(observables))]
    writer.put(f"if {' + '.join(names) or '0'} == 0 or book[0] != 0:", "    break")
    with writer.inside("if k >= longest:"):
        writer.put("cut = cut + 1")
        for n in range(len(observables)):
            writer.put(f"if s{n} == 1:", f"    v{n} = unknown")
        writer.put("break")
    writer.put("if k & 65535 == 65535:", "    if atomic_add(stop, 0, 0) != 0:", "        return -2")


def _step(writer: Writer, program: Program, observables: Sequence[Observable]) -> None:
    """One move, or, where there is no command, a move that changes nothing and gains what the state gains."""
    process = program.process
    gained = sorted({seen.gain for seen in observables if isinstance(seen, Gathered) and seen.gain >= 0})
    writer.put("book[1] = 0", "before = stream[4] + 4 * stream[5]")
    writer.put(f"move({ARGUMENTS})")
    writer.put(*(f"t{r} = gain_{r}(row, book)" for r in gained))
    with writer.inside("if book[1] == 0:"):
        if process.deadlock == "error":
            writer.put(f"book[0] = {STUCK}")
        writer.put(*(f"targets[{k}] = row[{k}]" for k in range(program.words)))
    if gained and (program.gainful or program.stepped):
        with writer.inside("else:"):
            for r in gained:
                parts = [f"t{r}", *([f"gains[{r}]"] * program.gainful), *([f"steps[{r}]"] * program.stepped)]
                writer.put(f"t{r} = {' + '.join(parts)}")
    with writer.inside("if book[0] != 0:"):
        writer.put("break")
    for n, seen in enumerate(observables):
        if lines := seen.move(n):
            with writer.inside(f"if s{n} == 1:"):
                writer.put(*lines)
    writer.put(*(f"row[{k}] = targets[{k}]" for k in range(program.words)), "k = k + 1")


def _repeat(writer: Writer, program: Program, observables: Sequence[Observable]) -> None:
    """Brent: a mark that moves on by powers of 2 as long as nothing happens by chance."""
    words = range(program.words)
    same = " and ".join(f"row[{k}] == mark[{k}]" for k in words)
    with writer.inside("if stream[4] + 4 * stream[5] != before:"):
        writer.put("since = k", "stretch = 1", *(f"mark[{k}] = row[{k}]" for k in words))
    with writer.inside(f"elif {same}:"):
        for n, seen in enumerate(observables):
            if lines := seen.repeat(n):
                with writer.inside(f"if s{n} == 1:"):
                    writer.put(*lines)
        writer.put("since = k", "stretch = 1")
    with writer.inside("elif k - since >= stretch:"):
        writer.put("since = k", "stretch = 2 * stretch", *(f"mark[{k}] = row[{k}]" for k in words))


def narrowed(process: Process, rewards: Sequence[str]) -> Process:
    """The process with these rewards alone, in this order: what nobody asks for is not calculated."""
    known = {reward.name: reward for reward in process.rewards}
    summands = tuple(
        replace(summand, gains=tuple(gain for gain in summand.gains if gain.reward in rewards))
        for summand in process.summands
    )
    return replace(process, rewards=tuple(known[name] for name in rewards), summands=summands, questions=())
