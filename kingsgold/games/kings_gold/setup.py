"""What a match of King's Gold starts from: the mode and the house rules."""

from typing import Annotated, Literal

import msgspec

from kingsgold.games import protocol

BLITZ_SECONDS = 10
"""Seconds a turn in blitz unless the rules say fewer; more are never allowed."""

LARGEST = 999
"""The largest bank, value, price and count of rounds: three digits are what the screens hold."""

LONGEST_TURN_S = 3600
"""Seconds of the longest clock."""

Number = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house rules; the defaults are the game as the manual tells it.

    Values are points, penalties and banks are pieces, `turn_seconds` is None for the mode's own
    clock and 0 for no clock. `fast_roll` changes nothing in the rules: it tells the table to throw
    each turn's first roll by itself.
    """

    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_TURN_S)] | None = None
    navy_rounds: Number = 0
    elimination: bool = False
    fast_roll: bool = False
    treasury_coins: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)] = 60
    treasury_doubloons: Number = 20
    coin_value: Number = 1
    doubloon_value: Number = 5
    shield_value: Number = 2
    master_pirate_bonus: Number = 10
    curse_penalty: Number = 2
    broadside_steal: Number = 2
    locks: Literal["free", "final"] = "free"
    crest_conversion: Literal["one", "all"] = "one"
    crests_per_shield: Number = 2


class Setup(
    protocol.Setup,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    tag_field="game",
    tag="kings-gold",
):
    """Who plays King's Gold, in which mode, by which rules.

    Raises ValueError for a crew, a starter or a rule that the game does not allow.
    """

    mode: Literal["campaign", "blitz"] = "campaign"
    rules: Rules = Rules()

    def __post_init__(self) -> None:
        protocol.check_captains(self.captains, self.starter)
        try:
            msgspec.convert(msgspec.to_builtins(self.rules), Rules)
        except msgspec.ValidationError as error:
            raise ValueError(f"rules: {error}") from None
        if self.mode == "blitz" and not 1 <= self.turn_seconds <= BLITZ_SECONDS:
            raise ValueError(
                f"turn_seconds in blitz is 1 to {BLITZ_SECONDS}, not {self.turn_seconds}"
            )

    @property
    def fast_roll(self) -> bool:
        """Whether the box throws the first roll of each turn by itself."""
        return self.rules.fast_roll

    @property
    def turn_seconds(self) -> int:
        """Seconds that the clock gives each turn in this match; 0 means there is no clock."""
        if self.rules.turn_seconds is not None:
            return self.rules.turn_seconds
        return BLITZ_SECONDS if self.mode == "blitz" else 0
