"""The daemon with other parts at its very edge: pins without contacts, and a bus without a display.

It runs as a process of its own, from which `process` takes start, memory and wake-ups. On standard
output it says when its first picture is on the glass, with the bytes that went over the bus.
"""

import sys
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from kingsgold.box import real
from kingsgold.box.bus import Bus, I2cBus
from kingsgold.box.oled import ScreenConfig
from kingsgold.cli import main
from tests.bench.counting import CountingBus

DISPLAY_ON = b"\x00\xaf"
"""The message that the box sends when a whole picture has arrived."""


class WatchedBus(CountingBus):
    """Says when the display is switched on."""

    def i2c_rdwr(self, *messages: Any) -> None:
        super().i2c_rdwr(*messages)
        if DISPLAY_ON in map(bytes, messages):
            sys.stdout.write(f"{self.bytes_sent}\n")
            sys.stdout.flush()


def open_bus(config: ScreenConfig, _pins: Any) -> Bus:
    """What stands for the screen's bus."""
    return I2cBus(WatchedBus(), config.i2c_address)


if __name__ == "__main__":
    real.open_gpio = lambda: MockFactory(pin_class=MockPWMPin)
    real.open_screen_bus = open_bus
    main(["run", "--data", sys.argv[1]])
