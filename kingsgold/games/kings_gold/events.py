"""What can happen in a match, and how each event changes the state.

Amounts of gold are pieces. An event carries every amount that it moves, so `evolve` knows no rule.
"""

from typing import assert_never

from msgspec.structs import replace

from kingsgold.games import protocol
from kingsgold.games.kings_gold.state import (
    NO_FLAGS,
    ROLLS,
    SKULL,
    Chest,
    Contest,
    EndReason,
    Flags,
    Gold,
    Outcome,
    Record,
    State,
    Tally,
)


class RollOffThrown(protocol.Event, frozen=True, kw_only=True):
    """`captain` threw `face` in the roll-off."""

    captain: int
    face: str


class RollOffTied(protocol.Event, frozen=True, kw_only=True):
    """`captains` share the highest face and throw again among themselves."""

    captains: tuple[int, ...]


class StarterFound(protocol.Event, frozen=True, kw_only=True):
    """`captain` won the roll-off."""

    captain: int


class TurnBegan(protocol.Event, frozen=True, kw_only=True):
    """`captain` takes the dice; `turn` counts every turn of the match."""

    captain: int
    round: int
    turn: int


class TimeRanOut(protocol.Event, frozen=True, kw_only=True):
    """The turn's clock ran out on `captain` (KG-13)."""

    captain: int


class Thrown(protocol.Event, frozen=True, kw_only=True):
    """`captain` threw the dice in `places` and they show `faces`, in that order."""

    captain: int
    places: tuple[int, ...]
    faces: str


class SkullsLocked(protocol.Event, frozen=True, kw_only=True):
    """The Skulls that just fell, in `places`, went into the bay."""

    captain: int
    places: tuple[int, ...]


class Locked(protocol.Event, frozen=True, kw_only=True):
    """`captain` locked the die in place `die`."""

    captain: int
    die: int


class Unlocked(protocol.Event, frozen=True, kw_only=True):
    """`captain` lifted the lock of the die in place `die`."""

    captain: int
    die: int


class Stopped(protocol.Event, frozen=True, kw_only=True):
    """`captain` rolls no more."""

    captain: int


class Mutiny(protocol.Event, frozen=True, kw_only=True):
    """Five Skulls: all of `captain`'s gold went to the Treasury (KG-5)."""

    captain: int
    coins: int
    doubloons: int


class RoyalCurse(protocol.Event, frozen=True, kw_only=True):
    """Three or four Skulls: `captain` paid `coins` to Skull Island (KG-3)."""

    captain: int
    coins: int


class KingsRansom(protocol.Event, frozen=True, kw_only=True):
    """Five Coins: `captain` took all the gold that was in the Treasury."""

    captain: int
    coins: int
    doubloons: int


class RoyalAmnesty(protocol.Event, frozen=True, kw_only=True):
    """Five Crests: `captain` took the `coins` that lay on Skull Island."""

    captain: int
    coins: int


class BroadsideFired(protocol.Event, frozen=True, kw_only=True):
    """Five Cannons: `rival` paid `captain` `coins`, or spent a shield (`blocked`, KG-8)."""

    captain: int
    rival: int
    coins: int
    blocked: bool


class Plundered(protocol.Event, frozen=True, kw_only=True):
    """`captain` took `coins` and `doubloons` from the Treasury, after conversion (KG-6)."""

    captain: int
    coins: int
    doubloons: int


class ShieldRaised(protocol.Event, frozen=True, kw_only=True):
    """`captain` raised one immunity shield (KG-7)."""

    captain: int


class CannonsLoaded(protocol.Event, frozen=True, kw_only=True):
    """`captain` has `shots` to fire."""

    captain: int
    shots: int


class ShotFired(protocol.Event, frozen=True, kw_only=True):
    """`captain` fired one shot at `rival`.

    It took `coins` (0 if the rival has nothing to pay with), or was `blocked`; `shield_spent` tells
    whether this shot spent the shield or found it already spent this turn (KG-8).
    """

    captain: int
    rival: int
    coins: int
    blocked: bool
    shield_spent: bool


class DoubloonsBroken(protocol.Event, frozen=True, kw_only=True):
    """`captain` had too little loose to pay and changed `doubloons` into `coins` (KG-9)."""

    captain: int
    doubloons: int
    coins: int


