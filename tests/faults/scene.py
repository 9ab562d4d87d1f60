"""A box with everything that can break, the hands on it, and the display at its other end."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from kingsgold.app import present
from kingsgold.app import ui as u
from kingsgold.app.board import board
from kingsgold.app.helm import helm
from kingsgold.box.parts import Button
from kingsgold.games.protocol import Action
from kingsgold.scoreboard import sentences as s
from kingsgold.scoreboard.native import whole_state
from kingsgold.screens import draw
from kingsgold.store import Match, Store
from kingsgold.table.table import Table
from kingsgold.virtual.driven import DrivenBox
from kingsgold.virtual.simtime import SimLoop
from tests.faults.recorded import Recorded

LATELY = 40
"""Pieces among which there is a whole state."""

BOOT_S = 2.0
"""Seconds that a display is deaf after its adapter was plugged in, as an Arduino is."""

LONGEST_WAIT_S = 60.0
"""Seconds in which hands that know what they want get it, however often they have to press."""

ALL_IS_WELL_S = 60.0
"""Seconds after which the box has found out about everything that works again, and told all."""


class Disk:
    """Opens databases in which nothing can be kept while the disk is full."""

    def __init__(self) -> None:
        self.full = False

    def connect(self, path: Path) -> sqlite3.Connection:
        disk = self

        class Connection(sqlite3.Connection):
            def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
                if disk.full and sql == "COMMIT":
                    raise sqlite3.OperationalError("database or disk is full")
                return super().execute(sql, *args)

        return sqlite3.connect(
            path, timeout=5, isolation_level=None, check_same_thread=False, factory=Connection
        )


class Wall:
    """A display as people build them: deaf while it starts, it greets and then says it lives."""

    def __init__(self, driven: DrivenBox) -> None:
        self._loop = driven.loop
        self._link = driven.box.scoreboard
        self._decoder = s.Decoder()
        self._knows: dict[tuple[type, int], s.Sentence] = {}
        self._awake_s = 0.0
        self.plug_in()

    def plug_in(self) -> None:
        """It gets power, and is right after it has started."""
        self._link.plug_in()
        self._awake_s = self._loop.time() + BOOT_S
        self._loop.call_at(self._awake_s, self._say, s.DisplayHello(s.VERSION, "wall"))
        self._loop.call_at(self._awake_s, self._live, self._awake_s)

    def unplug(self) -> None:
        """It loses its power, and what it knows."""
        self._link.unplug()
        self._link.take_history()
        self._decoder = s.Decoder()
        self._knows.clear()

    @property
    def knows(self) -> list[s.Sentence]:
        """The whole state, as it was told last."""
        for at_s, piece in self._link.take_history()[-LATELY:]:
            if at_s >= self._awake_s:
                for sentence in self._decoder.feed(piece):
                    self._take(sentence)
        return list(self._knows.values())

    def _take(self, sentence: s.Sentence) -> None:
        if isinstance(sentence, s.Hello):
            self._knows.clear()
        if not isinstance(sentence, s.Heist | s.Commitment | s.Seed):
            self._knows[type(sentence), getattr(sentence, "slot", 0)] = sentence

    def _live(self, awake_s: float) -> None:
        # One that has been plugged in anew lives another life.
        if awake_s == self._awake_s:
            self._say(s.DisplayAlive())
            self._loop.call_later(2, self._live, awake_s)

    def _say(self, sentence: s.Sentence) -> None:
        self._link.hear(s.encode(sentence))


class Hands:
    """Somebody who knows what to do next, looks where the pointer is, and presses until it is done.

    With `worn` the contacts bounce on every edge. What `sticks` is set to is the seconds for which
    the next button that is pressed stays down.
    """

    def __init__(self, driven: DrivenBox, rng: Random) -> None:
        self.worn = False
        self.sticks: float | None = None
        self.presses = 0
        self._driven = driven
        self._rng = rng
        self._done = 0
        self._stuck: dict[Button, float] = {}
        driven.console.listen(self._on_decision)

    def do_all(self, wanted: Callable[[int], Action | None]) -> None:
        """Do what is `wanted` after so many decisions in the match that is on, until it is None."""
        loop, done = self._driven.loop, -1
        action, since_s = None, 0.0
        while True:
            if done != self._done:
                done, since_s = self._done, loop.time()
                action = wanted(done)
            if action is None:
                return
            assert loop.time() - since_s < LONGEST_WAIT_S, f"{action} can't be done"
            button = self._needed(action)
            if button in self._stuck:
                self._wait(1)
            else:
                self._tap(button)
                self._wait(self._rng.choice((0, 0.05, 0.2, 0.7, 2.5)))

    def let_go(self) -> None:
        """Wait until no button sticks any more."""
        while self._stuck:
            self._wait(1)

    def _needed(self, action: Action) -> Button:
        """The button that does `action`, or gets nearer to it."""
        ui, prompt = self._driven.console.ui, self._driven.console.prompt
        if isinstance(ui, u.Paused | u.LedgerOpen):
            return Button.STOP
        for button in (Button.LOCK, Button.ROLL, Button.STOP):
            _, effect = helm(ui, prompt, button)
            if effect == action:
                return button
        return Button.TARGET

    def _tap(self, button: Button) -> None:
        self.presses += 1
        self._move(button, True)
        if self.sticks is not None:
            self._stuck[button] = self._driven.loop.time() + self.sticks
            self.sticks = None
            return
        self._driven.advance(self._rng.choice((0.03, 0.08, 0.2)))
        self._move(button, False)

    def _move(self, button: Button, down: bool) -> None:
        driven, parts, rng = self._driven, self._driven.box.parts, self._rng
        (driven.press if down else driven.release)(button)
        for _ in range(rng.randint(1, 6) if self.worn else 0):
            driven.advance(rng.uniform(0.0002, 0.0015))
            (parts.release if down else parts.press)(button)
            driven.advance(rng.uniform(0.0002, 0.0015))
            (parts.press if down else parts.release)(button)

    def _wait(self, seconds: float) -> None:
        self._driven.advance(seconds)
        for button, free_s in tuple(self._stuck.items()):
            if self._driven.loop.time() >= free_s:
                del self._stuck[button]
                self._move(button, False)

    def _on_decision(self, *_: Any) -> None:
        self._done += 1


class Scene:
    """One match on a box with a store in `directory`; troubles come at moments that `seed` picks.

    `length_s` is about how long the match takes.
    """

    def __init__(self, directory: Path, seed: str, length_s: float = 0.0) -> None:
        self.rng = Random(seed)
        self.length_s = length_s
        self.disk = Disk()
        self.loop = SimLoop()
        self.clock_h = 0
        """The wall clock, in hours; it only goes into the list of matches."""
        self.store = Store(
            directory,
            to_play=True,
            connect=self.disk.connect,
            now=lambda: f"2026-01-01T{self.clock_h:02}:00:00+00:00",
        )
        self.driven = DrivenBox(self.loop, store=self.store, bus_khz=400)
        self.parts = self.driven.box.parts
        self.wall = Wall(self.driven)
        self.hands = Hands(self.driven, self.rng)
        self.reported: list[str] = []
        """The faults of which the captains were told."""
        faults = self.driven.box.faults
        tell = faults.on_fault
        assert tell is not None

        def report(fault: str) -> None:
            self.reported.append(fault)
            tell(fault)

        faults.on_fault = report

    def __enter__(self) -> "Scene":
        return self

    def __exit__(self, *_: object) -> None:
        self.driven.close()
        self.store.close()

    def at_times(self, count: int, begin: Callable[[], None]) -> None:
        """Call `begin` at `count` moments of the match, in the middle of whatever happens then."""
        for _ in range(count):
            self.loop.call_later(self.rng.uniform(0.05, 0.9) * self.length_s, begin)

    def for_a_while(
        self, begin: Callable[[], None], end: Callable[[], None], seconds: float
    ) -> None:
        """Call `begin` at a moment of the first half of the match, and `end` so much later."""
        at_s = self.rng.uniform(0.02, 0.5) * self.length_s
        self.loop.call_later(at_s, begin)
        self.loop.call_later(at_s + seconds, end)

    def play(self, match: Recorded) -> float:
        """Play `match` to its end, and look at everything; the seconds that it took."""
        begun_s = self.loop.time()
        self.driven.begin(match.setup, match.tosses)
        self.hands.do_all(dict(enumerate(match.actions)).get)
        length_s = self.loop.time() - begun_s
        self.recover(length_s)
        self._check(match)
        return length_s

    def recover(self, length_s: float) -> None:
        """After a match that took so long, wait until everything works again."""
        self.hands.let_go()
        self.driven.advance(max(0.0, self.length_s - length_s) + ALL_IS_WELL_S)

    @property
    def table(self) -> Table:
        """The table of the match."""
        table = self.driven.console.table
        assert table is not None
        return table

    @property
    def kept(self) -> Match:
        """The match, as the store knows it now."""
        kept = self.driven.console.kept
        assert kept is not None
        assert kept.match is not None
        return self.store.match(kept.match.id)

    def _check(self, match: Recorded) -> None:
        console, table, kept = self.driven.console, self.table, self.kept
        assert self.driven.events == list(match.events), "something else has happened"
        assert self.driven.box.faults.present == (), "a fault is still there"
        asked = present.view(console.ui, table, None)
        assert self.parts.picture().tobytes() == draw(asked).image.tobytes(), "not on the glass"
        told = whole_state(board(table))
        assert self.wall.knows == told, "the scoreboard is wrong"
        journal = self.store.decisions(kept)
        written = [event for decision in journal for event in decision.events]
        assert written == list(match.events), "the journal is not complete"
        assert [decision.actions[0] for decision in journal] == list(match.actions)
        assert kept.status == "finished", "the journal has no end"
