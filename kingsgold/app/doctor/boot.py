"""What the firmware's `config.txt` switches on."""

from collections.abc import Iterator
from dataclasses import dataclass

_OVERLAY_PINS = {
    "gpio-fan": ("gpiopin", 12),
    "gpio-ir": ("gpio_pin", 18),
    "gpio-key": ("gpio", 3),
    "gpio-poweroff": ("gpiopin", 26),
    "gpio-shutdown": ("gpio_pin", 3),
    "w1-gpio": ("gpiopin", 4),
}
"""Overlays that take a pin: the parameter that names it, and the pin without that."""

_BUSES = {
    "I2C": (("i2c_arm", "i2c", "i2c1"), (2, 3)),
    "SPI": (("spi",), (7, 8, 9, 10, 11)),
    "I2S": (("i2s",), (18, 19, 20, 21)),
}
"""What a `dtparam` switches on: its names, and the pins that it takes."""

_ON = ("on", "1", "true", "yes", "")


@dataclass(frozen=True)
class BootConfig:
    """The settings of a `config.txt`, in order. Its sections for single models count as all."""

    settings: tuple[tuple[str, str], ...]

    @classmethod
    def parse(cls, text: str) -> "BootConfig":
        """The settings that `text` makes; comments and section heads are left out."""
        lines = (line.split("#")[0].strip() for line in text.splitlines())
        pairs = (line.partition("=") for line in lines if "=" in line)
        return cls(tuple((key.strip(), value.strip()) for key, _, value in pairs))

    def parameter(self, *names: str) -> str | None:
        """The last value of a `dtparam` with one of these names; None when it is not set."""
        found = None
        for key, value in self.settings:
            if key == "dtparam":
                for part in value.split(","):
                    name, _, setting = part.partition("=")
                    if name in names:
                        found = setting
        return found

    @property
    def uart(self) -> bool:
        """Whether the serial port on GPIO 14 and 15 is switched on."""
        on = False
        for key, value in self.settings:
            if key == "enable_uart":
                on = value == "1"
        return on

    def taken(self) -> Iterator[tuple[int, str, str]]:
        """The pins that are taken: BCM number, by what, and the line that does it."""
        for bus, (names, pins) in _BUSES.items():
            if self.parameter(*names) in _ON:
                yield from ((pin, bus, f"dtparam={names[0]}=on") for pin in pins)
        if self.uart:
            yield from ((pin, "UART", "enable_uart=1") for pin in (14, 15))
        for key, value in self.settings:
            name, *parameters = value.split(",")
            if key == "dtoverlay" and name in _OVERLAY_PINS:
                parameter, pin = _OVERLAY_PINS[name]
                named = dict(part.split("=", 1) for part in parameters if "=" in part)
                setting = named.get(parameter, "")
                yield (int(setting) if setting.isdigit() else pin), name, f"dtoverlay={value}"
