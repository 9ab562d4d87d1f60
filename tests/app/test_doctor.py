"""The doctor, on a Pi that is well, and on one with each fault that it knows a cure for."""

import errno
import json
import os
import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kingsgold.app.config import Config
from kingsgold.app.doctor import (
    CHECKS,
    Case,
    Machine,
    Result,
    Verdict,
    as_json,
    examine,
    playable,
    table,
)
from kingsgold.app.doctor import machine as real
from kingsgold.app.doctor.boot import BootConfig
from kingsgold.box.buttons import ButtonsConfig
from kingsgold.box.lamps import LampsConfig
from kingsgold.box.oled import ScreenConfig
from kingsgold.scoreboard.link import ScoreboardConfig

ADAPTER = "/dev/serial/by-id/usb-FTDI-if00-port0"

FILES: Mapping[str, str | bytes] = {
    "/proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "/etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n',
    "/boot/firmware/config.txt": "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n",
    "/boot/firmware/cmdline.txt": "console=tty1 root=PARTUUID=1-02 rootwait",
    "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency": (400_000).to_bytes(4, "big"),
    "/dev/gpiochip0": "",
    "/dev/i2c-1": "",
    "/dev/spidev0.0": "",
    "/var/lib/kingsgold/.keep": "",
    ADAPTER: "",
}
PROGRAMS: Mapping[str, str | None] = {
    "timedatectl show --property=NTPSynchronized --value": "yes",
    "systemctl is-active kingsgold.service": "active",
    "systemctl is-enabled kingsgold.service": "enabled",
    "systemctl show --property=Result --value kingsgold.service": "success",
}


class Pi:
    """A Pi of files in a scratch directory, on which the box is installed and plays."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.programs = dict(PROGRAMS)
        self.forbidden: set[Path] = set()
        self.addresses: frozenset[int] | OSError = frozenset({0x3C})
        self.status: int | OSError = 0x46
        self.lines: dict[int, str] | OSError = dict.fromkeys((5, 6, 26, 16, 17, 27, 22, 23), "lg")
        self.free = 4_000_000_000
        self.case = Case(
            Config(),
            Machine(
                root=root,
                user="kingsgold",
                environ={},
                run=lambda *command: self.programs.get(" ".join(command)),
                can_use=lambda path: path not in self.forbidden,
                has_module=lambda _: True,
                scan_i2c=lambda _: answer(self.addresses),
                display_status=lambda *_: answer(self.status),
                lines_in_use=lambda _: answer(self.lines),
                free_bytes=lambda _: self.free,
                find_port=self.find_port,
            ),
        )
        for path, content in FILES.items():
            self.write(path, content)

    def at(self, path: str) -> Path:
        return self.root / path[1:]

    @staticmethod
    def find_port(port: str) -> str:
        """No USB adapter is plugged in that the kernel would tell the numbers of."""
        if port.startswith("/"):
            return port
        raise OSError("no such USB adapter is plugged in")

    def write(self, path: str, content: str | bytes = "") -> None:
        self.at(path).parent.mkdir(parents=True, exist_ok=True)
        self.at(path).write_bytes(content.encode() if isinstance(content, str) else content)

    def remove(self, *paths: str) -> None:
        for path in paths:
            self.at(path).unlink()

    def forbid(self, path: str) -> None:
        self.forbidden.add(self.at(path))

    def configure(self, **sections: Any) -> None:
        self.case = replace(self.case, config=Config(**sections))

    def boot(self, *lines: str) -> None:
        self.write("/boot/firmware/config.txt", "\n".join(["dtparam=i2c_arm=on", *lines]))

    def on(self, **machine: Any) -> None:
        self.case = replace(self.case, machine=replace(self.case.machine, **machine))

    def findings(self) -> dict[str, tuple[str, str, str]]:
        """By the check's name: verdict, what was found, cure."""
        return {
            result.check.name: (
                result.finding.verdict.value,
                result.finding.found.replace(str(self.root), ""),
                result.finding.cure.replace(str(self.root), ""),
            )
            for result in examine(replace(self.case))
        }


