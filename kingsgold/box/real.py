"""The real parts, on a Raspberry Pi: opened one by one, and every failure told in one line."""

import asyncio
import importlib
import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingsgold.box.bus import Bus, I2cBus, SpiBus
from kingsgold.box.buttons import ButtonsConfig, GpioButtons
from kingsgold.box.lamps import GpioLamps, LampsConfig
from kingsgold.box.oled import Oled, Panel, ScreenConfig
from kingsgold.box.parts import BoxError, Buttons, Lamps, Screen, Sound
from kingsgold.box.pins import claim
from kingsgold.box.sound import PiezoSound, Silence, SoundConfig

_DEV = Path("/dev")
_SPI_HZ = 8_000_000
_PLAY = "the box runs on a Raspberry Pi; `kingsgold play` shows it on a PC"


@dataclass(frozen=True)
class RealParts:
    """The box's parts, open."""

    buttons: Buttons
    lamps: Lamps
    screen: Screen
    sound: Sound
    _opened: ExitStack

    def close(self) -> None:
        """Close the parts, the last picture being sent first, and give the pins back."""
        self._opened.close()


def open_parts(
    buttons: ButtonsConfig,
    lamps: LampsConfig,
    screen: ScreenConfig,
    loop: asyncio.AbstractEventLoop,
    on_fault: Callable[[str | None], None],
    *,
    sound: SoundConfig | None = None,
    on_button_fault: Callable[[str | None], None] | None = None,
    open_pins: Callable[[], Any] | None = None,
    open_bus: Callable[[ScreenConfig, Any], Bus] | None = None,
) -> RealParts:
    """Open the parts of the box.

    `on_fault` is called on the loop, with what is wrong when the screen stops answering and with
    None when it shows what is wanted again; `on_button_fault` likewise, about buttons that stick.
    Without `sound` the box is silent. `open_pins` makes the gpiozero pin factory and
    `open_bus` the screen's bus, those of the Pi unless given. Raises BoxError when a part can't be
    used; the others are closed again then.
    """

    def tell(text: str | None) -> None:
        loop.call_soon_threadsafe(on_fault, text)

    opened = ExitStack()
    try:
        pins = (open_pins or open_gpio)()
        opened.callback(pins.close)
        real_buttons = GpioButtons(buttons, loop, pins, on_button_fault or _ignore)
        opened.callback(real_buttons.close)
        real_lamps = GpioLamps(lamps, loop, pins)
        opened.callback(real_lamps.close)
        real_sound = open_sound(sound or SoundConfig(), loop, pins)
        opened.callback(real_sound.close)
        panel = Panel(screen, (open_bus or open_screen_bus)(screen, pins), tell)
        _start(panel, screen)
        real_screen = Oled(screen, panel)
        opened.callback(real_screen.close)
    except BaseException:
        opened.close()
        raise
    return RealParts(real_buttons, real_lamps, real_screen, real_sound, opened)


def open_sound(
    config: SoundConfig, loop: asyncio.AbstractEventLoop, pin_factory: Any
) -> PiezoSound | Silence:
    """The buzzer, or silence where the configuration names none. Raises BoxError."""
    if config.pin is None:
        return Silence()
    return PiezoSound(config.pin, config.volume, loop, pin_factory)


def open_gpio(dev: Path = _DEV) -> Any:
    """The pin factory of the Pi: lgpio's, and no other.

    gpiozero's own choice would fall back with a mere warning, to factories that drop edges. Raises
    BoxError.
    """
    chips = sorted(dev.glob("gpiochip*"))
    if not chips:
        raise BoxError(f"there is no GPIO here ({dev}/gpiochip* is missing): {_PLAY}")
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise BoxError(
            f"no permission for {chips[0]}: put the user into the group gpio "
            "(sudo usermod -aG gpio USER) and log in again"
        )
    try:
        lgpio = _import_lgpio()
    except ImportError as error:
        raise BoxError(
            f"GPIO needs the module lgpio ({error}): sudo make install brings it"
        ) from error
    from gpiozero import PinUnknownPi  # pyright: ignore[reportMissingTypeStubs]
    from gpiozero.pins.lgpio import LGPIOFactory  # pyright: ignore[reportMissingTypeStubs]

    try:
        return LGPIOFactory()
    except PinUnknownPi as error:
        raise BoxError(f"there is no Raspberry Pi's GPIO here: {_PLAY}") from error
    except lgpio.error as error:
        raise BoxError(f"{chips[0]} can't be opened: {error}") from error


