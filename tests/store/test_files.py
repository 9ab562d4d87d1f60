"""The files: one box a directory, damaged databases, later and earlier versions."""

import contextlib
import re
import shutil
import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random

import pytest

from kingsgold.games.protocol import replay
from kingsgold.store import Store, StoreError, data_directory, files, schema
from kingsgold.store.verify import verify
from tests.store.played import KINGS_GOLD, VOYAGES, Box, play_on

FILE = files.DATABASE


def test_one_box_plays_in_a_directory(box: Box, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="another box plays in"):
        Store(tmp_path, to_play=True)


def test_the_lock_holds_between_processes_and_ends_with_them(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from kingsgold.store import Store; "
        "box = Store(Path(sys.argv[1]), to_play=True); print('plays', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(  # noqa: S603 - this Python
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"plays\n"
        with pytest.raises(StoreError, match="another box"):
            Store(tmp_path, to_play=True)
        other.kill()
    Store(tmp_path, to_play=True).close()


def test_captains_can_be_edited_beside_a_box_that_plays(box: Box, tmp_path: Path) -> None:
    match, _ = box.play(KINGS_GOLD, most=3)
    with Store(tmp_path) as beside:
        beside.add_captain("Grace")
        assert beside.match(match.id).status == "unfinished"
    assert [captain.name for captain in box.store.captains()] == ["Grace"]
    box.play(KINGS_GOLD, most=3)
    assert box.faults == []


def test_the_data_is_where_it_is_said_to_be(tmp_path: Path) -> None:
    service = {"STATE_DIRECTORY": "/var/lib/kingsgold:/var/lib/other"}
    assert data_directory(tmp_path, service) == tmp_path
    assert data_directory(None, service) == Path("/var/lib/kingsgold")
    assert data_directory(None, {}).name == "kingsgold"


def test_a_directory_that_can_not_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="can't be made: Not a directory"):
        Store(tmp_path / "file" / "data")


