"""The event loop of the box: presses in, pictures and lamps out, one match at a time.

Everything happens on one asyncio loop. Presses and the turn's clock queue up in an inbox and are
taken one after the other, so that a decision is finished before the next press is looked at.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import Any

from kingsgold.app import present
from kingsgold.app import ui as u
from kingsgold.app.board import announcements, board
from kingsgold.app.draft import Draft
from kingsgold.app.games import GAMES, time_up
from kingsgold.app.helm import Hold, first_pointer, helm, holds, lit
from kingsgold.app.show import Show
from kingsgold.app.story import scenes
from kingsgold.box.parts import Button, Buttons, Lamps, Screen
from kingsgold.games.protocol import Action, Event, Prompt, Setup
from kingsgold.scoreboard.feed import Feed
from kingsgold.screens import draw
from kingsgold.screens.views import Goodbye, View
from kingsgold.table.dice import ChanceSource, Source, TossMisfit
from kingsgold.table.table import Listener, Table

FRAME_S = 1 / 15
"""Seconds between the pictures of an animation; a whole frame takes 23 ms on a 400 kHz bus."""

LEDGER_HOLD_S = 0.4
"""Seconds after which TARGET, still down, shows the ledger."""

RETRY_S = 0.001


class _Grip(Enum):
    """What a button that is down will still do."""

    TAP = "acts on the release"
    HELD = "its hold has begun"
    DONE = "nothing until it is pressed anew"


class _Finger:
    """A button that is down."""

    def __init__(self, grip: _Grip, hold: Hold | None = None) -> None:
        self.grip = grip
        self.hold = hold
        self.timer: asyncio.TimerHandle | None = None

    def let_go(self) -> None:
        self.grip = _Grip.DONE
        if self.timer is not None:
            self.timer.cancel()


class BoxLoop:
    """The box, whatever its parts are made of.

    `stop_hold_s` is how long STOP is held for a menu. `scoreboard` is fed if there is one. `chance`
    throws the dice of matches that bring none of their own. `on_misfit` is told when scripted dice
    don't fit; without it that is an error like any other. `start` begins; `finished` waits until
    the box is switched off.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        buttons: Buttons,
        lamps: Lamps,
        screen: Screen,
        *,
        stop_hold_s: float = 1.5,
        scoreboard: Feed | None = None,
        chance: Source | None = None,
        on_misfit: Callable[[TossMisfit], None] | None = None,
    ) -> None:
        self.ui: u.Ui = u.Title(Draft())
        self.table: Table | None = None
        self._loop = loop
        self._buttons = buttons
        self._lamps = lamps
        self._screen = screen
        self._stop_hold_s = stop_hold_s
        self._scoreboard = scoreboard
        self._chance = chance or ChanceSource()
        self._on_misfit = on_misfit
        self._listeners: list[Listener] = []
        self._inbox: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._fingers: dict[Button, _Finger] = {}
        self._show: Show | None = None
        self._shaken_since_s: float | None = None
        self._peeking = False
        self._view: View | None = None
        self._redraw: asyncio.Handle | None = None
        self._off = asyncio.Event()
        self._server: asyncio.Task[None] | None = None

    # Life

    def start(self) -> None:
        """Show the title and listen to the buttons."""
        self._server = self._loop.create_task(self._serve())
        self._buttons.listen(self._on_button)
        if self._scoreboard is not None:
            self._scoreboard.start(lambda: board(self.table), self._on_display_button)
        self._refresh()

    async def finished(self) -> None:
        """Return when the box has been switched off; raises what broke it."""
        assert self._server is not None
        off = self._loop.create_task(self._off.wait())
        await asyncio.wait((off, self._server), return_when=asyncio.FIRST_COMPLETED)
        off.cancel()
        self.check()

    def check(self) -> None:
        """Raise what broke the box, if anything did."""
        if self._server is not None and self._server.done() and not self._server.cancelled():
            self._server.result()

    @property
    def off(self) -> bool:
        """Whether the box has been switched off."""
        return self._off.is_set()

    def switch_off(self) -> None:
        """Let `finished` return."""
        self._off.set()

    def close(self) -> None:
        """Show the goodbye and put out the lamps; the devices are left to whoever opened them."""
        if self._server is not None:
            self._server.cancel()
        if self._redraw is not None:
            self._redraw.cancel()
        if self.table is not None:
            self.table.clock.stop()
        self._release_fingers()
        self._lamps.show(frozenset())
        self._screen.show(draw(Goodbye()).image)

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of every decision in every match from now on."""
        self._listeners.append(listener)

    # The match

    @property
    def prompt(self) -> Prompt | None:
        """What the match asks, if there is one."""
        return self.table.prompt if self.table else None

    async def begin(self, setup: Setup, source: Source | None = None) -> None:
        """Start a match in place of the one that may be on; without `source` chance throws."""
        before, ui = self.table, self.ui
        clock_ran = before is not None and before.clock.running
        if before is not None:
            before.clock.stop()
        game = GAMES[setup.__struct_config__.tag]
        table = Table(game, setup, source or self._chance, self._loop, self._on_time_up)
        for listener in (self._on_decision, *self._listeners):
            table.listen(listener)
        self.table, self.ui = table, u.InMatch(ui.draft, first_pointer(table.prompt))
        try:
            await table.open()
        except TossMisfit:
            self.table, self.ui = before, ui
            if before is not None and clock_ran:
                before.clock.go_on()
            raise
        if not table.events:
            self._drop_show()
        self._release_fingers()
        self._refresh()

    async def _act(self, action: Action) -> None:
        assert self.table is not None
        try:
            await self.table.act(action)
        except TossMisfit as misfit:
            if self._on_misfit is None:
                raise
            self._release_fingers()
            self._on_misfit(misfit)

    def _on_decision(self, before: Any, after: Any, events: Sequence[Event]) -> None:
        table = self.table
        assert table is not None
        if self._scoreboard is not None:
            for announcement in announcements(events):
                self._scoreboard.announce(announcement)
        found = scenes(table, before, events)
        self._show = Show(found, self._loop.time()) if found else None
        if after.captain != before.captain or after.turn != before.turn or after.over:
            self._release_fingers()
        if isinstance(self.ui, u.InMatch):
            if after.over:
                self.ui = u.Ending(self.ui.draft, present.ending_pages(table))
            elif present.dice_moved(events) or type(self.prompt) is not type(
                table.game.prompt(before)
            ):
                self.ui = u.InMatch(self.ui.draft, first_pointer(self.prompt))

    # Time

    def _on_time_up(self) -> None:
        self._inbox.put_nowait(self._time_is_up)

    async def _time_is_up(self) -> None:
        table, ui = self.table, self.ui
        # In the pause menu the clock waits, even if it was opened at the very last moment.
        if table is None or not table.clock.run_out or not isinstance(ui, u.InMatch):
            return
        self._drop_show()
        await self._act(time_up(table, ui.pointer))
        if table.clock.run_out and not table.state.over:
            # Scripted dice did not fit. The clock stays run out; it is tried again a little later.
            table.clock.start(RETRY_S)
        self._refresh()

    # Presses

    def _on_button(self, button: Button, down: bool) -> None:
        if down:
            self._inbox.put_nowait(lambda: self._pressed(button))
        else:
            self._inbox.put_nowait(lambda: self._released(button))

    def _on_display_button(self, name: str) -> None:
        """A button of the scoreboard was tapped; those that the box does not have do nothing."""
        if name in tuple(Button):
            self._on_button(Button(name), True)
            self._on_button(Button(name), False)

    async def _serve(self) -> None:
        while True:
            job = await self._inbox.get()
            await job()

    async def _pressed(self, button: Button) -> None:
        self._drop_show()
        hold = holds(self.ui, self.prompt).get(button)
        if hold is None:
            self._fingers[button] = _Finger(_Grip.DONE)
            await self._tap(button)
        else:
            finger = self._fingers[button] = _Finger(_Grip.TAP, hold)
            if hold is Hold.CUP:
                self._shaken_since_s = self._loop.time()
            else:
                after_s = LEDGER_HOLD_S if hold is Hold.LEDGER else self._stop_hold_s
                finger.timer = self._loop.call_later(after_s, self._on_hold, button, finger)
        self._refresh()

    async def _released(self, button: Button) -> None:
        finger = self._fingers.pop(button, None)
        if finger is None:
            return
        grip = finger.grip
        finger.let_go()
        # A cup that was taken away, since ROLL has come to mean something else, is not thrown.
        thrown = finger.hold is not Hold.CUP or self._cup_in_hand
        if finger.hold is Hold.CUP:
            self._shaken_since_s = None
        if finger.hold is Hold.LEDGER:
            self._peeking = False
        if grip is _Grip.TAP and thrown:
            self._drop_show()
            await self._tap(button)
        self._refresh()

    @property
    def _cup_in_hand(self) -> bool:
        return holds(self.ui, self.prompt).get(Button.ROLL) is Hold.CUP

    def _on_hold(self, button: Button, finger: _Finger) -> None:
        self._inbox.put_nowait(lambda: self._held(button, finger))

    async def _held(self, button: Button, finger: _Finger) -> None:
        if finger.grip is not _Grip.TAP:
            return
        self._drop_show()
        finger.grip = _Grip.HELD
        match finger.hold, self.ui:
            case Hold.LEDGER, _:
                self._peeking = True
            case Hold.PAUSE, u.InMatch():
                self._go_to(u.Paused(self.ui))
            case Hold.POWER, u.Title():
                self._go_to(u.Power(self.ui))
            case _:
                pass
        self._refresh()

    async def _tap(self, button: Button) -> None:
        ui, effect = helm(self.ui, self.prompt, button)
        self._go_to(ui)
        match effect:
            case None:
                pass
            case u.StartMatch(setup):
                await self.begin(setup)
            case u.EndMatch():
                self._leave_match()
            case u.SwitchOff():
                self.switch_off()
            case _:
                await self._act(effect)

    def _go_to(self, ui: u.Ui) -> None:
        """Change the screen. The clock stands still in the pause menu, and a button that is down
        when the screen changes does nothing until it is pressed anew."""
        if type(ui) is not type(self.ui):
            self._release_fingers()
        self.ui = ui
        if self.table is None:
            return
        if isinstance(ui, u.Title):
            self._leave_match()
        elif isinstance(ui, (u.Paused, u.LedgerOpen)):
            self.table.clock.stop()
        elif isinstance(ui, u.InMatch):
            self.table.clock.go_on()

    def _leave_match(self) -> None:
        if self.table is not None:
            self.table.clock.stop()
            self.table = None

    def _release_fingers(self) -> None:
        for finger in self._fingers.values():
            finger.let_go()
        self._shaken_since_s = None
        self._peeking = False

    # Pictures and lamps

    @property
    def view(self) -> View | None:
        """What the screen was asked for last."""
        return self._view

    def _drop_show(self) -> None:
        self._show = None

    def _refresh(self) -> None:
        """Bring lamps and picture up to date; the picture once all that is due has been done."""
        if self._off.is_set():
            return
        self._lamps.show(lit(self.ui, self.prompt))
        self._redraw_at(None)

    def _redraw_at(self, when_s: float | None) -> None:
        if self._redraw is not None:
            self._redraw.cancel()
        if when_s is None:
            self._redraw = self._loop.call_soon(self._draw)
        else:
            self._redraw = self._loop.call_at(when_s, self._draw)

    def _draw(self) -> None:
        self._redraw = None
        now_s = self._loop.time()
        view = self._wanted(now_s)
        if view != self._view:
            self._view = view
            self._screen.show(draw(view).image)
        if self._scoreboard is not None:
            self._scoreboard.refresh()
        if (next_s := self._next_change_s(now_s)) is not None:
            self._redraw_at(next_s)

    def _wanted(self, now_s: float) -> View:
        if self._show is not None:
            view = self._show.view(now_s)
            if view is not None:
                return view
            self._show = None
        table = self.table
        if table is None:
            return present.menu(self.ui)
        if self._peeking:
            return present.ledger(table)
        tumble = None
        if self._shaken_since_s is not None and self._cup_in_hand:
            tumble = int((now_s - self._shaken_since_s) / FRAME_S)
        return present.view(self.ui, table, tumble)

    def _next_change_s(self, now_s: float) -> float | None:
        """When the picture changes by itself; None when it does not."""
        if self._show is not None:
            return self._show.next_change_s(now_s, FRAME_S)
        if self._shaken_since_s is not None:
            return now_s + FRAME_S
        if self.table is not None and self.table.clock.running:
            left_s = self.table.clock.left_s()
            return now_s + (left_s % 1 or 1.0)
        return None
