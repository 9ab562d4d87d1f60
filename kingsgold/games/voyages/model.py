"""What a match of Voyages is made of: set-up, state, prompts, actions and events."""

from typing import Annotated, Literal

import msgspec

from kingsgold.games import protocol
from kingsgold.games.voyages.bones import BLACK_BONE, WHITE_BONE
from kingsgold.games.voyages.scoring import Scoring

Ending = Literal["final_round", "navy", "last_afloat", "rum_run", "sail_off"]
Phase = Literal["to_roll", "choosing", "void", "over"]

SAIL_OFF_ROUNDS = 5
"""After so many rounds of a sail-off those still level share (V-3)."""

LARGEST_HOARD = 9999
"""Doubloons of the largest target and mettle: four digits are what the screens hold."""

LATEST_NAVY = 999
"""The latest round in which the navy can come."""

LONGEST_TURN_S = 3600
"""Seconds of the longest clock."""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house rules.

    `target` and `mettle` are Doubloons. `tie` settles equal hoards (V-3). `guard_gold_fever` guards
    the Gold Fever roll after a Broadside (V-8). `navy_rounds` ends the match with that round,
    `turn_seconds` ends a voyage (V-9); 0 switches either off. `fast_roll` asks the box to throw
    the first roll of a voyage by itself; the rules are the same with it.
    """

    target: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_HOARD)] = 500
    mettle: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_HOARD)] = 35
    tie: Literal["shared", "sail_off"] = "shared"
    guard_gold_fever: bool = False
    navy_rounds: Annotated[int, msgspec.Meta(ge=0, le=LATEST_NAVY)] = 0
    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_TURN_S)] = 0
    fast_roll: bool = False


class Setup(
    protocol.Setup,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    tag="voyages",
    tag_field="game",
):
    """What a match starts from. Without a `starter` the first captain sails first.

    Raises ValueError for a crew, a starter or a rule that the game does not allow.
    """

    rules: Rules = Rules()

    def __post_init__(self) -> None:
        protocol.check_captains(self.captains, self.starter)
        try:
            msgspec.convert(msgspec.to_builtins(self.rules), Rules)
        except msgspec.ValidationError as error:
            raise ValueError(f"rules: {error}") from None

    @property
    def fast_roll(self) -> bool:
        """Whether the box throws the first roll of each turn by itself."""
        return self.rules.fast_roll

    @property
    def turn_seconds(self) -> int:
        """Seconds that the clock gives a voyage, 0 without a clock."""
        return self.rules.turn_seconds


class InHand(msgspec.Struct, frozen=True):
    """The bones that the next throw uses: how many white ones, and whether the black one."""

    white: int = 4
    black: bool = True

    @property
    def hand(self) -> protocol.Hand:
        """These bones as dice: the white ones first, then the black one."""
        return (WHITE_BONE,) * self.white + (BLACK_BONE,) * self.black


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """One captain's figures for the report at the end.

    `voyages` are finished ones, `busts` those that ran aground; `best_voyage` is the largest tally
    hoarded; `prizes` and `broadsides` count by name.
    """

    voyages: int = 0
    busts: int = 0
    best_voyage: int = 0
    prizes: dict[str, int] = {}
    broadsides: dict[str, int] = {}


class State(protocol.State, frozen=True, kw_only=True):
    """A match of Voyages.

    Tuples have one place for each captain, in the order of the set-up. `round` counts from 1;
    `turn` counts voyages, those of a sail-off too. `tally` is without the toss that is being
    chosen from. `guard` is the face that voids the next throw. `owed` are the captains with a
    voyage still to begin in the final round or the sail-off; `sail_off` those who are in the
    round `sail_off_round` of it (0: none). `ending` and `winners` are set when the match is over.
    """

    setup: Setup
    hoards: tuple[int, ...]
    proved: tuple[bool, ...]
    capsized: tuple[bool, ...]
    figures: tuple[Figures, ...]
    captain: int
    round: int = 1
    turn: int = 1
    tally: int = 0
    toss: str | None = None
    void: bool = False
    in_hand: InHand = InHand()
    guard: str | None = None
    final_round: bool = False
    owed: tuple[int, ...] = ()
    sail_off: tuple[int, ...] = ()
    sail_off_round: int = 0
    ending: Ending | None = None
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.ending is not None

    @property
    def phase(self) -> Phase:
        """What the state waits for."""
        if self.over:
            return "over"
        if self.toss is None:
            return "to_roll"
        return "void" if self.void else "choosing"

    @property
    def afloat(self) -> tuple[int, ...]:
        """The captains who have not capsized, in turn order."""
        count = len(self.hoards)
        order = ((self.starter + place) % count for place in range(count))
        return tuple(captain for captain in order if not self.capsized[captain])

    @property
    def starter(self) -> int:
        """The captain who sails first in every round."""
        return self.setup.starter or 0


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings. The game has no badges."""

    captain: int
    hoard: int
    winner: bool
    badges: tuple[str, ...] = ()


