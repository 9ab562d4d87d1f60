"""Which wire goes where: on the header, and on the page `hardware/wiring.md`.

The page is made from the defaults: python -m kingsgold.box.wiring > hardware/wiring.md
"""

import sys
from collections.abc import Iterable, Mapping, Sequence

from kingsgold.box.buttons import ButtonsConfig
from kingsgold.box.lamps import LampsConfig
from kingsgold.box.oled import ScreenConfig
from kingsgold.box.parts import Button
from kingsgold.box.pins import (
    BUTTONS_GROUND,
    BUZZER_GROUND,
    BUZZER_PIN,
    COMMON_3V3,
    HEADER,
    LAMPS_GROUND,
    SHUTDOWN_GROUND,
    SHUTDOWN_PIN,
    UART_WIRES,
    header_pin,
)
from kingsgold.box.sound import SoundConfig

_BOLD, _RED, _DIM, _PLAIN = "\033[1;32m", "\033[31m", "\033[2m", "\033[0m"

_PAGE = """\
# Wiring

This page shows the default pins. It is made from the table in `kingsgold/box/pins.py`; after a
change there: `python -m kingsgold.box.wiring > hardware/wiring.md`. The configuration
(`systemd/config.toml`) can name others, and refuses a pin that is used twice.

Switch the Pi off and pull its plug before you touch a wire. **5V on any GPIO pin destroys the
Pi**, and so does a short between 5V and 3V3.

## The header

The Pi's 40 pins, seen from above with the SD card at the top: pin 1 is in the inner row, pin 2
beside it at the board's edge. Names at the sides are the box's wires.

```
{header}
```

## Wire by wire

{wires}

A button has two contacts: one goes to its GPIO pin, the other to the common ground. Any push
button that closes when pressed will do. There is no resistor: the Pi's own pull-up keeps the pin
high while the button is up, so **a pressed button reads low**. If yours connect to 3V3 instead, set
`wired_to = "3v3"` under `[buttons]`; never to 5V.

A lamp is an LED with a **330 ohm resistor** in series: GPIO pin, resistor, the LED's long leg
(anode); its short leg to the common ground. That is about 4 mA at a red LED, and the Pi's pins are
good for 16 mA. **A lit lamp's pin is high.** For LEDs from 3V3 to the pin set
`active_high = false` under `[lamps]`. Illuminated buttons with a built-in 5 V or 12 V lamp need a
transistor each. Lamps are dimmed by switching them 200 times a second; for what does not take that,
such as a relay, set `pwm = false`. The lamps' pins are pulled low while the Pi starts, so the lamps
stay dark.

## The display on I2C

{i2c}

**VCC goes to 3V3**, not to 5V: on many modules the pull-ups of SDA and SCL go to VCC, and 5V there
would reach the Pi. The order of the contacts differs between modules; read what is printed on
yours. Keep the four wires under 20 cm.

On the Pi: `sudo raspi-config nonint do_i2c 0`, and `dtparam=i2c_arm_baudrate=400000` in
`/boot/firmware/config.txt`, as a picture takes four times as long at the default 100 kHz. After a
restart `i2cdetect -y 1` shows 3c (or 3d: then set `i2c_address = 0x3D` under `[screen]`).

Is the picture two columns off, with a garbled edge? Then the module is an SH1106 whatever it was
sold as: `driver = "sh1106"`. Still off? Try `column_offset` from 0 to 4.

## The display on SPI, instead

{spi}

Set `interface = "spi"` under `[screen]`, and `sudo raspi-config nonint do_spi 0` on the Pi.

## The buzzer, if there is one

{buzzer}

A **passive** piezo (without electronics of its own: it clicks once when it is put to a battery, and
an active one whistles). It goes straight to the pin, without a resistor; a magnetic buzzer needs a
transistor and a diode. Then name the pin: `pin = {buzzer_pin}` under `[sound]`.

## The scoreboard, if it is on the Pi's own serial port

{uart}

Only a display that works at 3.3 V; one at 5 V needs a level shifter in its TX wire, or a USB
adapter, which needs no wires here at all. Switch the port on and the login console off:
`sudo raspi-config nonint do_serial_hw 0` and `do_serial_cons 1`, and set `port = "/dev/serial0"`
under `[scoreboard]`.

## The shutdown button, if there is one

{shutdown}

It works also when the box hangs, and a Pi that is off but plugged in starts with it again only on
GPIO 3, which the display needs. `firmware/boot/apply.sh` switches it on, among the lines of
`firmware/boot/config.txt`.

## Pins that are better left alone

| GPIO | why |
|---|---|
| 0, 1 | read at power-on, to find an expansion board |
| 2, 3 | I2C, also with pull-ups of their own; GPIO 3 to ground wakes a halted Pi |
| 4 | the shutdown button, which `firmware/boot/apply.sh` switches on |
| 7 to 11 | SPI |
| 14, 15 | serial port, on which a login console may talk |
| 12, 13, 18 to 21 | sound (PWM, I2S) |
"""


