"""The event loop of the box: presses in, pictures and lamps out, one match at a time.

Everything happens on one asyncio loop. Presses and the turn's clock queue up in an inbox and are
taken one after the other, so that a decision is durable before the next press is looked at.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from kingsgold.app import present
from kingsgold.app import ui as u
from kingsgold.app.board import announcements, board, pledge
from kingsgold.app.draft import Draft, Remembered
from kingsgold.app.faults import Faults
from kingsgold.app.games import GAMES, time_up
from kingsgold.app.habits import Habits
from kingsgold.app.hands import Hands
from kingsgold.app.helm import Hold, first_pointer, helm, holds, lit
from kingsgold.app.idle import Idle
from kingsgold.app.keeper import Keeper, Kept, NoKeeper
from kingsgold.app.memory import Memory
from kingsgold.app.stage import FRAME_S, Stage
from kingsgold.app.story import fingerprint, notice, scenes
from kingsgold.app.tunes import tune
from kingsgold.box.parts import Button, Buttons, Lamps, Screen, Sound, Tune
from kingsgold.games.protocol import Event, Prompt, Setup
from kingsgold.scoreboard.feed import Feed
from kingsgold.screens import BONE, SKINS, Skin, draw
from kingsgold.screens.views import Goodbye, View
from kingsgold.store import StoreError, Unfinished
from kingsgold.table.dice import TossMisfit
from kingsgold.table.table import Listener, Table

log = logging.getLogger("kingsgold")

RETRY_S = 0.001

CROWD = 16
"""Presses that may wait while the scoreboard's buttons are still listened to."""


class Devices(msgspec.Struct, frozen=True):
    """What the box is made of; they are closed by whoever opened them."""

    buttons: Buttons
    lamps: Lamps
    screen: Screen
    sound: Sound
    scoreboard: Feed | None = None


