"""Full-screen pictures for what makes the table shout."""

from kingsgold.screens import views
from kingsgold.screens.canvas import BIG, NORMAL, WIDTH, Canvas

_NAMES: dict[views.MomentKind, str] = {
    "kings_ransom": "King's Ransom",
    "broadside_barrage": "Broadside Barrage",
    "royal_amnesty": "Royal Amnesty",
    "mutiny": "Mutiny",
    "curse": "Royal Curse",
    "broadside": "Broadside",
    "gold_fever": "Gold Fever",
    "boarding_action": "Boarding Action",
    "armada": "Armada",
    "chest_o_gold": "Chest o' Gold",
    "aground": "Run Aground",
    "shipwrecked": "Shipwrecked",
    "rum_run": "Rum Run",
    "capsized": "Capsized",
    "hoarded": "Hoarded",
    "final_round": "Final Round",
    "navy": "The Navy",
}


def moment(canvas: Canvas, view: views.Moment) -> None:
    """The picture of the moment above its name, the captain and the amount."""
    canvas.fit(WIDTH // 2, 40, _NAMES[view.kind], WIDTH, (BIG, NORMAL), "center")
    canvas.text(0, 54, view.captain, NORMAL)
    if view.amount:
        canvas.text(WIDTH, 54, f"{view.amount:+}", NORMAL, "right")
