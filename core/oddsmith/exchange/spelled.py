"""A small stored model -> the text of a spec: one variable `state`, a command per choice, labels as sets of states.

Weights are written as the simplest fractions that they can stand for; where those do not sum to 1, as the decimals that
they are, the last one as what is left. States that only lead to themselves and gain nothing by it have no command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.exchange.importer import Imported
from oddsmith.exchange.stored import StoredModel, unsuited
from oddsmith.expr.lexer import KEYWORDS

MOST = 2_000
"""Transitions of a spec that people might still read."""
LARGEST_DENOMINATOR = 10_000


def spelled(model: StoredModel, name: str, file: str) -> Imported:
    """The text of a spec with the same answers; E823 where it would be too long to be read."""
    count = model.transitions.count
    if count > MOST:
        fix = f"run it as it is: pipeline run {file} --ask 'P=? [F label]'"
        raise unsuited(f"a spec of {count:,} transitions is not for people (at most {MOST:,})", fix)
    return _Speller(model).text(name, file)


class _Speller:
    """Says the parts of one model."""

    def __init__(self, model: StoredModel) -> None:
        self.model = model
        self.remarks: list[str] = list(model.remarks)
        taken = {"state"}
        self.labels = self._named("label", model.labels, taken)
        self.rewards = self._named("reward", model.gains, {"steps"})
        self.actions = self._named("action", (action for action in model.actions if action), set())
        self.players = self._named("player", model.players, set())

    def text(self, name: str, file: str) -> Imported:
        model = self.model
        lines = [f"game: {_word(name)}", f'about: "states and transitions of {_quoted(file)}"']
        lines += [] if model.kind == "chain" else [f"type: {model.kind}"]
        lines += self._players()
        lines += ["variables:", f"  state: {{range: 0..{model.transitions.size - 1}, init: {model.initial}}}"]
        lines += [f"commands:{'' if any(True for _ in self._commands()) else ' []'}", *self._commands()]
        if self.labels:
            lines += ["labels:", *(f"  {self.labels[n]}: {_set(holds)}" for n, holds in model.labels.items())]
        lines += self._gains()
        return Imported("\n".join(lines) + "\n", tuple(self.remarks))

    def _named(self, what: str, names: Iterable[str], taken: set[str]) -> dict[str, str]:
        """A name of our language for each, all different; those that had to change are told."""
        found: dict[str, str] = {}
        for name in names:
            word = _word(name)
            number = 2
            while word in taken:
                word, number = f"{_word(name)}_{number}", number + 1
            taken.add(word)
            found[name] = word
            if word != name:
                self.remarks.append(f"the {what} `{name}` is called {word}")
        return found

    def _players(self) -> list[str]:
        if not self.players:
            return []
        return [f"players: [{', '.join(self.players.values())}]"]

    def _commands(self) -> Iterator[str]:
        stored = self.model.transitions
        for state in range(stored.size):
            for choice in range(int(stored.starts[state]), int(stored.starts[state + 1])):
                if not self._stays(state, choice):
                    yield from self._command(state, choice)

    def _stays(self, state: int, choice: int) -> bool:
        """Whether it is the only choice, leads to where it begins, and gains nothing."""
        stored = self.model.transitions
        first, last = int(stored.row_start[choice]), int(stored.row_start[choice + 1])
        alone = stored.starts[state + 1] - stored.starts[state] == 1 and last - first == 1
        gained = any(g.choice[choice] or (g.step is not None and g.step[first]) for g in self.model.gains.values())
        return bool(alone and stored.column[first] == state and not gained)

    def _action(self, choice: int) -> str:
        model = self.model
        number = -1 if model.action is None else int(model.action[choice])
        return "" if number < 0 else self.actions.get(model.actions[number], "")

    def _command(self, state: int, choice: int) -> Iterator[str]:
        stored = self.model.transitions
        low, high = int(stored.row_start[choice]), int(stored.row_start[choice + 1])
        targets = stored.column[low:high].tolist()
        action = self._action(choice)
        yield "  - " + (f"action: {action}\n    " if action else "") + f"when: state = {state}"
        if self.model.player is not None and self.model.player[state] >= 0:
            yield f"    player: {self.players[self.model.players[int(self.model.player[state])]]}"
        if len(targets) == 1:
            yield f"    then: {{state: {targets[0]}}}"
            return
        yield "    then:"
        exact = None if stored.exact is None else list(stored.exact[low:high])
        for target, weight in zip(targets, _weights(stored.weight[low:high].tolist(), exact), strict=True):
            yield f"      - {weight}: {{state: {target}}}"

    def _gains(self) -> list[str]:
        found = ["rewards:"] if self.rewards else []
        for name, gains in self.model.gains.items():
            items = [
                f"    - {{when: {_member(states)}, gain: {_number(value)}}}" for value, states in _levels(gains.state)
            ]
            items += list(self._choice_gains(name))
            found += [f"  {self.rewards[name]}:", *items] if items else [f"  {self.rewards[name]}: []"]
        return found

    def _choice_gains(self, name: str) -> Iterator[str]:
        """Gains of choices, by their actions; where choices of a state cannot be told apart, there is no way."""
        gains, stored = self.model.gains[name], self.model.transitions
        if gains.step is not None:
            raise unsuited(f"the reward {name} depends on the successor", "run the file as it is")
        for choice in np.flatnonzero(gains.choice).tolist():
            state = int(stored.owner[choice])
            others = range(int(stored.starts[state]), int(stored.starts[state + 1]))
            action = self._action(choice)
            if sum(not action or self._action(other) == action for other in others) > 1:
                message = f"the reward {name} differs among choices of state {state} that have the same name"
                raise unsuited(message, "run the file as it is")
            named, gain = action or '"*"', _number(float(gains.choice[choice]))
            yield f"    - {{action: {named}, when: state = {state}, gain: {gain}}}"


def _weights(floats: list[float], exact: list[Fraction] | None) -> list[str]:
    if exact is None:
        exact = [Fraction(w).limit_denominator(LARGEST_DENOMINATOR) for w in floats]
        if sum(exact) != 1 or any(float(e) != w for e, w in zip(exact, floats, strict=True)):
            decimals = [Fraction(repr(w)) for w in floats]
            exact = [*decimals[:-1], Fraction(1 - sum(decimals[:-1]))]
    return [_fraction(weight) for weight in exact]


def _fraction(value: Fraction) -> str:
    """A short decimal where it is one, else a fraction."""
    decimal = repr(float(value))
    return decimal if len(decimal) <= 6 and Fraction(decimal) == value else str(value)


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def _levels(values: NDArray[np.float64]) -> Iterator[tuple[float, NDArray[np.bool_]]]:
    for value in np.unique(values[values != 0]).tolist():
        yield value, values == value


def _set(holds: NDArray[np.bool_]) -> str:
    return "true" if holds.all() else _member(holds) if holds.any() else "false"


def _member(holds: NDArray[np.bool_]) -> str:
    """`state = 3`, `state in {1, 4..9}`; in a flow mapping braces need quotes."""
    places = np.flatnonzero(holds)
    breaks = np.flatnonzero(np.diff(places) > 1)
    firsts, lasts = places[np.r_[0, breaks + 1]].tolist(), places[np.r_[breaks, len(places) - 1]].tolist()
    if len(places) == 1:
        return f"state = {firsts[0]}"
    ranges = [str(a) if a == b else f"{a}..{b}" for a, b in zip(firsts, lasts, strict=True)]
    return f"state in {ranges[0]}" if len(ranges) == 1 else f'"state in {{{", ".join(ranges)}}}"'


def _word(name: str) -> str:
    """A name of our language that looks like this one."""
    word = re.sub("[^A-Za-z0-9_]+", "_", name).strip("_") or "unnamed"
    return f"_{word}" if word[0].isdigit() or word in KEYWORDS else word


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
