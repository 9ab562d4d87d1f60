"""The match as a chronicle: one short sentence for each event."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy

_FACES = {"O": "Coin", "N": "Cannon", "R": "Crest", "X": "Skull"}
_BONES = {
    **vy.FACE_NAMES,
    **{
        black: f"black {vy.FACE_NAMES[white]}"
        for black, white in zip("@$%^!", "24561", strict=True)
    },
    "#": "Black Flag",
}
_OUTCOMES: dict[kg.Outcome, str] = {
    "payout": "a heist of {}",
    "curse": "Royal Curse",
    "mutiny": "Mutiny",
    "kings_ransom": "King's Ransom, a heist of {}",
    "broadside_barrage": "Broadside Barrage, a heist of {}",
    "royal_amnesty": "Royal Amnesty, a heist of {}",
}
_ENDS = {
    "treasury": "the Treasury has no coin left",
    "navy": "the King's navy is here",
    "elimination": "one captain is left",
    "final_round": "the final round is sailed",
    "last_afloat": "one captain is left afloat",
    "rum_run": "Rum Run",
    "sail_off": "the sail-off is sailed",
}


def told(after: kg.State | vy.State, events: Iterable[kg.Event | vy.Event]) -> list[str]:
    """What the events of a decision say to people, when they have led to the state `after`."""
    winners: list[int] = []
    if isinstance(after, kg.State) and after.over:
        winners = [line.captain for line in kg.standings(after) if line.winner]
    return [sentence(after.setup.captains, event, winners) for event in events]


def sentence(names: Sequence[str], event: kg.Event | vy.Event, winners: Sequence[int] = ()) -> str:
    """What `event` says to people; `names` are the captains of the match.

    Amounts are coins and doubloons, in Voyages Doubloons. `winners` are those of a match of King's
    Gold, whose end does not name them itself.
    """
    if isinstance(event, kg.Event):
        return _kings_gold(names, event, winners)
    return _voyages(names, event)


def _ended(names: Sequence[str], winners: Sequence[int], end: str) -> str:
    if not winners:
        return f"The match is over: {_ENDS[end]}"
    win = "wins" if len(winners) == 1 else "share the win"
    return f"{_listed(names, winners)} {win}: {_ENDS[end]}"


def _kings_gold(names: Sequence[str], event: kg.Event, winners: Sequence[int]) -> str:
    match event:
        case kg.RollOffThrown(captain=captain, face=face):
            return f"{names[captain]} throws a {_FACES[face]} for the first turn"
        case kg.RollOffTied(captains=captains):
            return f"{_listed(names, captains)} are level and throw again"
        case kg.StarterFound(captain=captain):
            return f"{names[captain]} goes first"
        case kg.TurnBegan(captain=captain):
            return f"Round {event.round}: {names[captain]} takes the dice"
        case kg.TimeRanOut(captain=captain):
            return f"{names[captain]} is out of time"
        case kg.Thrown(captain=captain, faces=faces):
            return f"{names[captain]} throws {_pool(faces)}"
        case kg.SkullsLocked(captain=captain, places=places):
            return f"{names[captain]} has {_count(len(places), 'new Skull')} in the bay"
        case kg.Locked(captain=captain, die=die):
            return f"{names[captain]} locks die {die + 1}"
        case kg.Unlocked(captain=captain, die=die):
            return f"{names[captain]} lifts the lock of die {die + 1}"
        case kg.Stopped(captain=captain):
            return f"{names[captain]} stops rolling"
        case kg.Mutiny(captain=captain, coins=coins, doubloons=doubloons):
            return f"{names[captain]} loses {_gold(coins, doubloons)} to the Treasury"
        case kg.RoyalCurse(captain=captain, coins=coins):
            return f"{names[captain]} pays {_gold(coins)} to Skull Island"
        case kg.KingsRansom(captain=captain, coins=coins, doubloons=doubloons):
            return f"{names[captain]} takes a King's Ransom of {_gold(coins, doubloons)}"
        case kg.RoyalAmnesty(captain=captain, coins=coins):
            return f"{names[captain]} takes {_gold(coins)} from Skull Island"
        case kg.BroadsideFired(captain=captain, rival=rival):
            return f"{names[captain]} fires a broadside at {names[rival]}: {_hit(event)}"
        case kg.Plundered(captain=captain, coins=coins, doubloons=doubloons):
            return f"{names[captain]} plunders {_gold(coins, doubloons)}"
        case kg.ShieldRaised(captain=captain):
            return f"{names[captain]} raises a shield"
        case kg.CannonsLoaded(captain=captain, shots=shots):
            return f"{names[captain]} has {_count(shots, 'shot')} to fire"
        case kg.ShotFired(captain=captain, rival=rival):
            return f"{names[captain]} fires at {names[rival]}: {_hit(event)}"
        case kg.DoubloonsBroken(captain=captain, doubloons=doubloons, coins=coins):
            return f"{names[captain]} changes {_count(doubloons, 'doubloon')} for {_gold(coins)}"
        case kg.TurnResolved(captain=captain, dice=dice, heist=heist):
            outcome = _OUTCOMES[event.outcome].format(heist)
            return f"{names[captain]} ends the turn with {_pool(dice)}: {outcome}"
        case kg.CaptainOut(captain=captain):
            return f"{names[captain]} is out of the match"
        case kg.TreasuryEmptied():
            return "The Treasury has no coin left: this round is the last one"
        case kg.MatchEnded(reason=reason):
            return _ended(names, winners, reason)
        case _:
            assert_never(event)


def _hit(event: kg.BroadsideFired | kg.ShotFired) -> str:
    return "blocked by a shield" if event.blocked else _gold(event.coins)


def _voyages(names: Sequence[str], event: vy.Event) -> str:
    match event:
        case vy.VoyageBegan(captain=captain):
            return f"Round {event.round}: {names[captain]} takes the bones"
        case vy.Thrown(captain=captain, toss=toss):
            return f"{names[captain]} throws {_bones(toss)}"
        case vy.Voided(captain=captain):
            return f"{names[captain]} finds the toss void"
        case vy.BroadsideFired(captain=captain, face=face, points=points):
            bones = vy.BROADSIDE_NAMES[face]
            return f"{names[captain]} fires a Broadside of {bones} for {points}"
        case vy.PrizeCaptured(captain=captain, name=prize, points=points):
            return f"{names[captain]} captures {prize} for {points}"
        case vy.Tallied(captain=captain, set_aside=aside, points=points, tally=tally):
            bones = _bones(aside)
            return f"{names[captain]} sets aside {bones} for {points}: the tally is {tally}"
        case vy.GoldFever(captain=captain):
            return f"{names[captain]} has Gold Fever: all five bones again"
        case vy.MettleProved(captain=captain):
            return f"{names[captain]} has proved their mettle"
        case vy.Hoarded(captain=captain, amount=amount, hoard=hoard):
            return f"{names[captain]} hoards {amount} and has {hoard}"
        case vy.TimeRanOut(captain=captain):
            return f"{names[captain]} is out of time"
        case vy.RanAground(captain=captain, lost=lost):
            how = "is shipwrecked" if event.shipwrecked else "runs aground"
            return f"{names[captain]} {how} and loses {lost}"
        case vy.RumRun(captain=captain):
            return f"{names[captain]} makes the Rum Run"
        case vy.Capsized(captain=captain, tally=tally, hoard=hoard):
            return f"{names[captain]} capsizes: the tally of {tally} and the hoard of {hoard} sink"
        case vy.FinalRoundBegan(captain=captain):
            return f"{names[captain]} has filled the hoard: one more voyage for everybody else"
        case vy.SailOffBegan(captains=captains):
            return f"Sail-off, round {event.round}: {_listed(names, captains)}"
        case vy.MatchEnded(ending=ending, winners=winners):
            return _ended(names, winners, ending)
        case _:
            assert_never(event)


def _pool(dice: str) -> str:
    """Dice in words, the same faces together: "2 Coins, Cannon, Skull"."""
    faces = [(name, dice.count(face)) for face, name in _FACES.items() if face in dice]
    return ", ".join(name if count == 1 else f"{count} {name}s" for name, count in faces)


def _bones(toss: str) -> str:
    """Bones in words, the black one last: "Ships, Ships, Rum, Black Flag"."""
    return ", ".join(_BONES[bone] for bone in toss)


def _listed(names: Sequence[str], captains: Iterable[int]) -> str:
    *others, last = (names[captain] for captain in captains)
    return f"{', '.join(others)} and {last}" if others else last


def _gold(coins: int, doubloons: int = 0) -> str:
    """Pieces of gold in words; a zero is left out where something else is there."""
    parts = [_count(coins, "coin")] if coins or not doubloons else []
    if doubloons:
        parts.append(_count(doubloons, "doubloon"))
    return " and ".join(parts)


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"
