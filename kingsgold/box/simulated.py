"""The simulated box: the real one with other parts at the very edge.

Presses drive mock pins, and pass through the same input devices and debouncer as on a Pi; lamps
are read back from their pins; pictures travel as the bytes of I2C messages to a simulated chip.
"""

import asyncio
import errno
import os
from collections.abc import Callable
from typing import Any, Literal

from gpiozero.pins.mock import (  # pyright: ignore[reportMissingTypeStubs]
    MockFactory,
    MockPWMPin,
)
from PIL import Image

from kingsgold.box.bus import I2cBus
from kingsgold.box.buttons import ButtonsConfig, GpioButtons
from kingsgold.box.chip import SimulatedChip
from kingsgold.box.lamps import GpioLamps, LampsConfig
from kingsgold.box.oled import Panel, ScreenConfig
from kingsgold.box.parts import Brightness, Button, Sound, Tune
from kingsgold.box.real import open_sound
from kingsgold.box.sound import SoundConfig
from kingsgold.box.writer import Frame, Rotation, pack

_NO_LAMPS: frozenset[Button] = frozenset()


class SimulatedParts:
    """Buttons, lamps and screen of a box that is not there, and the hands and eyes to use them.

    The hands touch `button`s that are on the configured pins; those in `held` are down from the
    start. `bus_khz` is the modelled speed of the I2C bus, None for one that takes no time. The
    screen is on I2C, whatever bus the configuration names. `on_fault` is told when the screen stops
    answering, and None when it shows what is wanted again; `on_button_fault` likewise, about
    buttons that stick. With `renews` the screen is sent anew from time to time also while nothing
    happens, as on the Pi; the loop then never runs out of timers.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        buttons: ButtonsConfig | None = None,
        lamps: LampsConfig | None = None,
        screen: ScreenConfig | None = None,
        sound: SoundConfig | None = None,
        held: frozenset[Button] = frozenset(),
        bus_khz: int | None = None,
        on_fault: Callable[[str | None], None] | None = None,
        on_button_fault: Callable[[str | None], None] | None = None,
        renews: bool = False,
    ) -> None:
        self._loop = loop
        self._buttons_config = buttons or ButtonsConfig()
        self._lamps_config = lamps or LampsConfig()
        self._screen_config = screen or ScreenConfig()
        self._sound_config = sound or SoundConfig()
        self._pins: Any = MockFactory(pin_class=_SwitchPin)
        self._pins.ticks = loop.time
        for button in held:
            self._switch(button, True)
        self.presses: list[tuple[float, Button, bool]] = []
        """What the hands did: time in seconds, button, and whether it went down."""
        self.lamp_changes: list[tuple[float, frozenset[Button]]] = []
        """What the lamps did: time in seconds, and those that were lit from then on."""
        self.faults: list[tuple[float, str | None]] = []
        """What the screen reported: time in seconds, and what is wrong, or None for all is well."""
        self.button_faults: list[tuple[float, str | None]] = []
        """What the buttons reported: time in seconds, and which are stuck, or None for none."""
        self.tunes: list[tuple[float, Tune]] = []
        """What the sound was asked for: time in seconds, and tune."""
        self.chip = SimulatedChip(self._screen_config.driver)
        self.bus = SimulatedBus(self.chip, self._screen_config.i2c_address, bus_khz)
        self._tell_fault = on_fault
        self._tell_button_fault = on_button_fault
        self.buttons = GpioButtons(self._buttons_config, loop, self._pins, self._note_button_fault)
        self.lamps = _WatchedLamps(self._lamps_config, loop, self._pins, self._note_lamps)
        self.screen = _LoopScreen(self._screen_config, loop, self.bus, self._note_fault, renews)
        self.sound = _WatchedSound(
            open_sound(self._sound_config, loop, self._pins), self._note_tune
        )

    def press(self, button: Button) -> None:
        """Close the contact of `button`; the press is reported when the loop runs."""
        self.presses.append((self._loop.time(), button, True))
        self._switch(button, True)

    def release(self, button: Button) -> None:
        """Open the contact of `button`; the release is reported when the loop runs."""
        self.presses.append((self._loop.time(), button, False))
        self._switch(button, False)

    @property
    def lit(self) -> frozenset[Button]:
        """The lamps that are lit now, brightly or faintly, read from their pins."""
        return frozenset(button for button in Button if self.lamp_level(button) > 0)

    def lamp_level(self, button: Button) -> float:
        """How bright the lamp of `button` is now, from 0 to 1, read from its pin."""
        state = float(self._pins.pin(self._lamps_config.pin(button)).state)
        return state if self._lamps_config.active_high else 1 - state

    @property
    def tone(self) -> tuple[float, float] | None:
        """What the buzzer's pin does now: Hz, and the share of each period in which it is high.

        None in silence.
        """
        if self._sound_config.pin is None:
            return None
        pin = self._pins.pin(self._sound_config.pin)
        return None if pin.frequency is None else (pin.frequency, float(pin.state))

    def picture(self) -> Image.Image:
        """What the glass shows now (mode "1", 128x64), as the captains see it."""
        picture = self.chip.picture()
        return picture.rotate(180) if self._screen_config.rotation_deg == 180 else picture

    @property
    def bytes_sent(self) -> int:
        """The bytes that have gone over the screen's bus so far, addresses included."""
        return self.bus.bytes_sent

    def close(self) -> None:
        """Close the parts as the box does when it stops: the last picture is on the glass then."""
        self.buttons.close()
        self.lamps.close()
        self.sound.close()
        self.screen.close()

    def _switch(self, button: Button, closed: bool) -> None:
        to_ground = self._buttons_config.wired_to == "ground"
        self._pins.pin(self._buttons_config.pin(button)).connect(not to_ground if closed else None)

    def _note_lamps(self) -> None:
        before = self.lamp_changes[-1][1] if self.lamp_changes else _NO_LAMPS
        if (lit := self.lit) != before:
            self.lamp_changes.append((self._loop.time(), lit))

    def _note_fault(self, text: str | None) -> None:
        self.faults.append((self._loop.time(), text))
        if self._tell_fault is not None:
            self._tell_fault(text)

    def _note_button_fault(self, text: str | None) -> None:
        self.button_faults.append((self._loop.time(), text))
        if self._tell_button_fault is not None:
            self._tell_button_fault(text)

    def _note_tune(self, tune: Tune) -> None:
        self.tunes.append((self._loop.time(), tune))