# Prompts


class ToRoll(protocol.Prompt, frozen=True, kw_only=True):
    """A voyage begins: the captain throws all five bones."""


class ChooseScoring(protocol.Prompt, frozen=True, kw_only=True):
    """The captain takes one of the scorings of `toss`, and hoards or throws on."""

    toss: str
    options: tuple[Scoring, ...]


class RollAgain(protocol.Prompt, frozen=True, kw_only=True):
    """A void toss: the bones are thrown again under the same guard (V-7)."""

    toss: str
    guard: str
    white: int
    black: bool


class MatchOver(protocol.Prompt, frozen=True, kw_only=True):
    """Nothing is asked any more."""

    captain: int | None = None


# Actions


class Throw(protocol.Action, frozen=True):
    """Throw the bones in hand, at the start of a voyage or after a void toss."""


class TakeAndThrow(protocol.Action, frozen=True):
    """Take a scoring, by its place in the prompt, and throw the bones that are left over."""

    option: int


class TakeAndHoard(protocol.Action, frozen=True):
    """Take a scoring, by its place in the prompt, and hoard the voyage's tally."""

    option: int


class TimeUp(protocol.Action, frozen=True):
    """The clock has run out while the pointer was on scoring `option` (V-9)."""

    option: int = 0


# Events


class _CaptainsEvent(protocol.Event, frozen=True, kw_only=True):
    captain: int


class VoyageBegan(_CaptainsEvent, frozen=True, kw_only=True):
    """The bones came to `captain`, who has all five in hand."""

    round: int


class Thrown(_CaptainsEvent, frozen=True, kw_only=True):
    """The bones in hand showed `toss`."""

    toss: Annotated[str, msgspec.Meta(max_length=5)]


class Voided(_CaptainsEvent, frozen=True, kw_only=True):
    """The toss showed the guard's face: nothing scores, the same bones are thrown again (V-7)."""


class BroadsideFired(_CaptainsEvent, frozen=True, kw_only=True):
    """Three bones of a face were taken for `points`, perhaps with the Black Flag's help."""

    face: str
    points: int


class PrizeCaptured(_CaptainsEvent, frozen=True, kw_only=True):
    """Five of a kind were taken for `points`."""

    face: str
    name: str
    points: int


class Tallied(_CaptainsEvent, frozen=True, kw_only=True):
    """A scoring was taken: `points` in all, the new `tally`, and the bones that are left in hand.

    `flag` is the face that the Black Flag counted as. `guard` is the Broadside's face, which the
    reload must not show.
    """

    points: int
    set_aside: str
    flag: str | None
    tally: int
    in_hand: InHand
    guard: str | None


class GoldFever(_CaptainsEvent, frozen=True, kw_only=True):
    """All five bones have scored and are in hand again; `guard` only by house rule (V-8)."""

    guard: str | None


class MettleProved(_CaptainsEvent, frozen=True, kw_only=True):
    """The captain hoards for the first time; from now on any tally can be hoarded."""


class Hoarded(_CaptainsEvent, frozen=True, kw_only=True):
    """The voyage ended well: `amount` went to the hoard, which is now `hoard`."""

    amount: int
    hoard: int


class TimeRanOut(_CaptainsEvent, frozen=True, kw_only=True):
    """The clock ended the captain's thinking; what it led to follows (V-9)."""


class RanAground(_CaptainsEvent, frozen=True, kw_only=True):
    """The voyage ended badly: the tally of `lost` Doubloons is gone."""

    lost: int
    shipwrecked: bool


class RumRun(_CaptainsEvent, frozen=True, kw_only=True):
    """Five Rum: the captain wins the match at once."""


class Capsized(_CaptainsEvent, frozen=True, kw_only=True):
    """Five Ten Coins: the captain is out, and lost the tally and the hoard (V-4)."""

    tally: int
    hoard: int


class FinalRoundBegan(_CaptainsEvent, frozen=True, kw_only=True):
    """`captain` reached the target; `owed` get one more voyage each (V-2)."""

    owed: tuple[int, ...]


class SailOffBegan(protocol.Event, frozen=True, kw_only=True):
    """Round `round` of a sail-off: these captains are level and sail once more each (V-3)."""

    round: int
    captains: tuple[int, ...]


class MatchEnded(protocol.Event, frozen=True, kw_only=True):
    """The match is over, for this reason, and these captains have won."""

    ending: Ending
    winners: tuple[int, ...]


Event = (
    VoyageBegan
    | Thrown
    | Voided
    | BroadsideFired
    | PrizeCaptured
    | Tallied
    | GoldFever
    | MettleProved
    | Hoarded
    | TimeRanOut
    | RanAground
    | RumRun
    | Capsized
    | FinalRoundBegan
    | SailOffBegan
    | MatchEnded
)
Action = Throw | TakeAndThrow | TakeAndHoard | TimeUp
Prompt = ToRoll | ChooseScoring | RollAgain | MatchOver
