"""What the box shows and points at: everything that is not the match itself.

All of it is frozen; `helm` answers a press with a new one. Each has the `draft` that was chosen
last, which the next set-up starts from.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from kingsgold.app.draft import Draft, SkinName
from kingsgold.games.protocol import Setup
from kingsgold.screens.views import Standings


class Title(msgspec.Struct, frozen=True):
    """Nobody plays."""

    draft: Draft


class SetUp(msgspec.Struct, frozen=True):
    """A match is being chosen."""

    draft: Draft
    pointed: int = 0


class HouseRules(msgspec.Struct, frozen=True):
    """The house rules of the match that is being chosen."""

    draft: Draft
    pointed: int = 0


class Names(msgspec.Struct, frozen=True):
    """The captains' names of the match that is being chosen."""

    draft: Draft
    pointed: int = 0


class Seat(msgspec.Struct, frozen=True):
    """Who sits in a seat is being chosen, and with which dice."""

    draft: Draft
    seat: int
    pointed: int = 0

    @property
    def name(self) -> str:
        """Who sits there."""
        return self.draft.crew[self.seat]


class Spelling(msgspec.Struct, frozen=True):
    """A captain's name is being spelled; `row` and `column` point at a key."""

    seat: Seat
    text: str = ""
    row: int = 0
    column: int = 0

    @property
    def draft(self) -> Draft:
        """What was chosen last."""
        return self.seat.draft


class Youngest(msgspec.Struct, frozen=True):
    """Voyages asks who is the youngest, for they start."""

    draft: Draft
    pointed: int = 0


class Offer(msgspec.Struct, frozen=True):
    """A match was on when the box was last switched off."""

    draft: Draft


class Boards(msgspec.Struct, frozen=True):
    """The leaderboards, page by page."""

    draft: Draft
    pages: tuple[Standings, ...]
    page: int = 0


class InMatch(msgspec.Struct, frozen=True):
    """A match is on; `pointer` is a die, a rival's or a scoring's place in the prompt."""

    draft: Draft
    pointer: int = 0


class Paused(msgspec.Struct, frozen=True):
    """The pause menu lies over a match."""

    match: InMatch
    pointed: int = 0

    @property
    def draft(self) -> Draft:
        """What was chosen last."""
        return self.match.draft


class LedgerOpen(msgspec.Struct, frozen=True):
    """The ledger, opened from the pause menu."""

    pause: Paused

    @property
    def draft(self) -> Draft:
        """What was chosen last."""
        return self.pause.draft


class Ending(msgspec.Struct, frozen=True):
    """A match is over and its standings are read; `page` 0 is who won."""

    draft: Draft
    pages: int
    page: int = 0


class Power(msgspec.Struct, frozen=True):
    """The power menu at the title."""

    title: Title
    pointed: int = 0

    @property
    def draft(self) -> Draft:
        """What was chosen last."""
        return self.title.draft


Ui = (
    Title
    | SetUp
    | HouseRules
    | Names
    | Seat
    | Spelling
    | Youngest
    | Offer
    | Boards
    | InMatch
    | Paused
    | LedgerOpen
    | Ending
    | Power
)


def with_draft(ui: Any, draft: Draft) -> Any:
    """The same screen with another draft."""
    for field in ui.__struct_fields__:
        inner = getattr(ui, field)
        if isinstance(inner, Draft):
            return replace(ui, **{field: draft})
        if hasattr(inner, "draft"):
            return replace(ui, **{field: with_draft(inner, draft)})
    return ui


class StartMatch(msgspec.Struct, frozen=True):
    """The captains set sail."""

    setup: Setup


class GoOn(msgspec.Struct, frozen=True):
    """The unfinished match is gone on with."""


class Remember(msgspec.Struct, frozen=True):
    """A captain of this name is to be remembered."""

    name: str


class ChooseDice(msgspec.Struct, frozen=True):
    """A captain who is remembered wants other dice."""

    name: str
    skin: SkinName


class OpenBoards(msgspec.Struct, frozen=True):
    """Somebody wants to see who is ahead."""


class SetVolume(msgspec.Struct, frozen=True):
    """The buzzer is to be louder or softer: 0 (mute) to 10."""

    volume: int


class SwitchOff(msgspec.Struct, frozen=True):
    """The box is to be switched off."""


Command = StartMatch | GoOn | Remember | ChooseDice | OpenBoards | SetVolume | SwitchOff
"""What a press can want of the box, besides actions of the game."""
