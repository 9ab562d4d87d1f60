"""The plug is pulled at any moment: nothing that was shown is lost, nothing is thrown anew."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kingsgold.games.protocol import replay
from kingsgold.store import Match, Store
from kingsgold.store.codec import encode
from kingsgold.table.fair import find_flaw
from kingsgold.table.journal import Decision

KILLS = 100


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
