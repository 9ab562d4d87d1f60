"""The helm: what each of the four buttons does now. Pure, and tested without hardware.

One table says everything: `deeds` lists the buttons that do something, what that is in words, and
what comes of it. Lamps, taps and the prompt's description are all read off it, so that a lit button
always does something and a dark one never does.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec
from msgspec.structs import replace

from kingsgold.app import ui as u
from kingsgold.app.draft import Draft, SkinName, step
from kingsgold.app.ui import Command, Ui
from kingsgold.box.parts import Button
from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Action, Prompt, check_name
from kingsgold.screens.views import DONE_KEY, KEY_ROWS

LOCK, ROLL, STOP, TARGET = Button.LOCK, Button.ROLL, Button.STOP, Button.TARGET


class Hold(Enum):
    """What a button does while, or when, it is held."""

    PAUSE = "pause menu"
    POWER = "power menu"
    LEDGER = "show the ledger"
    CUP = "shake the cup"


class Deed(msgspec.Struct, frozen=True):
    """What a tap does: in words, on the screen, and to the match or the box."""

    label: str
    ui: Ui
    effect: Action | Command | None = None


Deeds = Mapping[Button, Deed]


def helm(ui: Ui, prompt: Prompt | None, button: Button) -> tuple[Ui, Action | Command | None]:
    """What a tap on `button` comes to: the next screen, and what it wants of match or box.

    A dark button changes nothing.
    """
    deed = deeds(ui, prompt).get(button)
    return (deed.ui, deed.effect) if deed else (ui, None)


def lit(ui: Ui, prompt: Prompt | None) -> frozenset[Button]:
    """The buttons whose tap does something now."""
    return frozenset(deeds(ui, prompt))


def holds(ui: Ui, prompt: Prompt | None) -> Mapping[Button, Hold]:
    """The buttons that mean something when held; they act on the release, the others at once."""
    if isinstance(ui, u.Title):
        return {STOP: Hold.POWER}
    if isinstance(ui, u.InMatch):
        cup = {ROLL: Hold.CUP} if _throws(deeds(ui, prompt).get(ROLL)) else {}
        return {STOP: Hold.PAUSE, TARGET: Hold.LEDGER, **cup}
    return {}


def _throws(deed: Deed | None) -> bool:
    return deed is not None and isinstance(
        deed.effect, (kings_gold.Throw, voyages.Throw, voyages.TakeAndThrow)
    )


def deeds(ui: Ui, prompt: Prompt | None) -> Deeds:
    """The buttons that do something on this screen, with what they do."""
    match ui:
        case u.InMatch():
            return _in_match(ui, prompt)
        case u.Title():
            return {
                ROLL: Deed("set up a match", u.SetUp(ui.draft))
                if ui.draft.unfinished is None
                else Deed("go on, or a new match", u.Offer(ui.draft)),
                TARGET: Deed("leaderboards", ui, u.OpenBoards()),
            }
        case u.SetUp():
            return _set_up(ui)
        case u.HouseRules():
            rules = ui.draft.rules
            changed = ui.draft.step_rule(rules[ui.pointed])
            return {
                **_around(ui, len(rules), "next rule"),
                LOCK: Deed("change it", replace(ui, draft=changed)),
                STOP: Deed("back", _set_up_at(ui.draft, "house rules")),
            }
        case u.Names():
            return {
                **_around(ui, ui.draft.captains, "next captain"),
                LOCK: Deed("change the captain", u.Seat(ui.draft, ui.pointed)),
                STOP: Deed("back", _set_up_at(ui.draft, "names")),
            }
        case u.Seat():
            return _seat(ui)
        case u.Spelling():
            return _spelling(ui)
        case u.Youngest():
            start = u.StartMatch(ui.draft.setup(ui.pointed))
            return {
                **_around(ui, ui.draft.captains, "next captain"),
                ROLL: Deed("start", ui, start),
                STOP: Deed("back", u.SetUp(ui.draft)),
            }
        case u.Offer():
            return {
                ROLL: Deed("go on", ui, u.GoOn()),
                STOP: Deed("a new match", u.SetUp(ui.draft)),
            }
        case u.Boards():
            onward = replace(ui, page=(ui.page + 1) % len(ui.pages))
            next_page = {TARGET: Deed("next page", onward)} if len(ui.pages) > 1 else {}
            return {**next_page, STOP: Deed("back", u.Title(ui.draft))}
        case u.Paused():
            items = pause_items(ui.draft)
            chosen = _chosen_in_pause(ui, items[ui.pointed])
            return {
                **_around(ui, len(items), "next item"),
                **({} if chosen is None else {ROLL: Deed(items[ui.pointed], chosen)}),
                **_louder(ui, items[ui.pointed]),
                STOP: Deed("resume", ui.match),
            }
        case u.LedgerOpen():
            return {STOP: Deed("back", ui.pause)}
        case u.Ending():
            title = u.Title(ui.draft)
            more = ui.page + 1 < ui.pages
            onward = replace(ui, page=ui.page + 1) if more else title
            return {
                TARGET: Deed("next page", replace(ui, page=(ui.page + 1) % ui.pages)),
                ROLL: Deed("next page" if more else "to the title", onward),
                STOP: Deed("to the title", title),
            }
        case u.Power():
            items = power_items(ui.draft)
            off = {"stay": None, "switch off": u.SwitchOff()}
            choice = items[ui.pointed]
            return {
                **_around(ui, len(items), "next item"),
                **({ROLL: Deed(choice, ui.title, off[choice])} if choice in off else {}),
                **_louder(ui, choice),
                STOP: Deed("back", ui.title),
            }


def pause_items(draft: Draft) -> tuple[str, ...]:
    """The pause menu; a box without a buzzer has no volume."""
    return ("resume", "ledger", "end the match", *_volume_item(draft))


def power_items(draft: Draft) -> tuple[str, ...]:
    """The power menu."""
    return ("stay", "switch off", *_volume_item(draft))


def _volume_item(draft: Draft) -> tuple[str, ...]:
    return () if draft.volume is None else ("volume",)


def _louder(ui: Any, item: str) -> dict[Button, Deed]:
    """LOCK steps the volume where that is pointed at."""
    if item != "volume":
        return {}
    draft = ui.draft.step_volume()
    return {LOCK: Deed("other volume", u.with_draft(ui, draft), u.SetVolume(draft.volume))}


def _around(ui: Any, count: int, label: str) -> dict[Button, Deed]:
    """TARGET moves the pointer, round and round; with one thing to point at it is dark."""
    if count < 2:
        return {}
    return {TARGET: Deed(label, replace(ui, pointed=(ui.pointed + 1) % count))}


def _chosen_in_pause(ui: u.Paused, choice: str) -> Ui | None:
    match choice:
        case "resume":
            return ui.match
        case "ledger":
            return u.LedgerOpen(ui)
        case "end the match":
            return u.Title(ui.draft)
        case _:
            return None


# Set-up

SET_UP_ITEMS: Mapping[str, tuple[str, ...]] = {
    "kings-gold": ("game", "mode", "captains", "names", "house rules"),
    "voyages": ("game", "captains", "names", "house rules"),
}


def _set_up_at(draft: Draft, item: str) -> u.SetUp:
    return u.SetUp(draft, SET_UP_ITEMS[draft.game].index(item))


def _set_up(ui: u.SetUp) -> Deeds:
    draft = ui.draft
    items = SET_UP_ITEMS[draft.game]
    match items[ui.pointed]:
        case "game":
            lock = Deed("other game", replace(ui, draft=draft.step_game()))
        case "mode":
            lock = Deed("other mode", replace(ui, draft=draft.step_mode()))
        case "captains":
            lock = Deed("one captain more", replace(ui, draft=draft.step_captains()))
        case "names":
            lock = Deed("change names", u.Names(draft))
        case _:
            lock = Deed("change house rules", u.HouseRules(draft))
    if draft.game == "voyages":
        roll = Deed("set sail", u.Youngest(draft))
    else:
        roll = Deed("set sail", ui, u.StartMatch(draft.setup()))
    return {
        **_around(ui, len(items), "next item"),
        LOCK: lock,
        ROLL: roll,
        STOP: Deed("back", u.Title(draft)),
    }


def seat_items(ui: u.Seat) -> tuple[str, ...]:
    """What can be chosen for a seat; only a captain who is remembered has dice of their own."""
    known = ui.draft.remembered(ui.name) is not None
    return ("name", "dice", "new name") if known else ("name", "new name")


def _seat(ui: u.Seat) -> Deeds:
    items = seat_items(ui)
    found = {
        **_around(ui, len(items), "next item"),
        STOP: Deed("back", u.Names(ui.draft, ui.seat)),
    }
    captain = ui.draft.remembered(ui.name)
    match items[ui.pointed]:
        case "name":
            changed = ui.draft.step_name(ui.seat)
            if changed != ui.draft:
                found[LOCK] = Deed("next captain", replace(ui, draft=changed))
        case "dice":
            if captain is not None and len(captain.skins) > 1:
                skin: SkinName = step(captain.skins, captain.skin)
                found[LOCK] = Deed("other dice", ui, u.ChooseDice(captain.name, skin))
        case _:
            found[LOCK] = Deed("spell a name", u.Spelling(ui))
    return found


def _spelling(ui: u.Spelling) -> Deeds:
    row = KEY_ROWS[ui.row]
    below = (ui.row + 1) % len(KEY_ROWS)
    shorter = replace(ui, text=ui.text[:-1]) if ui.text else ui.seat
    spelled: dict[Button, Deed] = {
        TARGET: Deed("next key", replace(ui, column=(ui.column + 1) % len(row))),
        LOCK: Deed(
            "next row", replace(ui, row=below, column=min(ui.column, len(KEY_ROWS[below]) - 1))
        ),
        STOP: Deed("delete" if ui.text else "back", shorter),
    }
    key = row[ui.column]
    if key == DONE_KEY:
        if name_trouble(ui) is None:
            renamed = ui.draft.rename(ui.seat.seat, ui.text)
            spelled[ROLL] = Deed("done", u.Names(renamed, ui.seat.seat), u.Remember(ui.text))
    elif len(ui.text) < 12:
        spelled[ROLL] = Deed("take the key", replace(ui, text=ui.text + letter(ui.text, key)))
    return spelled


def letter(text: str, key: str) -> str:
    """The letter that `key` adds to `text`: a capital at the start of each word."""
    return key if not text or text[-1] in " -'" else key.lower()


def name_trouble(ui: u.Spelling) -> str | None:
    """Why the spelled name can't be taken, or None."""
    others = (name for i, name in enumerate(ui.draft.crew) if i != ui.seat.seat)
    if ui.text.casefold() in (name.casefold() for name in others):
        return "that name is taken"
    try:
        check_name(ui.text)
    except ValueError as error:
        return str(error)
    return None


