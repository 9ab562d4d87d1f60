"""The checks: each looks at one thing, and says what it found and what to do about it."""

import platform
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from kingsgold.app.config import Config, ConfigError, load_config
from kingsgold.app.doctor.boot import BootConfig
from kingsgold.app.doctor.machine import Machine
from kingsgold.store import data_directory
from kingsgold.store.files import SERVICE_DIRECTORY

SERVICE_USER = "kingsgold"

_FAST_HZ = 400_000
_ROOM_MB = 20
_DISPLAY_ADDRESSES = (0x3C, 0x3D)
_CHIPS = {0x8: "SH1106", 0x3: "SSD1306", 0x6: "SSD1306", 0x7: "SSD1306"}
"""The low half of the status byte differs between the chips, though no data sheet promises it."""
_TEST_CARD = "look at the test card: kingsgold selftest"
_AS_SERVICE = f"sudo -u {SERVICE_USER} kingsgold doctor"


class Verdict(StrEnum):
    """How it is with one thing."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"
    UNCHECKED = "unchecked"


@dataclass(frozen=True)
class Finding:
    """What one check found, and what to do about it."""

    verdict: Verdict
    found: str
    cure: str = ""


@dataclass(frozen=True)
class Case:
    """The box that is examined. `trouble` is what is wrong with its configuration file.

    `data` is the directory of the data, None for the service's, or this user's where there is no
    service.
    """

    config: Config
    machine: Machine
    config_path: Path | None = None
    trouble: str | None = None
    data: Path | None = None

    @cached_property
    def model(self) -> str | None:
        """The Pi that this is; None when it is none."""
        if model := self.machine.text("/proc/device-tree/model"):
            return model if "Raspberry Pi" in model else None
        cpu = self.machine.text("/proc/cpuinfo") or ""
        if named := re.search(r"^Model\s*:\s*(Raspberry Pi.*)$", cpu, re.MULTILINE):
            return named[1]
        revision = re.search(r"^Revision\s*:\s*([0-9a-f]{4,8})$", cpu, re.MULTILINE)
        return f"a Raspberry Pi, revision {revision[1]}" if revision else None

    @cached_property
    def boot(self) -> BootConfig | None:
        """What the firmware's configuration switches on; None without one."""
        for path in ("/boot/firmware/config.txt", "/boot/config.txt"):
            if (text := self.machine.text(path)) is not None:
                return BootConfig.parse(text)
        return None

    @cached_property
    def gpio_chip(self) -> Path | None:
        """The GPIO chip of the header; None when there is none."""
        # A Pi 5 has its header on chip 4, or on both names, depending on the kernel.
        number = 4 if re.search(r"Pi 5|Module 5", self.model or "") else 0
        for path in (f"/dev/gpiochip{number}", "/dev/gpiochip0"):
            if (chip := self.machine.at(path)).exists():
                return chip
        return None

    @property
    def screen_device(self) -> str:
        """The device file of the bus that the screen is on."""
        screen = self.config.screen
        if screen.interface == "i2c":
            return f"/dev/i2c-{screen.i2c_bus}"
        return f"/dev/spidev{screen.spi_bus}.{screen.spi_device}"

    @cached_property
    def screen_ready(self) -> bool:
        """Whether the screen's bus can be used."""
        device = self.machine.at(self.screen_device)
        return device.exists() and self.machine.can_use(device)

    @cached_property
    def answering(self) -> frozenset[int] | None:
        """The addresses that answer on the screen's I2C bus; None when it can't be asked."""
        if self.config.screen.interface != "i2c" or not self.screen_ready:
            return None
        try:
            return self.machine.scan_i2c(self.machine.at(self.screen_device))
        except OSError:
            return None

    @cached_property
    def service(self) -> str | None:
        """What systemd says of the service: "active", "failed" ...; None without systemd."""
        return self.machine.run("systemctl", "is-active", "kingsgold.service")


def _configuration(case: Case) -> Finding:
    if case.trouble:
        return _fault(case.trouble, "correct it; the rest is checked with the defaults")
    return _ok(str(case.config_path) if case.config_path else "the defaults (no file)")


def _model(case: Case) -> Finding:
    if case.model is None:
        return _warning(
            "this is no Raspberry Pi", "kingsgold play shows the box in the terminal of any PC"
        )
    return _ok(case.model)


def _system(case: Case) -> Finding:
    text = case.machine.text("/etc/os-release")
    if text is None:
        return _unchecked("there is no /etc/os-release")
    release = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    name = release.get("PRETTY_NAME", "Linux").strip('"')
    version = release.get("VERSION_ID", "").strip('"')
    if release.get("ID", "").strip('"') in ("debian", "raspbian") and version.isdigit():
        if int(version) < 12:
            return _fault(name, "install Raspberry Pi OS Bookworm or Trixie")
        return _ok(name)
    if case.model is None:
        return _ok(name)
    return _warning(name, "the box is tested with Raspberry Pi OS Bookworm and Trixie")


