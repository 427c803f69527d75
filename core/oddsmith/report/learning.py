"""What learners gained -> a table with the limit beside it, curves as small pictures, CSV files, JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from oddsmith.report.figure import Figure, Series
from oddsmith.report.json import constant_value, number
from oddsmith.report.table import plain_table, print_table
from oddsmith.run.learning.experiment import CONFIDENCE, CompanyOutcome, Gains, LearningOutcome
from oddsmith.run.quantities import bytes_text, counted, seconds_text

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 40
"""Characters of a curve."""
METHOD = "mean over games, Student's t interval"


def print_learning(outcome: LearningOutcome) -> None:
    """The report on stdout."""
    print(headline(outcome))
    print()
    print_table(*_table(outcome))
    print()
    print_table(*_curves(outcome))
    print(_tail(outcome))


def learning_text(outcome: LearningOutcome) -> str:
    """The same as plain text."""
    tables = "\n\n".join(plain_table(*table) for table in (_table(outcome), _curves(outcome)))
    return f"{headline(outcome)}\n\n{tables}\n{_tail(outcome)}\n"


def headline(outcome: LearningOutcome) -> str:
    words = ", ".join(f"{c.name}={constant_value(c)}" for c in outcome.constants)
    experiment = outcome.experiment
    size = f"{outcome.histories:,} histories, {counted(outcome.information_sets, 'information set')}"
    play = f"{counted(experiment.games, 'game')} of {counted(experiment.hands, 'hand')} against each company"
    return f"{outcome.game}{f' ({words})' if words else ''}: {size}; {play}, seed {outcome.seed}"


def _table(outcome: LearningOutcome) -> tuple[Sequence[str], list[Sequence[str]], Sequence[int]]:
    """A row per company; the limit, and what each learner gained in a game on average."""
    names = [name for name, _ in outcome.experiment.learners]
    rows: list[Sequence[str]] = []
    for one in outcome.companies:
        rows.append([one.company.name, chips(one.limit), *(_gain(gains) for gains in one.gains)])
    means = [outcome.mean_gain(place) for place in range(len(names))]
    most = outcome.mean_limit
    if len(outcome.companies) > 1:
        rows.append(["mean", chips(most), *(chips(mean) for mean in means)])
    if most > 0:
        rows.append(["of the limit", "", *(f"{mean / most:.0%}" for mean in means)])
    rows.append(["surely above 0", "", *(_surely(outcome, place) for place in range(len(names)))])
    head = ["against", "limit", *names]
    return head, rows, range(1, len(head))


def _curves(outcome: LearningOutcome) -> tuple[Sequence[str], list[Sequence[str]], Sequence[int]]:
    rows: list[Sequence[str]] = []
    for one in outcome.companies:
        for gains in one.gains:
            _, means, _ = gains.curve
            rows.append((one.company.name, gains.learner, sparkline(means.tolist()), chips(float(means[-1]))))
    return ["against", "learner", f"mean gain, hand 1 to {outcome.experiment.hands:,}", "end"], rows, [3]


def sparkline(values: Sequence[float]) -> str:
    """The curve in `WIDTH` characters, from the lowest value to the highest; zero is inside."""
    count = len(values)
    picked = [float(values[place * count // min(WIDTH, count)]) for place in range(min(WIDTH, count))]
    low, high = min(0.0, *picked), max(0.0, *picked)
    step = (high - low) / (len(BARS) - 1) or 1.0
    return "".join(BARS[round((value - low) / step)] for value in picked)


def _tail(outcome: LearningOutcome) -> str:
    stages = ", ".join(f"{stage} {seconds_text(seconds)}" for stage, seconds in outcome.seconds.items())
    total = seconds_text(sum(outcome.seconds.values()))
    lines = [
        "",
        "limit: the best response to the true habits, over information sets, exactly; no learner can expect more",
        f"gains: {METHOD} of {CONFIDENCE:.0%}; surely above 0: the whole interval is",
        "",
        f"{total} ({stages}), at most {bytes_text(outcome.peak_memory)}",
    ]
    return "\n".join(lines)


def _surely(outcome: LearningOutcome, place: int) -> str:
    """Against how many companies the whole interval lies above zero."""
    sure = sum(one.gains[place].mean > one.gains[place].margin for one in outcome.companies)
    return f"{sure} of {len(outcome.companies)}"


def _gain(gains: Gains) -> str:
    if not isfinite(gains.margin):
        return chips(gains.mean)
    digits = 0 if gains.margin >= 10 else 1 if gains.margin >= 1 else 3
    return f"{gains.mean:,.{digits}f} ± {gains.margin:,.{digits}f}"


def chips(value: float) -> str:
    """Whole numbers where they say enough."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.1f}" if abs(value) >= 10 else f"{value:.3g}"


def learning_document(outcome: LearningOutcome) -> dict[str, Any]:
    """For programs; `answers` has one entry for each company and learner, as the answers of a run have."""
    experiment = outcome.experiment
    return {
        "game": outcome.game,
        "spec": outcome.spec,
        "constants": {constant.name: constant_value(constant) for constant in outcome.constants},
        "hands": experiment.hands,
        "games": experiment.games,
        "rotate": experiment.rotate,
        "seed": outcome.seed,
        "histories": outcome.histories,
        "information_sets": outcome.information_sets,
        "plays": outcome.plays,
        "confidence": CONFIDENCE,
        "companies": [_company(one) for one in outcome.companies],
        "answers": [answer for one in outcome.companies for answer in _answers(one)],
        "seconds": {stage: round(seconds, 6) for stage, seconds in outcome.seconds.items()},
        "peak_rss_mb": round(outcome.peak_memory / 1e6, 1),
    }


