"""Draws where the last match stands, from what is on the disk: run with the installed package.

Prints the picture as the display's RAM holds it, in hexadecimal digits.
"""

import asyncio
from contextlib import closing
from pathlib import Path

from kingsgold.box.writer import pack
from kingsgold.screens import draw
from kingsgold.store import Store
from kingsgold.virtual.positions import Replay


def main() -> None:
    """Read, replay, draw, print."""
    with Store(Path("/var/lib/kingsgold")) as store, closing(asyncio.new_event_loop()) as loop:
        match = max(store.matches(), key=lambda match: match.started)
        replay = Replay(match, store.decisions(match), store.captains(), loop)
        last = replay.positions[-1]
        print(b"".join(pack(draw(last.view, replay.skin(last.state)).image)).hex())


if __name__ == "__main__":
    main()
