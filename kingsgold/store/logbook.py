"""The journal of the box: what happens is on disk before anybody hears of it.

Everything is written by one worker thread, so that a sync never holds up the event loop, and in the
order in which it happened. What can't be written is kept in memory and tried again.
"""

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kingsgold.store import files, matches
from kingsgold.store.files import StoreError
from kingsgold.store.matches import Match, Unfinished
from kingsgold.store.store import Store, transaction
from kingsgold.table.dice import Source
from kingsgold.table.journal import Bookmark, Decision

RETRY_S = 10.0
"""Seconds until what could not be written is tried again, if nothing happens before."""

LONGEST_THOUGHT_S = 300.0
"""Seconds of one decision that count as playing; a box left alone for the night does not play."""

Job = Callable[[sqlite3.Connection], object]
"""What is done in one transaction."""

log = logging.getLogger("kingsgold")

OnFault = Callable[[str | None], None]
"""Told on the loop what is wrong when writing fails, and None when all is written again."""


_DISK_ERRORS = (*files.DATABASE_ERRORS, OSError, StoreError)
"""What may go better the next time."""


class MatchJournal:
    """The journal of one match; see `kingsgold.table.journal.Journal`."""

    def __init__(self, logbook: "Logbook", match: Match, played_s: float) -> None:
        self.match = match
        self._logbook = logbook
        self._played_s = played_s
        self._last_s = logbook.time()

    @property
    def source(self) -> Source:
        """Where the tosses of the match come from."""
        return self.match.source()

    async def write(self, decision: Decision, after: Any, turn: Bookmark) -> None:
        """Keep `decision`; return when it is durable, or in memory if the disk can't take it.

        The decision that ends the match ends it in the same transaction.
        """
        now_s = self._logbook.time()
        self._played_s += min(now_s - self._last_s, LONGEST_THOUGHT_S)
        self._last_s = now_s
        match, played_s = self.match, self._played_s

        def job(db: sqlite3.Connection) -> None:
            if matches.append(db, match, decision, turn, played_s) and after.over:
                matches.finish(db, match, played_s)

        await self._logbook.write(job)


class Logbook:
    """What a playing process writes into its store; `close` it before the store.

    `on_fault` is told on the loop when the disk can't be written to (one line for people), and
    None when everything is written again.
    """

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop, on_fault: OnFault) -> None:
        self._store = store
        self._loop = loop
        self._on_fault = on_fault
        self._worker = ThreadPoolExecutor(1, "journal")
        self._db: sqlite3.Connection | None = None
        self._waiting: deque[Job] = deque()
        self._fault: str | None = None
        self._left_out: str | None = None
        self._retry: asyncio.TimerHandle | None = None

    def time(self) -> float:
        """Seconds on the loop's clock."""
        return self._loop.time()

    async def begin(self, match: Match) -> MatchJournal:
        """Begin a match that the store has made; return when it is durable.

        A match that was on is abandoned.
        """
        await self.write(lambda db: matches.begin(db, match))
        return MatchJournal(self, match, 0.0)

    def go_on(self, unfinished: Unfinished) -> MatchJournal:
        """Go on with the match that the store found unfinished."""
        return MatchJournal(self, unfinished.match, unfinished.played_s)

    async def abandon(self, match: Match) -> None:
        """Note that a match was left before its end; nothing happens to one that has ended."""
        await self.write(lambda db: matches.abandon(db, match.id))

    async def write(self, job: Job) -> None:
        """Do `job` after all that waits, in a transaction of its own; return when it is durable.

        It does not raise: what can't be written now waits in memory, what never can is left out,
        with all that the match brings after it, and `on_fault` is told.
        """
        self._waiting.append(job)
        await self._try()

    def close(self) -> None:
        """Write what still waits, if that is possible now, and let go of the database."""
        if self._retry is not None:
            self._retry.cancel()
        self._worker.submit(self._finish).result()
        self._worker.shutdown()

    async def _try(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        fault = await self._loop.run_in_executor(self._worker, self._drain)
        if self._waiting and self._retry is None:
            self._retry = self._loop.call_later(RETRY_S, self._try_later)
        if fault != self._fault:
            self._fault = fault
            self._on_fault(fault)

    def _try_later(self) -> None:
        self._retry = None
        self._retrying = self._loop.create_task(self._try())

    # In the worker thread

    def _drain(self) -> str | None:
        """Do all jobs that wait; tell why not when the disk fails, and leave them waiting."""
        try:
            while self._waiting:
                if self._db is None:
                    self._db = self._store.connect(self._store.path)
                    files.prepare(self._db)
                self._do(self._db, self._waiting[0])
                self._waiting.popleft()
        except _DISK_ERRORS as error:
            self._let_go()
            return f"The log can't be written ({error}). The match goes on in memory"
        return self._left_out

    def _do(self, db: sqlite3.Connection, job: Job) -> None:
        try:
            with transaction(db):
                job(db)
        except Exception as error:
            if isinstance(error, _DISK_ERRORS) and not isinstance(error, sqlite3.IntegrityError):
                raise
            # To try this again would hold up all that comes after it, for ever.
            log.exception("something can't be kept")
            self._left_out = f"The match is not kept any more ({error}). It goes on in memory"

    def _finish(self) -> None:
        self._drain()
        self._let_go()

    def _let_go(self) -> None:
        """Close the connection: after an error a new one is the safest way on."""
        if self._db is not None:
            self._db.close()
            self._db = None