def answer(made_up: Any) -> Any:
    if isinstance(made_up, OSError):
        raise made_up
    return made_up


def no_answer() -> OSError:
    return OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_all_is_well_on_a_pi_that_is_well(pi: Pi) -> None:
    results = examine(pi.case)
    assert {result.finding.verdict for result in results} == {Verdict.OK}
    assert playable(results)
    assert table(results).endswith("\n\nThe box can be played.")
    assert not any(result.finding.cure for result in results)


def test_a_box_on_spi_with_everything_is_well(pi: Pi) -> None:
    pi.configure(
        screen=ScreenConfig(interface="spi"), scoreboard=ScoreboardConfig(port="/dev/serial0")
    )
    pi.write("/dev/serial0")
    pi.boot("dtparam=spi=on", "enable_uart=1")
    verdicts = {name: finding[0] for name, finding in pi.findings().items()}
    # Nothing can be read from a display on SPI.
    assert {name for name, verdict in verdicts.items() if verdict != "ok"} == {"display", "driver"}
    assert verdicts["display"] == verdicts["driver"] == "unchecked"
    assert playable(examine(pi.case))


Fault = Callable[[Pi], None]


def no_device(pi: Pi) -> None:
    pi.remove("/dev/i2c-1")
    pi.write("/boot/firmware/config.txt", "")


def not_rebooted(pi: Pi) -> None:
    pi.remove("/dev/i2c-1")


def no_i2c_dev(pi: Pi) -> None:
    pi.remove("/dev/i2c-1")
    pi.write("/sys/bus/i2c/devices/i2c-1/name")


def no_spi(pi: Pi) -> None:
    pi.configure(screen=ScreenConfig(interface="spi"))
    pi.remove("/dev/spidev0.0")


def pc(pi: Pi) -> None:
    pi.remove("/proc/device-tree/model", "/dev/gpiochip0", "/dev/i2c-1")
    pi.write("/proc/cpuinfo", "model name\t: Some PC\n")


def slow(pi: Pi) -> None:
    pi.write("/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency", (100_000).to_bytes(4, "big"))


def slow_by_default(pi: Pi) -> None:
    pi.remove("/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency")
    pi.boot()


def serial(port: str) -> Fault:
    def fault(pi: Pi) -> None:
        pi.configure(scoreboard=ScoreboardConfig(port=port))
        pi.remove(ADAPTER)

    return fault


def console(pi: Pi) -> None:
    pi.configure(scoreboard=ScoreboardConfig(port="/dev/serial0"))
    pi.write("/dev/ttyAMA0")
    pi.at("/dev/serial0").symlink_to("ttyAMA0")
    pi.write("/boot/firmware/cmdline.txt", "console=ttyAMA0,115200 console=tty1 rootwait")


def login(pi: Pi) -> None:
    console(pi)
    pi.write("/boot/firmware/cmdline.txt", "console=tty1 rootwait")
    pi.programs["systemctl is-active serial-getty@ttyAMA0.service"] = "active"


def mini_uart(pi: Pi) -> None:
    pi.configure(scoreboard=ScoreboardConfig(port="/dev/serial0"))
    pi.write("/dev/ttyS0")
    pi.at("/dev/serial0").symlink_to("ttyS0")


def service(active: str, enabled: str = "enabled", result: str = "exit-code") -> Fault:
    def fault(pi: Pi) -> None:
        pi.programs["systemctl is-active kingsgold.service"] = active
        pi.programs["systemctl is-enabled kingsgold.service"] = enabled
        pi.programs["systemctl show --property=Result --value kingsgold.service"] = result
        pi.lines = {}

    return fault


def given(**changes: Any) -> Fault:
    def fault(pi: Pi) -> None:
        for name, value in changes.items():
            setattr(pi, name, value)

    return fault


def many(*faults: Fault) -> Fault:
    def fault(pi: Pi) -> None:
        for each in faults:
            each(pi)

    return fault


