"""Bookmarks of matches that were left with an older version must not be gone on with.

`bookmarks.jsonl` has a match of each game, as the version of the tables that it names keeps them.
When a game's state changes, or what its events make of it, the tables need a new version with a
step that empties `bookmarks`. Then `python -m tests.store.test_bookmark` writes the file anew.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from zlib import crc32

import msgspec
import pytest

from kingsgold.games.protocol import Setup
from kingsgold.store import files, schema
from kingsgold.store.codec import decision_decoder, decode_bookmark, decode_setup, encode, game_of
from kingsgold.table.fair import FairSource
from kingsgold.table.table import Table
from tests.store.played import KINGS_GOLD, SETUPS, Box, choose
from tests.table.remembered import Remembered

FILE = Path(__file__).with_name("bookmarks.jsonl")
DECISIONS = 40


class Kept(msgspec.Struct, frozen=True):
    """A match of which `bookmark` is the last one."""

    version: int
    setup: msgspec.Raw
    decisions: list[msgspec.Raw]
    bookmark: msgspec.Raw


def kept() -> Iterator[Kept]:
    for line in FILE.read_bytes().splitlines():
        yield msgspec.json.decode(line, type=Kept)


@pytest.mark.parametrize("match", list(kept()), ids=["kings-gold", "voyages"])
def test_a_change_of_the_state_needs_a_new_version_of_the_tables(match: Kept) -> None:
    assert match.version == len(schema.MIGRATIONS)
    setup = decode_setup(match.setup)
    bookmark = decode_bookmark(match.bookmark, setup)
    decode = decision_decoder(setup)
    game = game_of(setup)
    state = game.start(setup)
    for decision in map(decode, match.decisions[: bookmark.decisions]):
        for event in decision.events:
            state = game.evolve(state, event)
    assert bookmark.decisions > 0
    assert encode(bookmark.state) == encode(state)


def test_a_bookmark_that_this_version_can_not_read_is_done_without(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        table, _ = box.open(box.store.new_match(KINGS_GOLD))
        chance = Random(1)
        while table.state.turn < 2 and not table.state.over:
            box.run(table.act(choose(table.game, table.state, chance)))
        table.clock.stop()
        left = table.state
    with contextlib.closing(sqlite3.connect(tmp_path / files.DATABASE)) as db, db:
        (body,) = db.execute("SELECT body FROM bookmarks").fetchone()
        body = body.replace(b'"treasury":', b'"treasure":')
        db.execute("UPDATE bookmarks SET body = ?, checksum = ?", (body, crc32(body)))
    with Box(tmp_path) as box:
        assert box.store.notice is None
        assert box.store.unfinished is not None
        assert box.store.unfinished.turn is None
        assert box.go_on()[0].state == left


async def _play(setup: Setup) -> Kept:
    written = Remembered()
    loop = asyncio.get_running_loop()
    source = FairSource(bytes(32), "match")
    table = Table(game_of(setup), setup, source, loop, lambda: None, written)
    chance = Random(0)
    await table.open()
    while not table.state.over and len(written) < DECISIONS:
        await table.act(choose(table.game, table.state, chance))
    table.clock.stop()
    return Kept(
        version=len(schema.MIGRATIONS),
        setup=msgspec.Raw(encode(setup)),
        decisions=[msgspec.Raw(encode(decision)) for decision, _ in written],
        bookmark=msgspec.Raw(encode(written[-1][1])),
    )


if __name__ == "__main__":
    FILE.write_bytes(b"".join(encode(asyncio.run(_play(setup))) + b"\n" for setup in SETUPS))