def open_screen_bus(config: ScreenConfig, pin_factory: Any, dev: Path = _DEV) -> Bus:
    """The bus that the screen is on. Raises BoxError."""
    device = dev / (
        f"i2c-{config.i2c_bus}"
        if config.interface == "i2c"
        else f"spidev{config.spi_bus}.{config.spi_device}"
    )
    if not device.exists():
        raise BoxError(
            f"screen: {device} is missing: switch {config.interface.upper()} on "
            f"(sudo raspi-config nonint do_{config.interface} 0) and restart, "
            "or name another bus in the configuration"
        )
    if not os.access(device, os.R_OK | os.W_OK):
        raise BoxError(
            f"screen: no permission for {device}: put the user into the group {config.interface} "
            f"(sudo usermod -aG {config.interface} USER) and log in again"
        )
    try:
        return _open_i2c(config) if config.interface == "i2c" else _open_spi(config, pin_factory)
    except OSError as error:
        raise BoxError(f"screen: {device} can't be opened: {error}") from error


def _ignore(_fault: str | None) -> None:
    pass


def _import_lgpio() -> Any:
    """The module lgpio, without a trace of it in the working directory.

    Its import makes a pipe in the working directory, which under systemd is often read-only;
    `LG_WD` names another, to which it then moves the whole process. Here it gets a directory of its
    own in the one that `LG_WD` names, or in the system's for temporary files. Both ends of the pipe
    are open when it returns, so that directory may go. Raises BoxError.
    """
    here = Path.cwd()
    named = os.environ.get("LG_WD")
    try:
        temporary = tempfile.TemporaryDirectory(prefix="kingsgold-", dir=named)
    except OSError as error:
        raise BoxError(
            f"lgpio needs a directory to write to: {error.filename}: {error.strerror}; "
            "set LG_WD to another"
        ) from error
    with temporary as directory:
        os.environ["LG_WD"] = directory
        try:
            return importlib.import_module("lgpio")
        finally:
            if named is None:
                del os.environ["LG_WD"]
            else:
                os.environ["LG_WD"] = named
            os.chdir(here)


def _open_i2c(config: ScreenConfig) -> Bus:
    from smbus2 import SMBus

    return I2cBus(SMBus(config.i2c_bus), config.i2c_address)


def _open_spi(config: ScreenConfig, pin_factory: Any) -> Bus:
    from luma.core.interface.serial import spi  # pyright: ignore[reportMissingTypeStubs]

    return SpiBus(
        spi(
            spi=_SpiDevice(),
            gpio=_OutputLines(pin_factory),
            port=config.spi_bus,
            device=config.spi_device,
            bus_speed_hz=_SPI_HZ,
            gpio_DC=config.spi_dc_pin,
            gpio_RST=config.spi_reset_pin,
        )
    )


def _start(panel: Panel, config: ScreenConfig) -> None:
    try:
        panel.start()
    except OSError as error:
        panel.close()
        raise BoxError(
            f"screen: nothing answers at {config.place}: check its wires (hardware/wiring.md); "
            f"`i2cdetect -y {config.i2c_bus}` shows the addresses that do"
        ) from error


class _SpiDevice:
    """What luma wants of `spidev.SpiDev`, through lgpio, which is there anyway."""

    max_speed_hz = _SPI_HZ
    """luma sets it after opening; lgpio wants it before."""

    def open(self, port: int, device: int) -> None:
        self._lgpio: Any = _import_lgpio()
        try:
            self._handle = self._lgpio.spi_open(port, device, _SPI_HZ, 0)
        except self._lgpio.error as error:
            raise BoxError(
                f"screen: /dev/spidev{port}.{device} can't be opened: {error}"
            ) from error

    def writebytes(self, data: list[int]) -> None:
        try:
            self._lgpio.spi_write(self._handle, data)
        except self._lgpio.error as error:
            raise OSError(str(error)) from error

    def close(self) -> None:
        self._lgpio.spi_close(self._handle)


class _OutputLines:
    """What luma wants of `RPi.GPIO` for DC and RES, through gpiozero; RPi.GPIO fails on new Pis."""

    LOW, HIGH, OUT = 0, 1, 2

    def __init__(self, pin_factory: Any) -> None:
        self._pin_factory = pin_factory
        self._devices: dict[int, Any] = {}

    def setup(self, pin: int, _mode: int) -> None:
        from gpiozero import DigitalOutputDevice  # pyright: ignore[reportMissingTypeStubs]

        self._devices[pin] = claim(
            pin, "screen", lambda: DigitalOutputDevice(pin, pin_factory=self._pin_factory)
        )

    def output(self, pin: int, level: int) -> None:
        self._devices[pin].value = level