@pytest.mark.parametrize(
    ("fault", "check", "verdict", "found", "cure"),
    [
        (
            lambda pi: setattr(pi, "case", replace(pi.case, trouble="box.toml: no such key")),
            *("configuration", "fault", "box.toml: no such key", "correct it"),
        ),
        (pc, "model", "warning", "no Raspberry Pi", "kingsgold play"),
        (
            lambda pi: pi.write("/etc/os-release", 'ID=debian\nVERSION_ID="11"\nPRETTY_NAME="D11"'),
            *("system", "fault", "D11", "Bookworm or Trixie"),
        ),
        (
            lambda pi: pi.write("/etc/os-release", "ID=arch\nPRETTY_NAME=Arch"),
            *("system", "warning", "Arch", "Bookworm and Trixie"),
        ),
        (
            lambda pi: pi.remove("/etc/os-release"),
            *("system", "unchecked", "no /etc/os-release", ""),
        ),
        (
            lambda pi: pi.on(user="root"),
            *("user", "warning", "permissions can't be judged", "sudo -u kingsgold"),
        ),
        (
            lambda pi: pi.on(has_module=lambda name: name != "lgpio"),
            *("pin factory", "fault", "lgpio is missing", "sudo make install"),
        ),
        (
            lambda pi: pi.on(environ={"GPIOZERO_PIN_FACTORY": "native"}),
            *("pin factory", "warning", "says native", "unset GPIOZERO_PIN_FACTORY"),
        ),
        (pc, "GPIO", "fault", "no Raspberry Pi's GPIO", "kingsgold play"),
        (
            lambda pi: pi.forbid("/dev/gpiochip0"),
            *("GPIO", "fault", "no permission for /dev/gpiochip0", "usermod -aG gpio kingsgold"),
        ),
        (
            lambda pi: pi.boot("dtparam=spi=on"),
            *("pins", "ok", "none is wanted twice", ""),
        ),
        (
            many(
                lambda pi: pi.configure(lamps=LampsConfig(lock_pin=9)),
                lambda pi: pi.boot("dtparam=spi=on # for the radio"),
            ),
            *("pins", "fault", "GPIO 9 is wanted by lamps.lock_pin and taken by SPI"),
            "take dtparam=spi=on out of /boot/firmware/config.txt",
        ),
        (
            lambda pi: pi.configure(
                screen=ScreenConfig(interface="spi"), buttons=ButtonsConfig(lock_pin=2)
            ),
            *("pins", "fault", "GPIO 2 is wanted by buttons.lock_pin and taken by I2C"),
            "move buttons.lock_pin",
        ),
        (
            many(
                lambda pi: pi.configure(buttons=ButtonsConfig(roll_pin=15)),
                lambda pi: pi.boot("enable_uart=1"),
            ),
            *("pins", "fault", "GPIO 15 is wanted by buttons.roll_pin and taken by UART"),
            "take enable_uart=1 out",
        ),
        (
            lambda pi: pi.boot("dtoverlay=gpio-shutdown"),
            *("pins", "fault", "GPIO 3 is wanted by I2C bus 1 of the screen and taken by"),
            "take dtoverlay=gpio-shutdown out",
        ),
        (
            lambda pi: pi.boot("dtoverlay=gpio-shutdown,gpio_pin=26,active_low=1"),
            *("pins", "fault", "GPIO 26 is wanted by buttons.stop_pin", "gpio_pin=26"),
        ),
        (
            lambda pi: pi.remove("/boot/firmware/config.txt"),
            *("pins", "unchecked", "no config.txt", ""),
        ),
        (
            given(lines={17: "gpio-leds"}),
            *("lines", "fault", "GPIO 17 (lamps.lock_pin) is in use by gpio-leds"),
            "end that program, or move lamps.lock_pin",
        ),
        (
            many(service("activating"), given(lines={5: "lg"})),
            *(
                "lines",
                "fault",
                "(buttons.lock_pin) is in use by another program",
                "end that program",
            ),
        ),
        (
            many(service("inactive"), given(lines={4: "w1"})),
            *("lines", "ok", "all are free", ""),
        ),
        (given(lines=no_answer()), "lines", "unchecked", "does not tell", ""),
        (
            no_device,
            "screen's bus",
            "fault",
            "I2C is off: /dev/i2c-1",
            "do_i2c 0, then",
        ),
        (not_rebooted, "screen's bus", "fault", "config.txt switches I2C on", "sudo reboot"),
        (no_i2c_dev, "screen's bus", "fault", "though the bus is on", "sudo modprobe i2c-dev"),
        (no_spi, "screen's bus", "fault", "SPI is off: /dev/spidev0.0", "do_spi 0"),
        (pc, "screen's bus", "unchecked", "/dev/i2c-1 is missing", ""),
        (
            lambda pi: pi.forbid("/dev/i2c-1"),
            *("screen's bus", "fault", "no permission for /dev/i2c-1", "usermod -aG i2c kingsgold"),
        ),
        (slow, "bus speed", "warning", "100 kHz: a whole picture takes 93 ms", "baudrate=400000"),
        (slow_by_default, "bus speed", "warning", "100 kHz", "i2c_arm_baudrate=400000"),
        (
            many(slow_by_default, lambda pi: pi.boot("dtparam=i2c_baudrate=1000000")),
            *("bus speed", "ok", "1000 kHz", ""),
        ),
        (
            many(slow_by_default, lambda pi: pi.remove("/boot/firmware/config.txt")),
            *("bus speed", "unchecked", "nothing here tells", ""),
        ),
        (
            given(addresses=frozenset({0x3D, 0x48})),
            *("display", "fault", "nothing answers at 0x3c, but at 0x3d, 0x48"),
            "set i2c_address = 0x3d under [screen]",
        ),
        (
            given(addresses=frozenset({0x48})),
            *("display", "fault", "nothing answers at 0x3c, only at 0x48", "four wires"),
        ),
        (
            given(addresses=frozenset()),
            *("display", "fault", "nothing answers at 0x3c or anywhere else", "kingsgold pinout"),
        ),
        (given(addresses=no_answer()), "display", "fault", "can't be read", "SDA and SCL"),
        (no_device, "display", "unchecked", "/dev/i2c-1 can't be used", ""),
        (given(status=0x08), "driver", "fault", "the display is an SH1106", 'driver = "sh1106"'),
        (
            many(
                given(status=0x43),
                lambda pi: pi.configure(screen=ScreenConfig(driver="sh1106")),
            ),
            *("driver", "fault", "sh1106 is set, but the display is an SSD1306"),
            'driver = "ssd1306"',
        ),
        (given(status=0x00), "driver", "unchecked", "does not tell", "kingsgold selftest"),
        (given(status=no_answer()), "driver", "unchecked", "does not tell", "kingsgold selftest"),
        (
            many(serial(ADAPTER), lambda pi: pi.write("/dev/serial/by-id/usb-Arduino_Uno-if00")),
            *("scoreboard", "fault", f"{ADAPTER} is missing"),
            "set port under [scoreboard] to /dev/serial/by-id/usb-Arduino_Uno-if00",
        ),
        (serial(ADAPTER), "scoreboard", "fault", "no adapter is plugged in", "check its plug"),
        (serial("socket://board:7000"), "scoreboard", "unchecked", "when the box runs", ""),
        (
            serial("0403:6001"),
            *("scoreboard", "fault", "0403:6001 is missing, and no adapter is plugged in"),
            "check its plug",
        ),
        (
            many(
                serial("0403:6001"),
                lambda pi: pi.write("/dev/ttyUSB3"),
                lambda pi: pi.on(find_port=lambda _: "/dev/ttyUSB3"),
            ),
            *("scoreboard", "ok", "0403:6001 is /dev/ttyUSB3", ""),
        ),
        (
            many(
                lambda pi: pi.configure(scoreboard=ScoreboardConfig(port=ADAPTER)),
                lambda pi: pi.forbid(ADAPTER),
            ),
            *("scoreboard", "fault", "no permission for", "usermod -aG dialout kingsgold"),
        ),
        (console, "console", "fault", "a login console talks on serial0", "do_serial_cons 1"),
        (login, "console", "fault", "a login console talks on serial0", "do_serial_cons 1"),
        (mini_uart, "console", "warning", "serial0 is the mini-UART", "dtoverlay=miniuart-bt"),
        (
            many(mini_uart, lambda pi: pi.remove("/boot/firmware/cmdline.txt")),
            *("console", "unchecked", "no cmdline.txt", ""),
        ),
        (
            lambda pi: pi.forbid("/var/lib/kingsgold"),
            *("data", "fault", "/var/lib/kingsgold can't be written to by kingsgold"),
            "sudo chown kingsgold /var/lib/kingsgold",
        ),
        (
            many(lambda pi: pi.forbid("/var/lib/kingsgold"), lambda pi: pi.on(user="pi")),
            *("data", "unchecked", "is the service's", "sudo -u kingsgold kingsgold doctor"),
        ),
        (given(free=19_999_999), "data", "fault", "19 MB are left", "make room for 20 MB"),
        (
            lambda pi: pi.programs.update(
                {"timedatectl show --property=NTPSynchronized --value": "no"}
            ),
            *("clock", "warning", "not synchronised", "connect the Pi to a network"),
        ),
        (lambda pi: pi.programs.clear(), "clock", "unchecked", "timedatectl is not there", ""),
        (lambda pi: pi.programs.clear(), "service", "unchecked", "systemd is not here", ""),
        (service("inactive", ""), "service", "warning", "not installed", "sudo make install"),
        (
            many(service("inactive", ""), lambda pi: pi.remove("/proc/device-tree/model")),
            *("service", "unchecked", "not installed, and this is no Raspberry Pi", ""),
        ),
        (service("inactive", "disabled"), "service", "warning", "disabled", "enable --now"),
        (service("inactive"), "service", "warning", "inactive", "systemctl start kingsgold"),
        (service("active", "disabled"), "service", "warning", "not at the next", "enable kingsg"),
        (
            service("failed", result="watchdog"),
            *("service", "fault", "failed; the last result was: watchdog", "journalctl -u kingsg"),
        ),
        (service("activating"), "service", "fault", "activating; the last", "journalctl"),
    ],
)
def test_a_fault_is_found_with_its_cure(
    pi: Pi, fault: Fault, check: str, verdict: str, found: str, cure: str
) -> None:
    fault(pi)
    was, said, advice = pi.findings()[check]
    assert was == verdict
    assert found in said
    assert cure in advice
    # What is wrong is never told without what to do about it.
    assert bool(advice) or verdict in ("ok", "unchecked")
    longest = max(len(line) for line in table(examine(pi.case)).splitlines())
    assert longest <= 80


