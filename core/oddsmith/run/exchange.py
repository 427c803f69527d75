"""A plan and a format -> exported files; a foreign file -> the checked text of a spec."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from oddsmith.context import BrokenOfferError, Context
from oddsmith.exchange.exporter import ExplicitExporter, Explored, Export, SymbolicExporter
from oddsmith.exchange.importer import ForeignText, Imported, Importer
from oddsmith.exchange.sound import check_files, sound_export, sound_import
from oddsmith.exchange.stored import unsuited
from oddsmith.expr.nodes import Expr, Name
from oddsmith.hosting.registry import Offer, Registry
from oddsmith.process.process import Process
from oddsmith.run import stages
from oddsmith.run.foreign import Foreign
from oddsmith.run.output import write_output
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools
from oddsmith.source import Diagnostic, SpecError
from oddsmith.tree.sight import blind

LONGEST_CHECKED = 80_000
"""Specs with more characters are not checked when they are imported."""
LONGEST_EMPTY = 10_000
"""Larger files are not looked at for being empty."""


def format_of(registry: Registry, kind: str, name: str | None, path: Path | None) -> Offer:
    """The exporter or importer: the named one, or the one whose suffix the file has (the longest that fits)."""
    offers = registry.of(kind)
    if name is not None:
        return registry.find(kind, name)
    fitting = [(len(end), offer) for offer in offers for end in _suffixes(offer) if path and path.name.endswith(end)]
    if fitting:
        return max(fitting, key=lambda pair: pair[0])[1]
    option = "--to" if kind == "exporter" else "--from"
    message = f"the name {path} does not tell the format" if path is not None else "no format is named"
    known = ", ".join(f"{offer.name} ({' '.join(_suffixes(offer))})" for offer in sorted(offers, key=lambda o: o.name))
    raise SpecError([Diagnostic("E711", message, fix=f"name it with {option}; known: {known or 'none'}")])


def process_of(plan: Plan, tools: Tools) -> Process:
    """The reduced process of a plan: what exporters write."""
    stages.verify(plan, tools.registry)
    process = stages.lower(plan, stages.load(plan), tools.host)
    if process.together:
        raise _simultaneous(process)
    if blind(process):
        tools.context.monitor.message(
            "what players cannot see is not written: whoever reads the file lets them see all"
        )
    return stages.reduce(plan, process, tools.registry, tools.context)


def _simultaneous(process: Process) -> SpecError:
    """No format that is written here can say who decides at the same time as whom."""
    first = next(summand for summand in process.summands if summand.parties)
    message = f"`{process.name}` cannot be exported: players decide at the same time"
    why = "in the other language somebody would decide first, and the others would see it"
    fix = "let the players decide one after the other, if that is what is meant"
    return SpecError([Diagnostic("E811", message, first.origin, why, fix)])


def explored_of(plan: Plan, process: Process, tools: Tools, exact: bool = False) -> Explored:
    """The reduced state space of a process, with the truth of its labels."""
    from oddsmith.solve.conditions import conditions_of
    from oddsmith.space.explore import explore

    asked = conditions_of(process.questions)
    known: dict[str, Expr] = {label.name: label.condition for label in process.labels}
    kernels = stages.targets(plan, tools.registry)
    if plan.foreign is not None:
        known = {name: Name(name) for name in plan.foreign.model.labels}
        space, kernel = plan.foreign.space(process, (*asked, *known.values()), kernels), plan.foreign.importer.name
    else:
        conditions, referees = (*asked, *known.values()), tools.registry.all_of("kernel")
        space, kernel = explore(process, conditions, kernels, tools.context, exact=exact, referees=referees)
    space, _ = stages.reduce_space(plan, space, tools.registry, tools.context, process.questions)
    labels = dict(zip(known, space.conditions[len(asked) :], strict=True))
    return Explored(process, replace(space, conditions=space.conditions[: len(asked)]), labels, kernel)


def translated(plan: Plan, exporter: SymbolicExporter, tools: Tools) -> Export:
    """The texts of a symbolic export."""
    if plan.foreign is not None:
        message = f"`{plan.spec.name}` has states and transitions, and no commands that {exporter.name} could say"
        raise unsuited(
            message, f"make a spec of it first, if it is small: pipeline import {plan.spec.name} -o SPEC.yaml"
        )
    process = process_of(plan, tools)
    return sound_export(exporter, exporter.translate(process, tools.context))


def write_translated(export: Export, path: Path, force: bool) -> tuple[Path, ...]:
    """The files of a symbolic export: the model as `path`, the others beside it."""

    def write(place: Path) -> None:
        for number, (suffix, text) in enumerate(export.files):
            target = place if number == 0 else place.with_suffix(suffix)
            target.write_text(text, encoding="utf-8")

    return write_output(path, force, write)


def write_explored(
    plan: Plan, exporter: ExplicitExporter, tools: Tools, path: Path, force: bool
) -> tuple[Explored, tuple[Path, ...]]:
    """Explore, then write the files of an explicit export."""
    explored = explored_of(plan, process_of(plan, tools), tools, exporter.numbers == "exact")

    def write(place: Path) -> None:
        exporter.write(explored, place, tools.context)
        check_files(exporter, place)

    return explored, write_output(path, force, write)


def only_text(exporter: ExplicitExporter, path: Path) -> str:
    """What an exporter wrote that says that it writes text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BrokenOfferError(exporter, f"{exporter.name} says that it writes text, and this is not UTF-8") from None


