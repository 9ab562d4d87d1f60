"""The files of the store: where they are, whose they are, and how a damaged one is set aside."""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

DATABASE = "kingsgold.db"
LOCK = "kingsgold.lock"
COMPANIONS = ("", "-wal", "-shm", "-journal")
"""What SQLite appends to the name of a database for the files that belong to it."""

PAGE_BYTES = 4096
"""A page of a new database."""

CHECK_WHOLE_BYTES = 4 << 20
"""Up to this size all of a database is checked at the start."""

GROWING = ("matches", "decisions", "seats")
"""The tables that grow with every match; of a larger database they are left unchecked."""

SERVICE_DIRECTORY = Path("/var/lib/kingsgold")
"""Where the service that `make install` sets up has its data."""

Connect = Callable[[Path], sqlite3.Connection]
"""Opens the database; tests pass one that fails in the ways of real disks."""


_DISK_TROUBLES = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS}
"""What is wrong with a disk and not with who asks; a failing SD card is put to read only."""

DATABASE_ERRORS = (sqlite3.Error, UnicodeError)
"""What using a database raises; of damage that SQLite quotes, Python says that it is no text."""

WRONG_VALUES = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
"""What comes of values in a database that nobody has written there."""


class StoreError(Exception):
    """The store can't do what was asked; the message is one line for people."""


class DiskError(StoreError):
    """Nothing can be written: the disk is full or fails."""


class DamagedError(StoreError):
    """The database can't be read as it should be."""


def data_directory(chosen: Path | None, environ: Mapping[str, str]) -> Path:
    """Where the data is: `chosen`, else the service's StateDirectory, else the platform's place."""
    if chosen is not None:
        return chosen
    if service := environ.get("STATE_DIRECTORY"):
        return Path(service.split(":")[0])
    # Its import takes a while, and a box under systemd never comes this far.
    import platformdirs

    return Path(platformdirs.user_data_dir("kingsgold", appauthor=False))


def make_directory(directory: Path) -> None:
    """Make sure that `directory` is there; raises StoreError."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refusal(f"{directory}: can't be made", error) from None


def lock_directory(directory: Path) -> IO[bytes]:
    """Become the one playing process of `directory`, until the file is closed.

    Raises StoreError when another process plays there.
    """
    try:
        lock = (directory / LOCK).open("ab")
    except OSError as error:
        raise refusal(f"{directory}: can't be written to", error) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise StoreError(
            f"another box plays in {directory}; end it, or name another directory with --data"
        ) from None
    return lock


def refusal(what: str, error: OSError) -> StoreError:
    """What to raise when the system refuses `what`."""
    kind = DiskError if error.errno in _DISK_TROUBLES else StoreError
    return kind(f"{what}: {error.strerror}")


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the database at `path`, which is not looked at yet."""
    return sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection to a database in a directory where nothing can be written.

    SQLite wants to write there even to read, if only its locks: it is told that nobody else does.
    """
    # A log that was left behind is read with a file system's interface that takes no locks, and
    # with the index in memory; without a log the file is all there is.
    how = "vfs=unix-none" if _size(path.with_name(path.name + "-wal")) else "immutable=1"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro&{how}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Let what is committed be durable, also when the plug is pulled."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise DamagedError if the database is not sound.

    A large one is to open as fast as a small one: what grows with the matches is then looked at
    when it is read, the match to go on with at once.
    """
    if path.stat().st_size <= CHECK_WHOLE_BYTES:
        checks = ["PRAGMA integrity_check(1)"]
    else:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        checks = [f"PRAGMA integrity_check('{name}')" for (name,) in names if name not in GROWING]
    for sql in checks:
        (answer,) = connection.execute(sql).fetchone()
        if answer != "ok":
            raise DamagedError(" ".join(str(answer).split()))


def has_lost_its_head(path: Path) -> bool:
    """Whether a log is there and its database is not: SQLite would throw the log away."""
    log = path.with_name(path.name + "-wal")
    return _size(log) > 0 and _size(path) == 0


def remove_blank(path: Path) -> None:
    """Remove the database at `path`, and all that belongs to it, if it was only begun.

    The tables take more than its first page, or are in its log.
    """
    if _size(path) <= PAGE_BYTES and _size(path.with_name(path.name + "-wal")) == 0:
        for end in COMPANIONS:
            path.with_name(path.name + end).unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Give the database and all that belongs to it a new name, and return that name."""
    number = 1
    while any(_beside(path, number, end).exists() for end in COMPANIONS):
        number += 1
    # The database goes last: until it is gone, a start that is interrupted finds the same damage.
    for end in reversed(COMPANIONS):
        part = path.with_name(path.name + end)
        if part.exists():
            part.rename(_beside(path, number, end))
    sync_directory(path.parent)
    return _beside(path, number, "")


def sync_directory(directory: Path) -> None:
    """Make new names in `directory` durable."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _beside(path: Path, number: int, end: str) -> Path:
    return path.with_name(f"{path.name}.damaged-{number}{end}")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
