"""Matches in the database: how they begin, go on, end, and are found again."""

import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Literal
from zlib import crc32

import msgspec

from kingsgold.games.protocol import Game, Setup
from kingsgold.store import captains
from kingsgold.store.codec import (
    decision_decoder,
    decode_bookmark,
    decode_setup,
    encode,
    game_name,
    game_of,
    mode_of,
)
from kingsgold.store.files import DamagedError, StoreError
from kingsgold.store.service import is_ranked, services
from kingsgold.table import fair
from kingsgold.table.dice import ScriptedSource, Source
from kingsgold.table.journal import Bookmark, Decision

Status = Literal["unfinished", "finished", "abandoned"]

ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Letters that nobody confuses when typing; 10 of them are enough never to meet twice."""

_MOST_DECISIONS = 1 << 20
"""More decisions than any match has."""

_COLUMNS = "number, id, setup, script, started, commitment, seed, status, imported"


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it began: what is known of it before the first toss, and how it stands.

    `script` are the tosses that its dice were told to show; None when they are fair. `seed` is
    secret while the match is on, and unknown (None) of an unfinished match from elsewhere.
    `started` is the time of the box's clock in UTC.
    """

    id: str
    setup: Setup
    script: tuple[str, ...] | None
    started: str
    commitment: str
    seed: bytes | None
    status: Status = "unfinished"
    imported: bool = False

    @property
    def game(self) -> Game:
        """The rules."""
        return game_of(self.setup)

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return game_name(self.setup)

    @property
    def mode(self) -> str | None:
        """The game's mode, of a game that has modes."""
        return mode_of(self.setup)

    @property
    def scripted(self) -> bool:
        """Whether its dice were told what to show."""
        return self.script is not None

    def source(self) -> Source:
        """Where its tosses come from."""
        if self.seed is None:
            raise StoreError(f"match {self.id} can't go on here: its seed is somewhere else")
        chance = fair.FairSource(self.seed, self.id)
        return chance if self.script is None else ScriptedSource(self.script, chance)


class Unfinished(msgspec.Struct, frozen=True, kw_only=True):
    """A match to go on with: where its turn began, the decisions since, and the seconds played.

    Without a bookmark they are the decisions since the beginning.
    """

    match: Match
    turn: Bookmark | None
    decisions: list[Decision]
    played_s: float


def new_match(setup: Setup, script: Sequence[str] | None, started: str) -> Match:
    """A match with an id and a seed of its own."""
    seed = fair.draw_seed()
    return Match(
        id="".join(secrets.choice(ID_LETTERS) for _ in range(10)),
        setup=setup,
        script=None if script is None else tuple(script),
        started=started,
        commitment=fair.commitment(seed),
        seed=seed,
    )


# Writing; each of these is part of a transaction that the caller has begun.


