"""Captains who are remembered: their profiles, badges and dice, and what they have done."""

import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from kingsgold.games.protocol import check_name
from kingsgold.store.files import StoreError
from kingsgold.store.service import Service

Skin = Literal["bone", "ebony", "gold"]
SKINS: tuple[Skin, ...] = ("bone", "ebony", "gold")

UNLOCKED_BY: Mapping[str, str] = {"ebony": "bronze_anchor", "gold": "silver_cutlass"}
"""The badge that a skin needs; everybody may play with bone."""


class Captain(msgspec.Struct, frozen=True, kw_only=True):
    """A captain who is remembered. `badges` counts how often each was earned."""

    id: str
    name: str
    skin: Skin = "bone"
    badges: dict[str, int] = {}

    @property
    def skins(self) -> tuple[Skin, ...]:
        """The dice that this captain may choose from."""
        return tuple(skin for skin in SKINS if UNLOCKED_BY.get(skin, None) in (None, *self.badges))


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """What a captain has done in one game and mode; `points` and `hoarded` are sums.

    `largest_heist` is points, `best_voyage` Doubloons, `fastest_hoard` in how many voyages a hoard
    of 500 was reached (None: never). `heists` counts grand heists and prizes by name.
    """

    game: str
    mode: str | None
    matches: int
    wins: int
    points: int
    best_points: int
    largest_heist: int
    skull_forfeits: int
    voyages: int
    busts: int
    hoarded: int
    best_voyage: int
    fastest_hoard: int | None
    played_s: float
    heists: dict[str, int]

    @property
    def average_voyage(self) -> float | None:
        """Doubloons that a voyage brought to the hoard; None before the first."""
        return self.hoarded / self.voyages if self.voyages else None


_SUMS = ("matches", "wins", "points", "skull_forfeits", "voyages", "busts", "hoarded", "played_s")
_BESTS = ("best_points", "largest_heist", "best_voyage")


def everyone(db: sqlite3.Connection) -> list[Captain]:
    """All who are remembered, by name."""
    badges: dict[str, dict[str, int]] = {}
    for captain, badge, times in db.execute("SELECT captain, badge, times FROM badges"):
        badges.setdefault(captain, {})[badge] = times
    rows = db.execute("SELECT id, name, skin FROM captains ORDER BY folded_name")
    return [
        msgspec.convert(
            {"id": id_, "name": name, "skin": _skin(skin), "badges": badges.get(id_, {})}, Captain
        )
        for id_, name, skin in rows
    ]


def find(db: sqlite3.Connection, name: str) -> Captain:
    """The captain with this name, or this id; raises StoreError."""
    row = db.execute(
        "SELECT id, name, skin FROM captains WHERE folded_name = ?", (name.casefold(),)
    ).fetchone()
    if row is None:
        row = db.execute("SELECT id, name, skin FROM captains WHERE id = ?", (name,)).fetchone()
    if row is None:
        raise StoreError(f"no captain is called {name!r}")
    id_, name, skin = row
    badges = db.execute("SELECT badge, times FROM badges WHERE captain = ?", (id_,))
    return Captain(id=id_, name=name, skin=_skin(skin), badges=dict(badges.fetchall()))


def _skin(kept: str) -> Skin:
    """The skin as it is kept; bone in place of one that was written there by another hand."""
    known: dict[str, Skin] = {skin: skin for skin in SKINS}
    return known.get(kept, "bone")


def add(db: sqlite3.Connection, name: str) -> Captain:
    """Remember a captain from now on; raises StoreError for a name that can't be used."""
    _check(name)
    captain = Captain(id=secrets.token_hex(8), name=name)
    try:
        db.execute(
            "INSERT INTO captains VALUES (?, ?, ?, ?)",
            (captain.id, name, name.casefold(), captain.skin),
        )
    except sqlite3.IntegrityError:
        raise StoreError(f"a captain is called {find(db, name).name!r} already") from None
    return captain


def rename(db: sqlite3.Connection, name: str, new_name: str) -> Captain:
    """Give a captain another name; matches keep the one that was played under."""
    _check(new_name)
    captain = find(db, name)
    try:
        db.execute(
            "UPDATE captains SET name = ?, folded_name = ? WHERE id = ?",
            (new_name, new_name.casefold(), captain.id),
        )
    except sqlite3.IntegrityError:
        raise StoreError(f"a captain is called {find(db, new_name).name!r} already") from None
    return msgspec.structs.replace(captain, name=new_name)


