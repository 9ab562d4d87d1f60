"""What a scoreboard shows, whatever display it is: a match as plain values."""

from typing import Literal

import msgspec

Phase = Literal["idle", "roll-off", "playing", "final-round", "sail-off", "over"]
Badge = Literal["bronze_anchor", "silver_cutlass", "gold_pirate_king"]


class CaptainLine(msgspec.Struct, frozen=True, kw_only=True):
    """One captain, in seat order. `points` are the ledger's, in Voyages the hoard.

    `coins`, `doubloons` and `shields` are pieces, None in a game that has none. `out` captains play
    no more. `badges` are those won in this match.
    """

    name: str
    coins: int | None = None
    doubloons: int | None = None
    points: int = 0
    shields: int | None = None
    out: bool = False
    badges: tuple[Badge, ...] = ()


class TurnLine(msgspec.Struct, frozen=True, kw_only=True):
    """The turn that is on: whose, `seconds` left (None without a clock), and the dice.

    `tally` is the voyage's, in King's Gold the points that a stop would bring now. `dice` has one
    letter for each die, and `locked` a yes or no for each; `rolls_left` is None where the game does
    not limit the rolls.
    """

    captain: int
    round: int
    seconds: int | None = None
    tally: int | None = None
    dice: str = ""
    locked: tuple[bool, ...] = ()
    rolls_left: int | None = None


class StandingLine(msgspec.Struct, frozen=True, kw_only=True):
    """One captain's place at the end."""

    captain: int
    score: int
    winner: bool


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a display shows. Without a match it is `Board()`.

    Letters of dice: in King's Gold O coin, N cannon, R crest, X skull. In Voyages white bones are
    2 3 4 5 6 1 as in the rules, and the black one is B blades, S ships, C five coin, R rum, T ten
    coin, F flag. `turn` is None when none is on; `standings` are best first, empty before the end.
    """

    game: str = ""
    mode: str = ""
    phase: Phase = "idle"
    round: int | None = None
    captains: tuple[CaptainLine, ...] = ()
    turn: TurnLine | None = None
    standings: tuple[StandingLine, ...] = ()


class Pledge(msgspec.Struct, frozen=True):
    """What the dice of the match are fixed with: the SHA-256 of a seed, and at the end the seed."""

    sha256: bytes
    seed: bytes | None = None


class Announcement(msgspec.Struct, frozen=True):
    """Something great that has just happened to `captain`: what, and the points that it was worth.

    `kind` is a short name in small letters, such as "kings-ransom".
    """

    captain: int
    kind: str
    points: int