class TurnResolved(protocol.Event, frozen=True, kw_only=True):
    """`captain`'s turn is over: the pool, what it was, and the heist in points (KG-10)."""

    captain: int
    dice: str
    outcome: Outcome
    heist: int


class CaptainOut(protocol.Event, frozen=True, kw_only=True):
    """A Mutiny put `captain` out of the match (elimination)."""

    captain: int


class TreasuryEmptied(protocol.Event, frozen=True, kw_only=True):
    """The Treasury's last coin left in `captain`'s turn: this round is the last one (KG-1)."""

    captain: int


class MatchEnded(protocol.Event, frozen=True, kw_only=True):
    """The match is settled, because of `reason`."""

    reason: EndReason


Event = (
    RollOffThrown
    | RollOffTied
    | StarterFound
    | TurnBegan
    | TimeRanOut
    | Thrown
    | SkullsLocked
    | Locked
    | Unlocked
    | Stopped
    | Mutiny
    | RoyalCurse
    | KingsRansom
    | RoyalAmnesty
    | BroadsideFired
    | Plundered
    | ShieldRaised
    | CannonsLoaded
    | ShotFired
    | DoubloonsBroken
    | TurnResolved
    | CaptainOut
    | TreasuryEmptied
    | MatchEnded
)


def evolve(state: State, event: Event) -> State:
    """The state after `event`; total, without rules or chance."""
    match event:
        case RollOffThrown():
            return _with_roll_off_throw(state, event.face)
        case RollOffTied():
            return replace(
                state, roll_off=Contest(captains=event.captains), captain=event.captains[0]
            )
        case StarterFound():
            return replace(state, roll_off=None, starter=event.captain, captain=event.captain)
        case TurnBegan():
            return replace(
                state,
                captain=event.captain,
                round=event.round,
                turn=event.turn,
                dice=None,
                locked=NO_FLAGS,
                held=NO_FLAGS,
                rolls_left=ROLLS,
                shots_left=0,
                tally=Tally(),
            )
        case TimeRanOut():
            return state
        case Stopped():
            return replace(state, rolls_left=0)
        case Thrown():
            return _with_toss(state, event.places, event.faces)
        case SkullsLocked():
            return replace(state, locked=_flagged(state.locked, event.places, True))
        case Locked():
            return replace(state, locked=_flagged(state.locked, (event.die,), True))
        case Unlocked():
            return replace(state, locked=_flagged(state.locked, (event.die,), False))
        case CannonsLoaded():
            return replace(state, shots_left=event.shots)
        case TurnResolved():
            return _with_record(state, event.captain, _after_turn(state, event))
        case CaptainOut():
            return replace(state, out=(*state.out, event.captain))
        case TreasuryEmptied():
            return replace(state, final_round=True)
        case MatchEnded():
            return replace(state, end=event.reason)
        case _:
            return _with_gold_moved(state, event)


def _with_gold_moved(
    state: State,
    event: Mutiny
    | RoyalCurse
    | KingsRansom
    | RoyalAmnesty
    | BroadsideFired
    | Plundered
    | ShieldRaised
    | ShotFired
    | DoubloonsBroken,
) -> State:
    tally = state.tally
    match event:
        case Mutiny():
            state = _from_treasury(state, event.captain, -event.coins, -event.doubloons)
            tally = replace(
                tally,
                lost_coins=tally.lost_coins + event.coins,
                lost_doubloons=tally.lost_doubloons + event.doubloons,
            )
        case RoyalCurse():
            state = _from_island(state, event.captain, -event.coins)
            tally = replace(tally, lost_coins=tally.lost_coins + event.coins)
        case KingsRansom() | Plundered():
            state = _from_treasury(state, event.captain, event.coins, event.doubloons)
            record = state.records[event.captain]
            state = _with_record(
                state,
                event.captain,
                replace(
                    record,
                    plundered_coins=record.plundered_coins + event.coins,
                    plundered_doubloons=record.plundered_doubloons + event.doubloons,
                ),
            )
            tally = replace(
                tally,
                taken_coins=tally.taken_coins + event.coins,
                taken_doubloons=tally.taken_doubloons + event.doubloons,
            )
        case RoyalAmnesty():
            state = _from_island(state, event.captain, event.coins)
            tally = replace(tally, claimed=tally.claimed + event.coins)
        case ShieldRaised():
            state = _with_chest(state, event.captain, shields=1)
            tally = replace(tally, shields_raised=tally.shields_raised + 1)
        case BroadsideFired():
            state = _from_rival(state, event.captain, event.rival, event.coins, event.blocked)
            tally = _after_shot(tally, event.rival, event.coins, event.blocked)
        case ShotFired():
            state = _from_rival(state, event.captain, event.rival, event.coins, event.shield_spent)
            state = replace(state, shots_left=state.shots_left - 1)
            tally = _after_shot(tally, event.rival, event.coins, event.shield_spent)
        case DoubloonsBroken():
            return _from_treasury(state, event.captain, event.coins, -event.doubloons)
        case _:
            assert_never(event)
    return replace(state, tally=tally)


