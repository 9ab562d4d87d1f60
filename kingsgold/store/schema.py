"""The tables, and how those of an older version become those of today."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from kingsgold.store.files import DamagedError, StoreError, sync_directory

VERSION_1 = """
CREATE TABLE matches (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    setup BLOB NOT NULL,
    script BLOB,
    started TEXT NOT NULL,
    commitment TEXT NOT NULL,
    seed BLOB,
    status TEXT NOT NULL CHECK (status IN ('unfinished', 'finished', 'abandoned')),
    imported INTEGER NOT NULL
);
CREATE INDEX matches_to_go_on_with ON matches (number) WHERE status = 'unfinished' AND NOT imported;

-- The place is the match's number times 2^20, plus the decision's. With one number for a key a
-- decision is written to a single page; a key of two would take an index, and twice the wear.
CREATE TABLE decisions (
    place INTEGER PRIMARY KEY,
    body BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    played_s REAL NOT NULL
);

CREATE TABLE captains (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL UNIQUE,
    skin TEXT NOT NULL
);
CREATE TABLE badges (
    captain TEXT NOT NULL REFERENCES captains ON DELETE CASCADE,
    badge TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (captain, badge)
) WITHOUT ROWID;

-- Who of those remembered sat where in a match that is being played.
CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    captain TEXT NOT NULL REFERENCES captains ON DELETE CASCADE,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX seats_of_captains ON seats (captain);

-- What the journal tells about captains, summed up when a match ends.
CREATE TABLE tallies (
    captain TEXT NOT NULL REFERENCES captains ON DELETE CASCADE,
    game TEXT NOT NULL,
    mode TEXT NOT NULL,
    ranked INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    points INTEGER NOT NULL,
    best_points INTEGER NOT NULL,
    largest_heist INTEGER NOT NULL,
    skull_forfeits INTEGER NOT NULL,
    voyages INTEGER NOT NULL,
    busts INTEGER NOT NULL,
    hoarded INTEGER NOT NULL,
    best_voyage INTEGER NOT NULL,
    fastest_hoard INTEGER,
    played_s REAL NOT NULL,
    PRIMARY KEY (captain, game, mode, ranked)
) WITHOUT ROWID;
CREATE TABLE feats (
    captain TEXT NOT NULL REFERENCES captains ON DELETE CASCADE,
    game TEXT NOT NULL,
    mode TEXT NOT NULL,
    name TEXT NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (captain, game, mode, name)
) WITHOUT ROWID;
"""

VERSION_2 = """
-- Where the turn of an unfinished match began: to go on, the box needs no decision before that.
CREATE TABLE bookmarks (
    match INTEGER PRIMARY KEY REFERENCES matches,
    body BLOB NOT NULL,
    checksum INTEGER NOT NULL
);
"""

MIGRATIONS = (VERSION_1, VERSION_2)
"""What makes version 1 of nothing, version 2 of version 1, and so on.

When a game's `State` or what `evolve` makes of it changes, a step that empties `bookmarks` belongs
here: a state of before must not be gone on with.
"""


TABLES = ("matches", "decisions", "captains", "badges", "seats", "tallies", "feats", "bookmarks")
"""What there is in the newest version."""


def check(connection: sqlite3.Connection) -> None:
    """Raise DamagedError when a table is missing."""
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    missing = set(TABLES).difference(name for (name,) in rows)
    if missing:
        raise DamagedError(f"tables are missing: {', '.join(sorted(missing))}")


def migrate(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[str] = MIGRATIONS
) -> None:
    """Bring the database at `path` to the newest version; a backup of an older one stays beside it.

    Each step is one transaction. Raises StoreError for a database of a later version.
    """
    if 0 < version(connection) < len(migrations):
        _back_up(connection, path, version(connection))
    while (found := version(connection)) != len(migrations):
        if found > len(migrations):
            raise StoreError(
                f"{path} was written by a newer kingsgold (version {found} of the tables, "
                f"this one knows {len(migrations)}); update kingsgold"
            )
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have been faster between the look and the lock.
            if version(connection) == found:
                for statement in _statements(migrations[found]):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {found + 1}")
            connection.execute("COMMIT")
        except sqlite3.Error:
            connection.rollback()
            raise


def version(connection: sqlite3.Connection) -> int:
    """The version of the tables; 0 before there are any."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _statements(script: str) -> list[str]:
    """The statements of `script`; executescript would commit between them."""
    statements: list[str] = []
    text = ""
    for piece in script.split(";")[:-1]:
        text += piece + ";"
        if sqlite3.complete_statement(text):
            statements.append(text)
            text = ""
    return statements


def _back_up(connection: sqlite3.Connection, path: Path, version: int) -> None:
    backup = path.with_name(f"{path.name}.version-{version}")
    unfinished = backup.with_name(f"{backup.name}.part")
    unfinished.unlink(missing_ok=True)
    copy = sqlite3.connect(unfinished)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    unfinished.rename(backup)
    sync_directory(path.parent)
