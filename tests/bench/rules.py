"""The rules engine: turns a second, and a long match told again."""

import random
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Action, Event, Game, Hand, Setup
from kingsgold.table.fair import FairSource
from tests.bench.figures import Figure, Section

CREW = ("Anne", "Jack", "Mary", "Bart")
TITLES = {"kings_gold": "King's Gold", "voyages": "Voyages"}
SETUPS: dict[str, tuple[Game, Setup]] = {
    "kings_gold": (kings_gold, kings_gold.Setup(captains=CREW, starter=0)),
    "voyages": (voyages, voyages.Setup(captains=CREW, starter=0)),
}


class Tape:
    """Dice that note what they show, and show it again when the tape is played anew."""

    def __init__(self, seed: int) -> None:
        self.tosses: list[str] = []
        self._source = FairSource(seed.to_bytes(32), "bench")

    def toss(self, hand: Hand) -> str:
        self.tosses.append(self._source.toss(len(self.tosses), 0, hand))
        return self.tosses[-1]


class Played:
    """Dice that show what is on a tape."""

    def __init__(self, tosses: Sequence[str]) -> None:
        self._tosses = iter(tosses)

    def toss(self, hand: Hand) -> str:
        return next(self._tosses)


class Recording(NamedTuple):
    """A match that was played: all that it takes to play it again."""

    game: Game
    setup: Setup
    actions: list[Action]
    tosses: list[str]
    events: list[Event]
    turns: int


def record(game: Game, setup: Setup, seed: int, turns: int | None = None) -> Recording:
    """Play a match with actions by chance, to its end or for so many turns."""
    chance = random.Random(seed)
    dice = Tape(seed)
    actions: list[Action] = []
    events: list[Event] = []
    state: Any = game.start(setup)
    begun = state.turn
    while not state.over and (turns is None or state.turn - begun < turns):
        action = chance.choice(game.legal_actions(state))
        for event in game.decide(state, action, dice):
            state = game.evolve(state, event)
            events.append(event)
        actions.append(action)
    return Recording(game, setup, actions, dice.tosses, events, state.turn - begun)


def measure(matches: int) -> Section:
    """Turns a second of both games."""
    figures: list[Figure] = []
    for name, (game, setup) in SETUPS.items():
        recordings = [record(game, setup, seed) for seed in range(matches)]
        seconds = sum(_play_again(recording) for recording in recordings)
        turns = sum(recording.turns for recording in recordings)
        figures.append(
            Figure(
                key=f"turns_{name}",
                label=f"turns of {TITLES[name]}",
                value=turns / seconds,
                unit="1/s",
            )
        )
    return Section(
        "The rules",
        f"Prompt, decide and evolve, {matches} recorded matches of four captains each, played "
        "again with the same actions and tosses.",
        tuple(figures),
    )


def _play_again(recording: Recording) -> float:
    """Seconds of processor time that the rules take for a recorded match."""
    game, dice = recording.game, Played(recording.tosses)
    begun_s = time.process_time()
    state = game.start(recording.setup)
    for action in recording.actions:
        game.prompt(state)
        for event in game.decide(state, action, dice):
            state = game.evolve(state, event)
    return time.process_time() - begun_s
