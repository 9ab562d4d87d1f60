"""The screens of Voyages."""

from kingsgold.screens import views
from kingsgold.screens.canvas import NORMAL, SMALL, WIDTH, Canvas
from kingsgold.screens.dice import BLACK_FACES, SIZE, WHITE_FACES, Skin, die, tumbling
from kingsgold.screens.frame import BODY, HEAD, head

_WHITE = "".join(WHITE_FACES)
_BLACK = "".join(BLACK_FACES)
_STEP = SIZE + 3


def turn(canvas: Canvas, view: views.VoyagesTurn, skin: Skin) -> None:
    """Five bones, what they score, and what STOP and ROLL do."""
    head(
        canvas,
        view.captain,
        round_number=view.round,
        seconds=view.seconds,
        navy_rounds=view.navy_rounds,
        final_round=view.final_round,
    )
    for index, bone in enumerate(view.bones):
        x = 3 + index * _STEP
        if bone.tumble is None:
            picture = die(bone.face, skin, bone.black)
        else:
            letters = _BLACK if bone.black else _WHITE
            picture = tumbling(bone.tumble + index * 3, skin, bone.black, letters)
        canvas.die(x, BODY + (6 if bone.aside else 0), picture, bone.face or "")


def ledger(canvas: Canvas, view: views.VoyagesLedger) -> None:
    """Every captain's hoard on the way to the target."""
    for line, row in enumerate(view.rows):
        y = 3 + line * 9
        canvas.text(0, y, row.name, SMALL)
        canvas.text(WIDTH, y, str(row.hoard), SMALL, "right")


def report(canvas: Canvas, view: views.VoyageReport) -> None:
    """How a captain fared."""
    canvas.text(0, HEAD, view.name, NORMAL)
