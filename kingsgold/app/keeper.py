"""Where matches and captains are kept: in the store, or, for a box that forgets, nowhere."""

import asyncio
import logging
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import msgspec

from kingsgold.games.protocol import Setup
from kingsgold.store import (
    Board,
    Captain,
    DiskError,
    Logbook,
    Match,
    Skin,
    Store,
    StoreError,
    Unfinished,
)
from kingsgold.table.dice import ChanceSource, ScriptedSource, Source
from kingsgold.table.journal import Journal, NoJournal

log = logging.getLogger("kingsgold")


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A match that is kept: where its tosses come from and where its decisions go.

    `match` is what the store knows of it, None where nothing is kept.
    """

    setup: Setup
    source: Source
    journal: Journal
    match: Match | None = None


class Keeper(Protocol):
    """Keeps matches and captains.

    `unfinished` is a match that was on when the box was last switched off, and how it stands;
    `notice` is what captains should know of what was found at the start.
    """

    notice: str | None
    unfinished: tuple[Kept, Unfinished] | None

    async def begin(self, setup: Setup, script: Sequence[str] | None) -> Kept:
        """Begin a match, with scripted dice first if there are any; one that was on is abandoned.

        Returns when that is durable.
        """
        ...

    async def abandon(self, kept: Kept) -> None:
        """Note that a match was left before its end; one that has ended stays as it is."""
        ...

    def captains(self) -> Sequence[Captain]:
        """The captains who are remembered, by name."""
        ...

    def remember(self, name: str) -> None:
        """Remember a captain of this name from now on, if nobody of that name is yet."""
        ...

    def set_skin(self, name: str, skin: Skin) -> None:
        """Let a captain who is remembered play with these dice."""
        ...

    def leaderboard(self) -> Sequence[Board]:
        """Who is ahead, by game and mode."""
        ...


class StoreKeeper:
    """Keeps everything in `store`, which is open to play; `close` this before the store.

    `on_fault` is told on the loop what is wrong when the disk can't be written to, and None when
    that is over.
    """

    def __init__(
        self,
        store: Store,
        loop: asyncio.AbstractEventLoop,
        on_fault: Callable[[str | None], None],
    ) -> None:
        self.notice = store.notice
        self.unfinished: tuple[Kept, Unfinished] | None = None
        self._store = store
        self._logbook = Logbook(store, loop, on_fault)
        if (found := store.unfinished) is None:
            return
        journal = self._logbook.go_on(found)
        try:
            source = journal.source
        except StoreError as error:
            self.notice = str(error)
            return
        kept = Kept(setup=found.match.setup, source=source, journal=journal, match=found.match)
        self.unfinished = kept, found

    async def begin(self, setup: Setup, script: Sequence[str] | None) -> Kept:
        """Draw a seed and keep the match; its commitment goes to the log."""
        match = self._store.new_match(setup, None if script is None else list(script))
        journal = await self._logbook.begin(match)
        self.unfinished = None
        dice = "scripted dice" if match.scripted else f"dice committed to {match.commitment}"
        log.info("match %s begins: %s, %s", match.id, ", ".join(setup.captains), dice)
        return Kept(setup=setup, source=journal.source, journal=journal, match=match)

    async def abandon(self, kept: Kept) -> None:
        """Note it in the store."""
        if kept.match is not None:
            await self._logbook.abandon(kept.match)

    def captains(self) -> Sequence[Captain]:
        """From the store."""
        return self._store.captains()

    def remember(self, name: str) -> None:
        """Add the captain to the store."""
        if name.casefold() not in (captain.name.casefold() for captain in self.captains()):
            self._store.add_captain(name)

    def set_skin(self, name: str, skin: Skin) -> None:
        """Note the skin in the store."""
        self._store.set_skin(name, skin)

    def leaderboard(self) -> Sequence[Board]:
        """From the store."""
        return self._store.leaderboard()

    def close(self) -> None:
        """Write what still waits to be written."""
        self._logbook.close()


class NoKeeper:
    """Keeps nothing, and lets `chance` throw the dice; `notice` is why, for the captains."""

    unfinished: tuple[Kept, Unfinished] | None = None

    def __init__(self, chance: Source | None = None, notice: str | None = None) -> None:
        self.notice = notice
        self._chance = chance or ChanceSource()

    async def begin(self, setup: Setup, script: Sequence[str] | None) -> Kept:
        """A match that nobody will remember."""
        source = self._chance if script is None else ScriptedSource(script, self._chance)
        return Kept(setup=setup, source=source, journal=NoJournal())

    async def abandon(self, kept: Kept) -> None:
        """Nothing was kept of it."""

    def captains(self) -> Sequence[Captain]:
        """Nobody."""
        return ()

    def remember(self, name: str) -> None:
        """Forget it."""

    def set_skin(self, name: str, skin: Skin) -> None:
        """Nobody has dice of their own."""

    def leaderboard(self) -> Sequence[Board]:
        """Nobody is ahead."""
        return ()

    def close(self) -> None:
        """Nothing waits to be written."""


@contextmanager
def store_to_play(directory: Path) -> Generator[Store | NoKeeper]:
    """The store in `directory`, open to play; what keeps nothing when the disk is full or fails.

    A family's box rather plays without its memory than not at all. Raises StoreError for what
    somebody has to mend first.
    """
    try:
        store = Store(directory, to_play=True)
    except DiskError as error:
        log.warning("%s. What is played now is not kept", error)
        yield NoKeeper(notice="The disk is full or fails. What is played now is not kept.")
        return
    with store:
        yield store
