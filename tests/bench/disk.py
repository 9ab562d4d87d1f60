"""The store: what a turn writes, how long until it is durable, and what many matches slow down."""

import asyncio
import random
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

from kingsgold.games import voyages
from kingsgold.games.protocol import Game, Setup
from kingsgold.store import Logbook, Match, Store, matches
from kingsgold.store.store import transaction
from kingsgold.table.journal import Bookmark, Decision
from kingsgold.table.table import Table
from tests.bench.figures import Figure, Section
from tests.bench.going_on import Times
from tests.bench.process import ROOT
from tests.bench.rules import CREW, SETUPS
from tests.table.remembered import Remembered, Written

MATCHES = 10_000


def measure_writing(directory: Path, played: int) -> Section:
    """Play matches of King's Gold and watch what reaches the disk, and when."""
    with Store(directory, to_play=True) as store:
        written = asyncio.run(_play_many(store, played))
    bytes_a_match, syncs_a_match = written.bytes / played, written.syncs / played
    p50, p99 = _percentiles(written.waits_s)
    return Section(
        "The disk",
        f"{played} matches of King's Gold by chance, {written.turns / played:.0f} turns each, "
        "journal only. Bytes are what the kernel takes for the disk, in whole pages; syncs are one "
        "a commit and three a checkpoint of SQLite's log.",
        (
            Figure(
                key="turn_bytes",
                label="bytes a turn",
                value=written.bytes / written.turns,
                unit="B",
            ),
            Figure(key="turn_syncs", label="syncs a turn", value=written.syncs / written.turns),
            Figure(
                key="wear_bytes",
                label=f"bytes, {MATCHES:,} matches",
                value=bytes_a_match * MATCHES,
                unit="B",
            ),
            Figure(
                key="wear_syncs",
                label=f"syncs, {MATCHES:,} matches",
                value=syncs_a_match * MATCHES,
            ),
            Figure(key="durable_p50", label="decision to durable, p50", value=p50, unit="s"),
            Figure(key="durable_p99", label="decision to durable, p99", value=p99, unit="s"),
        ),
    )


class _Written:
    """What was written while matches were played."""

    def __init__(self) -> None:
        self.turns = 0
        self.bytes = 0
        self.syncs = 0
        self.waits_s: list[float] = []


class _WatchedJournal:
    """A match's journal, and how long each decision waited for it."""

    def __init__(self, journal: Any, waits_s: list[float]) -> None:
        self._journal = journal
        self._waits_s = waits_s

    async def write(self, decision: Decision, after: Any, turn: Bookmark) -> None:
        begun_s = time.perf_counter()
        await self._journal.write(decision, after, turn)
        self._waits_s.append(time.perf_counter() - begun_s)


async def _play_many(store: Store, played: int) -> _Written:
    written = _Written()
    chance = random.Random(3)
    game, setup = SETUPS["kings_gold"]
    loop = asyncio.get_running_loop()
    logbook = Logbook(store, loop, _raise)
    try:
        bytes_before, checkpoints_before = _bytes_written(), _checkpoints(store.path)
        for _ in range(played):
            match = store.new_match(setup)
            journal = _WatchedJournal(await logbook.begin(match), written.waits_s)
            table = Table(game, setup, match.source(), loop, _ignore, journal)
            await table.open()
            while not table.state.over:
                await table.act(chance.choice(game.legal_actions(table.state)))
            written.turns += table.state.turn
        checkpoints = _checkpoints(store.path) - checkpoints_before
        written.bytes = _bytes_written() - bytes_before
        written.syncs = len(written.waits_s) + played + 3 * checkpoints
    finally:
        logbook.close()
    return written


def _bytes_written() -> int:
    """Bytes that this process has made the kernel write to disks, by now or soon."""
    for line in Path("/proc/self/io").read_text("utf-8").splitlines():
        name, _, count = line.partition(": ")
        if name == "write_bytes":
            return int(count)
    raise RuntimeError("/proc/self/io does not count write_bytes")


def _checkpoints(database: Path) -> int:
    """How often SQLite has begun its log anew, by the log's header (fileformat2, section 4.1)."""
    log = database.with_name(database.name + "-wal")
    header = log.read_bytes()[:32] if log.exists() else b""
    return struct.unpack(">8I", header)[3] if len(header) == 32 else 0