VITAL = {
    *("configuration", "system", "pin factory", "GPIO", "pins", "lines"),
    *("screen's bus", "display", "driver", "data"),
}


def test_only_what_is_vital_stands_between_the_captains_and_their_match(pi: Pi) -> None:
    assert {check.name for check in CHECKS if check.vital} == VITAL
    serial(ADAPTER)(pi)
    results = examine(pi.case)
    assert playable(results)
    assert table(results).endswith("The box can be played; not all of it works: see scoreboard.")
    no_device(pi)
    pi.free = 0
    results = examine(replace(pi.case))
    assert not playable(results)
    assert table(results).endswith("The box can't be played here: see screen's bus, data.")


def test_a_pc_is_told_what_could_not_be_checked(tmp_path: Path) -> None:
    results = examine(Case(Config(), Machine(root=tmp_path, run=lambda *_: None), data=tmp_path))
    assert not playable(results)
    verdicts = {result.check.name: result.finding.verdict for result in results}
    unchecked = {name for name, verdict in verdicts.items() if verdict is Verdict.UNCHECKED}
    assert unchecked >= {"pins", "lines", "screen's bus", "bus speed", "display", "driver"}
    assert verdicts["data"] is Verdict.OK


def test_the_models_are_known_from_either_place(pi: Pi) -> None:
    pi.remove("/proc/device-tree/model")
    for cpuinfo, model in (
        ("Revision\t: 902120\nModel\t\t: Raspberry Pi Zero 2 W Rev 1.0\n", "Raspberry Pi Zero 2 W"),
        ("processor : 0\nRevision\t: 902120\n", "a Raspberry Pi, revision 902120"),
    ):
        pi.write("/proc/cpuinfo", cpuinfo)
        verdict, found, _ = pi.findings()["model"]
        assert verdict == "ok"
        assert found.startswith(model)


