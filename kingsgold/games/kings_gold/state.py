"""A position in a match of King's Gold, and what can be read off it without knowing the rules."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from kingsgold.games import protocol
from kingsgold.games.kings_gold.setup import Rules, Setup

COIN, CANNON, CREST, SKULL = FACES = "ONRX"
"""The letters of the faces."""

DIE = "OONRXX"
"""The six faces of every die."""

POOL = 5
"""Dice in a pool."""

ROLLS = 3
"""Rolls in a turn."""

Outcome = Literal["payout", "curse", "mutiny", "kings_ransom", "broadside_barrage", "royal_amnesty"]
Phase = Literal["roll_off", "to_roll", "locking", "naming_shots", "over"]
EndReason = Literal["treasury", "navy", "elimination"]
Flags = tuple[bool, bool, bool, bool, bool]
"""A yes or no for each place in the pool."""

NO_FLAGS: Flags = (False, False, False, False, False)


class Gold(msgspec.Struct, frozen=True):
    """Coins and doubloons, in pieces."""

    coins: int
    doubloons: int


class Chest(msgspec.Struct, frozen=True):
    """What a captain owns, in pieces."""

    coins: int = 0
    doubloons: int = 0
    shields: int = 0

    def value(self, rules: Rules) -> int:
        """Points of the gold alone, without shields."""
        return self.coins * rules.coin_value + self.doubloons * rules.doubloon_value


class Tally(msgspec.Struct, frozen=True):
    """What the turn has brought its captain so far, in pieces.

    `taken_coins` is what stayed of them after conversion, `blocked` the rivals whose shield stopped
    this captain's shots, in the order in which the shields were spent.
    """

    taken_coins: int = 0
    taken_doubloons: int = 0
    stolen: int = 0
    claimed: int = 0
    shields_raised: int = 0
    blocked: tuple[int, ...] = ()
    lost_coins: int = 0
    lost_doubloons: int = 0


class Record(msgspec.Struct, frozen=True):
    """One captain's match so far: pieces, counts, and in `largest_heist` points.

    `largest_heist_turn` is the turn that brought it, for "first come, first crowned" (KG-10).
    """

    plundered_coins: int = 0
    plundered_doubloons: int = 0
    stolen_coins: int = 0
    lost_coins: int = 0
    turns: int = 0
    two_skull_turns: int = 0
    curses: int = 0
    mutinies: int = 0
    grand_heists: tuple[Outcome, ...] = ()
    largest_heist: int = 0
    largest_heist_turn: int = 0

    @property
    def skull_forfeits(self) -> int:
        """Curses, and Mutinies, which count as well (KG-12)."""
        return self.curses + self.mutinies


class Contest(msgspec.Struct, frozen=True):
    """The roll-off for the first turn: who throws, in order, and the faces thrown so far."""

    captains: tuple[int, ...]
    faces: str = ""


class State(protocol.State, frozen=True, kw_only=True):
    """A position in a match.

    `captain` is whose turn it is, or who throws next in the roll-off. `round` counts from 1, `turn`
    goes up by one whenever a turn begins and is 0 in the roll-off. `dice` is the pool as five
    letters, None before the turn's first toss. `held` are the dice that lay locked when the last
    toss was thrown. `shots_left` is above 0 while shots are being named. `final_round` is set when
    the Treasury has been emptied, `out` lists who was put out by a Mutiny, in that order.
    """

    setup: Setup
    treasury: Gold
    chests: tuple[Chest, ...]
    records: tuple[Record, ...]
    island: int = 0
    starter: int | None = None
    captain: int = 0
    round: int = 1
    turn: int = 0
    dice: str | None = None
    locked: Flags = NO_FLAGS
    held: Flags = NO_FLAGS
    rolls_left: int = ROLLS
    shots_left: int = 0
    tally: Tally = Tally()
    roll_off: Contest | None = None
    final_round: bool = False
    out: tuple[int, ...] = ()
    end: EndReason | None = None

    @property
    def over(self) -> bool:
        """Whether the match has been settled."""
        return self.end is not None

    @property
    def phase(self) -> Phase:
        """What is going on, in one word."""
        if self.end is not None:
            return "over"
        if self.roll_off is not None:
            return "roll_off"
        if self.dice is None:
            return "to_roll"
        return "naming_shots" if self.shots_left else "locking"

    @property
    def rivals(self) -> tuple[int, ...]:
        """Who can be shot at: all others who are not out, clockwise from the captain's left."""
        return tuple(
            captain
            for captain in clockwise(self.captain, len(self.chests))
            if captain not in self.out and captain != self.captain
        )

    @property
    def master_pirate(self) -> int | None:
        """Who holds the largest heist among those in play; None while every heist is 0 (KG-12).

        An equal later heist does not take it away (KG-10).
        """
        best: int | None = None
        for captain, record in enumerate(self.records):
            if captain in self.out or record.largest_heist == 0:
                continue
            if best is None or _heist_rank(record) > _heist_rank(self.records[best]):
                best = captain
        return best

    @property
    def largest_heist(self) -> int:
        """Points of the heist that the Master Pirate bonus would go to; 0 if there is none."""
        return 0 if self.master_pirate is None else self.records[self.master_pirate].largest_heist


def clockwise(captain: int, captains: int) -> Iterator[int]:
    """Every seat once, from the one on `captain`'s left round to `captain`."""
    return ((captain + step) % captains for step in range(1, captains + 1))


def _heist_rank(record: Record) -> tuple[int, int]:
    return record.largest_heist, -record.largest_heist_turn