def measure_many(directory: Path, few: int, many: int) -> Section:
    """Start and leaderboards with few stored matches, and with many."""
    times: list[tuple[float, float]] = []
    for count in (few, many):
        place = directory / str(count)
        fill(place, count)
        times.append(_open_and_boards_s(place))
    (few_start, few_boards), (many_start, many_boards) = times
    name = f"with {few}"
    return Section(
        "Many matches",
        f"A store with {many:,} finished matches, beside one with {few}; medians.",
        (
            Figure(
                key="many_open",
                label=f"open, with {many:,}",
                value=many_start,
                unit="s",
                base=few_start,
                base_name=name,
            ),
            Figure(
                key="many_boards",
                label=f"leaderboards, with {many:,}",
                value=many_boards,
                unit="s",
                base=few_boards,
                base_name=name,
            ),
        ),
    )


def _open_and_boards_s(directory: Path) -> tuple[float, float]:
    """Seconds to open a store as at the start of the box, and to work out its leaderboards."""
    starts = [_seconds(lambda: Store(directory, to_play=True).close()) for _ in range(7)]
    with Store(directory) as store:
        return median(starts), median(_seconds(store.leaderboard) for _ in range(7))


def fill(directory: Path, count: int) -> None:
    """Make a store with so many finished matches of both games, by a crew that is remembered."""
    chance = random.Random(4)
    with Store(directory, to_play=True) as store:
        played = [_played(store, *SETUPS[name], chance) for name in SETUPS for _ in range(2)]
        for name in SETUPS["voyages"][1].captains:
            store.add_captain(name)
        database = store.connect(store.path)
        try:
            with transaction(database):
                for number in range(count):
                    like, written = played[number % len(played)]
                    match = store.new_match(like.setup)
                    matches.begin(database, match)
                    for decision, turn in written:
                        matches.append(database, match, decision, turn, 0.0)
                    matches.finish(database, match, 600.0)
        finally:
            database.close()


def measure_long(directory: Path, turns: int) -> Section:
    """A match of many turns, gone on with, beside its first picture."""
    setup = voyages.Setup(captains=CREW, starter=0, rules=voyages.Rules(target=9_999))
    with Store(directory, to_play=True) as store:
        match, written = _played(store, voyages, setup, random.Random(5), turns)
        database = store.connect(store.path)
        with transaction(database):
            matches.begin(database, match)
            for decision, turn in written:
                matches.append(database, match, decision, turn, 0.0)
        database.close()
    times = [_going_on(directory) for _ in range(9)]
    return Section(
        "A long match",
        f"Voyages, {turns} turns, unfinished, in a fresh process: all its events told again; and "
        "reading it until the table is laid, beside drawing its first picture. Medians.",
        (
            Figure(
                key="long_replay",
                label="replay",
                value=median(each.replay_s for each in times),
                unit="s",
            ),
            Figure(
                key="long_resume",
                label="resume",
                value=median(each.resume_s for each in times),
                unit="s",
                base=median(each.draw_s for each in times),
                base_name="to draw",
                target=1,
            ),
        ),
    )


def _going_on(directory: Path) -> Times:
    told = subprocess.run(  # noqa: S603 - its own interpreter
        [sys.executable, "-m", "tests.bench.going_on", str(directory)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout
    return msgspec.json.decode(told, type=Times)


def _played(
    store: Store, game: Game, setup: Setup, chance: random.Random, turns: int | None = None
) -> tuple[Match, list[Written]]:
    """A match that is played by chance, to its end or for so many turns, and not kept yet."""
    match = store.new_match(setup)

    async def play() -> list[Written]:
        memory = Remembered()
        loop = asyncio.get_running_loop()
        table = Table(game, setup, match.source(), loop, _ignore, memory)
        await table.open()
        while not table.state.over and (turns is None or table.state.turn <= turns):
            await table.act(chance.choice(game.legal_actions(table.state)))
        return memory

    return match, asyncio.run(play())


def _percentiles(times_s: list[float]) -> tuple[float, float]:
    cuts = quantiles(times_s, n=100, method="inclusive")
    return cuts[49], cuts[98]


def _seconds(work: Callable[[], object]) -> float:
    begun_s = time.perf_counter()
    work()
    return time.perf_counter() - begun_s


def _ignore() -> None:
    pass


def _raise(fault: str | None) -> None:
    if fault is not None:
        raise RuntimeError(fault)