def test_a_pi_5_has_its_header_on_chip_4_where_there_is_one(pi: Pi) -> None:
    pi.write("/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    assert pi.findings()["GPIO"] == ("ok", "/dev/gpiochip0", "")
    pi.write("/dev/gpiochip4")
    assert pi.findings()["GPIO"] == ("ok", "/dev/gpiochip4", "")


def test_json_says_the_same(pi: Pi) -> None:
    pi.status = 0x08
    results = examine(pi.case)
    told = json.loads(json.dumps(as_json(results)))
    assert told["playable"] is False
    assert [row["check"] for row in told["checks"]] == [check.name for check in CHECKS]
    (fault,) = (row for row in told["checks"] if row["verdict"] == "fault")
    assert fault["check"] == "driver"
    assert fault["cure"] == 'set driver = "sh1106" under [screen]'


def test_colours_change_nothing_but_the_colour(pi: Pi) -> None:
    serial(ADAPTER)(pi)
    results: list[Result] = examine(pi.case)
    coloured = table(results, colours=True)
    assert re.sub(r"\033\[[0-9;]*m", "", coloured) == table(results)
    assert "\033[1;31mNO\033[0m  scoreboard" in coloured


def test_a_boot_configuration_is_read_as_the_firmware_does() -> None:
    boot = BootConfig.parse(
        "[all]\n# dtparam=spi=on\ndtparam=i2c=on\ndtparam = audio=on\n"
        "enable_uart=0\nenable_uart=1 # the scoreboard\ndtoverlay=w1-gpio\n"
    )
    assert boot.parameter("spi") is None
    assert boot.parameter("i2c_arm", "i2c") == "on"
    assert boot.parameter("audio") == "on"
    assert boot.uart
    assert {pin for pin, _, _ in boot.taken()} == {2, 3, 4, 14, 15}
    assert not BootConfig.parse("dtparam=i2c_arm=off").uart
    assert list(BootConfig.parse("dtparam=i2c_arm=off").taken()) == []


# The real machine, as far as it can be asked here


def line_info(flags: int, consumer: str) -> bytes:
    return struct.pack("=32s32sIIQ", b"GPIO5", consumer.encode(), 5, 0, flags) + bytes(176)


def test_the_kernels_answer_about_a_line_is_understood() -> None:
    assert len(line_info(0, "")) == 256
    assert real.line_user(line_info(0, "")) is None
    assert real.line_user(line_info(0b101, "lg")) == "lg"
    assert real.line_user(line_info(1, "")) == "the kernel"


def test_what_is_no_gpio_chip_and_no_bus_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "device").touch()
    for ask in (
        real.lines_in_use,
        real.scan_i2c,
        lambda path: real.display_status(path, 0x3C),
    ):
        with pytest.raises(OSError, match=r"ioctl|device"):
            ask(tmp_path / "device")


def test_programs_that_are_not_there_say_nothing() -> None:
    assert real.run_program("kingsgold-no-such-program") is None
    assert real.run_program("echo", "ahoy") == "ahoy"
    assert real.has_module("json")
    assert not real.has_module("kingsgold_no_such_module")


def test_the_room_and_the_permissions_are_those_of_the_directory(tmp_path: Path) -> None:
    assert real.free_bytes(tmp_path) > 0
    assert real.can_use(tmp_path)
    assert not real.can_use(tmp_path / "missing")
