"""The OLED: luma knows what readies a display, the writer decides what goes over its bus."""

import threading
import time
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from PIL import Image

from kingsgold.box.bus import Bus
from kingsgold.box.parts import Brightness
from kingsgold.box.pins import (
    I2C_PINS,
    I2C_SUPPLY_WIRES,
    SPI_DC_PIN,
    SPI_PINS,
    SPI_RESET_PIN,
    SPI_SELECT_PINS,
    SPI_SUPPLY_WIRES,
    Pin,
    header_pin,
)
from kingsgold.box.writer import COLUMNS, PAGES, Frame, Glass, Rotation, next_span, pack

Driver = Literal["ssd1306", "sh1106", "ssd1309"]

FIRST_RETRY_S = 0.1
LONGEST_RETRY_S = 5.0
RENEWAL_S = 60.0
"""A display that lost its power for a moment, between two transfers, is noticed by nobody: it just
stays dark. So everything is sent anew when the last time was this long ago."""

_CLOSE_S = 3.0


_CONTRAST = b"\x81"
_DISPLAY_OFF = b"\xae"
_DISPLAY_ON = b"\xaf"
_PAGE_ADDRESSING = b"\x20\x02"


Level = Annotated[int, Meta(ge=0, le=255, description="a level from 0 to 255")]
Patience = Annotated[
    int, Meta(ge=0, le=86400, description="a number of seconds from 0 (never) to 86400")
]


class ScreenConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which display there is and where; pins are BCM numbers."""

    driver: Driver = "ssd1306"
    interface: Literal["i2c", "spi"] = "i2c"
    i2c_bus: Annotated[
        int, Meta(ge=0, le=22, description="the number of an I2C bus, 0 to 22 (N of /dev/i2c-N)")
    ] = 1
    i2c_address: Annotated[
        int, Meta(ge=0x08, le=0x77, description="an I2C address from 0x08 to 0x77")
    ] = 0x3C
    spi_bus: Annotated[int, Meta(ge=0, le=1, description="0 or 1 (N of /dev/spidevN.M)")] = 0
    spi_device: Annotated[int, Meta(ge=0, le=2, description="0, 1 or 2 (M of /dev/spidevN.M)")] = 0
    spi_dc_pin: Pin = SPI_DC_PIN
    spi_reset_pin: Pin = SPI_RESET_PIN
    column_offset: (
        Annotated[int, Meta(ge=0, le=4, description="a number of columns from 0 to 4")] | None
    ) = None
    """Where the glass starts in the display's RAM; None for what is usual for the driver."""
    rotation_deg: Rotation = 0
    contrast: Level = 127
    dim_contrast: Level = 8
    dim_after_s: Patience = 60
    """Seconds without a press after which the glass is dimmed; 0 for never."""
    blank_after_s: Patience = 600
    """Seconds without a press after which the glass is blanked; 0 for never."""

    @property
    def first_column(self) -> int:
        """The column of the display's RAM that is the first on the glass."""
        if self.column_offset is not None:
            return self.column_offset
        return 2 if self.driver == "sh1106" else 0

    @property
    def place(self) -> str:
        """Where the display is, for messages."""
        if self.interface == "i2c":
            return f"{self.i2c_address:#04x} on /dev/i2c-{self.i2c_bus}"
        return f"/dev/spidev{self.spi_bus}.{self.spi_device}"

    def claims(self) -> list[tuple[int, str]]:
        """The pins in use, each with its key or what else takes it."""
        if self.interface == "i2c":
            pins = sorted(I2C_PINS.get(self.i2c_bus, {}).values())
            return [(pin, f"I2C bus {self.i2c_bus} of the screen") for pin in pins]
        # The kernel takes all of its select pins, whether there are devices on them or not.
        pins = sorted((*SPI_PINS[self.spi_bus].values(), *SPI_SELECT_PINS[self.spi_bus]))
        return [
            *((pin, f"SPI bus {self.spi_bus} of the screen") for pin in pins),
            (self.spi_dc_pin, "screen.spi_dc_pin"),
            (self.spi_reset_pin, "screen.spi_reset_pin"),
        ]

    def wires(self) -> list[tuple[str, int]]:
        """The display's contacts, each with the header pin that it goes to.

        A contact whose pin depends on the Pi's own configuration is left out.
        """
        if self.interface == "i2c":
            pins = I2C_PINS.get(self.i2c_bus, {})
            return [
                *I2C_SUPPLY_WIRES.items(),
                *((contact, header_pin(pin)) for contact, pin in pins.items()),
            ]
        selects = dict(enumerate(SPI_SELECT_PINS[self.spi_bus]))
        pins = {
            **{name: pin for name, pin in SPI_PINS[self.spi_bus].items() if name != "MISO"},
            **({"CS": selects[self.spi_device]} if self.spi_device in selects else {}),
            "DC": self.spi_dc_pin,
            "RES": self.spi_reset_pin,
        }
        return [
            *SPI_SUPPLY_WIRES.items(),
            *((contact, header_pin(pin)) for contact, pin in pins.items()),
        ]


