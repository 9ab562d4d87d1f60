"""A process that plays into a store until it is killed, and says what is durable.

    python -m tests.store.writer

For each line "DIRECTORY SEED" on standard input a child plays there: it goes on with the match that
it finds, then plays one after the other. It writes its process id, then a line for every decision
once the listeners of the table hear of it: the match, a space, and the decision as it is stored.
When the child has died, "." closes its lines. One parent for many children, because starting Python
takes longer than all the rest.
"""

import os
import sys
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from kingsgold.store.codec import encode
from kingsgold.table.table import Table
from tests.store.played import SETUPS, Box, Shelf, play_on


def play(directory: Path, chance: Random) -> None:
    """Play in `directory` until the end of all things."""
    say(str(os.getpid()))
    with Box(directory) as box:
        if box.store.unfinished is not None:
            tell_and_play(box, *box.go_on(), box.store.unfinished.match.id, chance)
        for setup in cycle(SETUPS):
            match = box.store.new_match(setup)
            tell_and_play(box, *box.open(match), match.id, chance)


def tell_and_play(box: Box, table: Table, shelf: Shelf, match_id: str, chance: Random) -> None:
    """Play to the end of the match, and say what the table tells of it."""

    def heard(_before: Any, _after: Any, _events: Any) -> None:
        say(f"{match_id} {encode(shelf.decisions[-1]).decode()}")

    table.listen(heard)
    box.run(play_on(table, chance))


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def main() -> None:
    """Raise and bury children, one for each line."""
    for line in sys.stdin:
        directory, seed = line.split()
        child = os.fork()
        if child == 0:
            play(Path(directory), Random(int(seed)))
        os.waitpid(child, 0)
        say(".")


if __name__ == "__main__":
    main()