def insert(db: sqlite3.Connection, match: Match) -> int:
    """Keep a match that has none of its decisions yet; return its row."""
    cursor = db.execute(
        "INSERT INTO matches (id, setup, script, started, commitment, seed, status, imported) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            match.id,
            encode(match.setup),
            None if match.script is None else encode(match.script),
            match.started,
            match.commitment,
            match.seed,
            match.status,
            match.imported,
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def begin(db: sqlite3.Connection, match: Match) -> None:
    """Keep a new match in place of the one that was on, with the captains who are remembered."""
    if _row_of(db, match.id) is not None:
        return
    db.execute(
        "UPDATE matches SET status = 'abandoned' WHERE status = 'unfinished' AND NOT imported"
    )
    db.execute("DELETE FROM bookmarks")
    row = insert(db, match)
    captains.take_seats(db, row, match.setup.captains)


def append(
    db: sqlite3.Connection, match: Match, decision: Decision, turn: Bookmark, played_s: float
) -> bool:
    """Keep the next decision of `match`, `played_s` seconds of play after its start.

    Of the turn in which it was taken the bookmark is kept too, in place of that of the last one.
    False when it was there already: what seemed to have failed had reached the disk after all. And
    when the one before it is missing, since it could not be kept: a gap would pass for damage.
    """
    row = _row(db, match.id)
    if _is_kept(db, row, decision.number):
        return False
    if decision.number > 0 and not _is_kept(db, row, decision.number - 1):
        return False
    insert_decision(db, row, decision, played_s)
    if turn.decisions == decision.number:
        body = encode(turn)
        db.execute("INSERT OR REPLACE INTO bookmarks VALUES (?, ?, ?)", (row, body, crc32(body)))
    return True


def _is_kept(db: sqlite3.Connection, row: int, number: int) -> bool:
    found = db.execute("SELECT 1 FROM decisions WHERE place = ?", (_place(row, number),))
    return found.fetchone() is not None


def check_length(decisions: Sequence[Decision]) -> None:
    """Refuse a match that would not fit between its neighbours; raises StoreError."""
    if len(decisions) >= _MOST_DECISIONS:
        raise StoreError(f"a match has less than {_MOST_DECISIONS} decisions")


def insert_decision(
    db: sqlite3.Connection, row: int, decision: Decision, played_s: float = 0.0
) -> None:
    """Keep one decision of the match in `row`."""
    body = encode(decision)
    db.execute(
        "INSERT INTO decisions VALUES (?, ?, ?, ?)",
        (_place(row, decision.number), body, crc32(body), played_s),
    )


def finish(db: sqlite3.Connection, match: Match, played_s: float) -> None:
    """Note that `match` has ended after `played_s` seconds, and what its captains did."""
    row = _row(db, match.id)
    db.execute("UPDATE matches SET status = 'finished' WHERE number = ?", (row,))
    db.execute("DELETE FROM bookmarks WHERE match = ?", (row,))
    if match.scripted:
        return
    events = [event for decision in decisions(db, match) for event in decision.events]
    ranked = is_ranked(match.setup)
    for seat, service in enumerate(services(match.setup, events)):
        captain = captains.in_seat(db, row, seat)
        if captain is not None:
            captains.add_service(
                db, captain, match.game_name, match.mode, ranked, service, played_s
            )


def abandon(db: sqlite3.Connection, match_id: str) -> None:
    """Note that a match was left before its end."""
    db.execute(
        "UPDATE matches SET status = 'abandoned' WHERE id = ? AND status = 'unfinished'",
        (match_id,),
    )
    db.execute(
        "DELETE FROM bookmarks WHERE match = (SELECT number FROM matches WHERE id = ?)", (match_id,)
    )


# Reading


def all_matches(db: sqlite3.Connection) -> Iterator[Match]:
    """Every match, the latest first."""
    for row in db.execute(f"SELECT {_COLUMNS} FROM matches ORDER BY number DESC"):  # noqa: S608
        yield _match(row)


def find(db: sqlite3.Connection, match_id: str) -> Match | None:
    """The match with this id, however its letters were typed."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM matches WHERE id = ?",  # noqa: S608
        (match_id.lower(),),
    ).fetchone()
    return None if row is None else _match(row)


def to_go_on_with(db: sqlite3.Connection) -> Unfinished | None:
    """The match that was on when the box was last switched off, or the plug was pulled."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM matches "  # noqa: S608
        "WHERE status = 'unfinished' AND NOT imported ORDER BY number DESC LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    match = _match(row)
    turn = _bookmark(db, match)
    return Unfinished(
        match=match,
        turn=turn,
        decisions=decisions(db, match, turn.decisions if turn else 0),
        played_s=_played_s(db, match),
    )


def decisions(db: sqlite3.Connection, match: Match, first: int = 0) -> list[Decision]:
    """The decisions of a match in their order, from number `first` on; raises DamagedError."""
    decode = decision_decoder(match.setup)
    found: list[Decision] = []
    row = _row(db, match.id)
    for number, body in _sound_bodies(db, match, _place(row, first), _place(row + 1, 0)):
        try:
            decision = decode(body)
            if decision.number != number:
                raise ValueError(f"decision {decision.number} is in its place")
        except (ValueError, TypeError) as error:
            raise _damage(match, number, error) from None
        found.append(decision)
    return found


def check(db: sqlite3.Connection, unfinished: Unfinished) -> None:
    """Raise DamagedError if a decision before the latest turn is missing or changed.

    Going on does not need those, but the match is worth nothing without them.
    """
    if unfinished.turn is None:
        return
    match, number = unfinished.match, unfinished.turn.decisions
    if not unfinished.decisions:
        raise _damage(match, number, "it is missing")
    row = _row(db, match.id)
    count = sum(1 for _ in _sound_bodies(db, match, _place(row, 0), _place(row, number)))
    if count < number:
        raise _damage(match, count, "it is missing")


def _sound_bodies(
    db: sqlite3.Connection, match: Match, first: int, end: int
) -> Iterator[tuple[int, bytes]]:
    """The decisions at these places, each with its number; raises DamagedError."""
    rows = db.execute(
        "SELECT place, body, checksum FROM decisions WHERE place >= ? AND place < ? ORDER BY place",
        (first, end),
    )
    for expected, (place, body, checksum) in enumerate(rows, first):
        number = expected % _MOST_DECISIONS
        if place != expected:
            raise _damage(match, number, "it is missing")
        if not _is_sound(body, checksum):
            raise _damage(match, number, "its checksum is wrong")
        yield number, body


def _is_sound(body: object, checksum: int) -> bool:
    return isinstance(body, bytes) and crc32(body) == checksum


def _damage(match: Match, number: int, what: object) -> DamagedError:
    return DamagedError(f"match {match.id}, decision {number}: {what}")


def _bookmark(db: sqlite3.Connection, match: Match) -> Bookmark | None:
    """Where the latest turn of an unfinished match began; None where that is its beginning.

    None too when it is of a version whose states were others: all decisions then lead there again.
    Raises DamagedError.
    """
    row = db.execute(
        "SELECT body, checksum FROM bookmarks WHERE match = ?", (_row(db, match.id),)
    ).fetchone()
    if row is None:
        return None
    body, checksum = row
    if not _is_sound(body, checksum):
        raise DamagedError(f"match {match.id}, bookmark: its checksum is wrong")
    try:
        return decode_bookmark(body, match.setup)
    except ValueError:
        return None


def _played_s(db: sqlite3.Connection, match: Match) -> float:
    """Seconds that a match has been played for so far."""
    row = _row(db, match.id)
    last = db.execute(
        "SELECT played_s FROM decisions WHERE place >= ? AND place < ? ORDER BY place DESC LIMIT 1",
        (_place(row, 0), _place(row + 1, 0)),
    ).fetchone()
    return 0.0 if last is None else float(last[0])


def _place(row: int, decision: int) -> int:
    return row * _MOST_DECISIONS + decision


def _row_of(db: sqlite3.Connection, match_id: str) -> int | None:
    row = db.execute("SELECT number FROM matches WHERE id = ?", (match_id,)).fetchone()
    return None if row is None else int(row[0])


def _row(db: sqlite3.Connection, match_id: str) -> int:
    row = _row_of(db, match_id)
    if row is None:
        raise StoreError(f"there is no match {match_id}")
    return row


def _match(row: tuple[int, str, bytes, bytes | None, str, str, bytes | None, Status, int]) -> Match:
    number, match_id, setup, script, started, committed, seed, status, imported = row
    try:
        if seed is not None and fair.commitment(seed) != committed:
            raise ValueError("its seed is not the one that was committed to")
        return Match(
            id=match_id,
            setup=decode_setup(setup),
            script=None if script is None else msgspec.json.decode(script, type=tuple[str, ...]),
            started=started,
            commitment=committed,
            seed=seed,
            status=status,
            imported=bool(imported),
        )
    except (ValueError, TypeError) as error:
        raise DamagedError(f"match {match_id} (row {number}): {error}") from None