class Panel:
    """A display on its bus, and what is known of its glass. Has no clock: `step` is called again.

    `on_fault` is told what is wrong when the display stops answering, and None when it shows what
    is wanted again.
    """

    def __init__(
        self, config: ScreenConfig, bus: Bus, on_fault: Callable[[str | None], None]
    ) -> None:
        self._config = config
        self._bus = bus
        self._on_fault = on_fault
        self._setup = _setup_commands(config)
        self._glass = Glass()
        self._contrast: int | None = None
        self._lit = False
        self._renewal_s: float | None = None
        self._started = False
        self._failures = 0

    def start(self) -> None:
        """Send the init sequence, which leaves the display dark until a picture is complete.

        Raises OSError when the display does not answer.
        """
        self._bus.send(_DISPLAY_OFF)
        self._set_up()
        self._started = True

    def step(
        self, wanted: Frame, brightness: Brightness = Brightness.FULL, now_s: float = 0.0
    ) -> float | None:
        """Do the next transfer towards `wanted`, shown at `brightness`. `now_s` is on any clock.

        Answers with the seconds to wait before the next step: 0 while there is more to send, more
        than that after a fault; None when the glass shows what is wanted.
        """
        try:
            more = self._send_next(wanted, brightness, now_s)
        except OSError as error:
            # How much has arrived is unknown, and perhaps the display has lost its power.
            self._started = False
            self._failures += 1
            if self._failures == 1:
                self._on_fault(f"the screen at {self._config.place} does not answer: {error}")
            return min(FIRST_RETRY_S * 2 ** min(self._failures - 1, 10), LONGEST_RETRY_S)
        if more:
            return 0.0
        if self._failures:
            self._failures = 0
            self._on_fault(None)
        return None

    def renewal_in_s(self, now_s: float) -> float | None:
        """Seconds until `step` has something to do even if nothing new is wanted.

        None when that is unknown, before everything has been sent once.
        """
        return None if self._renewal_s is None else max(0.0, self._renewal_s - now_s)

    def close(self) -> None:
        """Let go of the bus."""
        self._bus.close()

    def _send_next(self, wanted: Frame, brightness: Brightness, now_s: float) -> bool:
        """Do the next transfer; False when there is nothing to send."""
        if not self._started:
            self.start()
        self._shade(brightness)
        if (span := next_span(self._glass, wanted)) is not None:
            self._bus.send(span.addressing(self._config.first_column), span.data)
            self._glass = self._glass.after(span)
            return True
        if self._renewal_s is None:
            self._renewal_s = now_s + RENEWAL_S
        elif now_s >= self._renewal_s:
            # Without switching it off: on a display that is well, nobody sees this.
            self._set_up()
            return True
        return False

    def _set_up(self) -> None:
        for command in self._setup:
            self._bus.send(command)
        self._glass = Glass()
        self._contrast = None
        self._lit = False
        self._renewal_s = None

    def _shade(self, brightness: Brightness) -> None:
        if brightness is Brightness.DARK:
            if self._lit:
                self._bus.send(_DISPLAY_OFF)
                self._lit = False
            return
        dim = brightness is Brightness.DIM
        contrast = self._config.dim_contrast if dim else self._config.contrast
        if contrast != self._contrast:
            self._bus.send(_CONTRAST + bytes((contrast,)))
            self._contrast = contrast
        if not self._lit and self._glass.complete:
            self._bus.send(_DISPLAY_ON)
            self._lit = True


