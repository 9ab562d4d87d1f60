"""What captains are asked, and what they can do."""

from kingsgold.games import protocol
from kingsgold.games.kings_gold.state import Flags


class RollOff(protocol.Prompt, frozen=True, kw_only=True):
    """`captain` throws one die for the first turn."""


class ToRoll(protocol.Prompt, frozen=True, kw_only=True):
    """`captain` throws all five dice."""


class RollOrStop(protocol.Prompt, frozen=True, kw_only=True):
    """`captain` locks and unlocks, rolls the unlocked dice, or stops.

    `fixed` are the dice whose lock can't be changed: Skulls, and with locks "final" those that were
    locked before the last roll (KG-2).
    """

    dice: str
    locked: Flags
    fixed: Flags
    rolls_left: int


class NameShot(protocol.Prompt, frozen=True, kw_only=True):
    """`captain` names the rival for the next of `shots_left` shots.

    `rivals` are those who can be shot at, clockwise from the captain's left.
    """

    rivals: tuple[int, ...]
    shots_left: int


class MatchOver(protocol.Prompt, frozen=True, kw_only=True):
    """The match is settled and nothing is asked any more."""

    captain: int | None = None


Prompt = RollOff | ToRoll | RollOrStop | NameShot | MatchOver


class Throw(protocol.Action, frozen=True):
    """Throw the dice that are not locked; in the roll-off, the one die."""


class Lock(protocol.Action, frozen=True):
    """Lock the die in place `die`, 0 to 4."""

    die: int


class Unlock(protocol.Action, frozen=True):
    """Lift the lock of the die in place `die`, 0 to 4."""

    die: int


class Stop(protocol.Action, frozen=True):
    """Roll no more and let the turn resolve."""


class Fire(protocol.Action, frozen=True):
    """Fire the next shot at `rival`."""

    rival: int


class FireRest(protocol.Action, frozen=True):
    """Fire all shots that are left at `rival`."""

    rival: int


class TimeUp(protocol.Action, frozen=True):
    """The turn's clock has run out (KG-13)."""


Action = Throw | Lock | Unlock | Stop | Fire | FireRest | TimeUp
