"""The table of pins, and the page that is made from it."""

import re
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from kingsgold.app.config import Config
from kingsgold.box.pins import HEADER, OLED_SPI_WIRES, header_pin
from kingsgold.box.wiring import wiring_page

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


def test_spi_wires_go_to_the_pins_of_spi() -> None:
    bcm = {contact: HEADER[pin - 1] for contact, pin in OLED_SPI_WIRES.items()}
    assert bcm == {
        "VCC": "3V3",
        "GND": "GND",
        "CLK (D0)": 11,
        "MOSI (D1)": 10,
        "CS": 8,
        "DC": 24,
        "RES": 25,
    }
    assert header_pin(11) == 23
