"""Leaderboards: who is ahead, by game and mode, in matches that can be compared."""

import sqlite3
from typing import Literal

import msgspec

BoardName = Literal["wins", "points", "largest_heist", "fastest_hoard"]

_COLUMNS: dict[BoardName, tuple[str, str]] = {
    "wins": ("wins", "DESC"),
    "points": ("best_points", "DESC"),
    "largest_heist": ("largest_heist", "DESC"),
    "fastest_hoard": ("fastest_hoard", "ASC"),
}
_BOARDS: dict[str, tuple[BoardName, ...]] = {
    "kings-gold": ("wins", "points", "largest_heist"),
    "voyages": ("wins", "points", "fastest_hoard"),
}


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a board; equal values share a place."""

    place: int
    captain: str
    name: str
    value: int


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """One board: `wins`; `points`, the best of one match; `largest_heist` in points; or
    `fastest_hoard`, in how many voyages a hoard of 500 was reached (fewer are better).
    """

    board: BoardName
    game: str
    mode: str | None
    places: list[Place]


def boards(db: sqlite3.Connection, game: str | None, mode: str | None) -> list[Board]:
    """The boards with somebody on them, of `game` and `mode` or of all."""
    played = db.execute("SELECT DISTINCT game, mode FROM tallies WHERE ranked ORDER BY game, mode")
    found: list[Board] = []
    for of_game, of_mode in played.fetchall():
        if game in (None, of_game) and mode in (None, of_mode):
            for name in _BOARDS[of_game]:
                places = _places(db, name, of_game, of_mode)
                if places:
                    found.append(
                        Board(board=name, game=of_game, mode=of_mode or None, places=places)
                    )
    return found


def _places(db: sqlite3.Connection, board: BoardName, game: str, mode: str) -> list[Place]:
    column, order = _COLUMNS[board]
    rows = db.execute(
        f"SELECT rank() OVER (ORDER BY {column} {order}), captains.id, name, {column} "  # noqa: S608
        "FROM tallies JOIN captains ON captains.id = tallies.captain "
        f"WHERE game = ? AND mode = ? AND ranked = 1 AND {column} > 0 ORDER BY 1, folded_name",
        (game, mode),
    )
    return [Place(place=p, captain=id_, name=name, value=value) for p, id_, name, value in rows]
