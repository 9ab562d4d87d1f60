"""The wires to the display: what the panel asks of them, over I2C and over SPI."""

from ctypes import create_string_buffer
from typing import Any, Protocol

_COMMANDS = b"\x00"
_DATA = b"\x40"
"""The control byte, first in each I2C message, says what the rest of it is."""

_LONGEST = 128
"""The most bytes that follow a control byte: a page of the display's RAM."""


class Bus(Protocol):
    """The display on its wires."""

    def send(self, commands: bytes, data: bytes = b"") -> None:
        """Send commands, and then up to 128 bytes of data for the display's RAM.

        Raises OSError when the display does not answer; part of it may have arrived then.
        """
        ...

    def close(self) -> None:
        """Let go of the bus."""
        ...


class I2cBus:
    """A display at `address` on an I2C bus: `wire` is an open `smbus2.SMBus`.

    Commands and data go in one transfer. luma's own interface makes a system call for each of them
    and takes every byte through lists; with that, a picture costs the processor half as much again.
    """

    def __init__(self, wire: Any, address: int) -> None:
        self._wire = wire
        self._commands = _Message(address, _COMMANDS)
        self._data = _Message(address, _DATA)

    def send(self, commands: bytes, data: bytes = b"") -> None:
        """Send commands, and then up to 128 bytes of data for the display's RAM.

        Raises OSError when the display does not answer; part of it may have arrived then.
        """
        if data:
            self._wire.i2c_rdwr(self._commands.filled(commands), self._data.filled(data))
        else:
            self._wire.i2c_rdwr(self._commands.filled(commands))

    def close(self) -> None:
        """Let go of the bus."""
        self._wire.close()


class SpiBus:
    """A display on an SPI bus: `serial` is luma's `spi`, which knows what DC and RES are for."""

    def __init__(self, serial: Any) -> None:
        self._serial = serial

    def send(self, commands: bytes, data: bytes = b"") -> None:
        """Send commands, and then up to 128 bytes of data for the display's RAM.

        Raises OSError when the bus fails; on SPI nobody notices a display that is gone.
        """
        self._serial.command(*commands)
        if data:
            self._serial.data(data)

    def close(self) -> None:
        """Let go of the bus."""
        self._serial.cleanup()


class _Message:
    """An I2C write message whose memory serves again and again."""

    def __init__(self, address: int, control: bytes) -> None:
        from smbus2 import i2c_msg

        self._control = control
        self._memory = create_string_buffer(len(control) + _LONGEST)
        self._message = i2c_msg(addr=address, flags=0, len=0, buf=self._memory)

    def filled(self, rest: bytes) -> Any:
        """The message, with `rest` after its control byte."""
        self._memory.raw = self._control + rest
        self._message.len = len(self._control) + len(rest)
        return self._message
