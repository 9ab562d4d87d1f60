"""One match being played: decisions in, events out, and the clock of the turn."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from kingsgold.games.protocol import Action, Event, Game, Hand, Prompt, Setup
from kingsgold.table.clock import TurnClock
from kingsgold.table.dice import Source

Listener = Callable[[Any, Any, Sequence[Event]], None]
"""Told of the state before, the state after, and the events in between, of every decision."""


class Table:
    """A match of any game.

    `time_up` is called on the loop when the turn's clock runs out. What the clock decides depends
    on where the pointer is, so whoever keeps the pointer answers with the game's `TimeUp`.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        source: Source,
        loop: asyncio.AbstractEventLoop,
        time_up: Callable[[], None],
    ) -> None:
        self.game = game
        self.setup = setup
        self.state: Any = game.start(setup)
        self.events: list[Event] = []
        self.clock = TurnClock(loop, time_up)
        self._source = source
        self._tosses = 0
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of every decision from now on, in the order of joining."""
        self._listeners.append(listener)

    async def open(self) -> None:
        """Begin: start the clock, and throw where the box throws by itself."""
        await self._play(())

    @property
    def prompt(self) -> Prompt:
        """Whose decision it is, and between what."""
        return self.game.prompt(self.state)

    async def act(self, action: Action) -> None:
        """Take a decision, with everything that follows it without anybody being asked.

        Raises `IllegalAction`, or what the dice raise; then nothing has happened.
        """
        await self._play((action,))

    async def _play(self, actions: Sequence[Action]) -> None:
        before = state = self.state
        dice = _Dice(self._source, self._tosses)
        happened: list[Event] = []
        pending = list(actions)
        while pending or (pending := self._box_acts(state)):
            events = self.game.decide(state, pending.pop(0), dice)
            for event in events:
                state = self.game.evolve(state, event)
            happened += events
        self.state = state
        self.events += happened
        self._tosses = dice.k
        self._wind(before, begins=not actions)
        if happened:
            for listener in self._listeners:
                listener(before, state, happened)

    def _box_acts(self, state: Any) -> list[Action]:
        """What the box does by itself now: the first throw of a turn, with `fast_roll`."""
        if self.setup.fast_roll and state.phase == "to_roll":
            return [self.game.Throw()]
        return []

    def _wind(self, before: Any, *, begins: bool) -> None:
        """Let one clock cover each turn, from its first prompt to its last shot (KG-13)."""
        if self.state.over:
            self.clock.stop()
        elif self.setup.turn_seconds and self.state.phase != "roll_off":
            first = begins or before.phase == "roll_off"
            if first or self.state.turn != before.turn:
                self.clock.start(self.setup.turn_seconds)


class _Dice:
    """The dice of one decision: counts the tosses on from where the match stands."""

    def __init__(self, source: Source, k: int) -> None:
        self.k = k
        self._source = source

    def toss(self, hand: Hand) -> str:
        thrown = self._source.toss(self.k, hand)
        self.k += 1
        return thrown
