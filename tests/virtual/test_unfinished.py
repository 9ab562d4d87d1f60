"""A match that can't be gone on with does not keep the box from starting."""

import zlib
from pathlib import Path
from typing import Any

import pytest

from kingsgold.games import kings_gold
from kingsgold.store import Store
from kingsgold.virtual.driven import DrivenBox
from kingsgold.virtual.simtime import SimLoop
from tests.store.played import VOYAGES, Box

KINGS_GOLD = kings_gold.Setup(captains=("Anne", "Jack"), starter=0)

LOST = "can't be gone on with"


def left(directory: Path, setup: Any, toss: str, old: bytes, new: bytes) -> str:
    """A match left after its first toss, with `old` in that changed, and a checksum that fits."""
    with Box(directory) as box:
        match = box.store.new_match(setup, [toss])
        table, _ = box.open(match)
        box.run(table.act(table.game.Throw()))
        table.clock.stop()
        with box.store._writing() as db:
            (body,) = db.execute("SELECT body FROM decisions").fetchone()
            forged = body.replace(old, new)
            assert forged != body
            db.execute("UPDATE decisions SET body = ?, checksum = ?", (forged, zlib.crc32(forged)))
    return match.id


def told(box: DrivenBox) -> str:
    picture = box.console.stage.picture
    assert picture is not None
    return " ".join(picture.text().split())


@pytest.mark.parametrize(
    ("setup", "toss", "old", "new"),
    [
        (KINGS_GOLD, "OONRX", b'"places":[0,1,2,3,4]', b'"places":[0,1,2,3,9]'),
        (KINGS_GOLD, "OONRX", b'"faces":"OONRX"', b'"faces":"?????"'),
        (VOYAGES, "44#36", b'"toss":"3446#"', b'"toss":"?"'),
    ],
)
def test_it_is_abandoned_and_the_captains_are_told(
    tmp_path: Path, setup: Any, toss: str, old: bytes, new: bytes
) -> None:
    match_id = left(tmp_path, setup, toss, old, new)
    with Store(tmp_path, to_play=True) as store:
        box = DrivenBox(SimLoop(), store=store)
        assert LOST in told(box)
        assert box.console.table is None
        assert store.match(match_id).status == "abandoned"
        box.begin(KINGS_GOLD)
        assert box.console.table is not None
        box.close()


def test_a_match_without_its_seed_can_not_be_gone_on_with(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.play(KINGS_GOLD, most=3)
        with box.store._writing() as db:
            db.execute("UPDATE matches SET seed = NULL")
    with Store(tmp_path, to_play=True) as store:
        driven = DrivenBox(SimLoop(), store=store)
        assert "can't go on here" in told(driven)
        driven.begin(KINGS_GOLD)
        driven.close()
