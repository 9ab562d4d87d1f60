"""The commands for who builds a box: `doctor`, `selftest` and `pinout`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kingsgold.app import config as configuration
from kingsgold.app.config import Config, installed_or
from kingsgold.app.doctor import CHECKS
from kingsgold.box.wiring import header_lines
from kingsgold.cli import main

SPI = """
[screen]
interface = "spi"
[buttons]
roll_pin = 4
[scoreboard]
port = "/dev/serial0"
"""


@pytest.fixture(autouse=True)
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where an installed box's configuration would be."""
    installed = tmp_path / "installed.toml"
    monkeypatch.setattr(configuration, "INSTALLED", installed)
    return installed


def kingsgold(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def test_pinout_shows_the_wires_of_the_configuration(tmp_path: Path) -> None:
    usual = kingsgold("pinout")
    assert usual.exit_code == 0
    assert usual.output.splitlines() == header_lines(Config().wires())
    path = tmp_path / "box.toml"
    path.write_text(SPI, encoding="utf-8")
    spi = kingsgold("pinout", "--config", str(path)).output
    assert "button ROLL <--  GPIO 4 ( 7)" in spi.replace("  button", "button")
    assert "(22) GPIO 25 --> display RES" in spi
    assert "( 8) GPIO 14 --> board RX" in spi
    assert "display SDA" not in spi


def test_an_installed_box_is_looked_at_unless_told_otherwise(
    tmp_path: Path, nothing_installed: Path
) -> None:
    assert installed_or(None) is None
    nothing_installed.write_text(SPI, encoding="utf-8")
    assert installed_or(None) == nothing_installed
    assert "display RES" in kingsgold("pinout").output
    other = tmp_path / "other.toml"
    other.touch()
    assert installed_or(other) == other
    assert "display SDA" in kingsgold("pinout", "--config", str(other)).output


def test_doctor_exits_by_whether_the_box_can_be_played(tmp_path: Path) -> None:
    told = kingsgold("doctor", "--json", "--data", str(tmp_path))
    answer = json.loads(told.output)
    assert [row["check"] for row in answer["checks"]] == [check.name for check in CHECKS]
    assert told.exit_code == (0 if answer["playable"] else 1)
    table = kingsgold("doctor", "--data", str(tmp_path))
    assert table.exit_code == told.exit_code
    assert "\033" not in table.output


def test_doctor_takes_a_configuration_that_cannot_be_used_for_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text("[buttons]\nrol_pin = 4", encoding="utf-8")
    told = kingsgold("doctor", "--json", "--config", str(path))
    first, *rest = json.loads(told.output)["checks"]
    assert told.exit_code == 1
    assert first["verdict"] == "fault"
    assert "did you mean roll_pin?" in first["found"]
    assert len(rest) == len(CHECKS) - 1


@pytest.mark.parametrize("command", ["pinout", "selftest"])
def test_others_refuse_it_in_one_line(tmp_path: Path, command: str) -> None:
    path = tmp_path / "box.toml"
    path.write_text("[buttons]\nlock_pin = 28", encoding="utf-8")
    refused = kingsgold(command, "--config", str(path))
    assert refused.exit_code == 2
    assert refused.output.count("\n") == 1
    assert "must be a BCM pin number" in refused.output


def test_a_simulated_box_tests_itself(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text("[sound]\npin = 12", encoding="utf-8")
    tested = kingsgold("selftest", "--simulated", "--config", str(path))
    assert tested.exit_code == 0
    assert tested.output.endswith("passed\n")
    assert "listen: cannon" in tested.output
