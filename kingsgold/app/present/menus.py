"""The screens that need no match: title, set-up, menus, leaderboards."""

from collections.abc import Sequence

from kingsgold.app import ui as u
from kingsgold.app.draft import TITLES, Draft
from kingsgold.app.helm import (
    SET_UP_ITEMS,
    lit,
    name_trouble,
    power_items,
    seat_items,
)
from kingsgold.box.parts import Button
from kingsgold.screens import views as v
from kingsgold.store import Board
from kingsgold.table.table import Table


def menu(ui: u.Ui) -> v.View:
    """The screen of a `ui` that needs no match."""
    match ui:
        case u.SetUp():
            items = tuple(_set_up_item(ui, key) for key in SET_UP_ITEMS[ui.draft.game])
            return v.Menu("Set-up", items, ui.pointed, "ROLL sets sail")
        case u.HouseRules():
            rules = tuple(
                v.MenuItem(rule.label, rule.words(ui.draft.value(rule))) for rule in ui.draft.rules
            )
            return v.Menu("House rules", rules, ui.pointed, "LOCK changes")
        case u.Names():
            return v.Menu("Captains", _items(ui.draft.names), ui.pointed, "LOCK changes")
        case u.Spelling():
            trouble = name_trouble(ui) if v.KEY_ROWS[ui.row][ui.column] == v.DONE_KEY else None
            who = f"Captain {ui.seat.seat + 1}"
            return v.NameEntry(trouble if trouble and ui.text else who, ui.text, ui.row, ui.column)
        case u.Seat():
            items = tuple(_seat_item(ui, key) for key in seat_items(ui))
            hint = "LOCK changes" if Button.LOCK in lit(ui, None) else ""
            return v.Menu(f"Captain {ui.seat + 1}", items, ui.pointed, hint)
        case u.Offer():
            text = f"{ui.draft.unfinished}. A new match ends it."
            return v.Question("Go on?", text, "go on", "new match")
        case u.Boards():
            return ui.pages[ui.page]
        case u.Youngest():
            items = _items(ui.draft.names)
            return v.Menu("Who is youngest?", items, ui.pointed, "ROLL starts")
        case u.Power():
            return v.Menu("Power", with_volume(ui.draft, power_items(ui.draft)), ui.pointed)
        case _:
            return v.Title()


def _items(labels: Sequence[str]) -> tuple[v.MenuItem, ...]:
    return tuple(v.MenuItem(label) for label in labels)


def with_volume(draft: Draft, labels: Sequence[str]) -> tuple[v.MenuItem, ...]:
    """Menu items; the one for the volume shows it."""
    volume = "mute" if draft.volume == 0 else str(draft.volume)
    return tuple(v.MenuItem(label, volume if label == "volume" else None) for label in labels)


def _set_up_item(ui: u.SetUp, key: str) -> v.MenuItem:
    draft = ui.draft
    match key:
        case "game":
            return v.MenuItem("Game", TITLES[draft.game])
        case "mode":
            return v.MenuItem("Mode", TITLES[draft.mode])
        case "captains":
            return v.MenuItem("Captains", str(draft.captains))
        case "names":
            return v.MenuItem("Names", "...")
        case _:
            changed = sum(draft.value(rule) != rule.choices[0] for rule in draft.rules)
            return v.MenuItem("House rules", f"{changed} changed" if changed else "...")


def _seat_item(ui: u.Seat, key: str) -> v.MenuItem:
    match key:
        case "name":
            return v.MenuItem("Name", ui.name)
        case "dice":
            return v.MenuItem("Dice", ui.draft.skin(ui.name))
        case _:
            return v.MenuItem("New name", "...")


def offered(table: Table) -> str:
    """Which match is offered to be gone on with, in a few words."""
    game = TITLES[str(table.setup.__struct_config__.tag)]
    return f"{game}, {len(table.setup.captains)} captains, round {table.state.round}"


_BOARD_TITLES = {
    "wins": "wins",
    "points": "best",
    "largest_heist": "heist",
    "fastest_hoard": "fastest 500",
}


def boards(found: Sequence[Board]) -> tuple[v.Standings, ...]:
    """The leaderboards as pages of at most six captains."""
    return tuple(
        v.Standings(
            f"{TITLES[board.mode or board.game]}: {_BOARD_TITLES[board.board]}",
            tuple(
                v.StandingsRow(place.place, place.name, place.value, place.place == 1)
                for place in board.places[:6]
            ),
        )
        for board in found
    )
