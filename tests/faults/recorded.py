"""Matches to play again: what is done in them, what the dice show, and what comes of it."""

import asyncio
from random import Random

import msgspec

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Action, Event, Hand, Setup
from kingsgold.table.table import Table
from tests.store.played import choose
from tests.table.remembered import Remembered

GAMES = ("kings-gold", "voyages")


class Recorded(msgspec.Struct, frozen=True):
    """A match from beginning to end: one action after the other, and what the dice showed."""

    setup: Setup
    actions: tuple[Action, ...]
    tosses: tuple[str, ...]
    events: tuple[Event, ...]


def record(game: str, seed: int) -> Recorded:
    """A short match of `game`, played at a bare table by captains who choose at random.

    It has no turn's clock: that would make what happens depend on when it happens.
    """
    rng = Random(f"{game}/{seed}")
    setup = _setup(game, rng)
    rules = kings_gold if isinstance(setup, kings_gold.Setup) else voyages
    journal = Remembered()
    with asyncio.Runner() as runner:
        table = Table(rules, setup, _Chance(rng), runner.get_loop(), lambda: None, journal)
        runner.run(table.open())
        while not table.state.over:
            runner.run(table.act(choose(rules, table.state, rng)))
    decisions = [decision for decision, _ in journal]
    return Recorded(
        setup,
        tuple(decision.actions[0] for decision in decisions),
        tuple(toss.faces for decision in decisions for toss in decision.tosses),
        tuple(table.events),
    )


def _setup(game: str, rng: Random) -> Setup:
    captains = ("Anne", "Jack", "Mary")[: rng.randint(2, 3)]
    if game == "voyages":
        rules = voyages.Rules(target=150, navy_rounds=4)
        return voyages.Setup(captains=captains, starter=rng.randrange(2), rules=rules)
    return kings_gold.Setup(
        captains=captains,
        starter=rng.choice((None, 0)),
        rules=kings_gold.Rules(navy_rounds=5, elimination=False, fast_roll=rng.random() < 0.2),
    )


class _Chance:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        return "".join(self._rng.choice(faces) for faces in hand)