def wiring_page() -> str:
    """The text of `hardware/wiring.md`."""
    buttons, lamps = ButtonsConfig(), LampsConfig()
    rows = [
        *((f"button {button.name}", header_pin(buttons.pin(button))) for button in Button),
        ("buttons' common ground", BUTTONS_GROUND),
        *(
            (f"lamp {button.name}, through 330 ohm", header_pin(lamps.pin(button)))
            for button in Button
        ),
        ("lamps' common ground", LAMPS_GROUND),
    ]
    buzzer = [("buzzer", header_pin(BUZZER_PIN)), ("buzzer's other contact", BUZZER_GROUND)]
    shutdown = [
        ("shutdown button", header_pin(SHUTDOWN_PIN)),
        ("its other contact", SHUTDOWN_GROUND),
    ]
    i2c, spi = ScreenConfig(), ScreenConfig(interface="spi")
    return _PAGE.format(
        header="\n".join(header_lines(wires(buttons, lamps, i2c, SoundConfig(pin=BUZZER_PIN)))),
        wires=_table(rows),
        i2c=_table(_prefixed("display", i2c.wires())),
        spi=_table(_prefixed("display", spi.wires())),
        buzzer=_table(buzzer),
        buzzer_pin=BUZZER_PIN,
        shutdown=_table(shutdown),
        uart=_table(_prefixed("scoreboard", UART_WIRES.items())),
    )


def wires(
    buttons: ButtonsConfig,
    lamps: LampsConfig,
    screen: ScreenConfig,
    sound: SoundConfig,
    own_uart: bool = False,
) -> dict[int, str]:
    """The wires of a box, by the header pin (1 to 40) that each goes to.

    `own_uart` tells whether a scoreboard is on the Pi's own serial port.
    """
    ground = buttons.wired_to == "ground"
    ends = [
        *((f"button {button.name}", header_pin(buttons.pin(button))) for button in Button),
        ("buttons' ground", BUTTONS_GROUND) if ground else ("buttons' 3V3", COMMON_3V3),
        *((f"lamp {button.name}", header_pin(lamps.pin(button))) for button in Button),
        ("lamps' ground", LAMPS_GROUND) if lamps.active_high else ("lamps' 3V3", COMMON_3V3),
        *_prefixed("display", screen.wires()),
    ]
    if sound.pin is not None:
        ends += [("buzzer", header_pin(sound.pin)), ("buzzer's ground", BUZZER_GROUND)]
    if own_uart:
        ends += _prefixed("board", UART_WIRES.items())
    found: dict[int, str] = {}
    for wire, pin in ends:
        found[pin] = f"{found[pin]}, {wire}" if pin in found else wire
    return found


def header_lines(wires: Mapping[int, str], colours: bool = False) -> list[str]:
    """The header as a picture: two pins a line, with the wires that go to them.

    It takes less than 80 columns. `colours` are those of a terminal: wires stand out.
    """
    width = max([15, *(len(wires.get(pin, "")) for pin in range(1, len(HEADER), 2))])
    lines: list[str] = []
    for pin in range(1, len(HEADER), 2):
        left, right = wires.get(pin, ""), wires.get(pin + 1, "")
        cells = [
            (f"{left:>{width}} {'<--' if left else '   '}", _BOLD),
            (f"{_name(pin):>7} ({pin:>2})", _colour(pin, left)),
            (f"({pin + 1:>2}) {_name(pin + 1):<7}", _colour(pin + 1, right)),
            (f"{'-->' if right else '   '} {right}", _BOLD),
        ]
        if colours:
            lines.append(" ".join(f"{colour}{text}{_PLAIN}" for text, colour in cells))
        else:
            lines.append(" ".join(text for text, _ in cells).rstrip())
    return lines


def _colour(pin: int, wire: str) -> str:
    if HEADER[pin - 1] in ("3V3", "5V"):
        return _RED
    return _BOLD if wire else _DIM


def _prefixed(device: str, ends: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(f"{device} {contact}", pin) for contact, pin in ends]


def _table(rows: Sequence[tuple[str, int]]) -> str:
    lines = [f"| {what} | {_name(pin)} | {pin} |" for what, pin in rows]
    return "\n".join(["| wire | Pi | header pin |", "|---|---|---|", *lines])


def _name(pin: int) -> str:
    what = HEADER[pin - 1]
    return f"GPIO {what}" if isinstance(what, int) else what


if __name__ == "__main__":
    sys.stdout.write(wiring_page())