def _python(_: Case) -> Finding:
    # An older one could not have come as far as here.
    return _ok(platform.python_version())


def _user(case: Case) -> Finding:
    if case.machine.user == "root" and case.model is not None:
        return _warning("root may do everything, so permissions can't be judged", _AS_SERVICE)
    return _ok(case.machine.user)


def _pin_factory(case: Case) -> Finding:
    if not case.machine.has_module("lgpio"):
        return _fault(
            "the module lgpio is missing, and no other pin factory will do",
            "sudo make install brings it",
        )
    wanted = case.machine.environ.get("GPIOZERO_PIN_FACTORY", "lgpio")
    if wanted != "lgpio":
        return _warning(
            f"lgpio is used, though GPIOZERO_PIN_FACTORY says {wanted}",
            "unset GPIOZERO_PIN_FACTORY; the others drop presses",
        )
    return _ok("lgpio")


def _gpio(case: Case) -> Finding:
    chip = case.gpio_chip
    if chip is None or case.model is None:
        return _fault(
            "there is no Raspberry Pi's GPIO here",
            "run the box on a Raspberry Pi; kingsgold play shows it on a PC",
        )
    if not case.machine.can_use(chip):
        return _no_permission(case, f"/dev/{chip.name}", "gpio")
    return _ok(f"/dev/{chip.name}")


def _bus(case: Case) -> Finding:
    screen, device = case.config.screen, case.screen_device
    kind = screen.interface
    if case.machine.at(device).exists():
        if not case.screen_ready:
            return _no_permission(case, device, kind)
        return _ok(device)
    if case.model is None:
        return _unchecked(f"{device} is missing, as on most PCs")
    if kind == "i2c" and case.machine.at(f"/sys/bus/i2c/devices/i2c-{screen.i2c_bus}").exists():
        return _fault(
            f"{device} is missing, though the bus is on",
            "sudo modprobe i2c-dev; echo i2c-dev | sudo tee /etc/modules-load.d/i2c.conf",
        )
    switches = ("i2c_arm", "i2c", "i2c1") if kind == "i2c" else ("spi",)
    if case.boot is not None and case.boot.parameter(*switches) == "on":
        return _fault(
            f"{device} is missing, though config.txt switches {kind.upper()} on",
            f"sudo reboot; is it still missing, set another screen.{kind}_bus",
        )
    return _fault(
        f"{kind.upper()} is off: {device} is missing",
        f"sudo raspi-config nonint do_{kind} 0, then sudo reboot",
    )


def _bus_speed(case: Case) -> Finding:
    screen = case.config.screen
    if screen.interface != "i2c":
        return _ok("SPI is fast enough")
    hz = _i2c_hz(case)
    if hz is None:
        return _unchecked("nothing here tells the speed of the I2C bus")
    if hz < _FAST_HZ:
        return _warning(
            f"{hz // 1000} kHz: a whole picture takes {1034 * 9 * 1000 // hz} ms",
            "put dtparam=i2c_arm_baudrate=400000 into /boot/firmware/config.txt, then sudo reboot",
        )
    return _ok(f"{hz // 1000} kHz")


def _i2c_hz(case: Case) -> int | None:
    node = f"/sys/class/i2c-adapter/i2c-{case.config.screen.i2c_bus}/of_node/clock-frequency"
    try:
        return int.from_bytes(case.machine.at(node).read_bytes()[:4], "big")
    except OSError:
        pass
    if case.boot is None:
        return None
    asked = case.boot.parameter("i2c_arm_baudrate", "i2c_baudrate", "i2c1_baudrate")
    return int(asked) if asked and asked.isdigit() else 100_000


def _display(case: Case) -> Finding:
    screen = case.config.screen
    if not case.screen_ready:
        return _unchecked(f"{case.screen_device} can't be used")
    if screen.interface == "spi":
        return _unchecked("a display on SPI never answers", _TEST_CARD)
    found = case.answering
    if found is None:
        return _fault(f"{case.screen_device} can't be read", "sudo reboot; check SDA and SCL")
    if screen.i2c_address in found:
        return _ok(f"answers at {screen.i2c_address:#04x}")
    names = ", ".join(f"{address:#04x}" for address in sorted(found))
    for address in _DISPLAY_ADDRESSES:
        if address in found:
            return _fault(
                f"nothing answers at {screen.i2c_address:#04x}, but at {names}",
                f"set i2c_address = {address:#04x} under [screen]",
            )
    return _fault(
        f"nothing answers at {screen.i2c_address:#04x}"
        + (f", only at {names}" if found else " or anywhere else"),
        "check the display's four wires (kingsgold pinout): 3V3, GND, SDA, SCL",
    )


