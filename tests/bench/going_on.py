"""A box that is switched on in the middle of a match: how long it takes, told as JSON.

    python -m tests.bench.going_on DIRECTORY

It is a process of its own, for the first picture is the one that nothing has been loaded for yet.
"""

import asyncio
import sys
import time
from pathlib import Path

import msgspec

from kingsgold.app import present
from kingsgold.box.writer import pack
from kingsgold.games.protocol import replay
from kingsgold.screens import draw
from kingsgold.store import Store, files, matches
from kingsgold.table.table import Table


class Times(msgspec.Struct, frozen=True):
    """Seconds until the match is on the table, for its first picture, and to replay all events."""

    resume_s: float
    draw_s: float
    replay_s: float


def going_on(directory: Path) -> Times:
    """Go on with the unfinished match in `directory`."""
    loop = asyncio.new_event_loop()
    db = files.connect(directory / files.DATABASE)
    files.prepare(db)
    begun_s = time.perf_counter()
    found = matches.to_go_on_with(db)
    assert found is not None
    match = found.match
    table = Table(match.game, match.setup, match.source(), loop, lambda: None)
    table.resume(found.decisions, found.turn)
    resumed_s = time.perf_counter()
    pack(draw(present.turn(table, table.state, table.events, 0, None)).image)
    drawn_s = time.perf_counter()
    loop.close()
    db.close()
    with Store(directory) as store:
        events = [event for decision in store.decisions(match) for event in decision.events]
    replay_begun_s = time.perf_counter()
    assert replay(match.game, match.setup, events) == table.state
    replayed_s = time.perf_counter()
    return Times(resumed_s - begun_s, drawn_s - resumed_s, replayed_s - replay_begun_s)


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.encode(going_on(Path(sys.argv[1]))).decode() + "\n")
