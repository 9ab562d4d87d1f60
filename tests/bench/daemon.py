"""The daemon with other parts at its very edge: pins without contacts, and a bus without a display.

It runs as a process of its own, from which `process` takes start, memory and wake-ups. On standard
output it says when its first picture is on the glass, with the bytes that went over the bus.
"""

import sys
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from kingsgold.box import real
from kingsgold.box.oled import Bus, ScreenConfig
from kingsgold.box.simulated import SimulatedI2c
from kingsgold.cli import main
from tests.bench.counting import CountingBus

DISPLAY_ON = 0xAF
"""The command that the box sends when a whole picture has arrived."""


class WatchedBus(CountingBus):
    """Says when the display is switched on."""

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        super().write_i2c_block_data(address, register, data)
        if data == [DISPLAY_ON]:
            sys.stdout.write(f"{self.bytes_sent}\n")
            sys.stdout.flush()


def open_bus(config: ScreenConfig, _pins: Any) -> Bus:
    """What stands for the screen's bus."""
    return SimulatedI2c(WatchedBus(), config.i2c_address)


if __name__ == "__main__":
    real.open_gpio = lambda: MockFactory(pin_class=MockPWMPin)
    real.open_screen_bus = open_bus
    main(["run", "--data", sys.argv[1]])
