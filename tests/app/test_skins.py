"""Whose dice are on the glass."""

from pathlib import Path

from msgspec.structs import replace

from kingsgold.app.draft import Remembered
from kingsgold.app.ui import with_draft
from kingsgold.box.parts import Button
from kingsgold.games import kings_gold
from kingsgold.screens import BONE, EBONY, draw
from kingsgold.store import Store
from kingsgold.virtual.driven import DrivenBox
from kingsgold.virtual.simtime import SimLoop


def test_dice_land_in_the_skin_of_who_threw_them_though_the_turn_is_over(tmp_path: Path) -> None:
    with Store(tmp_path, to_play=True) as store:
        box = DrivenBox(SimLoop(), store=store)
        try:
            setup = kings_gold.Setup(captains=("Anne", "Jack"), starter=0)
            box.begin(setup, ["XXXOO"])
            _give_ebony_to_anne(box)
            box.hold(Button.ROLL, 0.3)
            box.advance(1.0)
            view = box.console.stage.view
            assert view is not None
            assert box.box.parts.picture().tobytes() == draw(view, EBONY).image.tobytes()
            assert draw(view, EBONY).image.tobytes() != draw(view, BONE).image.tobytes()
            box.advance(20)
            view = box.console.stage.view
            assert view is not None
            assert box.box.parts.picture().tobytes() == draw(view, BONE).image.tobytes()
        finally:
            box.close()


def _give_ebony_to_anne(box: DrivenBox) -> None:
    ui = box.console.ui
    anne = Remembered("Anne", "ebony", ("bone", "ebony"))
    box.console.ui = with_draft(ui, replace(ui.draft, roster=(anne,)))
