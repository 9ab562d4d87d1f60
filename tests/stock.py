"""Stock luma.oled on a bus that is not there, to hold the box's own screen against."""

from typing import Any

from luma.core.interface.serial import i2c
from smbus2 import i2c_msg

from kingsgold.box.simulated import SimulatedBus


class StockI2c(i2c):
    """luma's I2C interface on `bus`, on the path that it takes with a real one.

    luma sends in pieces of 32 bytes over a bus that it is given, and in one message over a bus that
    it has opened itself. This pretends to have opened it.
    """

    def __init__(self, bus: Any, address: int) -> None:
        super().__init__(bus=bus, address=address)
        self._managed = True
        self._i2c_msg_write = i2c_msg.write


class SmBus(SimulatedBus):
    """A simulated bus that luma can send its commands over, too."""

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        assert len(data) <= 32, "SMBus takes no more"
        self.i2c_rdwr(i2c_msg.write(address, [register, *data]))
