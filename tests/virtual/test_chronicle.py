"""Every event of both games has a sentence of its own."""

from typing import Any, get_args

import msgspec
import pytest

from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy
from kingsgold.virtual.chronicle import sentence, told

NAMES = ("Anne", "Jack", "Mary")

KINGS_GOLD: list[tuple[kg.Event, str]] = [
    (kg.RollOffThrown(captain=0, face="R"), "Anne throws a Crest for the first turn"),
    (kg.RollOffTied(captains=(0, 1, 2)), "Anne, Jack and Mary are level and throw again"),
    (kg.StarterFound(captain=2), "Mary goes first"),
    (kg.TurnBegan(captain=1, round=3, turn=6), "Round 3: Jack takes the dice"),
    (kg.TimeRanOut(captain=0), "Anne is out of time"),
    (
        kg.Thrown(captain=0, places=(0, 1, 2, 3, 4), faces="OONRX"),
        "Anne throws 2 Coins, Cannon, Crest, Skull",
    ),
    (kg.SkullsLocked(captain=0, places=(4,)), "Anne has 1 new Skull in the bay"),
    (kg.SkullsLocked(captain=0, places=(3, 4)), "Anne has 2 new Skulls in the bay"),
    (kg.Locked(captain=0, die=0), "Anne locks die 1"),
    (kg.Unlocked(captain=0, die=4), "Anne lifts the lock of die 5"),
    (kg.Stopped(captain=1), "Jack stops rolling"),
    (
        kg.Mutiny(captain=0, coins=3, doubloons=1),
        "Anne loses 3 coins and 1 doubloon to the Treasury",
    ),
    (kg.Mutiny(captain=0, coins=0, doubloons=0), "Anne loses no coins to the Treasury"),
    (kg.RoyalCurse(captain=0, coins=2), "Anne pays 2 coins to Skull Island"),
    (
        kg.KingsRansom(captain=0, coins=41, doubloons=18),
        "Anne takes a King's Ransom of 41 coins and 18 doubloons",
    ),
    (kg.RoyalAmnesty(captain=0, coins=1), "Anne takes 1 coin from Skull Island"),
    (
        kg.BroadsideFired(captain=0, rival=1, coins=2, blocked=False),
        "Anne fires a broadside at Jack: 2 coins",
    ),
    (kg.Plundered(captain=0, coins=0, doubloons=2), "Anne plunders 2 doubloons"),
    (kg.ShieldRaised(captain=0), "Anne raises a shield"),
    (kg.CannonsLoaded(captain=0, shots=1), "Anne has 1 shot to fire"),
    (
        kg.ShotFired(captain=0, rival=2, coins=1, blocked=False, shield_spent=False),
        "Anne fires at Mary: 1 coin",
    ),
    (
        kg.ShotFired(captain=0, rival=2, coins=0, blocked=True, shield_spent=True),
        "Anne fires at Mary: blocked by a shield",
    ),
    (
        kg.DoubloonsBroken(captain=1, doubloons=1, coins=5),
        "Jack changes 1 doubloon for 5 coins",
    ),
    (
        kg.TurnResolved(captain=0, dice="OONRX", outcome="payout", heist=7),
        "Anne ends the turn with 2 Coins, Cannon, Crest, Skull: a heist of 7",
    ),
    (
        kg.TurnResolved(captain=0, dice="RRRRR", outcome="royal_amnesty", heist=0),
        "Anne ends the turn with 5 Crests: Royal Amnesty, a heist of 0",
    ),
    (
        kg.TurnResolved(captain=0, dice="OXNXX", outcome="curse", heist=0),
        "Anne ends the turn with Coin, Cannon, 3 Skulls: Royal Curse",
    ),
    (kg.CaptainOut(captain=1), "Jack is out of the match"),
    (
        kg.TreasuryEmptied(captain=0),
        "The Treasury has no coin left: this round is the last one",
    ),
    (kg.MatchEnded(reason="navy"), "The match is over: the King's navy is here"),
]

