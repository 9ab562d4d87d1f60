"""A stored match as the positions that it went through, each with what the box showed."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from kingsgold.app import present
from kingsgold.app import ui as u
from kingsgold.app.draft import TITLES, Draft
from kingsgold.app.helm import first_pointer
from kingsgold.app.show import Scene
from kingsgold.app.story import scenes
from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Event, Prompt
from kingsgold.screens import BONE, SKINS, Skin
from kingsgold.screens.views import View
from kingsgold.store import Captain, Match, StoreError
from kingsgold.table.dice import ChanceSource
from kingsgold.table.journal import Decision
from kingsgold.table.table import Table
from kingsgold.virtual.chronicle import told


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """Where a match stood after its first `number` decisions.

    `events` are those of the last of them, and `lines` what the chronicle says of these. `view` is
    what the glass showed once that had been told.
    """

    number: int
    state: Any
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    view: View

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.state.round

    @property
    def captain(self) -> str:
        """Whose turn it is."""
        return self.state.setup.captains[self.state.captain]


class Replay:
    """The positions of a match, from before the first decision to after the last.

    `captains` are those who are remembered, for their dice. Clocks stand still here: of `loop` only
    timers are used, which never run. Raises StoreError when the decisions are not those of such a
    match.
    """

    def __init__(
        self,
        match: Match,
        decisions: Sequence[Decision],
        captains: Sequence[Captain],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.match = match
        self._decisions = decisions
        self._skins = _skins(captains)
        self._loop = loop
        self.positions: Sequence[Position] = self._read()

    @property
    def last(self) -> int:
        """How many decisions there are."""
        return len(self._decisions)

    @property
    def title(self) -> str:
        """The game and its mode."""
        mode = self.match.mode
        return TITLES[self.match.game_name] + (f" {TITLES[mode]}" if mode else "")

    def skin(self, state: Any) -> Skin:
        """The dice that are thrown at `state`."""
        captain: str = state.setup.captains[state.captain]
        return self._skins.get(captain.casefold(), BONE)

    def scenes(self, number: int) -> list[Scene]:
        """What the box told, in play, of the decision that led to position `number`."""
        position, decision = self.positions[number], self._decisions[number - 1]
        table = self._table()
        _resume(table, self._decisions[:number])
        shake = decision.tosses[0].shake if decision.tosses else None
        return scenes(table, self.positions[number - 1].state, position.events, shake)

    def turn(self, number: int, step: int) -> int:
        """Where the turn after the one of position `number` begins (`step` 1).

        With -1 where its own turn begins, or at its beginning the turn before.
        """
        at = number + step
        while 0 < at < self.last and not self._begins_turn(at):
            at += step
        return min(max(at, 0), self.last)

    def _begins_turn(self, number: int) -> bool:
        return any(
            isinstance(event, kings_gold.TurnBegan | voyages.VoyageBegan)
            for event in self.positions[number].events
        )

    def _table(self) -> Table:
        match = self.match
        # Nothing is thrown at this table, so it does not matter by whom.
        return Table(match.game, match.setup, ChanceSource(), self._loop, lambda: None)

    def _read(self) -> list[Position]:
        table = self._table()
        found = [_position(table, 0, ())]
        for decision in self._decisions:
            try:
                _resume(table, (decision,))
                found.append(_position(table, len(found), decision.events))
            except Exception as error:  # Whatever a game or a view makes of a wrong event.
                raise StoreError(
                    f"match {self.match.id} can't be replayed: decision {decision.number} "
                    f"does not follow from those before it ({type(error).__name__})"
                ) from None
        return found


def _resume(table: Table, decisions: Sequence[Decision]) -> None:
    """Put what came next on the table, and let its clock stand as it stood."""
    table.resume(decisions)
    table.clock.stop()


def _position(table: Table, number: int, events: Sequence[Any]) -> Position:
    ui: u.Ui = u.InMatch(Draft(), _pointer(table.prompt, events))
    if table.state.over:
        ui = u.Ending(Draft(), present.ending_pages(table))
    return Position(
        number=number,
        state=table.state,
        events=tuple(events),
        lines=tuple(told(table.state, events)),
        view=present.view(ui, table, None),
    )


def _pointer(prompt: Prompt, events: Sequence[Event]) -> int:
    """Where the pointer was, as far as events tell: at the die or the rival of the last one."""
    for event in reversed(events):
        match prompt, event:
            case kings_gold.RollOrStop(), kings_gold.Locked() | kings_gold.Unlocked():
                return event.die
            case kings_gold.NameShot(), kings_gold.ShotFired() if event.rival in prompt.rivals:
                return prompt.rivals.index(event.rival)
            case _:
                pass
    return first_pointer(prompt)


def _skins(captains: Sequence[Captain]) -> Mapping[str, Skin]:
    by_name = {skin.name.lower(): skin for skin in SKINS}
    return {captain.name.casefold(): by_name[captain.skin] for captain in captains}