def _driver(case: Case) -> Finding:
    screen = case.config.screen
    if screen.i2c_address not in (case.answering or ()):
        return _unchecked(f"{screen.driver} is set; the display can't be asked", _TEST_CARD)
    try:
        status = case.machine.display_status(
            case.machine.at(case.screen_device), screen.i2c_address
        )
    except OSError:
        return _unchecked(f"{screen.driver} is set; the display does not tell", _TEST_CARD)
    chip = _CHIPS.get(status & 0x0F)
    if chip is None:
        return _unchecked(f"{screen.driver} is set; the display does not tell", _TEST_CARD)
    if (chip == "SH1106") != (screen.driver == "sh1106"):
        return _fault(
            f"{screen.driver} is set, but the display is an {chip}",
            f'set driver = "{chip.lower()}" under [screen]',
        )
    return _ok(f"{screen.driver}, picture from column {screen.first_column}; {_TEST_CARD}")


def _serial(case: Case) -> Finding:
    port = case.config.scoreboard.port
    if not port:
        return _ok("none is set")
    if "://" in port:
        return _unchecked(f"{port} is looked for when the box runs")
    try:
        path = case.machine.find_port(port)
    except OSError:
        path = None
    if path is not None and (device := case.machine.at(path)).exists():
        if not case.machine.can_use(device):
            return _no_permission(case, path, "dialout")
        return _ok(port if path == port else f"{port} is {path}")
    by_id = case.machine.at("/dev/serial/by-id")
    there = sorted(path.name for path in by_id.glob("*"))
    if there:
        names = " or ".join(f"/dev/serial/by-id/{name}" for name in there)
        return _fault(f"{port} is missing", f"set port under [scoreboard] to {names}")
    return _fault(f"{port} is missing, and no adapter is plugged in", "check its plug")


def _console(case: Case) -> Finding:
    if not case.config.own_uart:
        return _ok("the Pi's own serial port is not used")
    port = Path(case.config.scoreboard.port).name
    line = case.machine.text("/boot/firmware/cmdline.txt") or case.machine.text("/boot/cmdline.txt")
    if line is None:
        return _unchecked("there is no cmdline.txt")
    device = case.machine.at(f"/dev/{port}")
    names = {port, device.resolve().name}
    on_console = {word.removeprefix("console=").split(",")[0] for word in line.split()}
    logins = [
        name
        for name in sorted(names)
        if case.machine.run("systemctl", "is-active", f"serial-getty@{name}.service") == "active"
    ]
    if names & on_console or logins:
        return _fault(
            f"a login console talks on {port}",
            "sudo raspi-config nonint do_serial_cons 1, then sudo reboot",
        )
    if "ttyS0" in names:
        return _warning(
            f"{port} is the mini-UART, whose speed changes with the processor's",
            "put dtoverlay=miniuart-bt into /boot/firmware/config.txt, then sudo reboot",
        )
    return _ok(f"no console on {port}")


def _pins(case: Case) -> Finding:
    if case.boot is None:
        return _unchecked("there is no config.txt")
    users = dict(case.config.claims())
    for pin, bus, line in case.boot.taken():
        user = users.get(pin)
        if user is not None and not user.startswith(bus):
            return _fault(
                f"GPIO {pin} is wanted by {user} and taken by {bus}",
                f"move {user}, or take {line} out of /boot/firmware/config.txt and reboot",
            )
    return _ok("none is wanted twice")


def _lines(case: Case) -> Finding:
    chip = case.gpio_chip
    if chip is None or not case.machine.can_use(chip):
        return _unchecked("the GPIO can't be asked")
    try:
        used = case.machine.lines_in_use(chip)
    except OSError as error:
        return _unchecked(f"the GPIO does not tell: {error.strerror}")
    # Those with a key; a bus is the kernel's, which has its pins otherwise than as lines.
    wires = [claim for claim in case.config.claims() if "." in claim[1]]
    # lgpio calls itself so, whoever uses it; the service has its pins while it is active.
    ours = "lg" if case.service == "active" else None
    for pin, user in wires:
        if pin in used and used[pin] != ours:
            by = "another program, through lgpio" if used[pin] == "lg" else used[pin]
            return _fault(
                f"GPIO {pin} ({user}) is in use by {by}",
                f"end that program, or move {user}",
            )
    if ours in used.values():
        return _ok("the service has them")
    return _ok("all are free")


