"""The computer as the checks see it: files, programs, and what only an ioctl tells."""

import errno
import fcntl
import getpass
import importlib.util
import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kingsgold.scoreboard.link import find

_PROGRAM_S = 10

_CHIP_INFO = 0x8044B401
_CHIP_INFO_SIZE = 68
_LINE_INFO = 0xC100B405
_LINE_INFO_SIZE = 256
_LINE_USED = 1
"""The kernel's GPIO interface, version 2 (linux/gpio.h)."""

_READ_INSTEAD = (*range(0x30, 0x38), *range(0x50, 0x60))
"""Where i2cdetect reads a byte: memories live there, some of which a bare address confuses."""


def run_program(*command: str) -> str | None:
    """What `command` prints, without its last line end; None when it is not there or hangs."""
    try:
        done = subprocess.run(  # noqa: S603 - the commands are ours
            command, capture_output=True, text=True, timeout=_PROGRAM_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip()


def can_use(path: Path) -> bool:
    """Whether this process may read and write what is at `path`."""
    return os.access(path, os.R_OK | os.W_OK)


def has_module(name: str) -> bool:
    """Whether a module of this name could be imported; it is not."""
    return importlib.util.find_spec(name) is not None


def scan_i2c(device: Path) -> frozenset[int]:
    """The addresses that answer on the I2C bus at `device`, found as i2cdetect does.

    A display that is being used is not disturbed: it sees its address and nothing else. Raises
    OSError when the bus can't be used.
    """
    from smbus2 import SMBus

    found: set[int] = set()
    with SMBus(str(device)) as bus:
        for address in range(0x08, 0x78):
            try:
                if address in _READ_INSTEAD:
                    bus.read_byte(address)
                else:
                    bus.write_quick(address)
            except OSError as error:
                # Busy: a driver of the kernel has it, so it is there.
                if error.errno != errno.EBUSY:
                    continue
            found.add(address)
    return frozenset(found)


def display_status(device: Path, address: int) -> int:
    """The status byte of the display at `address`; reading it changes nothing there.

    Raises OSError when the display does not let itself be read.
    """
    from smbus2 import SMBus

    with SMBus(str(device)) as bus:
        return bus.read_byte_data(address, 0x00)


def lines_in_use(chip: Path) -> dict[int, str]:
    """The lines of the GPIO chip at `chip` that somebody has, each with the user's name.

    This is what gpioinfo shows; no line is requested for it. Raises OSError.
    """
    with chip.open("rb") as file:
        info = fcntl.ioctl(file, _CHIP_INFO, bytes(_CHIP_INFO_SIZE))
        (count,) = struct.unpack_from("=I", info, 64)
        users: dict[int, str] = {}
        for line in range(count):
            ask = bytearray(_LINE_INFO_SIZE)
            struct.pack_into("=I", ask, 64, line)
            user = line_user(fcntl.ioctl(file, _LINE_INFO, bytes(ask)))
            if user is not None:
                users[line] = user
    return users


def line_user(info: bytes) -> str | None:
    """Who has a line, from the kernel's answer about it; None for a free one."""
    (flags,) = struct.unpack_from("=Q", info, 72)
    if not flags & _LINE_USED:
        return None
    return info[32:64].split(b"\0")[0].decode(errors="replace") or "the kernel"


def free_bytes(path: Path) -> int:
    """The room on the file system of `path`. Raises OSError."""
    return shutil.disk_usage(path).free


@dataclass(frozen=True)
class Machine:
    """This computer; a test gives it another `root` and other answers."""

    root: Path = Path("/")
    user: str = field(default_factory=getpass.getuser)
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    run: Callable[..., str | None] = run_program
    can_use: Callable[[Path], bool] = can_use
    has_module: Callable[[str], bool] = has_module
    scan_i2c: Callable[[Path], frozenset[int]] = scan_i2c
    display_status: Callable[[Path, int], int] = display_status
    lines_in_use: Callable[[Path], Mapping[int, str]] = lines_in_use
    free_bytes: Callable[[Path], int] = free_bytes
    find_port: Callable[[str], str] = find

    def at(self, path: str | Path) -> Path:
        """Where the absolute `path` of this computer really is."""
        return self.root / str(path).removeprefix("/")

    def text(self, path: str) -> str | None:
        """The text of the file at `path`, without ends of lines and NULs around it; None without
        one."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None
