"""One match being played: decisions in, events out, and the clock of the turn."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from kingsgold.games.protocol import Action, Event, Game, Hand, Prompt, Setup
from kingsgold.table.clock import TurnClock
from kingsgold.table.dice import Source, TossMisfit
from kingsgold.table.journal import Bookmark, Decision, Journal, NoJournal, Toss

Listener = Callable[[Any, Any, Sequence[Event]], None]
"""Told of the state before, the state after, and the events in between, of every decision."""


class Table:
    """A match of any game.

    `events` are those of the match so far; after `resume` from a bookmark those since then.

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
        journal: Journal | None = None,
    ) -> None:
        self.game = game
        self.setup = setup
        self.state: Any = game.start(setup)
        self.events: list[Event] = []
        self.clock = TurnClock(loop, time_up)
        self._source = source
        self._journal = NoJournal() if journal is None else journal
        self._tosses = 0
        self._decisions = 0
        self._turn = self._here()
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of every decision from now on, in the order of joining."""
        self._listeners.append(listener)

    async def open(self) -> None:
        """Begin: start the clock, and throw where the box throws by itself."""
        await self._play((), 0)

    def resume(self, decisions: Sequence[Decision], bookmark: Bookmark | None = None) -> None:
        """Go on after `decisions`, with the clock as it stood after the last of them.

        With a bookmark they are those after it.
        """
        if bookmark is not None:
            self.state, self._turn = bookmark.state, bookmark
            self._decisions, self._tosses = bookmark.decisions, bookmark.tosses
        for decision in decisions:
            before = self._here()
            for event in decision.events:
                self.state = self.game.evolve(self.state, event)
            if _begins_turn(before.state, self.state):
                self._turn = before
            self.events += decision.events
            self._tosses += len(decision.tosses)
            self._decisions += 1
        if self.setup.turn_seconds and self._timed(self.state):
            self.clock.start(decisions[-1].left_s if decisions else self.setup.turn_seconds)

    @property
    def prompt(self) -> Prompt:
        """Whose decision it is, and between what."""
        return self.game.prompt(self.state)

    async def act(self, action: Action, shake: int = 0) -> None:
        """Take a decision, with everything that follows it without anybody being asked.

        `shake` is where the counter stood when the captain let go of the cup. Raises
        `IllegalAction`, or what the dice raise; then nothing has happened.
        """
        await self._play((action,), shake)

    async def run_out(self, action: Action) -> None:
        """Take the clock's decision, as `act` takes a captain's.

        Time can't be taken back: when dice raise `TossMisfit` in what follows by itself, the
        decision stands without that, and the next captain throws.
        """
        await self._play((action,), 0, stands=True)

    async def _play(self, asked: Sequence[Action], shake: int, *, stands: bool = False) -> None:
        before = state = self.state
        dice = _Dice(self._source, self._tosses, shake)
        actions: list[Action] = []
        events: list[Event] = []
        misfit: TossMisfit | None = None
        pending = list(asked)
        while pending or (pending := self._box_acts(state)):
            action = pending.pop(0)
            try:
                happened = self.game.decide(state, action, dice)
            except TossMisfit as error:
                if not (stands and events):
                    raise
                misfit = error
                break
            for event in happened:
                state = self.game.evolve(state, event)
            actions.append(action)
            events += happened
            dice.shake = 0
        new_turn = not asked or _begins_turn(before, state)
        if events:
            if new_turn:
                self._turn = self._here()
            decision = Decision(
                number=self._decisions,
                actions=tuple(actions),
                tosses=tuple(dice.thrown),
                events=tuple(events),
                left_s=float(self.setup.turn_seconds) if new_turn else self.clock.left_s(),
            )
            await self._journal.write(decision, state, self._turn)
            self._decisions += 1
        self.state = state
        self.events += events
        self._tosses += len(dice.thrown)
        if not self._timed(state):
            self.clock.stop()
        elif new_turn and self.setup.turn_seconds:
            self.clock.start(self.setup.turn_seconds)
        if events:
            for listener in self._listeners:
                listener(before, state, events)
        if misfit is not None:
            raise misfit

    def _box_acts(self, state: Any) -> list[Action]:
        """What the box does by itself now: the first throw of a turn, with `fast_roll`."""
        if self.setup.fast_roll and state.phase == "to_roll":
            return [self.game.Throw()]
        return []

    def _here(self) -> Bookmark:
        return Bookmark(decisions=self._decisions, tosses=self._tosses, state=self.state)

    def _timed(self, state: Any) -> bool:
        """Whether a turn is on: one clock covers it from first prompt to last shot (KG-13)."""
        return not state.over and state.phase != "roll_off"


def _begins_turn(before: Any, after: Any) -> bool:
    """Whether a turn began between these states; each throw of the roll-off is a turn."""
    return after.turn != before.turn or before.phase == "roll_off"


class _Dice:
    """The dice of one decision: counts the tosses on from where the match stands."""

    def __init__(self, source: Source, k: int, shake: int) -> None:
        self.thrown: list[Toss] = []
        self.shake = shake
        self._source = source
        self._k = k

    def toss(self, hand: Hand) -> str:
        k = self._k + len(self.thrown)
        faces = self._source.toss(k, self.shake, hand)
        self.thrown.append(Toss(k=k, shake=self.shake, hand=hand, faces=faces))
        return faces
