"""The screens of a match, whatever game it is."""

from collections.abc import Sequence
from math import ceil
from typing import Any

from msgspec.structs import replace

from kingsgold.app import ui as u
from kingsgold.app.hands import SHAKES_A_SECOND
from kingsgold.app.helm import pause_items
from kingsgold.app.present.kings import (
    kings_ending,
    kings_ledger,
    kings_turn,
    name_shot,
    roll_off,
)
from kingsgold.app.present.menus import menu, with_volume
from kingsgold.app.present.voyage import voyages_ending, voyages_ledger, voyages_turn
from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Event
from kingsgold.screens import views as v
from kingsgold.table.table import Table

TUMBLES_A_SECOND = 15


def view(ui: u.Ui, table: Table, shake: int | None) -> v.View:
    """The screen of a match; `shake` counts up while the cup is being shaken."""
    match ui:
        case u.InMatch():
            return turn(table, table.state, table.events, ui.pointer, shake)
        case u.Paused():
            return v.Menu("Pause", with_volume(ui.draft, pause_items(ui.draft)), ui.pointed)
        case u.LedgerOpen():
            return ledger(table)
        case u.Ending():
            return ending(table, ui.page)
        case _:
            return menu(ui)


def turn(
    table: Table, state: Any, events: Sequence[Event], pointer: int | None, shake: int | None
) -> v.View:
    """A turn at `state`, which `events` led to; without a pointer nothing is asked.

    `shake` is where the counter stands while the dice are in the cup.
    """
    tumble = None if shake is None else tumble_of(shake)
    return with_shake(_turn(table, state, events, pointer, tumble), shake)


def tumble_of(shake: int) -> int:
    """How far the dice in the cup have tumbled when the counter stands at `shake`.

    The counter has lost its fraction, so it is taken for the next number: a picture that is drawn
    just when the dice tumble on shows it.
    """
    return (shake + 1) * TUMBLES_A_SECOND // SHAKES_A_SECOND


def with_shake(picture: v.View, shake: int | None) -> v.View:
    """The picture of a toss, with where the shake stands or stood still."""
    if isinstance(picture, (v.KingsTurn, v.VoyagesTurn, v.RollOff)):
        return replace(picture, shake=shake)
    return picture


def _turn(
    table: Table, state: Any, events: Sequence[Event], pointer: int | None, tumble: int | None
) -> v.View:
    seconds = ceil(table.clock.left_s()) if table.setup.turn_seconds else None
    if isinstance(state, voyages.State):
        return voyages_turn(state, events, pointer, tumble, seconds)
    if state.roll_off is not None:
        return roll_off(state, tumble)
    if state.phase == "naming_shots" and pointer is not None:
        return name_shot(state, pointer, seconds)
    return kings_turn(state, pointer, tumble, seconds)


def dice_moved(events: Sequence[Event]) -> bool:
    """Whether dice were thrown, so that the pointer starts anew."""
    return any(
        isinstance(event, (kings_gold.Thrown, kings_gold.RollOffThrown, voyages.Thrown))
        for event in events
    )


def ledger(table: Table) -> v.View:
    """What every captain has."""
    if isinstance(table.state, voyages.State):
        return voyages_ledger(table.state)
    return kings_ledger(table.state)


def ending_pages(table: Table) -> int:
    """How many pages the end of a match has: who won, then one or two for each captain."""
    captains = len(table.setup.captains)
    return 1 + captains * (1 if isinstance(table.state, voyages.State) else 2)


def ending(table: Table, page: int) -> v.View:
    """One page of the end of a match."""
    if isinstance(table.state, voyages.State):
        return voyages_ending(table.state, page)
    return kings_ending(table.state, page)


def after_landing(picture: v.View, landed: int, order: Sequence[int], frame: int) -> v.View:
    """A turn's picture while dice land: the first `landed` of those in `order` lie still."""
    in_the_air = set(order[landed:])
    if isinstance(picture, v.KingsTurn):
        dice = tuple(
            replace(die, tumble=frame + place, locked=False, bound=False)
            if place in in_the_air
            else die
            for place, die in enumerate(picture.dice)
        )
        return replace(picture, dice=dice)
    if isinstance(picture, v.VoyagesTurn):
        bones = tuple(
            replace(bone, tumble=frame + place) if place in in_the_air else bone
            for place, bone in enumerate(picture.bones)
        )
        return replace(picture, bones=bones)
    if isinstance(picture, v.RollOff) and in_the_air:
        return replace(picture, tumble=frame)
    return picture
