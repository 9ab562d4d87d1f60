"""The plug is pulled at any moment: nothing that was shown is lost, nothing is thrown anew."""

import os
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kingsgold.games.protocol import replay
from kingsgold.store import Match, Store, files
from kingsgold.store.codec import encode
from kingsgold.table.fair import find_flaw
from kingsgold.table.journal import Decision
from tests.store.played import KINGS_GOLD, Box, play_on

KILLS = 100
GARBLES = 50


class Writer:
    """A process that plays, to be killed; see writer.py."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.store.writer"],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def play_and_die(self, directory: Path, seed: int, lines: int) -> list[tuple[str, bytes]]:
        """Play in `directory`, and die after at least so many decisions; return all of them."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(f"{directory} {seed}\n".encode())
        stdin.flush()
        child = int(stdout.readline())
        told: list[tuple[str, bytes]] = []
        while (line := stdout.readline().rstrip(b"\n")) != b".":
            assert line, "the writer has died, and not been killed"
            match_id, _, decision = line.partition(b" ")
            told.append((match_id.decode(), decision))
            if len(told) == lines:
                os.kill(child, signal.SIGKILL)
        return told

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def writer() -> Iterator[Writer]:
    writer = Writer()
    yield writer
    writer.close()


Kept = dict[str, tuple[Match, list[Decision]]]


def kept_in(store: Store) -> Kept:
    return {match.id: (match, store.decisions(match)) for match in store.matches()}


def test_killed_at_random_moments(writer: Writer, tmp_path: Path) -> None:
    chance = Random(4)
    told: dict[str, list[bytes]] = {}
    for kill in range(KILLS):
        lines = chance.randrange(1, 12)
        for match_id, decision in writer.play_and_die(tmp_path / "box", kill, lines):
            told.setdefault(match_id, []).append(decision)
        # A copy is looked at: closing the original would tidy up what the next start has to face.
        shutil.copytree(tmp_path / "box", tmp_path / "copy")
        with Store(tmp_path / "copy", to_play=True) as store:
            assert store.notice is None
            kept = {id_: (match := store.match(id_), store.decisions(match)) for id_ in told}
        shutil.rmtree(tmp_path / "copy")
        for match_id, decisions in told.items():
            check_kept(*kept[match_id], decisions)
        told = {id_: told[id_] for id_ in told if kept[id_][0].status == "unfinished"}


def check_kept(match: Match, kept: list[Decision], told: list[bytes]) -> None:
    """All that was told is there in its order, the dice are the seed's, and the end is the end."""
    stored = [encode(decision) for decision in kept]
    assert [line for line in stored if line in set(told)] == told
    assert match.seed is not None
    assert find_flaw(match.game, match.setup, match.id, match.commitment, match.seed, kept) is None
    events = [event for decision in kept for event in decision.events]
    over = replay(match.game, match.setup, events).over
    assert match.status == ("finished" if over else "unfinished")


# A log that was being written when the power went: behind its durable end there may be anything.


def durable_bytes(log: Path) -> int:
    """Where the last commit in a write-ahead log ends (https://sqlite.org/walformat.html)."""
    data = log.read_bytes()
    if len(data) < 32:
        return 0
    page_bytes = struct.unpack_from(">I", data, 8)[0]
    end, at = 32, 32
    while at + 24 + page_bytes <= len(data) and data[at + 8 : at + 16] == data[16:24]:
        at += 24 + page_bytes
        if struct.unpack_from(">I", data, at - 24 - page_bytes + 4)[0]:
            end = at
    return end


def pages_in(log: Path) -> set[int]:
    """The pages of the database, counted from 1, that the log holds newer versions of."""
    data = log.read_bytes()[: durable_bytes(log)]
    page_bytes = struct.unpack_from(">I", data, 8)[0]
    return {struct.unpack_from(">I", data, at)[0] for at in range(32, len(data), 24 + page_bytes)}


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[bytes]]]:
    """A directory whose plug was pulled, with a log on top of a database; and what was shown."""
    directory = tmp_path_factory.mktemp("plug")
    with Box(directory / "box") as box:
        box.play(KINGS_GOLD)
    with Box(directory / "box") as box:
        table, shelf = box.open(box.store.new_match(KINGS_GOLD))
        box.run(play_on(table, Random(1), 12))
        kept = {
            match_id: [encode(decision) for decision in decisions]
            for match_id, (_, decisions) in kept_in(box.store).items()
        }
        assert encode(shelf.decisions[-1]) in next(iter(kept.values()))
        shutil.copytree(directory / "box", directory / "left")
    (directory / "left" / f"{files.DATABASE}-shm").unlink()
    return directory / "left", kept


def test_whatever_lies_behind_the_durable_end_nothing_shown_is_lost(
    left: tuple[Path, dict[str, list[bytes]]], tmp_path: Path
) -> None:
    directory, kept = left
    chance = Random(5)
    for number in range(GARBLES):
        copy = tmp_path / str(number)
        shutil.copytree(directory, copy)
        log, database = copy / f"{files.DATABASE}-wal", copy / files.DATABASE
        # Behind the end: a torn frame, an old one, or noise.
        durable = durable_bytes(log)
        tail = chance.choice([b"", chance.randbytes(5000), log.read_bytes()[32:4000], bytes(4120)])
        log.write_bytes(log.read_bytes()[:durable] + tail)
        # In the database: pages that were being brought home from the log.
        pages = bytearray(database.read_bytes())
        for page in pages_in(log):
            if page > 1 and page * 4096 <= len(pages) and chance.random() < 0.5:
                pages[(page - 1) * 4096 : page * 4096] = chance.randbytes(4096)
        database.write_bytes(pages)
        with Store(copy, to_play=True) as store:
            assert store.notice is None
            found = kept_in(store)
        assert {
            match_id: [encode(decision) for decision in decisions]
            for match_id, (_, decisions) in found.items()
        } == kept
        shutil.rmtree(copy)


def test_whatever_happens_to_the_files_the_box_starts(
    left: tuple[Path, dict[str, list[bytes]]], tmp_path: Path
) -> None:
    directory, kept = left
    chance = Random(6)
    aside = 0
    for number in range(GARBLES):
        copy = tmp_path / str(number)
        shutil.copytree(directory, copy)
        if chance.random() < 0.5:
            Store(copy).close()  # brings the log home into the database
        victims = [
            path for path in copy.iterdir() if path.suffix != ".lock" and path.stat().st_size
        ]
        victim = chance.choice(victims)
        data = bytearray(victim.read_bytes())
        if chance.random() < 0.5:
            del data[chance.randrange(len(data)) :]
        else:
            at = chance.randrange(len(data))
            data[at : at + chance.choice([1, 64, 4096])] = chance.randbytes(chance.choice([1, 64]))
        victim.write_bytes(data)
        with Box(copy) as box:
            if box.store.notice is not None:
                aside += 1
                name = box.store.notice.rpartition(" ")[2]
                assert (copy / name).exists() or (copy / f"{name}-wal").exists()
            elif box.store.unfinished is not None:
                # What is there of the match is what was there.
                match = box.store.unfinished.match
                whole = kept[match.id]
                found = [encode(decision) for decision in box.store.decisions(match)]
                assert found == whole[: len(found)]
                events = [e for decision in box.store.decisions(match) for e in decision.events]
                assert box.go_on()[0].state == replay(match.game, match.setup, events)
            box.play(KINGS_GOLD, most=3)
            assert box.faults == []
        shutil.rmtree(copy)
    assert 0 < aside < GARBLES
