"""From a match to what a scoreboard shows, and what is announced on it."""

from collections.abc import Mapping, Sequence
from math import ceil

from kingsgold.app.keeper import Kept
from kingsgold.app.present import set_aside
from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy
from kingsgold.games.protocol import Event
from kingsgold.scoreboard.board import (
    Announcement,
    Board,
    CaptainLine,
    Phase,
    Pledge,
    StandingLine,
    TurnLine,
)
from kingsgold.table.table import Table

_BLACK_LETTERS: Mapping[str, str] = {"@": "B", "$": "S", "%": "C", "^": "R", "!": "T", "#": "F"}
"""The black bone's faces as letters, since a wire's separators are among its usual signs."""

_PRIZES: Mapping[str, str] = {"2": "boarding-action", "4": "armada", "5": "chest-o-gold"}


def board(table: Table | None) -> Board:
    """What everybody may see of the match; an empty board when there is none."""
    if table is None:
        return Board()
    state = table.game.view(table.state, None)
    seconds = ceil(table.clock.left_s()) if table.setup.turn_seconds else None
    if isinstance(state, vy.State):
        return _voyages(state, table.events, seconds)
    return _kings_gold(state, seconds)


def pledge(kept: Kept | None, table: Table | None) -> Pledge | None:
    """What the dice of the match are fixed with; its seed is told when the match has ended."""
    if kept is None or kept.match is None or kept.match.scripted or table is None:
        return None
    seed = kept.match.seed if table.state.over else None
    return Pledge(bytes.fromhex(kept.match.commitment), seed)


def announcements(events: Sequence[Event]) -> list[Announcement]:
    """The great things among `events`: heists, mutinies and curses, Broadsides and prizes."""
    return [found for event in events if (found := _announcement(event)) is not None]


def _announcement(event: Event) -> Announcement | None:
    match event:
        case kg.TurnResolved() if event.outcome != "payout":
            return Announcement(event.captain, event.outcome.replace("_", "-"), event.heist)
        case vy.BroadsideFired():
            return Announcement(event.captain, "broadside", event.points)
        case vy.PrizeCaptured():
            return Announcement(event.captain, _PRIZES[event.face], event.points)
        case vy.RumRun():
            return Announcement(event.captain, "rum-run", 0)
        case vy.Capsized():
            return Announcement(event.captain, "capsized", event.hoard)
        case _:
            return None


def _kings_gold(state: kg.State, seconds: int | None) -> Board:
    standings = kg.standings(state) if state.over else []
    badges = {line.captain: line.badges for line in standings}
    return Board(
        game="kings-gold",
        mode=state.setup.mode,
        phase=_kings_phase(state),
        round=state.round,
        captains=tuple(
            CaptainLine(
                name=state.setup.captains[line.captain],
                coins=line.coins,
                doubloons=line.doubloons,
                points=line.points,
                shields=line.shields,
                out=line.captain in state.out,
                badges=badges.get(line.captain, ()),
            )
            for line in kg.ledger(state)
        ),
        turn=None if state.over else _kings_turn(state, seconds),
        standings=tuple(
            StandingLine(captain=line.captain, score=line.score, winner=line.winner)
            for line in standings
        ),
    )


def _kings_phase(state: kg.State) -> Phase:
    if state.over:
        return "over"
    if state.roll_off is not None:
        return "roll-off"
    return "final-round" if state.final_round else "playing"


def _kings_turn(state: kg.State, seconds: int | None) -> TurnLine:
    return TurnLine(
        captain=state.captain,
        round=state.round,
        seconds=seconds,
        tally=_prospect(state),
        dice=state.dice or "",
        locked=state.locked if state.dice else (),
        rolls_left=None if state.roll_off is not None else state.rolls_left,
    )


def _prospect(state: kg.State) -> int | None:
    """The points that a stop would bring now, before any shot."""
    gain = kg.would_resolve(state)
    if gain is None:
        return None
    rules = state.setup.rules
    return (
        gain.coins * rules.coin_value
        + gain.doubloons * rules.doubloon_value
        + gain.shields * rules.shield_value
    )


def _voyages(state: vy.State, events: Sequence[Event], seconds: int | None) -> Board:
    standings = vy.standings(state) if state.over else []
    return Board(
        game="voyages",
        phase=_voyages_phase(state),
        round=state.round,
        captains=tuple(
            CaptainLine(name=name, points=hoard, out=capsized)
            for name, hoard, capsized in zip(
                state.setup.captains, state.hoards, state.capsized, strict=True
            )
        ),
        turn=None if state.over else _voyage(state, events, seconds),
        standings=tuple(
            StandingLine(captain=line.captain, score=line.hoard, winner=line.winner)
            for line in standings
        ),
    )


def _voyages_phase(state: vy.State) -> Phase:
    if state.over:
        return "over"
    if state.sail_off_round:
        return "sail-off"
    return "final-round" if state.final_round else "playing"


def _voyage(state: vy.State, events: Sequence[Event], seconds: int | None) -> TurnLine:
    toss = state.toss or ""
    aside = set_aside(events) if toss else ""
    return TurnLine(
        captain=state.captain,
        round=state.round,
        seconds=seconds,
        tally=state.tally,
        dice="".join(_BLACK_LETTERS.get(bone, bone) for bone in toss + aside),
        locked=(False,) * len(toss) + (True,) * len(aside),
    )
