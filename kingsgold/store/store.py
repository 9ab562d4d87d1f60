"""The data directory, opened: to play, or to read and edit beside a box that plays."""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import msgspec

from kingsgold.games.protocol import Setup
from kingsgold.store import captains, files, leaderboard, matches, schema
from kingsgold.store.captains import Captain, Skin, Statistics
from kingsgold.store.files import Connect, DamagedError, DiskError, StoreError
from kingsgold.store.leaderboard import Board
from kingsgold.store.matches import Match, Unfinished
from kingsgold.table.journal import Decision


def utc_now() -> str:
    """The date and time of the system's clock, for people."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Store:
    """Everything that the box remembers, in one directory.

    `to_play` makes this the one playing process of the directory: it alone begins and goes on with
    matches, and sets a damaged database aside; `notice` is then what the captains should know of
    that. Others read, and edit captains. `close` it, or use it in a `with` statement.

    Raises StoreError, with one line for people: no permission, another box plays there, a database
    of a later version; and, unless `to_play`, a damaged one. Of a disk that is full or fails that
    is a DiskError.
    """

    def __init__(
        self,
        directory: Path,
        *,
        to_play: bool = False,
        connect: Connect = files.connect,
        now: Callable[[], str] = utc_now,
    ) -> None:
        files.make_directory(directory)
        self.path = directory / files.DATABASE
        self.notice: str | None = None
        self.unfinished: Unfinished | None = None
        self.connect = connect
        self._now = now
        self._lock: IO[bytes] | None = files.lock_directory(directory) if to_play else None
        try:
            self._db = self._open()
        except BaseException:
            self._unlock()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        self._db.close()
        self._unlock()

    @property
    def to_play(self) -> bool:
        """Whether this is the playing process."""
        return self._lock is not None

    # Matches

    def new_match(self, setup: Setup, script: list[str] | None = None) -> Match:
        """A match with an id and a seed of its own, not kept yet; a `Logbook` begins it.

        `script` are the tosses that its dice are told to show, None for fair dice.
        """
        return matches.new_match(setup, script, self._now())

    def matches(self) -> list[Match]:
        """Every match, the latest first."""
        with self._reading() as db:
            return list(matches.all_matches(db))

    def match(self, match_id: str) -> Match:
        """The match with this id; raises StoreError when there is none."""
        with self._reading() as db:
            found = matches.find(db, match_id)
        if found is None:
            raise StoreError(f"there is no match {match_id!r}; kingsgold matches lists them")
        return found

    def decisions(self, match: Match) -> list[Decision]:
        """The decisions of a match, in order."""
        with self._reading() as db:
            return matches.decisions(db, match)

    def add_match(self, match: Match, decisions: list[Decision]) -> None:
        """Keep a match from elsewhere; raises StoreError when it can't be."""
        matches.check_length(decisions)
        with self._writing() as db:
            if matches.find(db, match.id) is not None:
                raise StoreError(f"there is a match {match.id} already, and it is another one")
            row = matches.insert(db, msgspec.structs.replace(match, imported=True))
            for decision in decisions:
                matches.insert_decision(db, row, decision)

    # Captains

    def captains(self) -> list[Captain]:
        """All captains who are remembered, by name."""
        with self._reading() as db:
            return captains.everyone(db)

    def captain(self, name: str) -> Captain:
        """The captain with this name or id; raises StoreError."""
        with self._reading() as db:
            return captains.find(db, name)

    def add_captain(self, name: str) -> Captain:
        """Remember a captain; raises StoreError for a name that is taken or does not fit."""
        with self._writing() as db:
            return captains.add(db, name)

    def rename_captain(self, name: str, new_name: str) -> Captain:
        """Rename a captain; matches keep the name that was played under."""
        with self._writing() as db:
            return captains.rename(db, name, new_name)

    def remove_captain(self, name: str) -> Captain:
        """Forget a captain with badges and statistics; matches stay, with the names in them."""
        with self._writing() as db:
            return captains.remove(db, name)

    def set_skin(self, name: str, skin: Skin) -> Captain:
        """Choose a captain's dice; raises StoreError if the badge for them is missing."""
        with self._writing() as db:
            return captains.set_skin(db, name, skin)

    def statistics(self, captain: Captain) -> list[Statistics]:
        """What a captain has done, by game and mode."""
        with self._reading() as db:
            return captains.statistics(db, captain.id)

    def leaderboard(self, game: str | None = None, mode: str | None = None) -> list[Board]:
        """The boards of all games and modes in which ranked matches have ended, or of these."""
        with self._reading() as db:
            return leaderboard.boards(db, game, mode)

    # The database

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection, None, None]:
        try:
            yield self._db
        except files.DATABASE_ERRORS as error:
            raise _in_the_way(self.path, error) from None
        except files.WRONG_VALUES as error:
            raise self._damaged(error) from None

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection, None, None]:
        with self._reading() as db, transaction(db):
            yield db

    def _open(self) -> sqlite3.Connection:
        try:
            return self._open_sound()
        except DamagedError as damage:
            if self._lock is None:
                raise self._damaged(damage) from None
        return self._open_sound()

    def _open_sound(self) -> sqlite3.Connection:
        db: sqlite3.Connection | None = None
        is_new = not self.path.exists()
        try:
            if files.has_lost_its_head(self.path):
                raise DamagedError("it is empty, and its log is not")
            db = self.connect(self.path)
            try:
                files.prepare(db)
            except sqlite3.OperationalError as error:
                if self._lock is not None or is_new or _code(error) not in _UNWRITABLE:
                    raise
                db.close()
                db = files.connect_to_read(self.path)
                if schema.version(db) == 0:
                    raise
            files.check(db, self.path)
            schema.migrate(db, self.path)
            if self._lock is not None:
                self.unfinished = self._read(db)
                files.sync_directory(self.path.parent)
        except (*files.DATABASE_ERRORS, *files.WRONG_VALUES, OSError, StoreError) as error:
            explained = self._explained(error)
            if isinstance(explained, DamagedError) and self._lock is not None:
                # Before the connection is closed: closing it would delete the log by its name.
                aside = files.set_aside(self.path)
                self.notice = f"The log was damaged ({explained}). It is kept as {aside.name}"
            if db is not None:
                db.close()
            if is_new:
                files.remove_blank(self.path)
            raise explained from None
        return db

    def _read(self, db: sqlite3.Connection) -> Unfinished | None:
        """Read all that a box needs, to notice at once if it can't be read."""
        schema.check(db)
        captains.everyone(db)
        leaderboard.boards(db, None, None)
        unfinished = matches.to_go_on_with(db)
        if unfinished is not None:
            matches.check(db, unfinished)
        return unfinished

    def _damaged(self, damage: Exception) -> StoreError:
        return StoreError(
            f"{self.path} is damaged ({_in_one_line(damage)}); the box sets it aside when it starts"
        )

    def _explained(self, error: Exception) -> StoreError:
        """Damage, unless it is the disk or the directory that stands in the way."""
        if isinstance(error, StoreError):
            return error
        if isinstance(error, OSError):
            return files.refusal(f"{self.path}: can't be used", error)
        if isinstance(error, sqlite3.OperationalError) and _code(error) in _IN_THE_WAY:
            return _in_the_way(self.path, error)
        return DamagedError(_in_one_line(error))

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


_DISK_TROUBLES = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}

_NO_RIGHTS = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY}

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}

_UNWRITABLE = _DISK_TROUBLES | _NO_RIGHTS

_IN_THE_WAY = _UNWRITABLE | _BUSY | {sqlite3.SQLITE_NOMEM}


def _in_the_way(path: Path, error: Exception) -> StoreError:
    """What to raise for an error that is no damage: what is wrong, where, and what to do."""
    code = _code(error) if isinstance(error, sqlite3.Error) else 0
    if code in _DISK_TROUBLES:
        return DiskError(
            f"{path}: can't be written, the disk is full or fails; make room there, or name "
            "another directory with --data"
        )
    if code in _NO_RIGHTS:
        return StoreError(
            f"{path}: can't be written by this user, or the disk is read-only; name another "
            "directory with --data"
        )
    if code in _BUSY:
        return StoreError(f"{path}: another program is writing there; try again in a moment")
    return StoreError(f"{path}: {_in_one_line(error)}")


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; 0 of an error that Python found, such as text that is none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextmanager
def transaction(db: sqlite3.Connection) -> Generator[None, None, None]:
    """All that is done inside happens at once and is durable afterwards, or not at all."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
