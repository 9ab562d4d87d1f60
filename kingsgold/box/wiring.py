"""Makes `hardware/wiring.md` from the table of default pins:

python -m kingsgold.box.wiring > hardware/wiring.md
"""

import sys
from collections.abc import Iterable, Sequence

from kingsgold.box.parts import Button
from kingsgold.box.pins import (
    BUTTON_PINS,
    BUTTONS_GROUND,
    HEADER,
    LAMP_PINS,
    LAMPS_GROUND,
    OLED_I2C_WIRES,
    OLED_SPI_WIRES,
    header_pin,
)

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
transistor each. The lamps' pins are pulled low while the Pi starts, so the lamps stay dark.

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

## Pins that are better left alone

| GPIO | why |
|---|---|
| 0, 1 | read at power-on, to find an expansion board |
| 2, 3 | I2C, also with pull-ups of their own; GPIO 3 to ground wakes a halted Pi |
| 7 to 11 | SPI |
| 14, 15 | serial port, on which a login console may talk |
| 12, 13, 18 to 21 | sound (PWM, I2S) |
"""


def wiring_page() -> str:
    """The text of `hardware/wiring.md`."""
    buttons = [
        (f"button {button.name}", f"GPIO {pin}", header_pin(pin))
        for button, pin in BUTTON_PINS.items()
    ]
    lamps = [
        (f"lamp {button.name}, through 330 ohm", f"GPIO {pin}", header_pin(pin))
        for button, pin in LAMP_PINS.items()
    ]
    wires = [
        *buttons,
        ("buttons' common ground", "GND", BUTTONS_GROUND),
        *lamps,
        ("lamps' common ground", "GND", LAMPS_GROUND),
    ]
    return _PAGE.format(
        header="\n".join(_header_lines()),
        wires=_table(wires),
        i2c=_table(_display_rows(OLED_I2C_WIRES.items())),
        spi=_table(_display_rows(OLED_SPI_WIRES.items())),
    )


def _display_rows(wires: Iterable[tuple[str, int]]) -> list[tuple[str, str, int]]:
    return [(f"display {contact}", _name(pin), pin) for contact, pin in wires]


def _table(rows: Sequence[tuple[str, str, int]]) -> str:
    lines = [f"| {what} | {name} | {pin} |" for what, name, pin in rows]
    return "\n".join(["| wire | Pi | header pin |", "|---|---|---|", *lines])


def _header_lines() -> list[str]:
    """The header as a picture: two pins a line, with the wires that go to them."""
    wires = {
        **{pin: f"display {contact}" for contact, pin in OLED_I2C_WIRES.items()},
        **{header_pin(BUTTON_PINS[button]): f"button {button.name}" for button in Button},
        **{header_pin(LAMP_PINS[button]): f"lamp {button.name}" for button in Button},
        BUTTONS_GROUND: "buttons' ground",
        LAMPS_GROUND: "lamps' ground",
    }
    lines: list[str] = []
    for pin in range(1, len(HEADER), 2):
        left, right = wires.get(pin, ""), wires.get(pin + 1, "")
        to_left = "<--" if left else "   "
        to_right = "-->" if right else "   "
        lines.append(
            f"{left:>15} {to_left} {_name(pin):>7} ({pin:>2}) ({pin + 1:>2}) "
            f"{_name(pin + 1):<7} {to_right} {right}".rstrip()
        )
    return lines


def _name(pin: int) -> str:
    what = HEADER[pin - 1]
    return f"GPIO {what}" if isinstance(what, int) else what


if __name__ == "__main__":
    sys.stdout.write(wiring_page())
