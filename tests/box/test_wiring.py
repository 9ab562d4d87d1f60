"""The table of pins, and the page that is made from it."""

import re
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from kingsgold.app.config import Config
from kingsgold.box.buttons import ButtonsConfig
from kingsgold.box.lamps import LampsConfig
from kingsgold.box.oled import ScreenConfig
from kingsgold.box.pins import HEADER, SHUTDOWN_GROUND, SHUTDOWN_PIN, header_pin
from kingsgold.box.sound import SoundConfig
from kingsgold.box.wiring import header_lines, wires, wiring_page

PAGE = Path(__file__).parents[2] / "hardware" / "wiring.md"


def test_the_page_in_the_repository_is_the_one_that_is_made() -> None:
    assert PAGE.read_text(encoding="utf-8") == wiring_page()


def test_the_header_is_the_one_that_gpiozero_knows() -> None:
    header = MockFactory(revision="a02082").board_info.headers["J8"]
    for position, pin in header.pins.items():
        name = HEADER[position - 1]
        assert pin.name == (f"GPIO{name}" if isinstance(name, int) else name)
    assert len(HEADER) == len(header.pins)


def test_every_wire_is_once_in_the_table_and_once_in_the_picture() -> None:
    page = wiring_page()
    for pin, user in Config().claims():
        if user.startswith(("buttons.", "lamps.")):
            kind, button = re.fullmatch(r"(button|lamp)s\.(.*)_pin", user).groups()
            label = f"{kind} {button.upper()}"
            assert len(re.findall(rf"^\| {label}.* \| GPIO {pin} \| \d+ \|$", page, re.M)) == 1
            assert len(re.findall(rf"{label} <--|--> {label}$", page, re.M)) == 1


def ends(screen: ScreenConfig) -> dict[str, int | str]:
    """Where the display's contacts go: a BCM number, or a supply."""
    return {contact: HEADER[pin - 1] for contact, pin in screen.wires()}


def test_the_displays_wires_go_to_the_pins_of_its_bus() -> None:
    i2c = {"VCC": "3V3", "GND": "GND", "SDA": 2, "SCL": 3}
    assert ends(ScreenConfig()) == i2c
    assert ends(ScreenConfig(i2c_bus=0)) == {**i2c, "SDA": 0, "SCL": 1}
    # The pins of a further bus are where its overlay puts them.
    assert ends(ScreenConfig(i2c_bus=3)) == {"VCC": "3V3", "GND": "GND"}
    spi = {
        "VCC": "3V3",
        "GND": "GND",
        "CLK (D0)": 11,
        "MOSI (D1)": 10,
        "CS": 8,
        "DC": 24,
        "RES": 25,
    }
    assert ends(ScreenConfig(interface="spi")) == spi
    assert ends(ScreenConfig(interface="spi", spi_device=1, spi_dc_pin=4)) == {
        **spi,
        "CS": 7,
        "DC": 4,
    }
    assert ends(ScreenConfig(interface="spi", spi_bus=1, spi_device=2)) == {
        **spi,
        "CLK (D0)": 21,
        "MOSI (D1)": 20,
        "CS": 16,
    }
    assert "CS" not in ends(ScreenConfig(interface="spi", spi_device=2))
    assert header_pin(11) == 23


def test_what_a_display_is_wired_to_it_also_claims() -> None:
    for screen in (
        *(ScreenConfig(i2c_bus=bus) for bus in range(3)),
        *(
            ScreenConfig(interface="spi", spi_bus=bus, spi_device=device)
            for bus in range(2)
            for device in range(3)
        ),
    ):
        pins = {pin for pin in ends(screen).values() if isinstance(pin, int)}
        assert pins <= {pin for pin, _ in screen.claims()}


def test_a_wire_goes_to_what_it_needs() -> None:
    on_3v3 = wires(
        ButtonsConfig(wired_to="3v3", roll_pin=4),
        LampsConfig(active_high=False),
        ScreenConfig(interface="spi"),
        SoundConfig(pin=13),
        own_uart=True,
    )
    by_wire = {wire: HEADER[pin - 1] for pin, names in on_3v3.items() for wire in names.split(", ")}
    assert by_wire["button ROLL"] == 4
    assert by_wire["buzzer"] == 13
    for wire in ("buttons' 3V3", "lamps' 3V3", "display VCC"):
        assert by_wire[wire] == "3V3"
    for wire in ("buzzer's ground", "board GND", "display GND"):
        assert by_wire[wire] == "GND"
    assert (by_wire["board RX"], by_wire["board TX"]) == (14, 15)
    usual = wires(ButtonsConfig(), LampsConfig(), ScreenConfig(), SoundConfig())
    assert not [wire for wire in usual.values() if wire.startswith(("buzzer", "board"))]
    for wires_ in (on_3v3, usual):
        assert max(len(line) for line in header_lines(wires_)) < 80


def test_colours_change_nothing_but_the_colour() -> None:
    usual = wires(ButtonsConfig(), LampsConfig(), ScreenConfig(), SoundConfig())
    plain = [re.sub(r"\033\[[0-9;]*m", "", line).rstrip() for line in header_lines(usual, True)]
    assert plain == header_lines(usual)
    assert not any("\033" in line for line in header_lines(usual))


def test_the_shutdown_button_is_where_the_boot_configuration_has_it() -> None:
    boot = (PAGE.parents[1] / "firmware" / "boot" / "config.txt").read_text(encoding="utf-8")
    assert f"dtoverlay=gpio-shutdown,gpio_pin={SHUTDOWN_PIN}," in boot
    assert SHUTDOWN_PIN not in {pin for pin, _ in Config().claims()}
    assert HEADER[SHUTDOWN_GROUND - 1] == "GND"
