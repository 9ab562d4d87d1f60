"""The doctor on a healthy box, and on one where something is broken: it names the right cure."""

from collections.abc import Iterator

import pytest

from .machine import VirtualPi

OUTSIDE = "/sys/kernel/debug/virtual_pi"
CONFIG = "/etc/kingsgold/config.toml"
DOCTOR = "runuser -u kingsgold -- kingsgold doctor"


@pytest.fixture(autouse=True)
def healthy(pi: VirtualPi) -> Iterator[None]:
    """The box is in order before each scenario, and again after it."""
    code, said = pi.ask(DOCTOR)
    assert code == 0, said
    yield
    pi.ask(
        "systemctl stop breaker; gpasswd -a kingsgold i2c; modprobe i2c-dev; "
        f"echo 60 >{OUTSIDE}/address; echo N >{OUTSIDE}/sh1106; echo 0 >{OUTSIDE}/plugged; "
        f"echo 1 >{OUTSIDE}/plugged; echo >{CONFIG}; udevadm settle; systemctl restart kingsgold"
    )


def test_a_healthy_box_is_told_so(pi: VirtualPi) -> None:
    pi.run("cd /root/kingsgold && firmware/boot/apply.sh --yes")
    print(said := pi.run(DOCTOR))
    assert "400 kHz" in said
    assert "answers at 0x3c" in said
    assert "active, and enabled" in said


@pytest.mark.parametrize(
    ("broken", "found", "cure"),
    [
        pytest.param(
            "gpasswd -d kingsgold i2c",
            "/dev/i2c-1",
            "sudo usermod -aG i2c kingsgold",
            id="wrong-group",
        ),
        pytest.param(
            "systemctl stop kingsgold; modprobe -r i2c-dev",
            "/dev/i2c-1 is missing",
            "sudo modprobe i2c-dev",
            id="i2c-off",
        ),
        pytest.param(
            f"systemctl stop kingsgold; echo 61 >{OUTSIDE}/address",
            "nothing answers at 0x3c, but at 0x3d",
            "set i2c_address = 0x3d under [screen]",
            id="wrong-address",
        ),
        pytest.param(
            f"echo Y >{OUTSIDE}/sh1106",
            "ssd1306 is set, but the display is an SH1106",
            'set driver = "sh1106" under [screen]',
            id="wrong-driver",
        ),
        pytest.param(
            f"printf '[scoreboard]\\nport = \"/dev/ttyUSB7\"\\n' >{CONFIG}",
            "/dev/ttyUSB7 is missing",
            "set port under [scoreboard] to /dev/serial/by-id/",
            id="port-gone",
        ),
        pytest.param(
            "systemctl stop kingsgold; systemd-run --unit=breaker gpiomon gpiochip0 5; "
            "sleep 2; gpioinfo gpiochip0 | grep 'line *5:' | grep -q used",
            "GPIO 5 (buttons.lock_pin) is in use by gpiomon",
            "end that program, or move buttons.lock_pin",
            id="pin-in-use",
        ),
    ],
)
def test_what_is_broken_is_found_with_its_cure(
    pi: VirtualPi, broken: str, found: str, cure: str
) -> None:
    pi.run(broken)
    _, said = pi.ask(f"{DOCTOR} | tr -s ' \\n' ' '")
    print(pi.ask(DOCTOR)[1])
    assert found in said
    assert cure in said
    # Without a scoreboard the box can be played; without anything else it can't.
    assert pi.ask(DOCTOR)[0] == (0 if "scoreboard" in broken else 1)
