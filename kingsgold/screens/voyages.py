"""The screens of Voyages."""

from kingsgold.screens import views
from kingsgold.screens.art import BLACK, WHITE
from kingsgold.screens.canvas import WIDTH, Canvas
from kingsgold.screens.dice import BLACK_FACES, SIZE, WHITE_FACES, Skin, die, tumbling
from kingsgold.screens.fonts import NORMAL, SMALL
from kingsgold.screens.frame import BODY, HEAD, head, table_line

_WHITE = "".join(WHITE_FACES)
_BLACK = "".join(BLACK_FACES)
_STEP = SIZE + 3


_COUNTS_AS = {"2": "blades", "3": "anchor", "4": "ship", "5": "5", "6": "rum", "1": "10"}
_FREE = BODY
_ASIDE = BODY + 6
_RAIL = _ASIDE + SIZE


def turn(canvas: Canvas, view: views.VoyagesTurn, skin: Skin) -> None:
    """Five bones above a rail; those set aside stand on it. Below: what scores, what is safe."""
    head(
        canvas,
        view.captain,
        round_number=view.round,
        seconds=view.seconds,
        navy_rounds=view.navy_rounds,
        final_round=view.final_round,
    )
    canvas.draw.rectangle((0, _RAIL, WIDTH - 1, _RAIL + 1), fill=WHITE)
    keeps = view.scoring.keeps if view.scoring else ()
    for index, bone in enumerate(view.bones):
        x = 3 + index * _STEP
        if bone.tumble is None:
            picture = die(bone.face, skin, bone.black)
        else:
            letters = _BLACK if bone.black else _WHITE
            picture = tumbling(bone.tumble + index * 3, skin, bone.black, letters)
        canvas.die(x, _ASIDE if bone.aside else _FREE, picture, bone.face or "")
        if index in keeps:
            canvas.icon(x + SIZE // 2, _FREE + SIZE + 1, "down", "center")
    x = canvas.text(0, 45, "Tally", SMALL) + 3
    canvas.text(x, 43, str(view.tally), NORMAL)
    canvas.text(WIDTH, 43, str(view.hoard), NORMAL, "right")
    canvas.text(WIDTH - NORMAL.width(str(view.hoard)) - 3, 45, "Hoard", SMALL, "right")
    _scoring(canvas, 51, view)
    if view.to_roll:
        canvas.text(WIDTH, 52, str(view.to_roll), SMALL, "right")
        canvas.chip(WIDTH - 5, 51, "ROLL", "right")
    if view.barred is not None:
        canvas.icon(0, 58, "padlock")
        canvas.fit(8, 59, view.barred, WIDTH - 8, (SMALL,))
    else:
        x = canvas.chip(0, 58, "STOP") + 3
        points = view.tally + (view.scoring.points if view.scoring else 0)
        canvas.text(x, 59, f"hoards {points}", SMALL)


def _scoring(canvas: Canvas, y: int, view: views.VoyagesTurn) -> None:
    """The pointed scoring, or else the shake, or which face the reload must not show."""
    scoring = view.scoring
    if scoring is not None:
        x = 0
        if scoring.count > 1:
            x = canvas.text(0, y + 1, f"{scoring.number}/{scoring.count}", SMALL) + 4
        x = canvas.text(x, y + 1, f"+{scoring.points}", SMALL) + 4
        if scoring.flag is not None:
            canvas.text(x, y + 1, f"Flag={_COUNTS_AS[scoring.flag]}", SMALL)
    elif view.shake is not None:
        canvas.text(0, y + 1, f"shake {view.shake}", SMALL)
    elif view.guard is not None:
        face = _COUNTS_AS[view.guard]
        canvas.text(0, y + 1, f"void: {face} showed" if view.void else f"no {face} may show", SMALL)


def ledger(canvas: Canvas, view: views.VoyagesLedger) -> None:
    """Every captain's hoard on the way to the target."""
    canvas.text(0, 3, "Hoards", SMALL)
    canvas.text(WIDTH, 3, f"target {view.target}", SMALL, "right")
    pitch = min(12, 54 // len(view.rows))
    for line, row in enumerate(view.rows):
        top = 10 + line * pitch
        y = top + 3
        ink = WHITE
        if line == view.captain:
            canvas.draw.rectangle((0, top, 1 + SMALL.width(row.name), top + 8), fill=WHITE)
            ink = BLACK
        end = canvas.text(1, y, row.name, SMALL, ink=ink)
        if row.capsized:
            canvas.draw.line((1, y + 2, end - 1, y + 2), fill=ink)
            canvas.text(WIDTH, y, "capsized", SMALL, "right")
        elif not row.proved:
            canvas.text(WIDTH, y, "unproved", SMALL, "right")
        else:
            canvas.text(WIDTH, y, str(row.hoard), SMALL, "right")
            part = min(1.0, row.hoard / view.target) if view.target else 1.0
            canvas.draw.rectangle((_BAR, y, _BAR + _BAR_WIDTH, y + 4), outline=WHITE)
            canvas.draw.rectangle((_BAR, y, _BAR + round(_BAR_WIDTH * part), y + 4), fill=WHITE)


_BAR, _BAR_WIDTH = 76, 32


def report(canvas: Canvas, view: views.VoyageReport) -> None:
    """How a captain fared."""
    canvas.text(0, HEAD, view.name, NORMAL)
    rows = (
        ("Hoard", view.hoard),
        ("Best voyage", view.best_voyage),
        ("Voyages", view.voyages),
        ("Ran aground", view.busts),
    )
    for line, (label, value) in enumerate(rows):
        table_line(canvas, 17 + line * 11, label, str(value))