def foreign_text(
    path: Path, properties: Path | None, partial: bool = False, constants: Iterable[tuple[str, str]] = ()
) -> ForeignText:
    """The files that an importer reads."""
    from oddsmith.spec.text import read_file

    model = read_file(path)
    asked = None if properties is None or _is_empty(properties) else read_file(properties)
    return ForeignText(model, asked, partial, tuple(constants))


def _is_empty(path: Path) -> bool:
    """Whether it is a file in which nothing stands: then nothing is asked."""
    return path.is_file() and path.stat().st_size < LONGEST_EMPTY and not path.read_bytes().strip()


def imported(importer: Importer, foreign: ForeignText, context: Context) -> Imported:
    """The text of a spec in which nothing is wrong, but that constants may have to be set.

    To check takes longer than to translate: a long spec is left to those who read it next.
    """
    return _checked(read_foreign(importer, foreign, context), foreign.model.name)


def read_foreign(importer: Importer, foreign: ForeignText, context: Context) -> Imported:
    """The translation; of a spec with the name of a model one mistake is told instead of one for every word."""
    try:
        return sound_import(importer, importer.read(foreign, context))
    except SpecError:
        path = Path(foreign.model.name)
        if not _SPEC.search(foreign.model.text):
            raise
    message = f"`{path}` is a spec, and its name is that of a model in another language"
    fix = f"give it the name {path.with_suffix('.yaml').name}"
    raise SpecError([Diagnostic("E711", message, fix=fix)]) from None


_SPEC = re.compile(r"^game\s*:", re.MULTILINE)
"""What every spec has at the beginning of a line."""


def imported_model(foreign: Foreign) -> Imported:
    """The same of a file of states and transitions, if it is a small one."""
    from oddsmith.exchange.spelled import spelled

    return _checked(spelled(foreign.model, foreign.path.stem, foreign.path.name), foreign.path.name)


def _checked(found: Imported, name: str) -> Imported:
    from oddsmith.spec.load import load_text
    from oddsmith.spec.lower import lower

    if len(found.text) > LONGEST_CHECKED:
        remark = f"the spec has {len(found.text):,} characters and was not checked: pipeline check does"
        return replace(found, remarks=(*found.remarks, remark))
    try:
        lower(load_text(found.text, f"{name} as a spec", origins=found.origins))
    except SpecError as error:
        wrong = [diagnostic for diagnostic in error.diagnostics if diagnostic.code != "E309"]
        if wrong:
            raise SpecError(wrong) from None
    return found


def _suffixes(offer: Offer) -> Iterable[str]:
    offered: Any = offer.offered
    return tuple(offered.suffixes)
