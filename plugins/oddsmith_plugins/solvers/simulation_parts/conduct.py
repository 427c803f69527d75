"""How many games are played, and when it is enough.

- A fixed number of games (`games`, or the default): intervals are taken once, at the end, at the full confidence.
- A width: games of their own series are played first, to find out how many are needed (Stein 1945). They are not
  counted, so the number of the others does not depend on the others, and the interval at the end is as honest as
  with a fixed number. If it is wider than was asked all the same, the answer says so.
- Comparisons are looked at after 4096, 8192, 16384, … games. The j-th look may be wrong with probability
  miss / (j (j + 1)), so that all looks together are right with the asked confidence: a confidence sequence.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, inf, log10

from oddsmith.plugin import Bounded, Context, Finding, LimitError, Status, Task
from oddsmith_plugins.solvers.simulation_parts.asked import Asked
from oddsmith_plugins.solvers.simulation_parts.comparisons import Comparison
from oddsmith_plugins.solvers.simulation_parts.findings import Estimator
from oddsmith_plugins.solvers.simulation_parts.intervals import deviation
from oddsmith_plugins.solvers.simulation_parts.kept import restore, save
from oddsmith_plugins.solvers.simulation_parts.team import Blocks, Played, Team

TRIAL = 64
"""Games that are played first, to see how long they are."""
PILOT = 16_384
"""Games that are played to find out how many are needed for a width."""
USUAL_GAMES = 1_000_000
USUAL_MOVES = 200_000_000
"""Fewer games are played by default where they would take more moves than this."""
FIRST_LOOK = 4_096
BLOCK_MOVES = 500_000
"""Of a block: some hundredths of a second."""
MOST_GAMES = 10**12
MARGIN = 1.03
"""More games than a width needs, because the variance is not known exactly."""


@dataclass(frozen=True)
class Wish:
    """How sure and how close the answers should be."""

    confidence: float
    width: float | None = None
    relative: bool = False
    games: int | None = None


@dataclass
class Conductor:
    """Plays until it is enough; `found` are the findings, by the name of the question."""

    team: Team
    estimators: Sequence[Estimator]
    wish: Wish
    context: Context
    total: Played | None = None
    found: dict[str, Finding] = field(default_factory=dict)
    seconds: float = 0.0
    earlier: int = 0
    """Moves of the run that is resumed."""

    @property
    def asked(self) -> Sequence[Asked]:
        return self.team.asked

    @property
    def keeps(self) -> bool:
        """Whether checkpoints are kept: comparisons remember what they saw, and ranks play apart from each other."""
        return self.context.ranks == 1 and not any(Comparison.fits(estimator) for estimator in self.estimators)

    def trial(self) -> Played:
        """A few games that are not counted."""
        return self.team.one(0, TRIAL, 1)

    def conduct(self, trial: Played) -> None:
        per_game = max(trial.moves / trial.games, 1.0)
        games = self.enough(trial)
        size = 1 << max(0, min(16, floor(BLOCK_MOVES / per_game).bit_length() - 1))
        comparisons = [Comparison.of(e, self.wish.confidence) for e in self.estimators if Comparison.fits(e)]
        began, status = time.perf_counter(), Status.DONE
        task = self.context.monitor.task("simulate", "games", games)
        try:
            if self.keeps:
                self.total = restore(self.context.keeper.kept())
                self.earlier = 0 if self.total is None else self.total.moves
            for done in self._stages(games, min(size, FIRST_LOOK) if comparisons else size, bool(comparisons), task):
                for comparison in comparisons:
                    comparison.look(done, self.asked)
                if comparisons and len(comparisons) == len(self.asked) and all(c.decided for c in comparisons):
                    break
        except KeyboardInterrupt:
            if self.total is None or self.context.ranks > 1:
                raise
            status = Status.INTERRUPTED
        except LimitError:
            if self.total is None or self.context.ranks > 1:
                raise
            status = Status.LATE
        finally:
            self.seconds = time.perf_counter() - began
            self.team.close()
            task.finish()
        self._conclude(comparisons, status)

    def _stages(self, games: int, size: int, looks: bool, task: Task) -> Iterator[Played]:
        """The games in blocks; a stage ends where comparisons are looked at."""
        first = 0 if self.total is None else self.total.games
        for end in _ends(games) if looks else [games]:
            for played in self.team.play(Blocks(first, end, size)):
                self.total = played if self.total is None else self.total.plus(played)
                task.advance(self.total.games, games)
                self._keep()
                self.context.check()
            assert self.total is not None
            yield self.total
            first = end

    def _keep(self) -> None:
        total = self.total
        if total is None or not self.keeps or not self.context.keeper.due():
            return
        self.context.keeper.keep(lambda folder: save(folder, total))

    def enough(self, trial: Played) -> int:
        """How many games are to be played."""
        per_game = max(trial.moves / trial.games, 1.0)
        usual = _round(min(USUAL_GAMES, max(1000.0, USUAL_MOVES / per_game)))
        if self.wish.width is None:
            return self.wish.games or usual
        pilot = self.team.one(0, max(TRIAL, min(PILOT, floor(USUAL_MOVES / 10 / per_game))), 2)
        wanted = [
            self._needed(estimator, pilot, place)
            for place, estimator in enumerate(self.estimators)
            if not Comparison.fits(estimator)
        ]
        return min(max([*wanted, 1000]), self.wish.games or MOST_GAMES)

    def _needed(self, estimator: Estimator, pilot: Played, place: int) -> int:
        """Games until the interval is narrow enough, by the variance in the pilot's games."""
        tally, wish = pilot.tallies[place], self.wish
        miss = 1 - wish.confidence
        assert wish.width is not None
        share = tally.games / pilot.games
        if tally.finite < 2 or tally.finite < tally.games or not share:
            return 1000
        width = wish.width * (abs(tally.mean) if wish.relative else 1.0)
        variance = max(tally.variance, 1 / tally.games)
        games = variance * (2 * deviation(miss) / width) ** 2 if width else inf
        games = min(games * MARGIN + 2 / width, MOST_GAMES) if width else MOST_GAMES
        while games < MOST_GAMES and estimator.span is not None:
            scaled = replace(tally, games=ceil(games), squares=variance * ceil(games))
            if estimator.width(scaled, miss) <= width:
                break
            games *= 1.1
        return ceil(min(games / share, MOST_GAMES))

    def _conclude(self, comparisons: Sequence[Comparison], status: Status) -> None:
        assert self.total is not None
        compared = {c.estimator.asked.question.name: c for c in comparisons}
        for estimator, tally in zip(self.estimators, self.total.tallies, strict=True):
            name = estimator.asked.question.name
            if name in compared:
                finding = compared[name].finding(tally)
                ended = Status.DONE if compared[name].decided else status
            else:
                finding = estimator.finding(tally, self.wish.confidence)
                ended = status if status is not Status.DONE else self._judged(estimator, finding)
            self.found[name] = replace(finding, status=ended)

    def _judged(self, estimator: Estimator, finding: Finding) -> Status:
        """Loose if the interval is wider than asked."""
        value = finding.value
        if self.wish.width is None or not isinstance(value, Bounded) or value.lower == value.upper:
            return Status.DONE
        width = self.wish.width * (abs(value.value) if self.wish.relative else 1.0)
        return Status.LOOSE if value.upper - value.lower > width else Status.DONE


def _ends(games: int) -> list[int]:
    """4096, 8192, … and all."""
    found = []
    look = FIRST_LOOK
    while look < games:
        found.append(look)
        look *= 2
    return [*found, games]


def _round(number: float) -> int:
    """Down to 1, 2 or 5 times a power of ten."""
    unit = 10 ** floor(log10(number))
    return int(next(lead * unit for lead in (10, 5, 2, 1) if lead * unit <= number))
