"""Kill a box that plays, at random moments, start it again, and look whether anything was lost.

    python -m tests.torture.kill --kills 1000 --seed 1

A box plays by script, in a process of its own, and tells after each tap what has been shown: the
match and its events. It is killed with SIGKILL, in the middle of whatever it does. Then:

- no event that had been shown is missing from the journal, and none has changed;
- the box goes on where it was: its state is the replay of the journal;
- the database opens, and at the end every match that was finished is fair.
"""

import argparse
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from kingsgold.games.protocol import replay
from kingsgold.store import Store
from kingsgold.table.fair import find_flaw
from kingsgold.virtual.scripted import ScriptedBox

CREW = ("Anne", "Jack", "Mary", "Bart", "Grace", "Ned")
LONGEST_LIFE_S = 0.25
"""Real seconds after which a box is dead at the latest, from its first word on."""


def play(data: Path, seed: int, told: Connection) -> None:
    """Tell where the box goes on, wait for a word, then play with random taps until killed.

    What is told is the match, its state, and the events since it was last told.
    """
    rng = random.Random(seed)
    with Store(data, to_play=True) as store:
        box = ScriptedBox(store)
        told.send(_told(box))
        told.recv()
        while True:
            if box.answer("state").get("over", True):
                game = rng.choice(["kings-gold", "voyages"])
                crew = rng.sample(CREW, rng.randint(2, 6))
                rules = {"navy_rounds": rng.randint(1, 12)}
                box.answer("match " + json.dumps({"game": game, "captains": crew, "rules": rules}))
            lit = [button for button, on in box.answer("lamps")["lamps"].items() if on]
            box.answer(f"hold {rng.choice(lit)} {rng.uniform(0.05, 0.3):.3f}")
            told.send(_told(box))


def _told(box: ScriptedBox) -> tuple[str | None, dict[str, Any], list[Any]]:
    kept = box.box.console.kept
    match = kept.match.id if kept is not None and kept.match is not None else None
    return match, box.answer("state"), box.answer("events")["events"]


class Torture:
    """One data directory, and everything that any box in it has shown."""

    def __init__(self, data: Path, seed: int, longest_life_s: float = LONGEST_LIFE_S) -> None:
        self._data = data
        self._longest_life_s = longest_life_s
        self._rng = random.Random(seed)
        self._shown: dict[str, list[Any]] = {}
        self._processes = multiprocessing.get_context("forkserver")
        self._processes.set_forkserver_preload(["kingsgold.store", "kingsgold.virtual.scripted"])

    def kill_one(self) -> None:
        """Let a box live for a moment, kill it, and look at what it has left."""
        told, tell = self._processes.Pipe()
        box = self._processes.Process(
            target=play, args=(self._data, self._rng.getrandbits(32), tell), daemon=True
        )
        box.start()
        tell.close()
        first = told.recv()
        self._check(first)
        told.send("play")
        time.sleep(self._rng.uniform(0, self._longest_life_s))
        box.kill()
        for match, _, events in [first, *_all(told)]:
            if match is not None:
                self._shown.setdefault(match, []).extend(events)
        box.join()
        told.close()

    def _check(self, first: tuple[str | None, dict[str, Any], list[Any]]) -> None:
        """The box must have lost nothing, and go on exactly where the journal ends.

        This looks while the box is on: closing a database that nobody else has open would tidy up
        what the box has to face after the next kill.
        """
        match_id, state, _ = first
        with Store(self._data) as store:
            for shown_id, shown in self._shown.items():
                kept = store.decisions(store.match(shown_id))
                events = msgspec.to_builtins([event for made in kept for event in made.events])
                assert events[: len(shown)] == shown, f"match {shown_id} lost what was shown"
            self._shown = {key: shown for key, shown in self._shown.items() if key == match_id}
            unfinished = [match for match in store.matches() if match.status == "unfinished"]
            if match_id is None:
                assert not unfinished, f"{unfinished[0].id} was not gone on with"
                return
            match = store.match(match_id)
            assert [match] == unfinished
            events = [event for made in store.decisions(match) for event in made.events]
        # Of the last box's last moment, more may have become durable than was shown.
        self._shown[match_id] = msgspec.to_builtins(events)
        expected = replay(match.game, match.setup, events)
        for name in ("captain", "round", "phase", "dice", "rolls_left", "island", "tally", "toss"):
            if name in state:
                assert state[name] == getattr(expected, name), name
        for name in ("locked", "hoards", "proved", "capsized"):
            if name in state:
                assert state[name] == list(getattr(expected, name)), name
        if "chests" in state:
            chests = [[c.coins, c.doubloons, c.shields] for c in expected.chests]
            assert state["chests"] == chests

    def check_fairness(self) -> int:
        """Every match that came to its end is fair; how many there are."""
        with Store(self._data) as store:
            finished = [match for match in store.matches() if match.status == "finished"]
            for match in finished:
                assert match.seed is not None
                flaw = find_flaw(
                    match.game,
                    match.setup,
                    match.id,
                    match.commitment,
                    match.seed,
                    store.decisions(match),
                )
                assert flaw is None, flaw
        return len(finished)


def _all(told: Connection) -> Iterator[Any]:
    """Everything that was told before the end."""
    while True:
        try:
            yield told.recv()
        except (EOFError, OSError):
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}")
    with tempfile.TemporaryDirectory(prefix="kingsgold-") as data:
        torture = Torture(Path(data), asked.seed)
        for number in range(1, asked.kills + 1):
            torture.kill_one()
            if number % 50 == 0:
                print(f"{number} kills", flush=True)
        matches = torture.check_fairness()
    print(
        f"{asked.kills} boxes were killed; nothing shown was lost, {matches} finished matches fair"
    )


if __name__ == "__main__":
    sys.exit(main())
