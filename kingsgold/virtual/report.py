"""What is going on, as plain JSON values: for scripts, tests and people who read logs."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from kingsgold.app import ui as u
from kingsgold.app.boxloop import BoxLoop
from kingsgold.app.helm import deeds
from kingsgold.games import kings_gold, voyages


def state(box: BoxLoop) -> dict[str, Any]:
    """The match as everybody may see it; `{"phase": "title"}` when none is on."""
    table = box.table
    if table is None:
        return {"phase": "title"}
    seen = table.game.view(table.state, None)
    if isinstance(seen, voyages.State):
        return _voyages(seen, box)
    return _kings_gold(seen)


def _kings_gold(state: kings_gold.State) -> dict[str, Any]:
    return {
        "game": "kings-gold",
        "mode": state.setup.mode,
        "captains": list(state.setup.captains),
        "captain": state.captain,
        "round": state.round,
        "phase": state.phase,
        "dice": state.dice,
        "locked": list(state.locked),
        "rolls_left": state.rolls_left,
        "treasury": [state.treasury.coins, state.treasury.doubloons],
        "island": state.island,
        "chests": [[chest.coins, chest.doubloons, chest.shields] for chest in state.chests],
        "shots_left": state.shots_left,
        "final_round": state.final_round,
        "out": list(state.out),
        "over": state.over,
        "standings": _standings(kings_gold.standings, state),
    }


def _voyages(state: voyages.State, box: BoxLoop) -> dict[str, Any]:
    in_hand, guard = state.in_hand, state.guard
    if state.phase == "choosing":
        prompt = box.prompt
        assert isinstance(prompt, voyages.ChooseScoring)
        in_hand, guard = _left_in_hand(prompt.options[pointer(box.ui)]), None
    return {
        "game": "voyages",
        "captains": list(state.setup.captains),
        "captain": state.captain,
        "round": state.round,
        "phase": state.phase,
        "hoards": list(state.hoards),
        "proved": list(state.proved),
        "capsized": list(state.capsized),
        "tally": state.tally,
        "toss": state.toss,
        "in_hand": {"white": in_hand.white, "black": in_hand.black},
        "guard": guard,
        "final_round": state.final_round,
        "over": state.over,
        "standings": _standings(voyages.standings, state),
    }


def _left_in_hand(option: voyages.Scoring) -> voyages.InHand:
    if option.gold_fever:
        return voyages.InHand()
    black = sum(bone in voyages.BLACK_BONE for bone in option.leftover)
    return voyages.InHand(white=len(option.leftover) - black, black=bool(black))


def _standings(standings: Callable[[Any], Any], state: Any) -> Any:
    return msgspec.to_builtins(standings(state)) if state.over else None


def prompt(box: BoxLoop) -> dict[str, Any]:
    """What is asked of whom, where the pointer is, and what each lit button does."""
    ui = box.ui
    buttons = {button.value: deed.label for button, deed in deeds(ui, box.prompt).items()}
    asked = box.prompt
    if not isinstance(ui, u.InMatch) or asked is None:
        pointed = getattr(ui, "pointed", None)
        return {"kind": _snake(ui), "captain": None, "pointed": pointed, "buttons": buttons}
    told: dict[str, Any] = {"kind": _snake(asked), **msgspec.to_builtins(asked)}
    del told["type"]
    match asked:
        case voyages.ChooseScoring():
            told["pointed"] = ui.pointer
            told["why_not"] = asked.options[ui.pointer].why_not
            told["can_stop"] = told["why_not"] is None
            for option in told["options"]:
                del option["why_not"]
        case kings_gold.RollOrStop():
            told["pointed"] = ui.pointer
        case kings_gold.NameShot():
            told["pointed"] = asked.rivals[ui.pointer]
        case _:
            told["pointed"] = None
    return {**told, "buttons": buttons}


def pointer(ui: u.Ui) -> int:
    """Where the pointer of the match is, also while the pause menu lies over it."""
    match ui:
        case u.InMatch():
            return ui.pointer
        case u.Paused():
            return ui.match.pointer
        case u.LedgerOpen():
            return ui.pause.match.pointer
        case _:
            return 0


def _snake(thing: object) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", type(thing).__name__).lower()
