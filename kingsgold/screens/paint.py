"""From a view to its picture."""

from kingsgold.screens import common, kings, moments, views, voyages
from kingsgold.screens.canvas import Canvas, Picture
from kingsgold.screens.dice import BONE, Skin


def draw(view: views.View, skin: Skin = BONE) -> Picture:
    """The picture of `view`, with the dice in `skin`. The same view gives the same picture."""
    canvas = Canvas()
    match view:
        case views.Title():
            common.title(canvas, view)
        case views.Menu():
            common.menu(canvas, view)
        case views.NameEntry():
            common.name_entry(canvas, view)
        case views.Question():
            common.question(canvas, view)
        case views.RollOff():
            common.roll_off(canvas, view, skin)
        case views.KingsTurn():
            kings.turn(canvas, view, skin)
        case views.NameShot():
            kings.name_shot(canvas, view)
        case views.VoyagesTurn():
            voyages.turn(canvas, view, skin)
        case views.KingsLedger():
            kings.ledger(canvas, view)
        case views.VoyagesLedger():
            voyages.ledger(canvas, view)
        case views.Settlement():
            kings.settlement(canvas, view)
        case views.Moment():
            moments.moment(canvas, view)
        case views.Standings():
            common.standings(canvas, view)
        case views.ScoreSheet():
            common.score_sheet(canvas, view)
        case views.Report():
            kings.report(canvas, view)
        case views.VoyageReport():
            voyages.report(canvas, view)
        case views.Notice():
            common.notice(canvas, view)
        case views.Goodbye():
            common.goodbye(canvas)
        case views.TestCard():
            common.test_card(canvas)
    return canvas.picture()
