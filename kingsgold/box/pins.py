"""The 40-pin header, and what is wired to it unless the configuration says otherwise.

This is the one table of default pins: the configuration's defaults and the wiring page both come
from it. Left out on purpose: the pins of the UART (14, 15), of SPI (7 to 11, and 24 and 25 for an
SPI display's DC and RES), and those for sound (12, 13 and 18 to 21).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec import Meta

from kingsgold.box.parts import BoxError, Button

Pin = Annotated[int, Meta(ge=2, le=27, description="a BCM pin number from 2 to 27")]
"""A pin as the configuration names it."""

HEADER: Final[tuple[str | int, ...]] = (
    *("3V3", "5V"),
    *(2, "5V"),
    *(3, "GND"),
    *(4, 14),
    *("GND", 15),
    *(17, 18),
    *(27, "GND"),
    *(22, 23),
    *("3V3", 24),
    *(10, "GND"),
    *(9, 25),
    *(11, 8),
    *("GND", 7),
    *(0, 1),
    *(5, "GND"),
    *(6, 12),
    *(13, "GND"),
    *(19, 16),
    *(26, 20),
    *("GND", 21),
)
"""What each header pin is, from pin 1 on: a BCM number, or a supply."""

BUTTON_PINS: Final[Mapping[Button, int]] = MappingProxyType(
    {Button.LOCK: 5, Button.ROLL: 6, Button.STOP: 26, Button.TARGET: 16}
)
LAMP_PINS: Final[Mapping[Button, int]] = MappingProxyType(
    {Button.LOCK: 17, Button.ROLL: 27, Button.STOP: 22, Button.TARGET: 23}
)
BUTTONS_GROUND: Final = 39
"""The header pin that the buttons' common ground goes to."""
LAMPS_GROUND: Final = 9
"""The header pin that the lamps' common ground goes to."""
COMMON_3V3: Final = 17
"""The header pin that the common wire goes to of buttons or lamps that are on 3V3 instead."""
BUZZER_PIN: Final = 12
BUZZER_GROUND: Final = 34
"""Where a buzzer goes, if there is one: its pin (BCM) and the header pin of its ground."""
I2C_SUPPLY_WIRES: Final[Mapping[str, int]] = MappingProxyType({"VCC": 1, "GND": 6})
"""An I2C display's supply and the header pins that it goes to."""

SHUTDOWN_PIN: Final = 4
SHUTDOWN_GROUND: Final = 25
"""Where a button goes that switches the Pi off, if there is one: it is the firmware's, not ours."""

UART_WIRES: Final[Mapping[str, int]] = MappingProxyType({"RX": 8, "TX": 10, "GND": 14})
"""A serial scoreboard's contacts and the header pins that they go to: its RX to the Pi's TXD."""

SPI_DC_PIN: Final = 24
SPI_RESET_PIN: Final = 25
SPI_SUPPLY_WIRES: Final[Mapping[str, int]] = MappingProxyType({"VCC": 1, "GND": 20})
"""An SPI display's supply and the header pins that it goes to."""

I2C_PINS: Final[Mapping[int, Mapping[str, int]]] = MappingProxyType(
    {0: MappingProxyType({"SDA": 0, "SCL": 1}), 1: MappingProxyType({"SDA": 2, "SCL": 3})}
)
"""The pins (BCM) of the I2C buses that have fixed ones."""
SPI_PINS: Final[Mapping[int, Mapping[str, int]]] = MappingProxyType(
    {
        0: MappingProxyType({"CLK (D0)": 11, "MOSI (D1)": 10, "MISO": 9}),
        1: MappingProxyType({"CLK (D0)": 21, "MOSI (D1)": 20, "MISO": 19}),
    }
)
"""The pins (BCM) of the SPI buses, without those that select a device."""
SPI_SELECT_PINS: Final[Mapping[int, tuple[int, ...]]] = MappingProxyType(
    {0: (8, 7), 1: (18, 17, 16)}
)
"""The pins (BCM) that select the devices of an SPI bus, by the device's number."""


def header_pin(bcm: int) -> int:
    """The position on the header (1 to 40) of the pin with this BCM number.

    Raises ValueError when the header has no such pin.
    """
    return HEADER.index(bcm) + 1


def claim(pin: int, user: str, make_device: Callable[[], Any]) -> Any:
    """The gpiozero device that `make_device` makes on `pin`, for the configuration's key `user`.

    Raises BoxError when the pin can't be had.
    """
    try:
        return make_device()
    except Exception as error:  # each pin factory raises what its library does: lgpio no subclass
        raise BoxError(
            f"{user}: GPIO {pin} can't be used ({error}); `gpioinfo` tells who has it, "
            "or move the wire and change the configuration"
        ) from error
