"""Single pools outside of a match: settling a written case, and explaining a pool in words."""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from kingsgold.games.kings_gold.play import start
from kingsgold.games.kings_gold.resolution import (
    Course,
    fire,
    heist_points,
    outcome_of,
    resolve_pool,
)
from kingsgold.games.kings_gold.setup import Rules, Setup
from kingsgold.games.kings_gold.state import CANNON, FACES, POOL, Chest, Gold, State

Count = Annotated[int, msgspec.Meta(ge=0)]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The gold on the table as cases write it, in pieces."""

    treasury: tuple[Count, Count]
    island: Count
    chests: Annotated[
        tuple[tuple[Count, Count, Count], ...], msgspec.Meta(min_length=2, max_length=6)
    ]


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A final pool, who rolled it, whom each Cannon is fired at, and the table before it.

    Answers that come with a case are not looked at.
    """

    dice: str
    captain: Count
    before: Table
    shots: tuple[Count, ...] = ()
    rules: Rules = Rules()
    after: Any = None
    result: Any = None


def settle_case(case: object) -> dict[str, Any]:
    """What the pool of a case brings: {"after": the table, "result": the turn}.

    `case` is plain JSON data (`dice`, `captain`, `shots`, `rules`, `before`). Raises ValueError
    with the reason when it is malformed or could not happen. Shots of a curse need not be named.
    """
    try:
        asked = msgspec.convert(case, Case)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    _check_possible(asked)
    course = Course(_state_of(asked))
    resolve_pool(course, asked.dice)
    for rival in asked.shots[: course.state.shots_left]:
        fire(course, rival)
    return {"after": _table_of(course.state), "result": _result_of(course.state, asked.dice)}


def check_pool(dice: str) -> None:
    """Refuse what is not a pool of five faces (ValueError)."""
    if len(dice) != POOL or not set(dice) <= set(FACES):
        raise ValueError(f"dice are {POOL} letters out of {FACES}, not {dice!r}")


def _check_possible(case: Case) -> None:
    check_pool(case.dice)
    captains, cannons = len(case.before.chests), case.dice.count(CANNON)
    if case.captain >= captains:
        raise ValueError(f"captain is 0 to {captains - 1}, not {case.captain}")
    outcome = outcome_of(case.dice)
    allowed = {"payout": {cannons}, "curse": {0, cannons}}.get(outcome, {0})
    if len(case.shots) not in allowed:
        shots = "1 shot" if max(allowed) == 1 else f"{max(allowed)} shots"
        raise ValueError(f"{case.dice} fires {shots}, not {len(case.shots)}")
    for rival in case.shots:
        if rival >= captains:
            raise ValueError(f"a shot at captain {rival}: captains are 0 to {captains - 1}")
        if rival == case.captain:
            raise ValueError(f"captain {rival} can't fire at itself")


def _state_of(case: Case) -> State:
    crew = tuple(str(captain) for captain in range(len(case.before.chests)))
    state = start(Setup(captains=crew, starter=case.captain, rules=case.rules))
    return replace(
        state,
        treasury=Gold(*case.before.treasury),
        island=case.before.island,
        chests=tuple(Chest(*chest) for chest in case.before.chests),
        dice=case.dice,
    )


def _table_of(state: State) -> dict[str, Any]:
    return {
        "treasury": [state.treasury.coins, state.treasury.doubloons],
        "island": state.island,
        "chests": [[chest.coins, chest.doubloons, chest.shields] for chest in state.chests],
    }


def _result_of(state: State, dice: str) -> dict[str, Any]:
    tally, outcome = state.tally, outcome_of(dice)
    result: dict[str, Any] = {
        "outcome": outcome,
        "taken_coins": tally.taken_coins,
        "taken_doubloons": tally.taken_doubloons,
        "stolen": tally.stolen,
        "claimed": tally.claimed,
        "shields_raised": tally.shields_raised,
        "blocked": list(tally.blocked),
        "heist": heist_points(state),
    }
    if outcome in ("curse", "mutiny"):
        result["lost"] = [tally.lost_coins, tally.lost_doubloons]
    return result
