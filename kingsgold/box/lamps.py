"""The lamps in the buttons: four LEDs on GPIO pins."""

import asyncio
import math
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from kingsgold.box.parts import Button
from kingsgold.box.pins import LAMP_PINS, Pin, claim

PWM_HZ = 200
"""Fast enough for the eye, slow enough for lgpio, which switches the pins by software."""

BREATH_S = 1.5
BREATHS = 3
BREATH_STEP_S = 0.05
_FAINTEST = 0.1
"""The bottom of a breath; never dark, as a dark button is one that does nothing."""


class LampsConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the lamps are and how they light; pins are BCM numbers."""

    lock_pin: Pin = LAMP_PINS[Button.LOCK]
    roll_pin: Pin = LAMP_PINS[Button.ROLL]
    stop_pin: Pin = LAMP_PINS[Button.STOP]
    target_pin: Pin = LAMP_PINS[Button.TARGET]
    active_high: bool = True
    """Whether a high pin lights the lamp (LED to ground) or a low one (LED to 3V3)."""
    pwm: bool = True
    """Whether the lamps may be anything between lit and dark."""
    brightness: Annotated[int, Meta(ge=1, le=100, description="a percentage from 1 to 100")] = 100
    """How bright a lit lamp is, with `pwm`."""

    def pin(self, button: Button) -> int:
        """The BCM number of the pin that the lamp of `button` is on."""
        return getattr(self, f"{button}_pin")

    def claims(self) -> list[tuple[int, str]]:
        """The pins in use, each with its key."""
        return [(self.pin(button), f"lamps.{button}_pin") for button in Button]


class GpioLamps:
    """The four lamps through gpiozero's output devices, dark at first.

    `pin_factory` is a gpiozero pin factory. Breathing is one timer on `loop` for all lamps, and
    ends by itself: gpiozero's own `pulse` would be a thread for each, waking for as long as
    nobody presses. Raises BoxError when a pin can't be had.
    """

    def __init__(
        self, config: LampsConfig, loop: asyncio.AbstractEventLoop, pin_factory: Any
    ) -> None:
        from gpiozero import (  # pyright: ignore[reportMissingTypeStubs]
            PWMLED,
            DigitalOutputDevice,
        )

        self._config = config
        self._loop = loop
        self._lit: frozenset[Button] = frozenset()
        self._timer: asyncio.TimerHandle | None = None
        self._devices: dict[Button, Any] = {}
        make = partial(PWMLED, frequency=PWM_HZ) if config.pwm else DigitalOutputDevice
        try:
            for button in Button:
                make_device = partial(
                    make,
                    config.pin(button),
                    active_high=config.active_high,
                    pin_factory=pin_factory,
                )
                user = f"lamps.{button}_pin"
                self._devices[button] = claim(config.pin(button), user, make_device)
                self._set(button, 0.0)
        except BaseException:
            self.close()
            raise

    def show(self, lit: frozenset[Button], *, breathe: bool = False) -> None:
        """Light these lamps and put out the others.

        With `breathe` the lit ones swell and fade a few times first. The next call ends that.
        Without PWM they just light.
        """
        self._rest()
        self._lit = lit
        if breathe and self._config.pwm:
            self._breathe(self._loop.time())
        else:
            self._light(1.0)

    def close(self) -> None:
        """Put the lamps out and give the pins back."""
        self._rest()
        for button, device in self._devices.items():
            self._set(button, 0.0)
            device.close()

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _breathe(self, since_s: float) -> None:
        breaths = (self._loop.time() - since_s) / BREATH_S
        if breaths >= BREATHS:
            self._timer = None
            self._light(1.0)
            return
        swell = (1 + math.cos(2 * math.pi * breaths)) / 2
        self._light(_FAINTEST + (1 - _FAINTEST) * swell)
        self._timer = self._loop.call_later(BREATH_STEP_S, self._breathe, since_s)

    def _light(self, strength: float) -> None:
        full = self._config.brightness / 100 if self._config.pwm else 1.0
        for button in self._devices:
            self._set(button, strength * full if button in self._lit else 0.0)

    def _set(self, button: Button, level: float) -> None:
        device = self._devices[button]
        if self._config.pwm:
            # A pin that is always high or always low needs none of lgpio's pulses.
            hz = PWM_HZ if 0 < level < 1 else None
            if device.frequency != hz:
                device.frequency = hz
        device.value = level