class SimulatedBus:
    """An I2C bus with one chip at `address`; stands where `smbus2.SMBus` does.

    `khz` is its modelled speed, None for one that takes no time.
    """

    def __init__(self, chip: SimulatedChip, address: int, khz: int | None = None) -> None:
        self._chip = chip
        self._address = address
        self._khz = khz
        self._refusals = 0
        self._bytes_before_refusal = 0
        self._refused_control: int | None = None
        self._plugged_in = True
        self.bytes_sent = 0

    def refuse(
        self,
        messages: int,
        after_bytes: int = 0,
        *,
        only: Literal["commands", "data"] | None = None,
    ) -> None:
        """Fail this many of the next messages, each when `after_bytes` of it have arrived.

        With `only`, those of the other kind pass.
        """
        self._refusals = messages
        self._bytes_before_refusal = after_bytes
        self._refused_control = None if only is None else {"commands": 0x00, "data": 0x40}[only]

    def unplug(self) -> None:
        """Take the chip off the bus and off its power: it goes dark and forgets everything."""
        self._chip.power_on()
        self._plugged_in = False

    def plug_in(self) -> None:
        """Put the chip back."""
        self._plugged_in = True

    def wire_s(self, count: int) -> float:
        """The seconds that `count` bytes take: nine clocks for each."""
        return 0.0 if self._khz is None else count * 9 / (self._khz * 1000)

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Do write messages, of any length; one that is refused ends the transfer."""
        for message in i2c_msgs:
            self._write(message.addr, bytes(message))

    def close(self) -> None:
        """Let go of the bus."""

    def _write(self, address: int, payload: bytes) -> None:
        answers = self._plugged_in and address == self._address
        refused = self._refusals and self._refused_control in (None, payload[0])
        if answers and not refused:
            self.bytes_sent += 1 + len(payload)
            self._chip.write(payload)
            return
        self.bytes_sent += 1
        if answers:
            self._refusals -= 1
            if arrived := payload[: self._bytes_before_refusal]:
                self.bytes_sent += len(arrived)
                self._chip.write(arrived)
        raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


class _SwitchPin(MockPWMPin):
    """A mock pin with a switch on it: a closed one is stronger than the pull resistor."""

    _connected_to: bool | None = None
    _pulled_up = False

    def connect(self, level: bool | None) -> None:
        """Close the switch to a level, or open it with None."""
        self._connected_to = level
        self._settle()

    def _change_state(self, value: bool) -> bool:
        changed = super()._change_state(value)  # pyright: ignore[reportUnknownMemberType]
        # gpiozero's mock pins go by the machine's clock.
        self._last_change = self.factory.ticks()  # pyright: ignore[reportUnknownMemberType]
        return changed

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)  # pyright: ignore[reportUnknownMemberType]
        self._pulled_up = value == "up"
        self._settle()

    def _settle(self) -> None:
        if self._pulled_up if self._connected_to is None else self._connected_to:
            self.drive_high()
        else:
            self.drive_low()


class _WatchedLamps(GpioLamps):
    """The real lamps, which say when something may have changed."""

    def __init__(
        self,
        config: LampsConfig,
        loop: asyncio.AbstractEventLoop,
        pins: Any,
        changed: Callable[[], None],
    ) -> None:
        super().__init__(config, loop, pins)
        self._changed = changed

    def show(self, lit: frozenset[Button], *, breathe: bool = False) -> None:
        super().show(lit, breathe=breathe)
        self._changed()

    def close(self) -> None:
        super().close()
        self._changed()


class _WatchedSound:
    """The real sound, and somebody who hears which tunes are wanted."""

    def __init__(self, sound: Sound, heard: Callable[[Tune], None]) -> None:
        self._sound = sound
        self._heard = heard
        self.set_volume = sound.set_volume
        self.close = sound.close

    def play(self, tune: Tune) -> None:
        self._heard(tune)
        self._sound.play(tune)


class _LoopScreen:
    """The screen's panel, driven by the loop instead of a thread; the bus takes modelled time."""

    def __init__(
        self,
        config: ScreenConfig,
        loop: asyncio.AbstractEventLoop,
        bus: SimulatedBus,
        on_fault: Callable[[str | None], None],
        renews: bool,
    ) -> None:
        self._rotation_deg: Rotation = config.rotation_deg
        self._loop = loop
        self._bus = bus
        self._panel = Panel(config, I2cBus(bus, config.i2c_address), on_fault)
        self._wanted: Frame | None = None
        self._brightness = Brightness.FULL
        self._renews = renews
        self._idle = True
        self._next: asyncio.Handle | None = None

    def show(self, picture: Image.Image) -> None:
        self._wanted = pack(picture, self._rotation_deg)
        self._wake()

    def set_brightness(self, brightness: Brightness) -> None:
        self._brightness = brightness
        self._wake()

    def close(self) -> None:
        if self._next is not None:
            self._next.cancel()
        while self._send() == 0:
            pass
        self._panel.close()

    def _wake(self) -> None:
        if not self._idle:
            return
        self._idle = False
        if self._next is not None:
            self._next.cancel()
        self._next = self._loop.call_soon(self._step)

    def _step(self) -> None:
        before, now_s = self._bus.bytes_sent, self._loop.time()
        wait_s = self._send()
        self._idle = wait_s is None
        if wait_s is None:
            wait_s = self._panel.renewal_in_s(now_s) if self._renews else None
        else:
            wait_s += self._bus.wire_s(self._bus.bytes_sent - before)
        self._next = None if wait_s is None else self._loop.call_later(wait_s, self._step)

    def _send(self) -> float | None:
        """Do the next transfer; as `Panel.step`. Before the first picture there is none."""
        if self._wanted is None:
            return None
        return self._panel.step(self._wanted, self._brightness, self._loop.time())
