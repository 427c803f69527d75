"""What learners gained, as text, files and JSON."""

from __future__ import annotations

import json

import pytest

from core.run.learning.small import outcome
from oddsmith.report.learning import learning_document, learning_figures, learning_files, learning_text, sparkline
from oddsmith.report.page.page import page
from oddsmith.run.learning.experiment import LearningOutcome


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> LearningOutcome:
    return outcome(tmp_path_factory.mktemp("small"), threads=1)


def test_the_report_has_limits_gains_and_curves(found: LearningOutcome) -> None:
    text = learning_text(found)
    assert text.startswith("kuhn-shown (n=2): 58 histories, 12 information sets; 3 games of 60 hands")
    head, careful, bold, mean, share, sure = text.splitlines()[2:8]
    assert head.split() == ["against", "limit", "paper", "founded"]
    assert (careful.split()[0], bold.split()[0]) == ("careful", "bold")
    assert careful.split()[1] == f"{found.companies[0].limit:.1f}"
    assert (mean.split()[0], share.split()[:3], sure.split()[:3]) == (
        "mean",
        ["of", "the", "limit"],
        ["surely", "above", "0"],
    )
    assert text.count("█") >= 1


def test_the_document_has_an_answer_for_each_company_and_learner(found: LearningOutcome) -> None:
    document = json.loads(json.dumps(learning_document(found)))
    assert [answer["name"] for answer in document["answers"]] == [
        "careful limit",
        "careful paper",
        "careful paper lead",
        "careful founded",
        "careful founded lead",
        "bold limit",
        "bold paper",
        "bold paper lead",
        "bold founded",
        "bold founded lead",
    ]
    assert [answer["confidence"] for answer in document["answers"][:2]] == [None, 0.95]
    company = document["companies"][0]
    learner = company["learners"][0]
    assert learner["lower"] <= learner["mean"] <= learner["upper"]
    assert learner["mean"] == pytest.approx(sum(learner["totals"]) / 3)
    assert sum(learner["others"]) == pytest.approx(-learner["mean"])  # what one gains the others lose
    assert document["answers"][2]["value"] == pytest.approx(learner["mean"] - max(learner["others"]))
    assert learner["curve"]["mean"][-1] == pytest.approx(learner["mean"])


def test_files_for_other_programs(found: LearningOutcome) -> None:
    files = learning_files(found)
    games = files["gains.csv"].splitlines()
    assert games[0] == "against,learner,game,gain"
    assert len(games) == 1 + 2 * 2 * 3
    assert files["curves.csv"].splitlines()[1].startswith("careful,paper,1,")


def test_figures_have_the_curves_and_the_limit(found: LearningOutcome) -> None:
    figures = learning_figures(learning_document(found))
    assert list(figures) == ["careful", "bold"]
    assert figures["careful"].title == "against careful"
    paper, founded, limit = figures["careful"].series
    assert (paper.name, founded.name, limit.name) == ("paper", "founded", "limit")
    assert limit.y[-1] == pytest.approx(found.companies[0].limit)
    assert paper.y[-1] == pytest.approx(found.companies[0].gains[0].mean)
    assert paper.lower[-1] < paper.y[-1] < paper.upper[-1]  # type: ignore[operator]


def test_the_page_has_gains_and_curves(found: LearningOutcome) -> None:
    text = page([{"answers.json": json.dumps(learning_document(found))}])
    assert "kuhn-shown (n=2)" in text
    for word in (
        "Gains",
        "Curves",
        "careful",
        "founded",
        "3 games of 60 hands",
        "of the limit",
        "surely above 0",
        "95 % intervals",
    ):
        assert word in text


def test_a_curve_in_one_line() -> None:
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert sparkline([-7, 0]) == "▁█"
    assert sparkline([0, 0]) == "▁▁"
