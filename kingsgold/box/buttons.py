"""The four buttons on GPIO pins."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from kingsgold.box.debounce import Debounced, feed, settle
from kingsgold.box.parts import Button, Listener
from kingsgold.box.pins import BUTTON_PINS, Pin, claim

LATEST_S = 5.0
"""How late, in seconds, an edge may be told of; beyond that its time is by another clock."""


class ButtonsConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the buttons are and how they behave; pins are BCM numbers."""

    lock_pin: Pin = BUTTON_PINS[Button.LOCK]
    roll_pin: Pin = BUTTON_PINS[Button.ROLL]
    stop_pin: Pin = BUTTON_PINS[Button.STOP]
    target_pin: Pin = BUTTON_PINS[Button.TARGET]
    wired_to: Literal["ground", "3v3"] = "ground"
    """The contact that a press connects to the pin; the pull resistor goes the other way."""
    debounce_ms: Annotated[
        int, Meta(ge=1, le=100, description="a whole number of milliseconds from 1 to 100")
    ] = 20
    hold_s: Annotated[
        float, Meta(ge=0.5, le=5.0, description="a number of seconds from 0.5 to 5.0")
    ] = 1.5
    """How long STOP is held for the menu."""
    stuck_s: Annotated[
        float, Meta(ge=5, le=600, description="a number of seconds from 5 to 600")
    ] = 30.0
    """How long a button stays down until it is taken for stuck."""

    def pin(self, button: Button) -> int:
        """The BCM number of the pin that `button` is on."""
        return getattr(self, f"{button}_pin")

    def claims(self) -> list[tuple[int, str]]:
        """The pins in use, each with its key."""
        return [(self.pin(button), f"buttons.{button}_pin") for button in Button]


class GpioButtons:
    """The four buttons, debounced, through gpiozero's input devices.

    `pin_factory` is a gpiozero pin factory. A button that is already down now says nothing until it
    has been released and is pressed anew, so presses and releases always come in pairs.

    `on_fault` is told on the loop which buttons are stuck, whenever that changes, and None when
    none is any more. A stuck button goes on to be reported as down, and as released when it comes
    free. Raises BoxError when a pin can't be had.
    """

    def __init__(
        self,
        config: ButtonsConfig,
        loop: asyncio.AbstractEventLoop,
        pin_factory: Any,
        on_fault: Callable[[str | None], None],
    ) -> None:
        self._config = config
        self._on_fault = on_fault
        self._stuck: set[Button] = set()
        self._listener: Listener | None = None
        self._contacts: list[_Contact] = []
        try:
            for button in Button:
                contact = _Contact(
                    button, config, loop, pin_factory, self._report, self._note_stuck
                )
                self._contacts.append(contact)
        except BaseException:
            self.close()
            raise

    def listen(self, listener: Listener) -> None:
        """Report every press and release to `listener` from now on; there is one listener."""
        self._listener = listener

    def close(self) -> None:
        """Give the pins back."""
        for contact in self._contacts:
            contact.close()

    def _report(self, button: Button, down: bool) -> None:
        if self._listener is not None:
            self._listener(button, down)

    def _note_stuck(self, button: Button, stuck: bool) -> None:
        (self._stuck.add if stuck else self._stuck.discard)(button)
        if not self._stuck:
            self._on_fault(None)
            return
        names = " and ".join(button.name for button in Button if button in self._stuck)
        verb = "is" if len(self._stuck) == 1 else "are"
        self._on_fault(f"{names} {verb} down for {self._config.stuck_s:g} s: stuck, or wired wrong")


class _Contact:
    """One button's contact: edges in, presses and releases out."""

    def __init__(
        self,
        button: Button,
        config: ButtonsConfig,
        loop: asyncio.AbstractEventLoop,
        pin_factory: Any,
        report: Listener,
        note_stuck: Callable[[Button, bool], None],
    ) -> None:
        from gpiozero import InputDevice  # pyright: ignore[reportMissingTypeStubs]

        self._button = button
        self._lockout_s = config.debounce_ms / 1000
        self._loop = loop
        self._report = report
        self._stuck_s = config.stuck_s
        self._note_stuck = note_stuck
        self._is_stuck = False
        self._stuck_timer: asyncio.TimerHandle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._level_down = int(config.wired_to == "3v3")
        number = config.pin(button)
        self._device = claim(
            number,
            f"buttons.{button}_pin",
            lambda: InputDevice(number, pull_up=not self._level_down, pin_factory=pin_factory),
        )
        # The pin itself, and not a gpiozero Button: that would not hand on when an edge came, and
        # its bounce_time means something else on every pin factory, and loses taps.
        pin: Any = self._device.pin
        pin.bounce = None
        pin.edges = "both"
        pin.when_changed = self._on_change
        # Read after the edges are being watched: one in between then comes twice, not never.
        is_down = self._device.is_active
        self._state = Debounced(is_down, is_down)
        self._held_since_start = self._state.down
        self._watch_for_sticking()

    def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._stuck_timer is not None:
            self._stuck_timer.cancel()
        self._device.close()

    def _on_change(self, time_s: float, level: int) -> None:
        """What gpiozero calls for an edge, on a thread of the pin factory.

        The time is the kernel's, where it has one: a processor that is busy tells of edges late and
        in heaps, and then a tap would seem to be over within the lock-out.
        """
        now_s = self._loop.time()
        if not now_s - LATEST_S <= time_s <= now_s:
            time_s = now_s
        self._loop.call_soon_threadsafe(self._edge, time_s, level == self._level_down)

    def _edge(self, time_s: float, down: bool) -> None:
        # An edge may still be on its way when the pins are given back.
        if self._closed:
            return
        self._become(settle(self._state, time_s, self._lockout_s))
        self._become(feed(self._state, time_s, down, self._lockout_s))
        now_s = self._loop.time()
        # More edges may be late with one that is.
        late = now_s >= self._state.locked_until_s
        self._look_again_at(now_s + self._lockout_s if late else self._state.locked_until_s)

    def _look_again_at(self, due_s: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(due_s, self._look_again, due_s)

    def _look_again(self, due_s: float) -> None:
        """Read the level when the contacts are quiet: an edge may have been lost."""
        self._timer = None
        # A loop may call a timer early by its clock's resolution.
        now_s = max(due_s, self._loop.time())
        if now_s > due_s + self._lockout_s:
            # It was held up, and edges of meanwhile are still to be told of.
            self._look_again_at(now_s + self._lockout_s)
            return
        if (down := self._device.is_active) == self._state.level:
            self._become(settle(self._state, now_s, self._lockout_s))
        else:
            self._become(feed(self._state, now_s, down, self._lockout_s))
        if now_s < self._state.locked_until_s:
            self._look_again_at(self._state.locked_until_s)

    def _become(self, state: Debounced) -> None:
        before, self._state = self._state, state
        if state.down != before.down:
            self._watch_for_sticking()
            if self._held_since_start:
                self._held_since_start = False
            else:
                self._report(self._button, state.down)

    def _watch_for_sticking(self) -> None:
        """Start to wait for a button that went down to stick; one that went up is free."""
        if self._stuck_timer is not None:
            self._stuck_timer.cancel()
            self._stuck_timer = None
        if self._state.down:
            self._stuck_timer = self._loop.call_later(self._stuck_s, self._stick)
        elif self._is_stuck:
            self._is_stuck = False
            self._note_stuck(self._button, False)

    def _stick(self) -> None:
        self._is_stuck = True
        self._note_stuck(self._button, True)
