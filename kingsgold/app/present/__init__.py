"""From what is going on to what is shown: fills the views of `kingsgold.screens`."""

from kingsgold.app.present.match import (
    TUMBLES_A_SECOND,
    after_landing,
    dice_moved,
    ending_pages,
    ledger,
    tumble_of,
    turn,
    view,
    with_shake,
)
from kingsgold.app.present.menus import boards, menu, offered
from kingsgold.app.present.voyage import set_aside

__all__ = [
    "TUMBLES_A_SECOND",
    "after_landing",
    "boards",
    "dice_moved",
    "ending_pages",
    "ledger",
    "menu",
    "offered",
    "set_aside",
    "tumble_of",
    "turn",
    "view",
    "with_shake",
]
