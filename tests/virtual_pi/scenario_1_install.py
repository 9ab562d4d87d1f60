"""Installing without a network, and what is there after the next boot."""

from kingsgold.box.parts import Button
from kingsgold.box.pins import BUTTON_PINS, LAMP_PINS

from .conftest import OFFLINE, Installed
from .hands import Hands
from .machine import VirtualPi

INSTALL = f"cd /root/kingsgold && {OFFLINE} make install"
UNINSTALL = "cd /root/kingsgold && make uninstall"


def show(pi: VirtualPi, setting: str) -> str:
    """What systemd says of one setting of the service."""
    return pi.run(f"systemctl show kingsgold --value -p {setting}").strip()


def main_process(pi: VirtualPi, field: str) -> str:
    """A field of /proc/PID/status of the daemon."""
    pid = show(pi, "MainPID")
    return pi.run(f"sed -n 's/^{field}:[[:space:]]*//p' /proc/{pid}/status").strip()


def test_the_box_plays_as_soon_as_it_is_installed(installed: Installed) -> None:
    print(installed.said)
    assert "The box is installed and plays." in installed.said


def test_it_comes_up_by_itself_after_a_boot(pi: VirtualPi) -> None:
    assert show(pi, "SubState") == "running"
    assert show(pi, "NRestarts") == "0"
    assert Hands(pi).status() == "no match"


def test_it_is_up_within_its_time(pi: VirtualPi) -> None:
    begun, active = (
        int(show(pi, f"{moment}TimestampMonotonic")) for moment in ("ExecMainStart", "ActiveEnter")
    )
    print(f"active after {(active - begun) / 1e6:.1f} s, 60 are allowed")
    assert active - begun < 60e6


def test_the_title_is_on_the_glass_and_a_lamp_is_lit(pi: VirtualPi) -> None:
    seen = pi.rest()
    print(seen.drawing())
    assert any(seen.picture)
    assert seen.lit(LAMP_PINS.values())


def test_the_daemon_is_nobody_special(pi: VirtualPi) -> None:
    pid = show(pi, "MainPID")
    assert pi.run(f"ps -o user= -p {pid}").strip() == "kingsgold"
    groups = set(pi.run("id -nG kingsgold").split())
    assert groups == {"kingsgold", "gpio", "i2c", "spi", "dialout", "audio"}
    for capabilities in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(main_process(pi, capabilities), 16) == 0
    assert main_process(pi, "NoNewPrivs") == "1"
    assert main_process(pi, "Seccomp") == "2"


def test_the_daemon_opens_its_own_devices_and_no_others(pi: VirtualPi) -> None:
    pid = show(pi, "MainPID")
    opened = set(pi.run(f"readlink /proc/{pid}/fd/* | grep ^/dev/ | sort -u").split())
    assert opened <= {"/dev/null", "/dev/gpiochip0", "/dev/i2c-1"}
    # What a process of the service could open, with the rights of its user and of its cgroup.
    properties = pi.run(
        "sed -n '/^\\[Service]/,/^\\[Install]/{/^[A-Z][A-Za-z]*=/p}' "
        "/etc/systemd/system/kingsgold.service"
    ).splitlines()
    # What is about starting and stopping; and systemd-run does not know the names of networks.
    leave_out = (
        *("Type", "ExecStart", "StateDirectory", "RuntimeDirectory", "Restart", "Watchdog"),
        "IPAddressAllow",
    )
    options = " ".join(f"-p '{line}'" for line in properties if not line.startswith(leave_out))
    can = pi.run(
        f"systemd-run --quiet --wait --pipe {options} /bin/bash -c '"
        "for f in /dev/gpiochip0 /dev/i2c-1 /dev/vda /dev/hwrng /dev/input/event0 /dev/rtc0; do "
        "(exec 3<>$f) 2>/dev/null && echo $f; done; "
        "for d in /etc /opt/kingsgold /home /root /var/lib /run; do "
        "touch $d/x 2>/dev/null && echo $d; done; true'"
    )
    assert can.split() == ["/dev/gpiochip0", "/dev/i2c-1"]


def test_systemd_has_nothing_to_complain_about(pi: VirtualPi) -> None:
    assert pi.run("systemd-analyze verify kingsgold.service 2>&1") == ""
    assert pi.run("journalctl -b -o cat -u kingsgold -p warning") in ("", "-- No entries --\n")


def test_a_stop_is_quick_and_says_goodbye(pi: VirtualPi) -> None:
    title = pi.rest().picture
    before, after = pi.run("date +%s%N; systemctl stop kingsgold; date +%s%N").split()
    seen = pi.look()
    print(f"stopped in {(int(after) - int(before)) / 1e9:.2f} s\n{seen.drawing()}")
    assert int(after) - int(before) < 2e9
    assert any(seen.picture)
    assert seen.picture != title
    assert show(pi, "Result") == "success"
    pi.run("systemctl start kingsgold")
    assert pi.rest().picture == title


def test_installing_again_changes_nothing_that_was_set(pi: VirtualPi) -> None:
    pi.run("echo '# mine' >>/etc/kingsgold/config.toml")
    said = pi.run(INSTALL, 900)
    assert "The box is installed and plays." in said
    assert pi.run("tail -n 1 /etc/kingsgold/config.toml") == "# mine\n"
    assert show(pi, "ActiveState") == "active"


def test_uninstalling_leaves_settings_and_data_and_nothing_else(pi: VirtualPi) -> None:
    pi.run(UNINSTALL)
    found = "find / -xdev -ipath '*kingsgold*' -not -path '/root/*' -not -path '/var/log/*' -prune"
    assert set(pi.run(found).split()) == {
        "/etc/kingsgold",
        "/etc/systemd/system/kingsgold.service.d",  # the drop-in of the virtual Pi
        "/var/lib/kingsgold",
    }
    assert pi.ask("systemctl cat kingsgold")[0] != 0


def test_installing_once_more_brings_it_back(pi: VirtualPi) -> None:
    assert "The box is installed and plays." in pi.run(INSTALL, 900)
    assert pi.run("tail -n 1 /etc/kingsgold/config.toml") == "# mine\n"
    assert show(pi, "ActiveState") == "active"


def test_the_box_switches_the_pi_off(pi: VirtualPi) -> None:
    hands = Hands(pi)
    hands.hold(Button.STOP)
    hands.tap(Button.TARGET)
    pi.press(BUTTON_PINS[Button.ROLL])
    pi.wait_off()