def _with_roll_off_throw(state: State, face: str) -> State:
    contest = state.roll_off
    if contest is None:
        return state
    contest = replace(contest, faces=contest.faces + face)
    thrown = len(contest.faces)
    captain = contest.captains[thrown] if thrown < len(contest.captains) else state.captain
    return replace(state, roll_off=contest, captain=captain)


def _with_toss(state: State, places: tuple[int, ...], faces: str) -> State:
    pool = list(state.dice or " " * len(state.locked))
    for place, face in zip(places, faces, strict=True):
        pool[place] = face
    return replace(state, dice="".join(pool), held=state.locked, rolls_left=state.rolls_left - 1)


def _flagged(flags: Flags, places: tuple[int, ...], flag: bool) -> Flags:
    one, two, three, four, five = (
        flag if place in places else before for place, before in enumerate(flags)
    )
    return one, two, three, four, five


def _after_turn(state: State, event: TurnResolved) -> Record:
    record = state.records[event.captain]
    outcome = event.outcome
    grand = outcome in ("kings_ransom", "broadside_barrage", "royal_amnesty")
    record = replace(
        record,
        turns=record.turns + 1,
        two_skull_turns=record.two_skull_turns + (event.dice.count(SKULL) == 2),
        curses=record.curses + (outcome == "curse"),
        mutinies=record.mutinies + (outcome == "mutiny"),
        grand_heists=(*record.grand_heists, outcome) if grand else record.grand_heists,
    )
    if event.heist > record.largest_heist:
        record = replace(record, largest_heist=event.heist, largest_heist_turn=state.turn)
    return record


def _after_shot(tally: Tally, rival: int, coins: int, shield_spent: bool) -> Tally:
    blocked = (*tally.blocked, rival) if shield_spent else tally.blocked
    return replace(tally, stolen=tally.stolen + coins, blocked=blocked)


def _with_record(state: State, captain: int, record: Record) -> State:
    records = (*state.records[:captain], record, *state.records[captain + 1 :])
    return replace(state, records=records)


def _with_chest(
    state: State, captain: int, coins: int = 0, doubloons: int = 0, shields: int = 0
) -> State:
    before = state.chests[captain]
    chest = Chest(
        coins=before.coins + coins,
        doubloons=before.doubloons + doubloons,
        shields=before.shields + shields,
    )
    return replace(state, chests=(*state.chests[:captain], chest, *state.chests[captain + 1 :]))


def _from_treasury(state: State, captain: int, coins: int, doubloons: int) -> State:
    treasury = Gold(
        coins=state.treasury.coins - coins, doubloons=state.treasury.doubloons - doubloons
    )
    return replace(_with_chest(state, captain, coins=coins, doubloons=doubloons), treasury=treasury)


def _from_island(state: State, captain: int, coins: int) -> State:
    return replace(_with_chest(state, captain, coins=coins), island=state.island - coins)


def _from_rival(state: State, captain: int, rival: int, coins: int, shield_spent: bool) -> State:
    state = _with_chest(state, captain, coins=coins)
    state = _with_chest(state, rival, coins=-coins, shields=-shield_spent)
    robber, robbed = state.records[captain], state.records[rival]
    state = _with_record(state, captain, replace(robber, stolen_coins=robber.stolen_coins + coins))
    return _with_record(state, rival, replace(robbed, lost_coins=robbed.lost_coins + coins))
