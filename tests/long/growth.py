"""What remembering costs: the start and the boards after 10,000 matches, a long match, a decision.

python tests/long/growth.py [MATCHES]
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from msgspec.structs import replace

from kingsgold.games import voyages
from kingsgold.store import Logbook, MatchJournal, Store, matches
from kingsgold.table.journal import Decision, NoJournal
from kingsgold.table.table import Table
from kingsgold.virtual.simtime import SimLoop

CREW = ("Anne", "Jack", "Mary", "Bart")
USUAL = voyages.Setup(captains=CREW)
LONG = voyages.Setup(captains=CREW, rules=voyages.Rules(target=1_000_000))
LONG_TURNS = 500


class Stopwatch:
    """A journal that notes how long another one takes for each decision, in seconds."""

    def __init__(self, journal: MatchJournal) -> None:
        self.seconds: list[float] = []
        self.decisions: list[Decision] = []
        self._journal = journal

    async def write(self, decision: Decision, after: Any) -> None:
        began_s = time.perf_counter()
        await self._journal.write(decision, after)
        self.seconds.append(time.perf_counter() - began_s)
        self.decisions.append(decision)


def play(directory: Path, setup: voyages.Setup, turns: int) -> tuple[Stopwatch, int]:
    """Play a match of Voyages, or the first of its turns; also tell the bytes that were written."""
    loop = SimLoop()
    with Store(directory, to_play=True) as store:
        logbook = Logbook(store, loop, complain)
        match = store.new_match(setup)
        watch = Stopwatch(loop.run_until_complete(logbook.begin(match)))
        table = Table(match.game, setup, match.source(), loop, lambda: None, watch)
        chance = Random(1)
        before = bytes_written()
        while not table.state.over and table.state.turn <= turns:
            action = chance.choice(voyages.legal_actions(table.state))
            loop.run_until_complete(table.act(action))
        written = bytes_written() - before
        logbook.close()
    loop.close()
    return watch, written


def complain(fault: str | None) -> None:
    """A disk that fails spoils every figure."""
    raise SystemExit(fault)


def bytes_written() -> int:
    """What this process has written to files so far (Linux)."""
    for line in Path("/proc/self/io").read_text(encoding="ascii").splitlines():
        name, _, count = line.partition(": ")
        if name == "wchar":
            return int(count)
    raise SystemExit("/proc/self/io does not tell what was written")


def fill(directory: Path, count: int) -> None:
    """Remember `count` copies of one match, as if captains had played all of them."""
    with Store(directory) as store:
        for name in CREW:
            store.add_captain(name)
    watch, _ = play(directory, USUAL, 10_000)
    with Store(directory) as store:
        model = store.matches()[0]
        db = store.connect(store.path)
        db.execute("BEGIN")
        for number in range(count):
            match = replace(model, id=f"copy{number}", status="unfinished")
            matches.begin(db, match)
            for decision in watch.decisions:
                matches.append(db, match, decision, 1.0)
            matches.finish(db, match, 1.0)
        db.execute("COMMIT")
        db.close()


def best_ms(work: Callable[[], Any]) -> float:
    """The best of five times, in milliseconds."""
    times_s: list[float] = []
    for _ in range(5):
        began_s = time.perf_counter()
        work()
        times_s.append(time.perf_counter() - began_s)
    return min(times_s) * 1000


def start(directory: Path) -> None:
    """Open the store to play, as the box does when it starts."""
    Store(directory, to_play=True).close()


def resume(directory: Path) -> None:
    """Start, and bring the unfinished match back to where it was."""
    loop = SimLoop()
    with Store(directory, to_play=True) as store:
        assert store.unfinished is not None
        match = store.unfinished.match
        table = Table(match.game, match.setup, match.source(), loop, lambda: None, NoJournal())
        table.resume(store.unfinished.decisions)
    loop.close()


def boards(directory: Path) -> float:
    """How long the leaderboards take, in milliseconds."""
    with Store(directory) as store:
        return best_ms(store.leaderboard)


def figures(count: int) -> dict[str, float]:
    """All figures; times in milliseconds."""
    with tempfile.TemporaryDirectory() as name:
        empty, full, long = (Path(name, part) for part in ("empty", "full", "long"))
        watch, written = play(long, LONG, LONG_TURNS)
        fill(empty, 0)
        fill(full, count)
        cuts = quantiles(watch.seconds, n=100)
        return {
            "decision to durable, median": cuts[49] * 1000,
            "decision to durable, 99 of 100": cuts[98] * 1000,
            "bytes written a decision": written / len(watch.decisions),
            "bytes written a turn": written / LONG_TURNS,
            f"start and resume, {LONG_TURNS} turns": best_ms(lambda: resume(long)),
            "start, 1 match": best_ms(lambda: start(empty)),
            f"start, {count} matches": best_ms(lambda: start(full)),
            "leaderboards, 1 match": boards(empty),
            f"leaderboards, {count} matches": boards(full),
        }


if __name__ == "__main__":
    for what, value in figures(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000).items():
        sys.stdout.write(f"{what}: {value:.2f}\n")
