"""Garble the files of a box whose plug was pulled, and look whether it starts and what it has lost.

    python -m tests.torture.garble --copies 1000 --seed 1

A box has played a match and is in the middle of another when its plug is pulled: a log lies on top
of the database. Of that, copies are spoilt in two ways:

- What was never durable is anything: behind the durable end of the log there is a torn frame, an
  old one, or noise, and pages that were being brought home into the database are noise. Then
  nothing at all may be missing.
- Any file is cut off anywhere, or has noise anywhere in it. Then the box starts and plays; it has
  set the files aside, or what it goes on with is what was there, up to some decision.
"""

import argparse
import random
import shutil
import struct
import sys
import tempfile
from pathlib import Path

from kingsgold.games.protocol import replay
from kingsgold.store import Store, files
from kingsgold.store.codec import encode
from tests.store.played import KINGS_GOLD, Box, play_on

PAGE_BYTES = 4096
FRAME_HEADER_BYTES = 24
LOG_HEADER_BYTES = 32


def durable_bytes(log: bytes) -> int:
    """Where the last commit in a write-ahead log ends (https://sqlite.org/walformat.html)."""
    if len(log) < LOG_HEADER_BYTES:
        return 0
    page_bytes = struct.unpack_from(">I", log, 8)[0]
    end, at = LOG_HEADER_BYTES, LOG_HEADER_BYTES
    while at + FRAME_HEADER_BYTES + page_bytes <= len(log) and log[at + 8 : at + 16] == log[16:24]:
        is_commit = struct.unpack_from(">I", log, at + 4)[0] > 0
        at += FRAME_HEADER_BYTES + page_bytes
        if is_commit:
            end = at
    return end


def pages_in(log: bytes) -> set[int]:
    """The pages of the database, counted from 1, that the log holds newer versions of."""
    frames = range(LOG_HEADER_BYTES, durable_bytes(log), FRAME_HEADER_BYTES + PAGE_BYTES)
    return {struct.unpack_from(">I", log, at)[0] for at in frames}


class Garbling:
    """A box whose plug was pulled, in `place`, and copies of it that are spoilt by chance."""

    def __init__(self, place: Path, seed: int) -> None:
        self.set_aside = 0
        """How many copies were too much damaged to go on with."""
        self._left = place / "left"
        self._copy = place / "copy"
        self._rng = random.Random(seed)
        with Box(place / "box") as box:
            box.play(KINGS_GOLD)
        with Box(place / "box") as box:
            while True:  # Now and then a match is very short.
                table, _ = box.open(box.store.new_match(KINGS_GOLD))
                box.run(play_on(table, self._rng, 12))
                if not table.state.over:
                    break
            self._kept = _decisions_in(box.store)
            shutil.copytree(place / "box", self._left)
        # Memory that processes share does not survive the plug.
        (self._left / f"{files.DATABASE}-shm").unlink()

    def spoil_what_was_never_durable(self) -> None:
        """Nothing may be missing then."""
        shutil.copytree(self._left, self._copy)
        log_path, path = self._copy / f"{files.DATABASE}-wal", self._copy / files.DATABASE
        log, pages = log_path.read_bytes(), bytearray(path.read_bytes())
        noise, old_frame = self._rng.randbytes(5000), log[LOG_HEADER_BYTES:4000]
        tail = self._rng.choice([b"", noise, old_frame, bytes(4120)])
        log_path.write_bytes(log[: durable_bytes(log)] + tail)
        for page in sorted(pages_in(log)):
            end = page * PAGE_BYTES
            if page > 1 and end <= len(pages) and self._rng.random() < 0.5:
                pages[end - PAGE_BYTES : end] = self._rng.randbytes(PAGE_BYTES)
        path.write_bytes(pages)
        with Store(self._copy, to_play=True) as store:
            assert store.notice is None, store.notice
            assert _decisions_in(store) == self._kept
        shutil.rmtree(self._copy)

    def spoil_anything(self) -> None:
        """The box has to start and to play, and must not go on with what never was."""
        shutil.copytree(self._left, self._copy)
        if self._rng.random() < 0.5:
            Store(self._copy).close()  # brings the log home into the database
        victims = sorted(path for path in self._copy.glob(f"{files.DATABASE}*") if _size(path))
        self._spoil(self._rng.choice(victims))
        with Box(self._copy) as box:
            if box.store.notice is not None:
                self.set_aside += 1
                name = box.store.notice.rpartition(" ")[2]
                assert (self._copy / name).exists() or (self._copy / f"{name}-wal").exists()
            elif box.store.unfinished is not None:
                match = box.store.unfinished.match
                decisions = box.store.decisions(match)
                found = [encode(decision) for decision in decisions]
                assert found == self._kept[match.id][: len(found)]
                events = [event for decision in decisions for event in decision.events]
                assert box.go_on()[0].state == replay(match.game, match.setup, events)
            box.play(KINGS_GOLD, most=3)
            assert box.faults == []
        shutil.rmtree(self._copy)

    def _spoil(self, victim: Path) -> None:
        data = bytearray(victim.read_bytes())
        at = self._rng.randrange(len(data))
        if self._rng.random() < 0.5:
            del data[at:]
        else:
            old, new = self._rng.choice([1, 64, PAGE_BYTES]), self._rng.choice([1, 64])
            data[at : at + old] = self._rng.randbytes(new)
        victim.write_bytes(data)


def _decisions_in(store: Store) -> dict[str, list[bytes]]:
    return {
        match.id: [encode(decision) for decision in store.decisions(match)]
        for match in store.matches()
    }


def _size(path: Path) -> int:
    return path.stat().st_size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--copies", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}")
    with tempfile.TemporaryDirectory(prefix="kingsgold-") as place:
        garbling = Garbling(Path(place), asked.seed)
        for _ in range(asked.copies):
            garbling.spoil_what_was_never_durable()
            garbling.spoil_anything()
    print(
        f"{asked.copies} times what was never durable was spoilt, and nothing was lost; "
        f"{asked.copies} times anything was, the box played, and {garbling.set_aside} times it had "
        "set the files aside"
    )


if __name__ == "__main__":
    sys.exit(main())