def remove(db: sqlite3.Connection, name: str) -> Captain:
    """Forget a captain, with badges and statistics; matches stay, with the names in them."""
    captain = find(db, name)
    db.execute("DELETE FROM captains WHERE id = ?", (captain.id,))
    return captain


def set_skin(db: sqlite3.Connection, name: str, skin: Skin) -> Captain:
    """Let a captain play with other dice; raises StoreError if the badge for them is missing."""
    captain = find(db, name)
    if skin not in captain.skins:
        badge = UNLOCKED_BY[skin].replace("_", " ").title()
        raise StoreError(f"{captain.name} needs the badge {badge} for dice of {skin}")
    db.execute("UPDATE captains SET skin = ? WHERE id = ?", (skin, captain.id))
    return msgspec.structs.replace(captain, skin=skin)


def statistics(db: sqlite3.Connection, captain_id: str) -> list[Statistics]:
    """What a captain has done, by game and mode, in matches ranked and not."""
    heists: dict[tuple[str, str], dict[str, int]] = {}
    for game, mode, name, times in db.execute(
        "SELECT game, mode, name, times FROM feats WHERE captain = ?", (captain_id,)
    ):
        heists.setdefault((game, mode), {})[name] = times
    numbers = [*(f"sum({name})" for name in _SUMS), *(f"max({name})" for name in _BESTS)]
    rows = db.execute(
        f"SELECT game, mode, min(fastest_hoard), {', '.join(numbers)} "  # noqa: S608
        "FROM tallies WHERE captain = ? GROUP BY game, mode",
        (captain_id,),
    )
    found: list[Statistics] = []
    for game, mode, fastest, *values in rows:
        named: dict[str, Any] = dict(zip((*_SUMS, *_BESTS), values, strict=True))
        found.append(
            Statistics(
                game=game,
                mode=mode or None,
                fastest_hoard=fastest,
                heists=heists.get((game, mode), {}),
                **named,
            )
        )
    return found


def take_seats(db: sqlite3.Connection, match_row: int, names: Sequence[str]) -> None:
    """Note who of the players of a match is a captain who is remembered."""
    for seat, name in enumerate(names):
        db.execute(
            "INSERT INTO seats SELECT ?, ?, id FROM captains WHERE folded_name = ?",
            (match_row, seat, name.casefold()),
        )


def in_seat(db: sqlite3.Connection, match_row: int, seat: int) -> str | None:
    """The id of the captain who is remembered and sits there."""
    row = db.execute(
        "SELECT captain FROM seats WHERE match = ? AND seat = ?", (match_row, seat)
    ).fetchone()
    return None if row is None else str(row[0])


def add_service(
    db: sqlite3.Connection,
    captain: str,
    game: str,
    mode: str | None,
    ranked: bool,
    service: Service,
    played_s: float,
) -> None:
    """Add what a captain did in a match to what is known of that captain.

    Badges count in ranked matches only: with other valuations they would be given away.
    """
    values: dict[str, Any] = {
        "captain": captain,
        "game": game,
        "mode": mode or "",
        "ranked": ranked,
        "matches": 1,
        "wins": service.won,
        "points": service.points,
        "best_points": service.points,
        "largest_heist": service.largest_heist,
        "skull_forfeits": service.skull_forfeits,
        "voyages": service.voyages,
        "busts": service.busts,
        "hoarded": service.hoarded,
        "best_voyage": service.best_voyage,
        "fastest_hoard": service.fastest_hoard,
        "played_s": played_s,
    }
    updates = [
        *(f"{name} = {name} + excluded.{name}" for name in _SUMS),
        *(f"{name} = max({name}, excluded.{name})" for name in _BESTS),
        "fastest_hoard = min(coalesce(fastest_hoard, excluded.fastest_hoard), "
        "coalesce(excluded.fastest_hoard, fastest_hoard))",
    ]
    db.execute(
        f"INSERT INTO tallies ({', '.join(values)}) "  # noqa: S608
        f"VALUES ({', '.join(f':{name}' for name in values)}) "
        f"ON CONFLICT DO UPDATE SET {', '.join(updates)}",
        values,
    )
    for name, times in service.feats.items():
        db.execute(
            "INSERT INTO feats VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT DO UPDATE SET times = times + excluded.times",
            (captain, game, mode or "", name, times),
        )
    for badge in service.badges if ranked else ():
        db.execute(
            "INSERT INTO badges VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET times = times + 1",
            (captain, badge),
        )


def _check(name: str) -> None:
    try:
        check_name(name)
    except ValueError as error:
        raise StoreError(str(error)) from None
