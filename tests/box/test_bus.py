"""The bus to the display, down to what the kernel is handed."""

from typing import Any

import pytest
import smbus2.smbus2
from hypothesis import given
from hypothesis import strategies as st
from smbus2 import SMBus

from kingsgold.box.bus import I2cBus

I2C_RDWR = 0x0707
"""From the kernel's linux/i2c-dev.h."""

sendings = st.tuples(st.binary(min_size=1, max_size=128), st.binary(max_size=128))


class Kernel:
    """Takes transfers as /dev/i2c-1 does, through pointers to messages."""

    def __init__(self) -> None:
        self.transfers: list[list[tuple[int, int, bytes]]] = []

    def ioctl(self, _file: int, request: int, transfer: Any) -> None:
        assert request == I2C_RDWR
        messages = [transfer.msgs[number] for number in range(transfer.nmsgs)]
        self.transfers.append([(m.addr, m.flags, m.buf[: m.len]) for m in messages])


@given(st.lists(sendings, min_size=1))
def test_each_transfer_is_its_own_though_its_memory_is_not(sent: list[tuple[bytes, bytes]]) -> None:
    kernel = Kernel()
    bus = I2cBus(SMBus(), 0x3C)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(smbus2.smbus2, "ioctl", kernel.ioctl)
        for commands, data in sent:
            bus.send(commands, data)
    assert kernel.transfers == [
        [(0x3C, 0, b"\x00" + commands), *([(0x3C, 0, b"\x40" + data)] if data else [])]
        for commands, data in sent
    ]


def test_more_than_a_page_is_refused() -> None:
    bus = I2cBus(SMBus(), 0x3C)
    with pytest.raises(ValueError, match="too long"):
        bus.send(b"\xb0", bytes(129))
