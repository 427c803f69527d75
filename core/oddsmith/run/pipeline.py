"""A pipeline file -> a plan; a spec file -> the plan that runs it as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from oddsmith.context import Limits
from oddsmith.run.binding import binding
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.run.quantities import count, duration, precision, size
from oddsmith.run.reading import Reader
from oddsmith.source import Diagnostic, Source, SpecError
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.compose import compose
from oddsmith.spec.read.bound import Binding
from oddsmith.spec.text import LARGEST_FILE, read_file
from oddsmith.spec.tree import Entry, Mapping, Node, Scalar

KEYS = (
    "pipeline",
    "about",
    "spec",
    "properties",
    "set",
    "bind",
    "reductions",
    "kernel",
    "solver",
    "strategy",
    "questions",
    "ask",
    "limits",
    "precision",
    "learn",
)
LIMITS = ("memory", "time", "states")


def plan_of(path: Path) -> Plan:
    """The plan of a pipeline file (it has the key `pipeline`), or of a spec."""
    if not is_pipeline(path):
        return Plan(path)
    source = read_file(path)
    complaints = Complaints()
    tree = compose(source, complaints)
    if not isinstance(tree, Mapping):
        return Plan(path)
    stages = tree.get("stages")
    if stages is not None:
        message = "a pipeline with stages is many runs, and one is wanted here"
        raise SpecError([Diagnostic("E203", message, stages.key.span, fix="name the spec of one of them")])
    plan = _Reader(complaints, path).plan(tree)
    complaints.check()
    return replace(plan, texts=((path.name, source.text),))


def is_pipeline(path: Path) -> bool:
    """Whether a line begins with the key `pipeline`; what cannot be read is left to the reader of specs."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as handle:
            return re.search(rb"^pipeline\s*:", handle.read(LARGEST_FILE), re.MULTILINE) is not None
    except (OSError, ValueError):
        return False


class _Reader(Reader):
    """Reads the keys of one pipeline file; mistakes are collected."""

    def plan(self, tree: Mapping) -> Plan:
        plan = Plan(self.path)
        for entry in tree:
            key, value = entry.key.text, entry.value
            if key not in KEYS:
                self.complaints.add(
                    "E202", f"a pipeline has no key `{key}`", entry.key.span, fix=suggestion(key, KEYS, "keys")
                )
            elif key == "pipeline":
                plan = replace(plan, name=self.text(value))
            elif key == "spec":
                plan = replace(plan, spec=self.path.parent / self.text(value))
            elif key == "strategy":
                plan = replace(plan, strategy=self.path.parent / self.text(value))
            elif key == "properties":
                plan = replace(plan, properties=self.path.parent / self.text(value))
            elif key == "set":
                plan = replace(plan, overrides=tuple(self.pairs(value)))
            elif key == "bind":
                plan = replace(plan, bindings=tuple(self.bindings(value)))
            elif key == "reductions":
                plan = replace(plan, reductions=tuple(self.step(item) for item in self.items(value)))
            elif key in ("kernel", "solver"):
                step = self.step(value)
                plan = replace(plan, kernel=step) if key == "kernel" else replace(plan, solver=step)
            else:
                plan = self.rest(plan, entry)
        if tree.get("spec") is None:
            self.complaints.add("E203", "a pipeline needs the key `spec`", tree.span, fix="spec: path/to/game.yaml")
        return plan

    def rest(self, plan: Plan, entry: Entry) -> Plan:
        key, value = entry.key.text, entry.value
        if key == "learn":
            from oddsmith.run.learning.reading import LearnReader

            return replace(plan, learning=LearnReader(self).experiment(entry))
        if key == "questions":
            return replace(plan, questions=self.texts(value))
        if key == "ask":
            return replace(plan, asks=tuple(self.asks(value)))
        if key == "limits":
            return replace(plan, limits=self.limits(value))
        if key == "precision":
            return replace(plan, precision=self.read(value, precision))
        return plan

    def step(self, node: Node) -> Step:
        """`name`, or `{name: {option: value}}`."""
        if isinstance(node, Mapping) and len(node.entries) == 1:
            entry = node.entries[0]
            return Step(entry.key.text, tuple(self.pairs(entry.value)), entry.key.span)
        return Step(self.text(node), (), node.span)

    def bindings(self, node: Node) -> Iterator[Binding]:
        """`table: file.csv`, or `table: [0, 1/2, 1]` with the values themselves."""
        for entry in self.mapping(node):
            name, value = entry.key.text, entry.value
            if isinstance(value, Scalar):
                found = self.complaints.attempt(lambda v=value, n=name: binding(n, self.path.parent / v.text))  # type: ignore[misc]
                if found is not None:
                    yield found
            else:
                yield Binding(name, Source(f"{self.path} ({name})", value.span.text), "yaml")

    def asks(self, node: Node) -> list[Ask]:
        if isinstance(node, Mapping):
            return [Ask(name, text) for name, text in self.pairs(node)]
        return [Ask(f"ask{number}", self.text(item)) for number, item in enumerate(self.items(node), 1)]

    def limits(self, node: Node) -> Limits:
        limits = Limits()
        for entry in node if isinstance(node, Mapping) else ():
            name = entry.key.text
            if name == "memory":
                limits = replace(limits, memory=self.read(entry.value, size))
            elif name == "time":
                limits = replace(limits, seconds=self.read(entry.value, duration))
            elif name == "states":
                limits = replace(limits, states=self.read(entry.value, count))
            else:
                fix = suggestion(name, LIMITS, "limits")
                self.complaints.add("E202", f"there is no limit `{name}`", entry.key.span, fix=fix)
        return limits
