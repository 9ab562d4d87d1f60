"""What a match says of its captains: the line that each of them gets in the book at its end."""

from collections.abc import Iterable

import msgspec

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Event, Setup, replay

A_HOARD = 500
"""Doubloons of the hoard that captains race for, whatever the match is played to."""

_VALUATIONS = (
    "treasury_coins",
    "treasury_doubloons",
    "coin_value",
    "doubloon_value",
    "shield_value",
    "master_pirate_bonus",
)
"""Rules of King's Gold that change what points are worth, so that they can't be compared."""


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """What one captain did in one match, by its journal.

    `points` is the score of King's Gold or the hoard of Voyages; `largest_heist` is points.
    `hoarded` is Doubloons over all voyages, those lost by capsizing too; `fastest_hoard` is in how
    many voyages the hoard reached 500, None if it never did. `feats` counts grand heists and prizes
    by name.
    """

    won: bool
    points: int
    badges: tuple[str, ...] = ()
    largest_heist: int = 0
    skull_forfeits: int = 0
    voyages: int = 0
    busts: int = 0
    hoarded: int = 0
    best_voyage: int = 0
    fastest_hoard: int | None = None
    feats: dict[str, int] = {}


def is_ranked(setup: Setup) -> bool:
    """Whether a match of `setup` can be compared with others: bank and valuations are untouched."""
    if not isinstance(setup, kings_gold.Setup):
        return True
    usual = kings_gold.Rules()
    return all(getattr(setup.rules, name) == getattr(usual, name) for name in _VALUATIONS)


def services(setup: Setup, events: Iterable[Event]) -> list[Service]:
    """The service of every captain, in seat order, in a match that has ended."""
    if isinstance(setup, voyages.Setup):
        return _on_voyages(setup, list(events))
    return _at_kings_gold(setup, list(events))


def _at_kings_gold(setup: Setup, events: list[Event]) -> list[Service]:
    state = replay(kings_gold, setup, events)
    found: dict[int, Service] = {}
    for standing in kings_gold.standings(state):
        record = state.records[standing.captain]
        feats = [heist.replace("_", " ") for heist in record.grand_heists]
        found[standing.captain] = Service(
            won=standing.winner,
            points=standing.score,
            badges=standing.badges,
            largest_heist=record.largest_heist,
            skull_forfeits=record.skull_forfeits,
            feats={name: feats.count(name) for name in feats},
        )
    return [found[seat] for seat in range(len(setup.captains))]


def _on_voyages(setup: voyages.Setup, events: list[Event]) -> list[Service]:
    state: voyages.State = replay(voyages, setup, events)
    return [
        Service(
            won=seat in state.winners,
            points=state.hoards[seat],
            voyages=figures.voyages,
            busts=figures.busts,
            hoarded=sum(
                event.amount
                for event in events
                if isinstance(event, voyages.Hoarded) and event.captain == seat
            ),
            best_voyage=figures.best_voyage,
            fastest_hoard=_voyages_to_a_hoard(seat, events),
            feats=figures.prizes,
        )
        for seat, figures in enumerate(state.figures)
    ]


def _voyages_to_a_hoard(seat: int, events: list[Event]) -> int | None:
    count = 0
    for event in events:
        match event:
            case voyages.Hoarded(captain=captain, hoard=hoard) if captain == seat:
                count += 1
                if hoard >= A_HOARD:
                    return count
            case voyages.RanAground(captain=captain) if captain == seat:
                count += 1
            case _:
                pass
    return None
