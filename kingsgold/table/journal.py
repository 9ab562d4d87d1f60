"""What is kept of a match, and who keeps it."""

from typing import Any, Protocol

import msgspec

from kingsgold.games.protocol import Action, Event, Hand


class Toss(msgspec.Struct, frozen=True, kw_only=True):
    """One toss: its number in the match from 0, the shake, the dice, and the faces they showed."""

    k: int
    shake: int
    hand: Hand
    faces: str


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What was decided, with everything that followed it without anybody being asked.

    `number` counts the decisions of a match from 0. `actions` are the captain's (or the clock's),
    then the box's own. `left_s` is what the turn's clock shows after it, in seconds.
    """

    number: int
    actions: tuple[Action, ...]
    tosses: tuple[Toss, ...]
    events: tuple[Event, ...]
    left_s: float


class Bookmark(msgspec.Struct, frozen=True, kw_only=True):
    """A place in a match: `state` is where it stood after so many decisions and tosses.

    A match goes on from there with the later decisions alone.
    """

    decisions: int
    tosses: int
    state: Any


class Journal(Protocol):
    """Keeps the decisions of one match."""

    async def write(self, decision: Decision, after: Any, turn: Bookmark) -> None:
        """Keep `decision`, which led to the state `after`; return when it is durable.

        `turn` is where the decision was due with which the turn began, this one or an earlier one.
        Nobody is told of the decision before that. It does not raise: a journal that can't write
        says so elsewhere and lets the match go on.
        """
        ...


class NoJournal:
    """Keeps nothing."""

    async def write(self, decision: Decision, after: Any, turn: Bookmark) -> None:
        """Forget it."""
