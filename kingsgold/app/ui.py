"""What the box shows and points at: everything that is not the match itself.

All of it is frozen; `helm` answers a press with a new one. Each has the `draft` that was chosen
last, which the next set-up starts from.
"""

import msgspec

from kingsgold.app.draft import Draft
from kingsgold.games.protocol import Setup


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


class Spelling(msgspec.Struct, frozen=True):
    """A captain's name is being spelled; `row` and `column` point at a key."""

    names: Names
    text: str = ""
    row: int = 0
    column: int = 0

    @property
    def draft(self) -> Draft:
        """What was chosen last."""
        return self.names.draft


class Youngest(msgspec.Struct, frozen=True):
    """Voyages asks who is the youngest, for they start."""

    draft: Draft
    pointed: int = 0


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
    | Spelling
    | Youngest
    | InMatch
    | Paused
    | LedgerOpen
    | Ending
    | Power
)


class StartMatch(msgspec.Struct, frozen=True):
    """The captains set sail."""

    setup: Setup


class EndMatch(msgspec.Struct, frozen=True):
    """The match is given up, from the pause menu."""


class SwitchOff(msgspec.Struct, frozen=True):
    """The box is to be switched off."""


Command = StartMatch | EndMatch | SwitchOff
"""What a press can want of the box, besides actions of the game."""
