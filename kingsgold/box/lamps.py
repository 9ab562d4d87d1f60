"""The lamps in the buttons: four LEDs on GPIO pins."""

from functools import partial
from typing import Any

import msgspec

from kingsgold.box.parts import Button
from kingsgold.box.pins import LAMP_PINS, Pin, claim


class LampsConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the lamps are; pins are BCM numbers."""

    lock_pin: Pin = LAMP_PINS[Button.LOCK]
    roll_pin: Pin = LAMP_PINS[Button.ROLL]
    stop_pin: Pin = LAMP_PINS[Button.STOP]
    target_pin: Pin = LAMP_PINS[Button.TARGET]
    active_high: bool = True
    """Whether a high pin lights the lamp (LED to ground) or a low one (LED to 3V3)."""

    def pin(self, button: Button) -> int:
        """The BCM number of the pin that the lamp of `button` is on."""
        return getattr(self, f"{button}_pin")

    def claims(self) -> list[tuple[int, str]]:
        """The pins in use, each with its key."""
        return [(self.pin(button), f"lamps.{button}_pin") for button in Button]


class GpioLamps:
    """The four lamps through gpiozero's output devices, dark at first.

    `pin_factory` is a gpiozero pin factory. Raises BoxError when a pin can't be had.
    """

    def __init__(self, config: LampsConfig, pin_factory: Any) -> None:
        from gpiozero import DigitalOutputDevice  # pyright: ignore[reportMissingTypeStubs]

        self._devices: dict[Button, Any] = {}
        try:
            for button in Button:
                make_device = partial(
                    DigitalOutputDevice,
                    config.pin(button),
                    active_high=config.active_high,
                    pin_factory=pin_factory,
                )
                user = f"lamps.{button}_pin"
                self._devices[button] = claim(config.pin(button), user, make_device)
        except BaseException:
            self.close()
            raise

    def show(self, lit: frozenset[Button]) -> None:
        """Light these lamps and put out the others."""
        for button, device in self._devices.items():
            device.value = button in lit

    def close(self) -> None:
        """Put the lamps out and give the pins back."""
        for device in self._devices.values():
            device.off()
            device.close()