def _company(one: CompanyOutcome) -> dict[str, Any]:
    return {
        "name": one.company.name,
        "styles": list(one.company.styles),
        "limit": one.limit,
        "learners": [_gains(one, gains) for gains in one.gains],
    }


def _gains(one: CompanyOutcome, gains: Gains) -> dict[str, Any]:
    hands, means, margins = gains.curve
    return {
        "name": gains.learner,
        "mean": gains.mean,
        "lower": number(gains.mean - gains.margin),
        "upper": number(gains.mean + gains.margin),
        "of_limit": gains.mean / one.limit if one.limit > 0 else None,
        "totals": gains.totals.tolist(),
        "others": gains.others.mean(axis=0).tolist(),
        "curve": {
            "hand": hands.tolist(),
            "mean": [round(mean, 6) for mean in means.tolist()],
            "margin": [number(margin) for margin in margins.tolist()],
        },
    }


def _answers(one: CompanyOutcome) -> Iterator[dict[str, Any]]:
    """The limit, what each learner gained, and by how much it was ahead of the best of the others."""
    yield _answer(one, "limit", one.limit, 0.0, "best response over information sets", None)
    for gains in one.gains:
        yield _answer(one, gains.learner, gains.mean, gains.margin, METHOD, CONFIDENCE)
        yield _answer(one, f"{gains.learner} lead", *gains.lead, METHOD, CONFIDENCE)


def _answer(
    one: CompanyOutcome, who: str, value: float, margin: float, method: str, confidence: float | None
) -> dict[str, Any]:
    return {
        "name": f"{one.company.name} {who}",
        "ask": f"mean gain of {who} against {one.company.name}",
        "value": value,
        "lower": number(value - margin),
        "upper": number(value + margin),
        "exact": None,
        "method": method,
        "solver": who,
        "expect": None,
        "ok": None,
        "status": "done",
        "confidence": confidence,
    }


def gains_table(document: dict[str, Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """From the document of an experiment: for each company the limit, and the mean gains with their intervals."""
    names = [learner["name"] for learner in document["companies"][0]["learners"]]
    rows = []
    for company in document["companies"]:
        cells = [_interval(learner) for learner in company["learners"]]
        rows.append((company["name"], chips(company["limit"]), *cells))
    rows += _summary_rows(document)
    return ("against", "limit", *names), rows


def _summary_rows(document: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """The means over all companies, and against how many of them a learner surely gains."""
    companies = document["companies"]
    limit = sum(company["limit"] for company in companies) / len(companies)
    learners = list(zip(*(company["learners"] for company in companies), strict=True))
    means = [sum(one["mean"] for one in learner) / len(companies) for learner in learners]
    if len(companies) > 1:
        yield ("mean", chips(limit), *map(chips, means))
    if limit > 0:
        yield ("of the limit", "", *(f"{mean / limit:.0%}" for mean in means))
    sure = [sum(not isinstance(one["lower"], str) and one["lower"] > 0 for one in learner) for learner in learners]
    yield ("surely above 0", "", *(f"{count} of {len(companies)}" for count in sure))


def _interval(learner: dict[str, Any]) -> str:
    """`224 ± 50`."""
    if isinstance(learner["upper"], str):
        return chips(learner["mean"])
    return f"{chips(learner['mean'])} ± {chips(learner['upper'] - learner['mean'])}"


def learning_figures(document: dict[str, Any]) -> dict[str, Figure]:
    """For each company the curves of all learners, and the limit's share; from the document of an experiment."""
    found: dict[str, Figure] = {}
    for company in document["companies"]:
        series = [_series(learner) for learner in company["learners"]]
        hands = series[0].x
        share = company["limit"] / document["hands"]
        limit = Series("limit", hands, tuple(share * float(hand) for hand in hands))
        found[company["name"]] = Figure("line", f"against {company['name']}", "hands", "mean gain", (*series, limit))
    return found


def _series(learner: dict[str, Any]) -> Series:
    curve = learner["curve"]
    pairs = list(zip(curve["mean"], curve["margin"], strict=True))
    if any(isinstance(margin, str) for _, margin in pairs):
        return Series(learner["name"], tuple(curve["hand"]), tuple(curve["mean"]))
    lower, upper = tuple(mean - margin for mean, margin in pairs), tuple(mean + margin for mean, margin in pairs)
    return Series(learner["name"], tuple(curve["hand"]), tuple(curve["mean"]), lower, upper)


def learning_files(outcome: LearningOutcome) -> dict[str, str]:
    """`gains.csv`: a row for each game. `curves.csv`: the mean gain up to each hand, for pictures."""
    games: list[Sequence[object]] = [("against", "learner", "game", "gain")]
    curves: list[Sequence[object]] = [("against", "learner", "hand", "mean", "margin", "limit")]
    for one in outcome.companies:
        for gains in one.gains:
            name = (one.company.name, gains.learner)
            games += [(*name, place, f"{total:g}") for place, total in enumerate(gains.totals.tolist(), start=1)]
            share = one.limit / outcome.experiment.hands
            curves += [
                (*name, hand, f"{mean:.6g}", f"{margin:.6g}", f"{share * hand:.6g}")
                for hand, mean, margin in zip(*(part.tolist() for part in gains.curve), strict=True)
            ]
    return {"gains.csv": _csv(games), "curves.csv": _csv(curves)}


def _csv(rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