# Damage


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A directory as a box leaves it when the plug is pulled: the log has not been closed."""
    with Box(tmp_path / "box") as box:
        box.store.add_captain("Anne")
        box.play(KINGS_GOLD)
        box.play(KINGS_GOLD, most=5)
        shutil.copytree(tmp_path / "box", tmp_path / "left")
    (tmp_path / "left" / f"{FILE}-shm").unlink()
    assert (tmp_path / "left" / f"{FILE}-wal").stat().st_size > 0
    return tmp_path / "left"


def scribble(path: Path, start: int = 0, count: int = 64, ink: bytes = b"?") -> None:
    data = bytearray(path.read_bytes())
    data[start : start + count] = (ink * count)[:count]
    path.write_bytes(data)


def set_aside_in(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.glob("*.damaged-*")}


def test_a_damaged_database_is_set_aside_with_all_that_belongs_to_it(left: Path) -> None:
    scribble(left / FILE)
    scribble(left / f"{FILE}-wal")  # it holds the first page too, and could mend it
    before = {end: (left / f"{FILE}{end}").read_bytes() for end in ("", "-wal")}
    with Box(left) as box:
        assert box.store.notice == (
            f"The log was damaged (file is not a database). It is kept as {FILE}.damaged-1"
        )
        assert box.store.unfinished is None
        box.play(KINGS_GOLD)
        assert box.faults == []
    aside = set_aside_in(left)
    assert {end: aside[f"{FILE}.damaged-1{end}"] for end in before} == before


def test_damage_inside_is_noticed_too(left: Path) -> None:
    Store(left).close()  # brings the log home into the database
    for page in range(1, (left / FILE).stat().st_size // 4096):
        scribble(left / FILE, page * 4096, 4096)
    with Store(left, to_play=True) as store:
        assert store.notice is not None
        assert store.matches() == []


def test_damage_that_is_no_text_is_noticed_too(left: Path) -> None:
    Store(left).close()  # brings the log home into the database
    data = (left / FILE).read_bytes()
    at = data.index(b"CREATE TABLE captains") + len("CREATE TABLE ")
    scribble(left / FILE, at, 8, b"\xff\x27")
    with Store(left, to_play=True) as store:
        assert store.notice is not None
        assert "\n" not in store.notice


def test_a_second_damage_does_not_take_the_name_of_the_first(left: Path) -> None:
    Store(left).close()  # brings the log home into the database
    for _ in range(2):
        (left / FILE).write_bytes(b"no database, but a note for the cook" * 100)
        Store(left, to_play=True).close()
    names = {name for name in set_aside_in(left) if not name.endswith(("-wal", "-shm"))}
    assert names == {f"{FILE}.damaged-1", f"{FILE}.damaged-2"}


@pytest.mark.parametrize("how", ["emptied", "deleted"])
def test_the_log_of_a_database_that_is_gone_is_kept(left: Path, how: str) -> None:
    log = (left / f"{FILE}-wal").read_bytes()
    if how == "emptied":
        (left / FILE).write_bytes(b"")
    else:
        (left / FILE).unlink()
    with Store(left, to_play=True) as store:
        assert store.notice is not None
    assert set_aside_in(left)[f"{FILE}.damaged-1-wal"] == log


def test_a_changed_decision_of_the_unfinished_match_is_noticed(left: Path) -> None:
    with contextlib.closing(sqlite3.connect(left / FILE)) as db, db:
        db.execute(
            "UPDATE decisions SET body = CAST(replace(body, '\"k\":0', '\"k\":1') AS BLOB) "
            "WHERE place >= (SELECT max(number) << 20 FROM matches)"
        )
    db.close()
    with Store(left, to_play=True) as store:
        assert "its checksum is wrong" in (store.notice or "")


@pytest.mark.parametrize(
    "change",
    [
        "seed = zeroblob(32)",
        "setup = '{}'",
        "script = '7'",
        "started = CAST(x'ff' AS TEXT)",
    ],
)
def test_a_changed_unfinished_match_is_noticed(left: Path, change: str) -> None:
    with contextlib.closing(sqlite3.connect(left / FILE)) as db, db:
        db.execute("UPDATE matches SET " + change + " WHERE status = 'unfinished'")  # noqa: S608
    db.close()
    with Store(left, to_play=True) as store:
        assert store.notice is not None


def test_a_decision_that_is_no_longer_bytes_is_noticed(left: Path) -> None:
    with contextlib.closing(sqlite3.connect(left / FILE)) as db, db:
        db.execute("UPDATE decisions SET body = 'text'")
    db.close()
    with Store(left, to_play=True) as store:
        assert "its checksum is wrong" in (store.notice or "")


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE decisions SET body = 1.5",
        "UPDATE decisions SET played_s = x'5b5b'",
        "UPDATE matches SET setup = 7",
        "UPDATE captains SET name = x'00ff'",
        "UPDATE badges SET times = 'often'",
        "UPDATE tallies SET game = x'00ff'",
        *(f"DROP TABLE {table}" for table in schema.TABLES),
    ],
)
def test_what_nobody_has_written_there_is_damage(left: Path, spoil: str) -> None:
    with contextlib.closing(sqlite3.connect(left / FILE)) as db, db:
        db.executescript(
            "INSERT INTO captains VALUES ('a', 'Mary', 'mary', 'bone');"
            "INSERT INTO badges VALUES ('a', 'bronze_anchor', 1);"
            "INSERT INTO tallies VALUES "
            "('a', 'voyages', '', 1, 1, 1, 9, 9, 0, 0, 1, 0, 9, 9, NULL, 1.0)"
        )
    db.close()
    shutil.copytree(left, left.with_name("healthy"))
    with Store(left.with_name("healthy"), to_play=True) as store:
        assert store.notice is None
    with contextlib.closing(sqlite3.connect(left / FILE)) as db, db:
        db.execute(spoil)
    db.close()
    # Who only reads is told in one line, or needs nothing of what is damaged.
    with contextlib.suppress(StoreError), Store(left) as store:
        store.captains()
        store.leaderboard()
        for match in store.matches():
            store.decisions(match)
    with Store(left, to_play=True) as store:
        assert "The log was damaged" in (store.notice or "")
        assert store.captains() == []


def test_the_tables_are_all_looked_for(tmp_path: Path) -> None:
    Store(tmp_path).close()
    assert set(version_of(tmp_path / FILE)[1]) == set(schema.TABLES)


def test_a_bookmark_of_impossible_numbers_is_damage(left: Path) -> None:
    with contextlib.closing(sqlite3.connect(left / FILE)) as db, db:
        (body,) = db.execute("SELECT body FROM bookmarks").fetchone()
        body = re.sub(rb'"decisions":\d+', b'"decisions":%d' % 10**23, body)
        db.execute("UPDATE bookmarks SET body = ?, checksum = ?", (body, zlib.crc32(body)))
    db.close()
    with Store(left, to_play=True) as store:
        assert "The log was damaged" in (store.notice or "")


def test_a_changed_bookmark_is_noticed(left: Path) -> None:
    with contextlib.closing(sqlite3.connect(left / FILE)) as db, db:
        (changed,) = db.execute("SELECT body FROM bookmarks").fetchone()
        changed = changed.replace(b'"captain":', b'"captain": ')
        db.execute("UPDATE bookmarks SET body = ?", (changed,))
    db.close()
    with Store(left, to_play=True) as store:
        assert "bookmark: its checksum is wrong" in (store.notice or "")


@pytest.mark.parametrize("missing", ["first", "one in the middle", "since the turn began"])
def test_a_missing_decision_is_noticed(left: Path, missing: str) -> None:
    with contextlib.closing(sqlite3.connect(left / FILE)) as db, db:
        (turn,) = db.execute("SELECT body ->> 'decisions' FROM bookmarks").fetchone()
        where = {"first": "= 0", "one in the middle": "= 1"}.get(missing, f">= {turn}")
        db.execute(f"DELETE FROM decisions WHERE place % (1 << 20) {where}")  # noqa: S608
    db.close()
    with Store(left, to_play=True) as store:
        assert ": it is missing)" in (store.notice or "")


def test_beside_a_box_damage_is_told_and_nothing_is_moved(left: Path) -> None:
    (left / FILE).write_bytes(b"")
    with pytest.raises(StoreError, match="is damaged"):
        Store(left)
    assert set_aside_in(left) == {}


def test_of_a_large_database_the_bulk_is_not_checked(
    left: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = files.connect(left / FILE)
    files.prepare(db)
    asked: list[str] = []
    db.set_trace_callback(asked.append)
    files.check(db, left / FILE)
    monkeypatch.setattr(files, "CHECK_WHOLE_BYTES", 0)
    files.check(db, left / FILE)
    db.close()
    checks = [sql for sql in asked if "integrity_check" in sql]
    assert checks[0] == "PRAGMA integrity_check(1)"
    assert "PRAGMA integrity_check('captains')" in checks[1:]
    assert not any(table in sql for sql in checks for table in files.GROWING)


# Versions


ADDED = "CREATE TABLE parrots (name TEXT); INSERT INTO parrots VALUES ('Polly; or Cap''n Flint');"


def version_of(path: Path) -> tuple[int, list[str]]:
    db = sqlite3.connect(path)
    (version,) = db.execute("PRAGMA user_version").fetchone()
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    db.close()
    return version, tables


def test_a_match_of_an_older_box_goes_on(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        match, decisions = box.play(VOYAGES, most=12)
        while box.store.match(match.id).status != "unfinished":  # It was a very short one.
            match, decisions = box.play(VOYAGES, most=12)
    # What version 2 has added is taken away again.
    db = sqlite3.connect(tmp_path / FILE)
    db.executescript("DROP TABLE bookmarks; PRAGMA user_version = 1;")
    db.close()
    with Box(tmp_path) as box:
        assert version_of(tmp_path / f"{FILE}.version-1")[0] == 1
        assert version_of(tmp_path / FILE)[0] == len(schema.MIGRATIONS)
        table, shelf = box.go_on()
        events = [event for decision in decisions for event in decision.events]
        assert table.state == replay(match.game, match.setup, events)
        box.run(play_on(table, Random(1)))
        assert box.store.decisions(match) == [*decisions, *shelf.decisions]
        assert verify(box.store.match(match.id), box.store.decisions(match)).answer == "fair"


def test_an_older_database_is_backed_up_and_brought_up_to_date(tmp_path: Path) -> None:
    newest = len(schema.MIGRATIONS)
    with Box(tmp_path) as box:
        match, _ = box.play(KINGS_GOLD)
    db = files.connect(tmp_path / FILE)
    schema.migrate(db, tmp_path / FILE, [*schema.MIGRATIONS, ADDED])
    assert db.execute("SELECT name FROM parrots").fetchall() == [("Polly; or Cap'n Flint",)]
    assert db.execute("SELECT id FROM matches").fetchall() == [(match.id,)]
    db.close()
    version, tables = version_of(tmp_path / f"{FILE}.version-{newest}")
    assert version == newest
    assert "matches" in tables
    assert "parrots" not in tables
    assert version_of(tmp_path / FILE)[0] == newest + 1


def test_a_step_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    Store(tmp_path).close()
    db = files.connect(tmp_path / FILE)
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(db, tmp_path / FILE, [*schema.MIGRATIONS, ADDED + "CREATE NONSENSE;"])
    db.close()
    version, tables = version_of(tmp_path / FILE)
    assert version == len(schema.MIGRATIONS)
    assert "parrots" not in tables


def test_a_new_database_needs_no_backup(tmp_path: Path) -> None:
    Store(tmp_path).close()
    assert not list(tmp_path.glob("*.version-*"))


@pytest.mark.parametrize("to_play", [False, True])
def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path, to_play: bool) -> None:
    Store(tmp_path).close()
    db = files.connect(tmp_path / FILE)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match="newer kingsgold"):
        Store(tmp_path, to_play=to_play)
    assert set_aside_in(tmp_path) == {}
    with pytest.raises(StoreError, match="newer kingsgold"):
        Store(tmp_path, to_play=to_play)
