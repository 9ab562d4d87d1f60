"""The screens of King's Gold."""

from kingsgold.screens import views
from kingsgold.screens.art import bitmap
from kingsgold.screens.canvas import NORMAL, SMALL, WIDTH, Canvas
from kingsgold.screens.dice import KINGS_FACES, SIZE, Skin, die, tumbling
from kingsgold.screens.drawings import CHAIN
from kingsgold.screens.frame import BODY, HEAD, amount, head, money

_LETTERS = "".join(KINGS_FACES)
_STEP = SIZE + 3
_FREE = BODY
_LOCKED = BODY + 6
_RAIL = _LOCKED + SIZE
_HEIST_NAMES: dict[views.Heist, str] = {
    "kings_ransom": "King's Ransom!",
    "broadside_barrage": "Barrage!",
    "royal_amnesty": "Amnesty!",
    "mutiny": "Mutiny!",
}


def turn(canvas: Canvas, view: views.KingsTurn, skin: Skin) -> None:
    """Five dice above a rail; those that are locked stand on it, Skulls in chains."""
    head(
        canvas,
        view.captain,
        round_number=view.round,
        seconds=view.seconds,
        navy_rounds=view.navy_rounds,
        final_round=view.final_round,
    )
    canvas.draw.rectangle((0, _RAIL, WIDTH - 1, _RAIL + 1), fill=1)
    for index, one in enumerate(view.dice):
        _die(canvas, 3 + index * _STEP, index, one, skin, index == view.pointer)
    _offer(canvas, 44, view)
    money(canvas, 55, view.coins, view.doubloons, view.shields)


def _die(canvas: Canvas, x: int, index: int, one: views.DieView, skin: Skin, pointed: bool) -> None:
    held = one.locked or one.bound
    y = _LOCKED if held else _FREE
    if one.tumble is None:
        picture = die(one.face, skin)
    else:
        picture = tumbling(one.tumble + index * 3, skin, letters=_LETTERS)
    canvas.die(x, y, picture, one.face or "")
    middle = x + SIZE // 2
    if pointed:
        canvas.icon(
            middle, _FREE + 1 if held else _FREE + SIZE + 1, "down" if held else "up", "center"
        )
    elif one.bound:
        canvas.stamp(x, _FREE, bitmap(CHAIN))
    elif one.locked:
        canvas.icon(middle, _FREE, "padlock", "center")


def _offer(canvas: Canvas, y: int, view: views.KingsTurn) -> None:
    """What STOP brings, at the left, and how many throws are left, at the right."""
    if view.gain is not None:
        _gain(canvas, canvas.chip(0, y, "STOP") + 4, y, view.gain)
    if view.rolls_left:
        x = WIDTH
        for _ in range(view.rolls_left):
            canvas.icon(x, y + 1, "die", "right")
            x -= 9
        canvas.chip(x - 1, y, "ROLL", "right")


def _gain(canvas: Canvas, x: int, y: int, gain: views.Gain) -> None:
    if gain.heist is not None:
        canvas.text(x, y + 1, _HEIST_NAMES[gain.heist], NORMAL)
        return
    if gain.curse:
        amount(canvas, x, y, "skull", "curse")
        return
    shown = [
        (icon, text)
        for icon, text, number in (
            ("coin", f"+{gain.coins}", gain.coins),
            ("doubloon", f"+{gain.doubloons}", gain.doubloons),
            ("shield", f"+{gain.shields}", gain.shields),
            ("cannon", f"{gain.shots}", gain.shots),
        )
        if number
    ]
    if not shown:
        canvas.text(x, y + 2, "nothing", SMALL)
    for icon, text in shown:
        x = amount(canvas, x, y, icon, text, SMALL) + 3


def name_shot(canvas: Canvas, view: views.NameShot) -> None:
    """The rivals, with the crosshair on one of them."""
    head(canvas, view.captain, seconds=view.seconds)
    for line, rival in enumerate(view.rivals):
        y = 15 + line * 9
        if line == view.pointed:
            canvas.icon(0, y, "pointer")
        canvas.text(10, y, rival.name, SMALL)
        canvas.text(WIDTH, y, f"{rival.coins} {rival.doubloons} {rival.shields}", SMALL, "right")


def ledger(canvas: Canvas, view: views.KingsLedger) -> None:
    """Every captain in a line, the banks below."""
    for line, row in enumerate(view.rows):
        y = 3 + line * 9
        canvas.text(0, y, row.name, SMALL)
        canvas.text(
            WIDTH, y, f"{row.points} {row.coins} {row.doubloons} {row.shields}", SMALL, "right"
        )


def settlement(canvas: Canvas, view: views.Settlement) -> None:
    """The turn's story, line by line."""
    canvas.text(0, HEAD, view.captain, NORMAL)


def report(canvas: Canvas, view: views.Report) -> None:
    """How a captain fared."""
    canvas.text(0, HEAD, view.name, NORMAL)