# The games


def first_pointer(prompt: Prompt | None) -> int:
    """Where the pointer starts: at the first die that is not a Skull, else at the first thing."""
    if isinstance(prompt, kings_gold.RollOrStop):
        return _pointable(prompt)[0]
    return 0


def _pointable(prompt: kings_gold.RollOrStop) -> list[int]:
    return [place for place, face in enumerate(prompt.dice) if face != "X"]


def _in_match(ui: u.InMatch, prompt: Prompt | None) -> Deeds:
    match prompt:
        case kings_gold.RollOff() | kings_gold.ToRoll() | voyages.ToRoll() | voyages.RollAgain():
            throw = (
                kings_gold.Throw()
                if isinstance(prompt, (kings_gold.RollOff, kings_gold.ToRoll))
                else voyages.Throw()
            )
            return {ROLL: Deed("throw", ui, throw)}
        case kings_gold.RollOrStop():
            return _roll_or_stop(ui, prompt)
        case kings_gold.NameShot():
            return _name_shot(ui, prompt)
        case voyages.ChooseScoring():
            return _choose_scoring(ui, prompt)
        case _:
            return {}


def _roll_or_stop(ui: u.InMatch, prompt: kings_gold.RollOrStop) -> Deeds:
    places = _pointable(prompt)
    after = places[(places.index(ui.pointer) + 1) % len(places)]
    found = {
        TARGET: Deed("next die", replace(ui, pointer=after)),
        STOP: Deed("stop rolling", ui, kings_gold.Stop()),
    }
    if not prompt.fixed[ui.pointer]:
        if prompt.locked[ui.pointer]:
            found[LOCK] = Deed("lift the lock", ui, kings_gold.Unlock(ui.pointer))
        else:
            found[LOCK] = Deed("lock the die", ui, kings_gold.Lock(ui.pointer))
    loose = prompt.locked.count(False)
    if loose:
        dice = "1 die" if loose == 1 else f"{loose} dice"
        found[ROLL] = Deed(f"throw {dice}", ui, kings_gold.Throw())
    return found


def _name_shot(ui: u.InMatch, prompt: kings_gold.NameShot) -> Deeds:
    rival = prompt.rivals[ui.pointer]
    after = replace(ui, pointer=(ui.pointer + 1) % len(prompt.rivals))
    return {
        TARGET: Deed("next rival", after),
        ROLL: Deed("fire one shot", ui, kings_gold.Fire(rival)),
        STOP: Deed("fire the rest", ui, kings_gold.FireRest(rival)),
    }


def _choose_scoring(ui: u.InMatch, prompt: voyages.ChooseScoring) -> Deeds:
    found: dict[Button, Deed] = {}
    if len(prompt.options) > 1:
        after = replace(ui, pointer=(ui.pointer + 1) % len(prompt.options))
        found[TARGET] = Deed("next scoring", after)
    found[ROLL] = Deed("take it and throw on", ui, voyages.TakeAndThrow(ui.pointer))
    if prompt.options[ui.pointer].why_not is None:
        found[STOP] = Deed("take it and hoard", ui, voyages.TakeAndHoard(ui.pointer))
    return found
