"""What the tests of King's Gold play with: rigged dice, a table to set, and short ways to play."""

import random
from collections.abc import Sequence

from msgspec.structs import replace

from kingsgold.games import kings_gold as kg
from kingsgold.games.protocol import Hand


class RiggedDice:
    """Answers with the tosses it was given, and refuses those that don't fit the hand."""

    def __init__(self, *tosses: str) -> None:
        self.tosses = list(tosses)

    def toss(self, hand: Hand) -> str:
        faces = self.tosses.pop(0)
        assert len(faces) == len(hand), f"{faces} for {len(hand)} dice"
        return faces


class FairDice:
    """Chance from a seeded generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def toss(self, hand: Hand) -> str:
        return "".join(self.rng.choice(faces) for faces in hand)


def new_match(captains: int = 2, mode: str = "campaign", **rules: object) -> kg.State:
    names = ("Anne", "Bart", "Calico", "Drake", "Edward", "Flint")[:captains]
    return kg.start(kg.Setup(captains=names, starter=0, mode=mode, rules=kg.Rules(**rules)))


def with_table(
    state: kg.State,
    chests: Sequence[tuple[int, int, int]],
    treasury: tuple[int, int] = (60, 20),
    island: int = 0,
) -> kg.State:
    return replace(
        state,
        chests=tuple(kg.Chest(*chest) for chest in chests),
        treasury=kg.Gold(*treasury),
        island=island,
    )


def play(
    state: kg.State, *actions: kg.Action, tosses: Sequence[str] = ()
) -> tuple[kg.State, list[kg.Event]]:
    """Take the actions one after the other; every toss given must be thrown."""
    dice = RiggedDice(*tosses)
    events: list[kg.Event] = []
    for action in actions:
        for event in kg.decide(state, action, dice):
            state = kg.evolve(state, event)
            events.append(event)
    assert dice.tosses == []
    return state, events


def turn(state: kg.State, pool: str) -> tuple[kg.State, list[kg.Event]]:
    """One turn of a single toss, up to the next captain or the first shot to name."""
    thrown, events = play(state, kg.Throw(), tosses=[pool])
    if thrown.phase != "locking" or thrown.turn != state.turn:
        return thrown, events
    stopped, rest = play(thrown, kg.Stop())
    return stopped, events + rest


def turns(state: kg.State, *pools: str) -> kg.State:
    for pool in pools:
        state, _ = turn(state, pool)
    return state


def chests(state: kg.State) -> list[tuple[int, int, int]]:
    return [(chest.coins, chest.doubloons, chest.shields) for chest in state.chests]


def kinds(events: Sequence[kg.Event]) -> list[str]:
    return [type(event).__name__ for event in events]
