"""Matches in the database: how they begin, go on, end, and are found again."""

import secrets
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from kingsgold.games.protocol import Game, Setup
from kingsgold.store import captains
from kingsgold.store.codec import (
    decision_decoder,
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
from kingsgold.table.journal import Decision

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
    row = insert(db, match)
    captains.take_seats(db, row, match.setup.captains)


def append(db: sqlite3.Connection, match: Match, decision: Decision, played_s: float) -> bool:
    """Keep the next decision of `match`, `played_s` seconds of play after its start.

    False when it was there already: what seemed to have failed had reached the disk after all. And
    when the one before it is missing, since it could not be kept: a gap would pass for damage.
    """
    row = _row(db, match.id)
    if _is_kept(db, row, decision.number):
        return False
    if decision.number > 0 and not _is_kept(db, row, decision.number - 1):
        return False
    insert_decision(db, row, decision, played_s)
    return True


def _is_kept(db: sqlite3.Connection, row: int, number: int) -> bool:
    found = db.execute("SELECT 1 FROM decisions WHERE place = ?", (_place(row, number),))
    return found.fetchone() is not None


def insert_decision(
    db: sqlite3.Connection, row: int, decision: Decision, played_s: float = 0.0
) -> None:
    """Keep one decision of the match in `row`."""
    body = encode(decision)
    db.execute(
        "INSERT INTO decisions VALUES (?, ?, ?, ?)",
        (_place(row, decision.number), body, zlib.crc32(body), played_s),
    )


def finish(db: sqlite3.Connection, match: Match, played_s: float) -> None:
    """Note that `match` has ended after `played_s` seconds, and what its captains did."""
    row = _row(db, match.id)
    db.execute("UPDATE matches SET status = 'finished' WHERE number = ?", (row,))
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


def to_go_on_with(db: sqlite3.Connection) -> Match | None:
    """The match that was on when the box was last switched off, or the plug was pulled."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM matches "  # noqa: S608
        "WHERE status = 'unfinished' AND NOT imported ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return None if row is None else _match(row)


def decisions(db: sqlite3.Connection, match: Match) -> list[Decision]:
    """All decisions of a match in their order; raises DamagedError."""
    decode = decision_decoder(match.setup)
    found: list[Decision] = []
    rows = db.execute(
        "SELECT body, checksum FROM decisions WHERE place >= ? AND place < ? ORDER BY place",
        _places(_row(db, match.id)),
    )
    for body, checksum in rows:
        try:
            if zlib.crc32(body) != checksum:
                raise ValueError("its checksum is wrong")
            decision = decode(body)
            if decision.number != len(found):
                raise ValueError(f"it is followed by decision {decision.number}")
        except (ValueError, TypeError) as error:
            raise DamagedError(f"match {match.id}, decision {len(found)}: {error}") from None
        found.append(decision)
    return found


def played_s(db: sqlite3.Connection, match: Match) -> float:
    """Seconds that a match has been played for so far."""
    row = db.execute(
        "SELECT played_s FROM decisions WHERE place >= ? AND place < ? ORDER BY place DESC LIMIT 1",
        _places(_row(db, match.id)),
    ).fetchone()
    return 0.0 if row is None else float(row[0])


def _place(row: int, decision: int) -> int:
    return row * _MOST_DECISIONS + decision


def _places(row: int) -> tuple[int, int]:
    """Where the decisions of a match begin, and where those of the next one do."""
    return _place(row, 0), _place(row + 1, 0)


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