def _data(case: Case) -> Finding:
    service = case.machine.at(SERVICE_DIRECTORY)
    if case.data is None and service.exists():
        directory = service
        if not case.machine.can_use(directory) and case.machine.user != SERVICE_USER:
            return _unchecked(f"{SERVICE_DIRECTORY} is the service's", _AS_SERVICE)
    else:
        directory = data_directory(case.data, case.machine.environ)
    there = directory
    while not there.exists():
        there = there.parent
    if not case.machine.can_use(there):
        return _fault(
            f"{there} can't be written to by {case.machine.user}",
            f"sudo chown {case.machine.user} {there}, or name another with --data",
        )
    try:
        free_mb = case.machine.free_bytes(there) // 1_000_000
    except OSError as error:
        return _unchecked(f"the room in {there} can't be told: {error.strerror}")
    if free_mb < _ROOM_MB:
        return _fault(f"{directory}: {free_mb} MB are left", f"make room for {_ROOM_MB} MB")
    return _ok(f"{directory}, {free_mb} MB free")


def _clock(case: Case) -> Finding:
    answer = case.machine.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if not answer:
        return _unchecked("timedatectl is not there")
    if answer != "yes":
        return _warning(
            "not synchronised: the dates of matches may be wrong, nothing else",
            "connect the Pi to a network for a moment, or leave it",
        )
    return _ok("synchronised")


def _service(case: Case) -> Finding:
    if case.service is None:
        return _unchecked("systemd is not here")
    enabled = case.machine.run("systemctl", "is-enabled", "kingsgold.service")
    if enabled in ("", "not-found", None):
        if case.model is None:
            return _unchecked("not installed, and this is no Raspberry Pi")
        return _warning("not installed: the box does not start by itself", "sudo make install")
    result = case.machine.run(
        "systemctl", "show", "--property=Result", "--value", "kingsgold.service"
    )
    if case.service == "active":
        if enabled != "enabled":
            return _warning("active, but not at the next start", "sudo systemctl enable kingsgold")
        return _ok("active, and enabled")
    if case.service in ("failed", "activating"):
        return _fault(
            f"{case.service}; the last result was: {result or 'unknown'}",
            "journalctl -u kingsgold -n 20 tells why; sudo systemctl restart kingsgold",
        )
    if enabled != "enabled":
        return _warning(f"{case.service}, {enabled}", "sudo systemctl enable --now kingsgold")
    return _warning(case.service, "sudo systemctl start kingsgold")


@dataclass(frozen=True)
class Check:
    """A check by its name; one that is `vital` stands between the captains and their match."""

    name: str
    look: Callable[[Case], Finding]
    vital: bool = False


@dataclass(frozen=True)
class Result:
    """A check and what it found."""

    check: Check
    finding: Finding


CHECKS = (
    Check("configuration", _configuration, vital=True),
    Check("model", _model),
    Check("system", _system, vital=True),
    Check("Python", _python),
    Check("user", _user),
    Check("pin factory", _pin_factory, vital=True),
    Check("GPIO", _gpio, vital=True),
    Check("pins", _pins, vital=True),
    Check("lines", _lines, vital=True),
    Check("screen's bus", _bus, vital=True),
    Check("bus speed", _bus_speed),
    Check("display", _display, vital=True),
    Check("driver", _driver, vital=True),
    Check("scoreboard", _serial),
    Check("console", _console),
    Check("data", _data, vital=True),
    Check("clock", _clock),
    Check("service", _service),
)
"""Every check, in the order in which faults are best mended."""


def open_case(config_path: Path | None, data: Path | None, machine: Machine) -> Case:
    """The box with the configuration file at `config_path`, None for the defaults, on `machine`.

    A file that can't be used is a case for the doctor too.
    """
    try:
        config, trouble = load_config(config_path), None
    except ConfigError as error:
        config, trouble = Config(), str(error)
    return Case(config, machine, config_path, trouble, data)


def examine(case: Case) -> list[Result]:
    """What all checks find."""
    return [Result(check, check.look(case)) for check in CHECKS]


def _ok(found: str) -> Finding:
    return Finding(Verdict.OK, found)


def _warning(found: str, cure: str) -> Finding:
    return Finding(Verdict.WARNING, found, cure)


def _fault(found: str, cure: str) -> Finding:
    return Finding(Verdict.FAULT, found, cure)


def _unchecked(found: str, cure: str = "") -> Finding:
    return Finding(Verdict.UNCHECKED, found, cure)


def _no_permission(case: Case, device: str, group: str) -> Finding:
    return _fault(
        f"{case.machine.user} has no permission for {device}",
        f"sudo usermod -aG {group} {case.machine.user}, then log in again (or restart the service)",
    )
