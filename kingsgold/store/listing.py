"""Matches, captains and leaderboards as the command line prints them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from kingsgold.store.captains import Captain, Statistics
from kingsgold.store.leaderboard import Board
from kingsgold.store.matches import Match

_BOARD_TITLES = {
    "wins": "matches won",
    "points": "most points in a match",
    "largest_heist": "largest heist in points",
    "fastest_hoard": "voyages to a hoard of 500",
}


def match_facts(match: Match) -> dict[str, Any]:
    """A match for programs; its seed stays secret here, also while it is still to be kept so."""
    return {
        "id": match.id,
        "game": match.game_name,
        "mode": match.mode,
        "captains": list(match.setup.captains),
        "started": match.started,
        "status": match.status,
        "scripted": match.scripted,
        "imported": match.imported,
        "commitment": match.commitment,
    }


def match_line(match: Match) -> str:
    """A match for people, in the time of where they are."""
    notes = [match.status]
    if match.scripted:
        notes.append("scripted")
    if match.imported:
        notes.append("imported")
    crew = ", ".join(match.setup.captains)
    title = _title(match.game_name, match.mode)
    return f"{match.id}  {_local_time(match.started)}  {title}  {', '.join(notes)}  {crew}"


def _local_time(started: str) -> str:
    try:
        return f"{datetime.fromisoformat(started).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError):  # The file of a match from elsewhere may say anything.
        return started


def captain_facts(captain: Captain, done: Sequence[Statistics]) -> dict[str, Any]:
    """A captain for programs, with what that captain has done."""
    return {
        **msgspec.to_builtins(captain),
        "skins": list(captain.skins),
        "statistics": [
            {**msgspec.to_builtins(part), "average_voyage": part.average_voyage} for part in done
        ],
    }


def captain_lines(captain: Captain, done: Sequence[Statistics]) -> Iterator[str]:
    """A captain for people."""
    badges = ", ".join(f"{_words(badge)} x{times}" for badge, times in captain.badges.items())
    yield f"{captain.name}: dice of {captain.skin}" + (f"; {badges}" if badges else "")
    for part in done:
        facts = [
            f"{part.wins} of {part.matches} matches won",
            f"{part.points} points, at best {part.best_points}",
        ]
        if part.average_voyage is None:
            facts.append(f"largest heist {part.largest_heist}")
            facts.append(f"{part.skull_forfeits} skull forfeits")
        else:
            facts.append(f"{part.busts} of {part.voyages} voyages ran aground")
            facts.append(f"a voyage brings {part.average_voyage:.1f}, at best {part.best_voyage}")
            if part.fastest_hoard is not None:
                facts.append(f"a hoard of 500 in {part.fastest_hoard} voyages")
        facts += [f"{name} x{times}" for name, times in part.heists.items()]
        facts.append(f"{part.played_s / 60:.0f} minutes")
        yield f"  {_title(part.game, part.mode)}: {'; '.join(facts)}"


def board_lines(boards: Sequence[Board]) -> Iterator[str]:
    """Leaderboards for people."""
    for number, board in enumerate(boards):
        if number:
            yield ""
        yield f"{_title(board.game, board.mode)}: {_BOARD_TITLES[board.board]}"
        for place in board.places:
            yield f"{place.place:4}. {place.name:<12} {place.value:6}"


def _title(game: str, mode: str | None) -> str:
    return game if mode is None else f"{game} {mode}"


def _words(badge: str) -> str:
    return badge.replace("_", " ").title()
