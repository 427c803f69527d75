"""A study and the results of its cells -> what is reported: tables, verdicts, an exit code, a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from oddsmith.report.figure import Figure, figure_document
from oddsmith.report.json import diagnostic_document, number
from oddsmith.source import Diagnostic
from oddsmith.study.claims import decide
from oddsmith.study.perform import Result, Told
from oddsmith.study.quantity import SIZES, Found, quantity
from oddsmith.study.study import Coordinates, Printed, Stage, Study
from oddsmith.study.verdict import Judged, judge

COSTS = (*SIZES, "seconds")
"""What depends on how a game was solved."""
WRONG = 3
"""The exit code of what a file asks for and cannot be had."""


@dataclass(frozen=True)
class StageOutcome:
    """A stage that was run."""

    stage: Stage
    results: tuple[Result, ...]
    """In the order of its cells."""
    judged: tuple[Judged, ...]
    figures: tuple[Figure, ...] = ()
    told: tuple[Told, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    """Why figures are missing."""

    def at(self, where: Coordinates) -> list[Result]:
        """The results with these coordinates."""
        return [result for result in self.results if set(where) <= set(result.cell.coordinates)]

    @property
    def failed(self) -> tuple[Result, ...]:
        return tuple(result for result in self.results if result.document is None)


@dataclass(frozen=True)
class StudyOutcome:
    """A study that was run."""

    study: Study
    stages: tuple[StageOutcome, ...]
    seconds: float
    refused: tuple[Diagnostic, ...] = ()
    """Why exports are missing."""

    @property
    def faults(self) -> tuple[Diagnostic, ...]:
        """Why figures and exports are missing; each reason once."""
        drawn = (fault for stage in self.stages for fault in stage.faults)
        return tuple(dict.fromkeys((*drawn, *self.refused)))

    @property
    def code(self) -> int:
        """1: something differs from what was expected or published; else the highest code of a cell, or of a fault."""
        alarming = any(judged.alarming for stage in self.stages for judged in stage.judged)
        codes = [result.code for stage in self.stages for result in stage.results]
        return 1 if alarming or 1 in codes else max([*codes, WRONG if self.faults else 0])


def concluded(study: Study, results: Sequence[Result], seconds: float) -> StudyOutcome:
    """Every result at its place, every published number judged."""
    known = {result.cell.key: result for result in results}
    stages = []
    for stage in study.stages:
        own = StageOutcome(stage, tuple(known[cell.key] for cell in stage.cells if cell.key in known), ())
        stages.append(replace(own, judged=tuple(_judged(own, printed) for printed in stage.printed)))
    return StudyOutcome(study, tuple(stages), seconds)


def _judged(outcome: StageOutcome, printed: Printed) -> Judged:
    """A published number beside the first of ours at its place.

    Where that run has no answer, the same answer of another side of the table counts.
    """
    found = _found(outcome, printed.quantity, printed.where)
    if printed.claim is not None:
        claim = printed.claim
        other = _found(outcome, claim.other, claim.beside or printed.where) if claim.other else None
        return decide(printed, claim, found, other)
    return judge(printed, found)


def _found(outcome: StageOutcome, name: str, where: Coordinates) -> Found | None:
    results = outcome.at(where)
    if name not in COSTS:
        results += outcome.at(tuple(pair for pair in where if pair[0] != outcome.stage.layout.across))
    documents = [result.document for result in results if result.document is not None]
    numbers = (quantity(document, name) for document in documents)
    return next((number for number in numbers if number is not None), None)


def study_document(outcome: StudyOutcome) -> dict[str, Any]:
    """What `pipeline run --json` prints of a pipeline with stages."""
    return {
        "pipeline": outcome.study.name,
        "about": outcome.study.about,
        "stages": [_stage_document(stage) for stage in outcome.stages],
        "errors": [diagnostic_document(fault) for fault in outcome.faults],
        "seconds": round(outcome.seconds, 3),
    }


def _stage_document(outcome: StageOutcome) -> dict[str, Any]:
    return {
        "name": outcome.stage.name,
        "title": outcome.stage.title,
        "about": outcome.stage.about,
        "cells": [_cell_document(result) for result in outcome.results],
        "published": [_judged_document(judged) for judged in outcome.judged],
        "figures": [figure_document(figure) for figure in outcome.figures],
        "told": [asdict(told) for told in outcome.told],
    }


def _cell_document(result: Result) -> dict[str, Any]:
    return {
        "at": dict(result.cell.coordinates),
        "problem": result.problem or None,
        "kept": result.kept,
        "run": result.document,
    }


def _judged_document(judged: Judged) -> dict[str, Any]:
    printed, found = judged.printed, judged.found
    return {
        "at": dict(printed.where),
        "quantity": printed.quantity,
        "printed": None if printed.gap else printed.text,
        "claim": None if printed.claim is None else _claim_document(judged),
        "found": None if found is None else number(found.value),
        "verdict": judged.verdict.name.lower(),
        "because": printed.wrong or None,
        "source": printed.source or None,
    }


def _claim_document(judged: Judged) -> dict[str, Any]:
    claim, other = judged.printed.claim, judged.other
    assert claim is not None
    return {
        "says": claim.says,
        "relation": claim.relation,
        "other": claim.other or None,
        "beside": dict(claim.beside),
        "value": None if other is None else number(other.value),
    }