VOYAGES: list[tuple[vy.Event, str]] = [
    (vy.VoyageBegan(captain=0, round=2), "Round 2: Anne takes the bones"),
    (
        vy.Thrown(captain=0, toss="25614"),
        "Anne throws Blades, Five Coin, Rum, Ten Coin, Ships",
    ),
    (vy.Thrown(captain=0, toss="@"), "Anne throws black Blades"),
    (vy.Thrown(captain=0, toss="$"), "Anne throws black Ships"),
    (vy.Thrown(captain=0, toss="%"), "Anne throws black Five Coin"),
    (vy.Thrown(captain=0, toss="^"), "Anne throws black Rum"),
    (vy.Thrown(captain=0, toss="!"), "Anne throws black Ten Coin"),
    (vy.Thrown(captain=0, toss="44#36"), "Anne throws Ships, Ships, Black Flag, Anchor, Rum"),
    (vy.Voided(captain=0), "Anne finds the toss void"),
    (
        vy.BroadsideFired(captain=0, face="3", points=30),
        "Anne fires a Broadside of Anchors for 30",
    ),
    (
        vy.PrizeCaptured(captain=0, face="4", name="Armada", points=400),
        "Anne captures Armada for 400",
    ),
    (
        vy.Tallied(
            captain=0,
            points=40,
            set_aside="44#",
            flag="4",
            tally=55,
            in_hand=vy.InHand(white=2, black=False),
            guard="4",
        ),
        "Anne sets aside Ships, Ships, Black Flag for 40: the tally is 55",
    ),
    (vy.GoldFever(captain=0, guard=None), "Anne has Gold Fever: all five bones again"),
    (vy.MettleProved(captain=0), "Anne has proved their mettle"),
    (vy.Hoarded(captain=0, amount=45, hoard=130), "Anne hoards 45 and has 130"),
    (vy.TimeRanOut(captain=0), "Anne is out of time"),
    (vy.RanAground(captain=0, lost=20, shipwrecked=False), "Anne runs aground and loses 20"),
    (vy.RanAground(captain=0, lost=0, shipwrecked=True), "Anne is shipwrecked and loses 0"),
    (vy.RumRun(captain=0), "Anne makes the Rum Run"),
    (
        vy.Capsized(captain=0, tally=15, hoard=200),
        "Anne capsizes: the tally of 15 and the hoard of 200 sink",
    ),
    (
        vy.FinalRoundBegan(captain=1, owed=(2, 0)),
        "Jack has filled the hoard: one more voyage for everybody else",
    ),
    (vy.SailOffBegan(round=1, captains=(0, 2)), "Sail-off, round 1: Anne and Mary"),
    (
        vy.MatchEnded(ending="final_round", winners=(1,)),
        "Jack wins: the final round is sailed",
    ),
    (
        vy.MatchEnded(ending="navy", winners=(0, 1)),
        "Anne and Jack share the win: the King's navy is here",
    ),
]

TOLD: list[tuple[Any, str]] = [*KINGS_GOLD, *VOYAGES]


@pytest.mark.parametrize(("event", "said"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told(event: Any, said: str) -> None:
    assert sentence(NAMES, event) == said


def test_every_event_is_told() -> None:
    told = {type(event) for event, _ in TOLD}
    assert told == {*get_args(kg.Event), *get_args(vy.Event)}


@pytest.mark.parametrize("outcome", get_args(kg.Outcome))
def test_every_outcome_is_told(outcome: kg.Outcome) -> None:
    told = sentence(NAMES, kg.TurnResolved(captain=0, dice="OONRX", outcome=outcome, heist=7))
    assert told.startswith("Anne ends the turn with 2 Coins, Cannon, Crest, Skull: ")


@pytest.mark.parametrize("reason", get_args(kg.EndReason))
def test_every_end_of_kings_gold_is_told(reason: kg.EndReason) -> None:
    assert sentence(NAMES, kg.MatchEnded(reason=reason)).startswith("The match is over: ")


def test_the_winners_of_kings_gold_are_named_where_they_are_known() -> None:
    over = kg.MatchEnded(reason="treasury")
    assert sentence(NAMES, over, [1]) == "Jack wins: the Treasury has no coin left"
    assert sentence(NAMES, over, [0, 2]) == (
        "Anne and Mary share the win: the Treasury has no coin left"
    )


def test_a_decision_that_ends_kings_gold_tells_who_has_won() -> None:
    setup = kg.Setup(captains=NAMES, starter=0)
    state: Any = kg.start(setup)
    rich = msgspec.structs.replace(state.chests[1], coins=9)
    ended = kg.MatchEnded(reason="navy")
    state = kg.evolve(
        msgspec.structs.replace(state, chests=(*state.chests[:1], rich, *state.chests[2:])), ended
    )
    assert told(state, [kg.TurnBegan(captain=0, round=1, turn=1), ended]) == [
        "Round 1: Anne takes the dice",
        "Jack wins: the King's navy is here",
    ]


@pytest.mark.parametrize("ending", get_args(msgspec.structs.fields(vy.MatchEnded)[0].type), ids=str)
def test_every_end_of_voyages_is_told(ending: Any) -> None:
    told = sentence(NAMES, vy.MatchEnded(ending=ending, winners=(2,)))
    assert told.startswith("Mary wins: ")


def test_long_names_fit_a_line_of_80() -> None:
    names = ("Bartholomew-", "Anne-Bonnie-", "Mary-Read-12")
    assert [told for event, _ in TOLD if len(told := sentence(names, event)) > 80] == []