class BoxLoop:
    """The box, whatever its devices are made of.

    `keeper` keeps its matches and captains, `memory` what is chosen on it. What `faults` is told of
    is shown to the captains. `on_misfit` is told when scripted dice don't fit; without it that is
    an error like any other. `start` begins; `finished` waits until the box is switched off.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        devices: Devices,
        *,
        habits: Habits | None = None,
        keeper: Keeper | None = None,
        memory: Memory | None = None,
        faults: Faults | None = None,
        on_misfit: Callable[[TossMisfit], None] | None = None,
    ) -> None:
        self.table: Table | None = None
        self.kept: Kept | None = None
        """The match of the table, as it is kept."""
        self._loop = loop
        self._devices = devices
        self._keeper = keeper or NoKeeper()
        self._memory = memory
        self._on_misfit = on_misfit
        habits = habits or Habits()
        if faults is not None:
            faults.on_fault = self.notify
        self.ui: u.Ui = u.Title(self._recall(habits.volume))
        self._hands = Hands(loop, habits.menu_hold_s, self._on_hold)
        self._idle = Idle(habits.dim_after_s, habits.blank_after_s, loop.time())
        self._idle_timer: asyncio.TimerHandle | None = None
        self._turn_begins = False
        self._stage = Stage(
            loop,
            devices.screen,
            now=self._now,
            skin=self._skin,
            changes_in_s=self._changes_in_s,
            on_draw=self._refresh_scoreboard,
        )
        self._thrown_shake: int | None = None
        self._listeners: list[Listener] = []
        self._inbox: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._off = asyncio.Event()
        self._server: asyncio.Task[None] | None = None

    # Life

    def start(self) -> None:
        """Show the title, or offer to go on with an unfinished match, and listen to the buttons.

        A match that can't be gone on with is abandoned: it must not keep the box from starting.
        """
        self._know_captains()
        if self._keeper.unfinished is not None:
            self._offer(*self._keeper.unfinished)
        self._server = self._loop.create_task(self._serve())
        self._devices.buttons.listen(self._on_button)
        self._set_brightness()
        if self._devices.scoreboard is not None:
            self._devices.scoreboard.start(self._board, self._on_display_button, self._pledge)
        if self._keeper.notice is not None:
            self.notify(self._keeper.notice)
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
        if self.table is not None:
            self.table.clock.stop()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        self._hands.let_go()
        self._devices.lamps.show(frozenset())
        self._stage.close(Goodbye())

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of every decision in every match from now on."""
        self._listeners.append(listener)

    @property
    def stage(self) -> Stage:
        """What is on the screen."""
        return self._stage

    def notify(self, text: str) -> None:
        """Tell the captains, for some seconds, of something that does not stop the match."""
        self._stage.play(notice(text))
        self._stage.refresh()

    # The match

    @property
    def prompt(self) -> Prompt | None:
        """What the match asks, if there is one."""
        return self.table.prompt if self.table else None

    async def begin(self, setup: Setup, script: Sequence[str] | None = None) -> None:
        """Start a match in place of the one that may be on.

        The dice show what `script` says as long as it lasts; raises `TossMisfit` when that does not
        fit what the box itself has to throw at once, and then nothing has happened.
        """
        if script is not None:
            await self._rehearse(setup, script)
        kept = await self._keeper.begin(setup, script)
        table = self._sit_down(kept)
        await table.open()
        if not table.events and kept.match is not None and script is None:
            self._stage.play(fingerprint(kept.match.commitment))
        self._refresh()

    async def go_on(self) -> None:
        """Go on with the unfinished match, exactly where it was."""
        assert self._keeper.unfinished is not None
        kept, unfinished = self._keeper.unfinished
        self._sit_down(kept).resume(unfinished.decisions, unfinished.turn)
        self._point(None, ())
        self._refresh()

    def _offer(self, kept: Kept, unfinished: Unfinished) -> None:
        """Offer to go on with a match, or abandon it when its decisions lead nowhere."""
        table = Table(_game(kept.setup), kept.setup, kept.source, self._loop, lambda: None)
        try:
            table.resume(unfinished.decisions, unfinished.turn)
            table.clock.stop()
            match_ui = u.InMatch(self.ui.draft, first_pointer(table.prompt))
            draw(present.view(match_ui, table, None))
            offered = present.offered(table)
            self.ui = u.Offer(replace(self.ui.draft, unfinished=offered))
        except Exception:  # Whatever a game or a picture makes of a wrong event.
            log.exception("the unfinished match can't be gone on with")
            self._inbox.put_nowait(lambda: self._keeper.abandon(kept))
            self.notify("The last match can't be gone on with. It counts as abandoned.")

    async def _rehearse(self, setup: Setup, script: Sequence[str]) -> None:
        """See whether the box's own first throw fits, on a table that nobody sees."""
        kept = await NoKeeper().begin(setup, script)
        table = Table(_game(setup), setup, kept.source, self._loop, lambda: None)
        await table.open()
        table.clock.stop()

    def _sit_down(self, kept: Kept) -> Table:
        """Lay the table for a match."""
        self._clear_table()
        table = Table(
            _game(kept.setup),
            kept.setup,
            kept.source,
            self._loop,
            self._on_time_up,
            kept.journal,
        )
        for listener in (self._on_decision, *self._listeners):
            table.listen(listener)
        self.table, self.kept = table, kept
        draft = replace(self.ui.draft, unfinished=None)
        self.ui = u.InMatch(draft, first_pointer(table.prompt))
        self._stage.end_show()
        self._hands.let_go()
        return table

    def _clear_table(self) -> Kept | None:
        """Take the match off the table; answers with what was on it."""
        kept = self.kept
        if self.table is not None:
            self.table.clock.stop()
        self.table = self.kept = None
        return kept

    async def _decide(self, decision: Awaitable[None], shake: int) -> None:
        """Let the table take a decision, with the counter of the shake at `shake`."""
        self._thrown_shake = shake
        try:
            await decision
        except TossMisfit as misfit:
            if self._on_misfit is None:
                raise
            self._hands.let_go()
            self._on_misfit(misfit)
        finally:
            self._thrown_shake = None

    def _on_decision(self, before: Any, after: Any, events: Sequence[Event]) -> None:
        table = self.table
        assert table is not None
        if (scoreboard := self._devices.scoreboard) is not None:
            for announcement in announcements(events):
                scoreboard.announce(announcement)
        told = scenes(table, before, events, self._thrown_shake)
        self._stage.play(told, self._skin_of(before.captain))
        if (heard := tune(events)) is not None:
            self._devices.sound.play(heard)
        if after.captain != before.captain or after.turn != before.turn or after.over:
            self._hands.let_go()
            self._turn_begins = True
        if after.over:
            self._know_captains()
        self._point(before, events)

    def _point(self, before: Any, events: Sequence[Event]) -> None:
        """Put the pointer where it starts, when dice were thrown or something else is asked."""
        table = self.table
        if table is None or not isinstance(self.ui, u.InMatch):
            return
        if table.state.over:
            self.ui = u.Ending(self.ui.draft, present.ending_pages(table))
        elif (
            before is None
            or present.dice_moved(events)
            or type(table.prompt) is not type(table.game.prompt(before))
        ):
            self.ui = u.InMatch(self.ui.draft, first_pointer(table.prompt))

    # Time

    def _on_time_up(self) -> None:
        self._inbox.put_nowait(self._time_is_up)

    async def _time_is_up(self) -> None:
        table, ui = self.table, self.ui
        # In the pause menu the clock waits, even if it was opened at the very last moment.
        if table is None or not table.clock.run_out or not isinstance(ui, u.InMatch):
            return
        self._stage.end_show()
        await self._decide(table.run_out(time_up(table, ui.pointer)), 0)
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
        """A button of the scoreboard was tapped; those that the box does not have do nothing.

        Nor does a tap that is one of too many: a display that has gone mad must not fill the inbox.
        """
        if name in tuple(Button) and self._inbox.qsize() < CROWD:
            self._on_button(Button(name), True)
            self._on_button(Button(name), False)

    def _on_hold(self, button: Button) -> None:
        self._inbox.put_nowait(lambda: self._held(button))

    async def _serve(self) -> None:
        while True:
            job = await self._inbox.get()
            await job()

    async def _pressed(self, button: Button) -> None:
        self._idle, wakes = self._idle.pressed(self._loop.time())
        self._set_brightness()
        if wakes:
            return
        self._stage.end_show()
        if self._hands.press(button, holds(self.ui, self.prompt).get(button)):
            await self._tap(button)
        self._refresh()

    async def _released(self, button: Button) -> None:
        # A cup that was taken away, since ROLL has come to mean something else, is not thrown.
        taken_away = self._hands.shake is not None and not self._cup_in_hand
        let_go = self._hands.release(button)
        if let_go.acts and not (taken_away and button is Button.ROLL):
            self._stage.end_show()
            await self._tap(button, let_go.shake)
        self._refresh()

    @property
    def _cup_in_hand(self) -> bool:
        return holds(self.ui, self.prompt).get(Button.ROLL) is Hold.CUP

    async def _held(self, button: Button) -> None:
        hold = self._hands.hold_begins(button)
        if hold is None:
            return
        self._stage.end_show()
        match hold, self.ui:
            case Hold.PAUSE, u.InMatch():
                await self._go_to(u.Paused(self.ui))
            case Hold.POWER, u.Title():
                await self._go_to(u.Power(self.ui))
            case _:
                pass
        self._refresh()

    async def _tap(self, button: Button, shake: int = 0) -> None:
        ui, effect = helm(self.ui, self.prompt, button)
        await self._go_to(ui)
        match effect:
            case None:
                pass
            case u.StartMatch(setup):
                await self._remember()
                await self.begin(setup)
            case u.GoOn():
                await self.go_on()
            case u.Remember(name):
                self._change_captains(lambda: self._keeper.remember(name))
            case u.ChooseDice(name, skin):
                self._change_captains(lambda: self._keeper.set_skin(name, skin))
            case u.OpenBoards():
                self._open_boards()
            case u.SetVolume(volume):
                self._devices.sound.set_volume(volume)
                self._devices.sound.play(Tune.LOCK)
                await self._remember()
            case u.SwitchOff():
                self.switch_off()
            case _:
                assert self.table is not None
                await self._decide(self.table.act(effect, shake), shake)

    async def _go_to(self, ui: u.Ui) -> None:
        """Change the screen. The clock stands still in the pause menu, and a button that is down
        when the screen changes does nothing until it is pressed anew."""
        if type(ui) is not type(self.ui):
            self._hands.let_go()
        self.ui = ui
        if self.table is None:
            return
        if isinstance(ui, u.Title):
            kept = self._clear_table()
            if kept is not None:
                await self._keeper.abandon(kept)
        elif isinstance(ui, (u.Paused, u.LedgerOpen)):
            self.table.clock.stop()
        elif isinstance(ui, u.InMatch):
            self.table.clock.go_on()

    # What is remembered

    def _recall(self, volume: int | None) -> Draft:
        """What was chosen last; a box without a buzzer has no volume."""
        draft = Draft() if self._memory is None else self._memory.recall()
        if volume is not None and draft.volume is not None:
            volume = draft.volume
            self._devices.sound.set_volume(volume)
        return replace(draft, volume=volume)

    async def _remember(self) -> None:
        if self._memory is not None:
            await self._loop.run_in_executor(None, self._memory.keep, self.ui.draft)

    def _know_captains(self) -> None:
        """Bring what the draft knows of the captains up to date."""
        try:
            roster = tuple(
                Remembered(captain.name, captain.skin, captain.skins)
                for captain in self._keeper.captains()
            )
        except StoreError as error:
            self.notify(str(error))
            return
        self.ui = u.with_draft(self.ui, replace(self.ui.draft, roster=roster))

    def _change_captains(self, change: Callable[[], None]) -> None:
        try:
            change()
        except StoreError as error:
            self.notify(str(error))
        self._know_captains()

    def _open_boards(self) -> None:
        try:
            pages = present.boards(self._keeper.leaderboard())
        except StoreError as error:
            self.notify(str(error))
            return
        if pages:
            self.ui = u.Boards(self.ui.draft, pages)
        else:
            self.notify(
                "No board yet: it takes a captain with a name of their own, and a whole match with "
                "the usual bank and valuations."
            )

    def _skin(self) -> Skin:
        """The dice of the captain whose turn it is; bone where nobody plays."""
        return BONE if self.table is None else self._skin_of(self.table.state.captain)

    def _skin_of(self, captain: int) -> Skin:
        assert self.table is not None
        name = self.table.setup.captains[captain]
        return next(skin for skin in SKINS if skin.name.lower() == self.ui.draft.skin(name))

    # Pictures, lamps and the scoreboard

    def _refresh(self) -> None:
        """Bring lamps and picture up to date; the picture once all that is due has been done."""
        if not self.off:
            self._devices.lamps.show(lit(self.ui, self.prompt), breathe=self._turn_begins)
            self._turn_begins = False
            self._stage.refresh()

    def _set_brightness(self, due_s: float = 0.0) -> None:
        """Dim or blank the glass when nobody has pressed for long."""
        # A loop may call a timer early by its clock's resolution.
        now_s = max(due_s, self._loop.time())
        self._devices.screen.set_brightness(self._idle.brightness(now_s))
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None
        if (change_s := self._idle.next_change_s(now_s)) is not None:
            self._idle_timer = self._loop.call_at(change_s, self._set_brightness, change_s)

    def _refresh_scoreboard(self) -> None:
        if self._devices.scoreboard is not None:
            self._devices.scoreboard.refresh()

    def _board(self) -> Any:
        return board(self.table)

    def _pledge(self) -> Any:
        return pledge(self.kept, self.table)

    def _shake(self) -> int | None:
        """Where the shake stands while the cup is in hand, and until the toss is durable."""
        if self._thrown_shake:
            return self._thrown_shake
        return self._hands.shake if self._cup_in_hand else None

    def _now(self) -> View:
        if self.table is None:
            return present.menu(self.ui)
        if self._hands.peeking:
            return present.ledger(self.table)
        return present.view(self.ui, self.table, self._shake())

    def _changes_in_s(self) -> float | None:
        if self._shake() is not None:
            return FRAME_S
        if self.table is not None and self.table.clock.running:
            return self.table.clock.left_s() % 1 or 1.0
        return None


def _game(setup: Setup) -> Any:
    return GAMES[setup.__struct_config__.tag]
