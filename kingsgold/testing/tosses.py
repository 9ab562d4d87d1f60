"""The dice of a box under test: loaded as the test says, and after that the same in every run."""

import random
from collections.abc import Sequence

from kingsgold.app.keeper import Kept, NoKeeper
from kingsgold.games.protocol import Hand, Setup
from kingsgold.table.dice import fit


class LoadedDice:
    """Tosses to come, one after the other through all matches, then chance out of `seed`."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a test wants the same in every run
        self._tosses: list[str] = []
        self._match_begins = 0
        self._thrown = 0

    def load(self, tosses: Sequence[str]) -> None:
        """Let these be thrown after those that wait already."""
        self._tosses += tosses

    def begin_match(self) -> None:
        """Count the tosses of a new match from the next one on."""
        self._match_begins = self._thrown

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        """Toss `k` of the match; raises `TossMisfit` when it does not fit, and does not use it up.

        A toss that is asked for again, since the decision that it was for was not taken, is the
        same again.
        """
        place = self._match_begins + k
        if place == len(self._tosses):
            self._tosses.append("".join(self._chance.choice(faces) for faces in hand))
        thrown = fit(self._tosses[place], hand)
        self._thrown = place + 1
        return thrown


class LoadedKeeper(NoKeeper):
    """Keeps nothing, and plays every match with the same loaded dice."""

    def __init__(self, dice: LoadedDice) -> None:
        super().__init__(dice)
        self._dice = dice

    async def begin(self, setup: Setup, script: Sequence[str] | None) -> Kept:
        """A match that nobody will remember."""
        self._dice.begin_match()
        return await super().begin(setup, script)
