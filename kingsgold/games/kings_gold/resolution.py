"""What a pool brings: from the dice that lie to the gold that moves."""

import msgspec

from kingsgold.games.kings_gold.events import (
    BroadsideFired,
    CannonsLoaded,
    DoubloonsBroken,
    Event,
    KingsRansom,
    Mutiny,
    Plundered,
    RoyalAmnesty,
    RoyalCurse,
    ShieldRaised,
    ShotFired,
    evolve,
)
from kingsgold.games.kings_gold.state import (
    CANNON,
    COIN,
    CREST,
    SKULL,
    Gold,
    Outcome,
    State,
)

CHANGE = 5
"""Coins that the Treasury gives for a doubloon, whatever the valuations."""

CURSED = 3
"""Skulls that make the Royal Curse certain (KG-3)."""


class Course:
    """What happens in the course of one decision: the events, and the state they lead to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Note `event` and go on from the state after it."""
        self.state = evolve(self.state, event)
        self.events.append(event)


def outcome_of(dice: str) -> Outcome:
    """What a final pool of five letters is."""
    skulls = dice.count(SKULL)
    if skulls >= CURSED:
        return "mutiny" if skulls == len(dice) else "curse"
    if five_alike(dice):
        grand: dict[str, Outcome] = {
            COIN: "kings_ransom",
            CANNON: "broadside_barrage",
            CREST: "royal_amnesty",
        }
        return grand[dice[0]]
    return "payout"


def five_alike(dice: str) -> bool:
    """Whether all dice show the same symbol, which ends the turn at once (KG-4)."""
    return len(set(dice)) == 1


def resolve_pool(course: Course, dice: str) -> None:
    """Let `dice` act for the captain whose turn it is, up to the first shot of a volley.

    The order is the one of the rules: Skulls, grand heists, then plunder, shields and cannons.
    """
    state = course.state
    captain, rules = state.captain, state.setup.rules
    match outcome_of(dice):
        case "mutiny":
            chest = state.chests[captain]
            course.happen(Mutiny(captain=captain, coins=chest.coins, doubloons=chest.doubloons))
        case "curse":
            coins = _raise_coins(course, captain, rules.curse_penalty)
            course.happen(RoyalCurse(captain=captain, coins=coins))
        case "kings_ransom":
            bank = state.treasury
            course.happen(KingsRansom(captain=captain, coins=bank.coins, doubloons=bank.doubloons))
        case "broadside_barrage":
            for rival in state.rivals:
                _fire_broadside(course, rival)
        case "royal_amnesty":
            course.happen(RoyalAmnesty(captain=captain, coins=state.island))
            course.happen(ShieldRaised(captain=captain))
        case "payout":
            _pay_out(course, dice)


def fire(course: Course, rival: int) -> None:
    """Fire one shot of the captain's volley at `rival` (KG-8)."""
    captain = course.state.captain
    spent_before = rival in course.state.tally.blocked
    shielded = not spent_before and course.state.chests[rival].shields > 0
    blocked = spent_before or shielded
    coins = 0 if blocked else _raise_coins(course, rival, 1)
    course.happen(
        ShotFired(captain=captain, rival=rival, coins=coins, blocked=blocked, shield_spent=shielded)
    )


def richest_rival(state: State) -> int:
    """The rival with the most gold by value; among equals the first clockwise (KG-13)."""
    return max(state.rivals, key=lambda rival: state.chests[rival].value(state.setup.rules))


def heist_points(state: State) -> int:
    """The rise of the captain's gold over this turn's resolution, in points (KG-10).

    Paying out only ever adds to the captain's chest; curse and Mutiny add nothing and are 0.
    """
    rules, tally = state.setup.rules, state.tally
    coins = tally.taken_coins + tally.stolen + tally.claimed
    return coins * rules.coin_value + tally.taken_doubloons * rules.doubloon_value


class Prospect(msgspec.Struct, frozen=True):
    """What stopping now would bring, before any shot of a volley is fired.

    `coins`, `doubloons` and `shields` are changes of the captain's chest, in pieces; `shots` is how
    many cannons would then fire.
    """

    outcome: Outcome
    coins: int
    doubloons: int
    shields: int
    shots: int


def would_resolve(state: State) -> Prospect | None:
    """What the pool would bring if the turn resolved now; None when no dice lie."""
    if state.phase != "locking" or state.dice is None:
        return None
    course = Course(state)
    resolve_pool(course, state.dice)
    before, after = state.chests[state.captain], course.state.chests[state.captain]
    return Prospect(
        outcome=outcome_of(state.dice),
        coins=after.coins - before.coins,
        doubloons=after.doubloons - before.doubloons,
        shields=after.shields - before.shields,
        shots=course.state.shots_left,
    )


def _pay_out(course: Course, dice: str) -> None:
    state = course.state
    captain, rules, bank = state.captain, state.setup.rules, state.treasury
    crests = dice.count(CREST)
    taken = min(dice.count(COIN), bank.coins)
    plunder = _convert(taken, crests, bank.doubloons, rules.crest_conversion == "all")
    if taken:
        course.happen(Plundered(captain=captain, coins=plunder.coins, doubloons=plunder.doubloons))
    if rules.crest_conversion == "all":
        spare = 0 if taken else crests
    else:
        spare = crests - min(crests, taken)
    if 0 < rules.crests_per_shield <= spare:
        course.happen(ShieldRaised(captain=captain))
    shots = dice.count(CANNON)
    if shots:
        course.happen(CannonsLoaded(captain=captain, shots=shots))


def _convert(taken: int, crests: int, doubloons: int, every_coin: bool) -> Gold:
    """What is left of `taken` coins, and the doubloons they became (KG-6)."""
    convertible = taken if every_coin and crests else min(crests, taken)
    converted = min(convertible, doubloons)
    return Gold(coins=taken - converted, doubloons=converted)


def _fire_broadside(course: Course, rival: int) -> None:
    captain, rules = course.state.captain, course.state.setup.rules
    blocked = course.state.chests[rival].shields > 0
    coins = 0 if blocked else _raise_coins(course, rival, rules.broadside_steal)
    course.happen(BroadsideFired(captain=captain, rival=rival, coins=coins, blocked=blocked))


def _raise_coins(course: Course, captain: int, owed: int) -> int:
    """How many of `owed` coins `captain` can pay, after breaking doubloons as needed (KG-9)."""
    chest, bank = course.state.chests[captain], course.state.treasury
    short = max(0, owed - chest.coins)
    doubloons = min(-(-short // CHANGE), chest.doubloons, bank.coins // CHANGE)
    if doubloons:
        course.happen(
            DoubloonsBroken(captain=captain, doubloons=doubloons, coins=doubloons * CHANGE)
        )
    return min(owed, course.state.chests[captain].coins)