class Oled:
    """The real screen: a thread sends what is wanted, so that a slow bus never delays a press.

    Takes over `panel`, whose `on_fault` is called on that thread. `clock` tells seconds.
    """

    def __init__(
        self, config: ScreenConfig, panel: Panel, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rotation_deg: Rotation = config.rotation_deg
        self._panel = panel
        self._clock = clock
        self._changed = threading.Condition()
        self._wanted: Frame | None = None
        self._brightness = Brightness.FULL
        self._fresh = False
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="oled", daemon=True)
        self._thread.start()

    def show(self, picture: Image.Image) -> None:
        """Make `picture` (mode "1", 128x64) what is wanted on the glass; never waits for the bus.

        A newer picture replaces one that has not been sent yet, also half way through it.
        """
        wanted = pack(picture, self._rotation_deg)
        with self._changed:
            self._wanted = wanted
            self._fresh = True
            self._changed.notify()

    def set_brightness(self, brightness: Brightness) -> None:
        """Dim the glass, blank it, or wake it; never waits for the bus."""
        with self._changed:
            self._brightness = brightness
            self._fresh = self._wanted is not None
            self._changed.notify()

    def close(self) -> None:
        """Send what is still wanted, then let go of the bus."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(_CLOSE_S)

    def _run(self) -> None:
        wait_s: float | None = None
        while True:
            with self._changed:
                if wait_s is None:
                    idle_s = self._panel.renewal_in_s(self._clock())
                    self._changed.wait_for(lambda: self._fresh or self._closing, idle_s)
                elif wait_s > 0:
                    self._changed.wait_for(lambda: self._closing, wait_s)
                wanted, brightness = self._wanted, self._brightness
                self._fresh = False
                closing = self._closing
            if wanted is None:
                break
            wait_s = self._panel.step(wanted, brightness, self._clock())
            if closing and wait_s != 0:
                break
        self._panel.close()


def _setup_commands(config: ScreenConfig) -> list[bytes]:
    """What readies the display, as luma has it for this driver; neither switches it on nor off."""
    from luma.oled.device import (  # pyright: ignore[reportMissingTypeStubs]
        sh1106,
        ssd1306,
        ssd1309,
    )

    drivers: dict[Driver, Any] = {"ssd1306": ssd1306, "sh1106": sh1106, "ssd1309": ssd1309}
    recorder = _Recorder()
    # luma sends a blank frame among its init sequence, through a loop over pixels; the whole first
    # picture does that job.
    quiet = type("quiet", (drivers[config.driver],), {"display": _send_nothing})
    quiet(recorder, width=COLUMNS, height=8 * PAGES)
    commands = [
        command.removeprefix(_DISPLAY_OFF)
        for command in recorder.commands
        if not command.startswith((_CONTRAST, _DISPLAY_ON))
    ]
    if config.driver != "sh1106":
        commands.append(_PAGE_ADDRESSING)
    return commands


def _send_nothing(_device: object, _picture: object) -> None:
    pass


class _Recorder:
    """What luma takes for a bus; it keeps the commands."""

    def __init__(self) -> None:
        self.commands: list[bytes] = []

    def command(self, *cmd: int) -> None:
        self.commands.append(bytes(cmd))

    def data(self, data: list[int]) -> None:
        pass

    def cleanup(self) -> None:
        pass
