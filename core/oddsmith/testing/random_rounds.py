"""A number -> a small random game in which turns go round, as the text of a spec with questions."""

from __future__ import annotations

from random import Random

MOST_QUESTIONS = 3


def random_rounds(seed: int) -> str:
    """Two or three players, boards of a few squares, a shared mood, turns that may stay where the game ends."""
    return _Author(Random(seed)).text()


class _Author:
    """Writes one game."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.players = chance.randint(2, 3)
        self.last = chance.randint(1, 3)
        self.ending = chance.choice(("goes on", "stays", "has a value of its own"))
        """What the turn does when somebody falls out, which ends the game."""

    def text(self) -> str:
        players = range(1, self.players + 1)
        top = self.players + (self.ending == "has a value of its own")
        lines = [
            "game: random",
            "variables:",
            f"  turn: {{range: 1..{top}, init: 1}}",
            f"  at: {{array: 1..{self.players}, range: 0..{self.last}, init: 0}}",
            "  mood: {range: 0..2, init: 0}",
            f"  out: {{range: 0..{self.players}, init: 0}}",
            "commands:",
            *(line for p in players for line in self._commands(p)),
            f'labels: {{over: "out > 0 or any(q in 1..{self.players}: at[q] = {self.last})"}}',
            "rewards:",
            "  moves: 1",
            f'  moods: [{{when: "mood = {self.chance.randint(0, 2)}", gain: {self.chance.choice(("1", "1/2", "3"))}}}]',
            "questions:",
            *self._questions(),
        ]
        return "\n".join(lines) + "\n"

    def _commands(self, p: int) -> list[str]:
        """One command, or two that exclude each other."""
        going = f"turn = {p} and out = 0 and all(q in 1..{self.players}: at[q] < {self.last})"
        if self.chance.random() < 0.6:
            return self._command(p, going)
        split = self._condition(p)
        return self._command(p, f"{going} and ({split})") + self._command(p, f"{going} and not ({split})")

    def _command(self, p: int, guard: str) -> list[str]:
        parts = [self.chance.randint(1, 4) for _ in range(self.chance.randint(1, 3))]
        branches = [f"      - {{weight: {part}/{sum(parts) + 1}, then: {self._updates(p)}}}" for part in parts]
        forward = f'{{"at[{p}]": "min({self.last}, at[{p}] + 1)", turn: {self._after(p)}}}'
        return [
            f"  - action: go[{p}]",
            f'    when: "{guard}"',
            "    then:",
            *branches,
            f"      - {{weight: 1/{sum(parts) + 1}, then: {forward}}}",
        ]

    def _after(self, p: int) -> int:
        return p % self.players + 1

    def _updates(self, p: int) -> str:
        if self.chance.random() < 0.15:
            after = {"goes on": self._after(p), "stays": p}.get(self.ending, self.players + 1)
            return f"{{out: {p}, turn: {after}}}"
        found = [f"turn: {self._after(p)}"]
        if self.chance.random() < 0.8:
            found.append(f'"at[{p}]": "{self._square(p)}"')
        if self.chance.random() < 0.4:
            found.append(f'mood: "{self._mood(p)}"')
        return "{" + ", ".join(found) + "}"

    def _other(self, p: int) -> int:
        return self.chance.choice([q for q in range(1, self.players + 1) if q != p])

    def _square(self, p: int) -> str:
        other, number = f"at[{self._other(p)}]", self.chance.randint(0, self.last)
        return self.chance.choice(
            (
                f"min({self.last}, at[{p}] + {number})",
                f"max(0, at[{p}] - {number})",
                f"if {other} = at[{p}] then 0 else at[{p}]",
                f"if {self._condition(p)} then {other} else at[{p}]",
                f"min({self.last}, {other} + mood)",
            )
        )

    def _mood(self, p: int) -> str:
        number = self.chance.randint(0, 2)
        return self.chance.choice((str(number), f"if {self._condition(p)} then {number} else mood", "(mood + 1) % 3"))

    def _condition(self, p: int) -> str:
        number = self.chance.randint(0, self.last)
        other = f"at[{self._other(p)}]"
        return self.chance.choice(
            (f"{other} = {number}", f"{other} > at[{p}]", f"mood != {number % 3}", f"mood = 1 or {other} < {number}")
        )

    def _questions(self) -> list[str]:
        p, q, k = self.chance.randint(1, self.players), self.chance.randint(1, self.players), self.chance.randint(0, 9)
        asked = [
            f"P=? [F at[{p}] = {self.last}]",
            f"P=? [F out = {p}]",
            f"P=? [mood < 2 U at[{p}] = {self.last}]",
            f"P=? [G at[{p}] < {self.last}]",
            f"P=? [F<={k} out > 0]",
            f"P=? [F<={k} at[{p}] = at[{q}] and mood = 1]",
            f"P=? [G<={k} not over]",
            "R{moves}=? [F over]",
            "R{moods}=? [F over]",
            "dist{moves} [F over]",
            f"dist{{steps}} [F out = {p}]",
            f"smallest k with P [F<=k over] >= {self.chance.randint(0, 9)}/10",
            f"largest k with P [G<=k out = 0] > {self.chance.randint(0, 9)}/10",
        ]
        chosen = self.chance.sample(asked, MOST_QUESTIONS)
        return [f'  ask{number}: "{text}"' for number, text in enumerate(chosen)]
