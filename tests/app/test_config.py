"""The configuration file: its defaults, and one line for every mistake."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kingsgold.app.config import Config, ConfigError, load_config
from kingsgold.box.buttons import ButtonsConfig
from kingsgold.box.lamps import LampsConfig
from kingsgold.box.oled import ScreenConfig
from kingsgold.box.sound import SoundConfig

SAMPLE = Path(__file__).parents[2] / "systemd" / "config.toml"


def complaint(tmp_path: Path, text: str) -> str:
    """What is said about a file with this text, without the file's name."""
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_without_a_file_and_with_an_empty_one_the_defaults_hold(tmp_path: Path) -> None:
    empty = tmp_path / "empty.toml"
    empty.touch()
    assert load_config(None) == load_config(empty) == Config()


def test_what_a_file_sets_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        """
        [buttons]
        roll_pin = 4
        wired_to = "3v3"
        hold_s = 2
        [lamps]
        active_high = false
        [screen]
        driver = "sh1106"
        i2c_address = 0x3D
        column_offset = 0
        rotation_deg = 180
        """,
        encoding="utf-8",
    )
    assert load_config(path) == Config(
        buttons=ButtonsConfig(roll_pin=4, wired_to="3v3", hold_s=2.0),
        lamps=LampsConfig(active_high=False),
        screen=ScreenConfig(driver="sh1106", i2c_address=0x3D, column_offset=0, rotation_deg=180),
    )


def test_the_sample_shows_every_key_with_its_default(tmp_path: Path) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    uncommented = re.sub(r"^# (?=[a-z0-9_]+ = )", "", text, flags=re.MULTILINE)
    path = tmp_path / "config.toml"
    path.write_text(uncommented, encoding="utf-8")
    # Two keys have no default that could be written: the offset depends on the driver (that of an
    # SH1106 is shown), and a box without a buzzer has no pin for it.
    assert load_config(path) == Config(
        screen=ScreenConfig(column_offset=2), sound=SoundConfig(pin=12)
    )
    assert load_config(SAMPLE) == Config()
    for section in Config.__struct_fields__:
        shown = uncommented.split(f"[{section}]\n")[1].split("\n[")[0]
        keys = re.findall(r"^([a-z0-9_]+) = ", shown, flags=re.MULTILINE)
        assert sorted(keys) == sorted(getattr(Config(), section).__struct_fields__)


def test_the_column_offset_follows_the_driver_unless_it_is_set() -> None:
    assert ScreenConfig().first_column == 0
    assert ScreenConfig(driver="sh1106").first_column == 2
    assert ScreenConfig(driver="sh1106", column_offset=0).first_column == 0


BUTTON_KEYS = "lock_pin, roll_pin, stop_pin, target_pin, wired_to, debounce_ms, hold_s, stuck_s"
PIN = "must be a BCM pin number from 2 to 27"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[buttons]\nlock_pin = 28", f"buttons.lock_pin = 28: {PIN}"),
        ("[buttons]\nlock_pin = 1", f"buttons.lock_pin = 1: {PIN}"),
        ("[buttons]\nlock_pin = true", f"buttons.lock_pin = true: {PIN}"),
        ('[lamps]\nroll_pin = "GPIO5"', f'lamps.roll_pin = "GPIO5": {PIN}'),
        (
            "[buttons]\ndebounce_ms = 0",
            "buttons.debounce_ms = 0: must be a whole number of milliseconds from 1 to 100",
        ),
        (
            "[buttons]\nhold_s = 0.4",
            "buttons.hold_s = 0.4: must be a number of seconds from 0.5 to 5.0",
        ),
        (
            "[buttons]\nhold_s = nan",
            "buttons.hold_s = NaN: must be a number of seconds from 0.5 to 5.0",
        ),
        (
            '[buttons]\nwired_to = "5v"',
            'buttons.wired_to = "5v": must be one of "ground", "3v3"',
        ),
        ("[lamps]\nactive_high = 1", "lamps.active_high = 1: must be true or false"),
        (
            '[screen]\ndriver = "ssd1305"',
            'screen.driver = "ssd1305": must be one of "ssd1306", "sh1106", "ssd1309"',
        ),
        ("[screen]\nrotation_deg = 90", "screen.rotation_deg = 90: must be one of 0, 180"),
        (
            "[screen]\ncolumn_offset = 5",
            "screen.column_offset = 5: must be a number of columns from 0 to 4",
        ),
        (
            "[screen]\ni2c_address = 0x78",
            "screen.i2c_address = 120: must be an I2C address from 0x08 to 0x77",
        ),
        ("[screen]\ncontrast = 256", "screen.contrast = 256: must be a level from 0 to 255"),
        ("buttons = 4", "buttons = 4: must be a section"),
        (
            "[buttons]\nrol_pin = 4",
            f"buttons.rol_pin: no such key; did you mean roll_pin? Allowed in [buttons]: "
            f"{BUTTON_KEYS}",
        ),
        (
            "[buttons]\nxyzzy = 4",
            f"buttons.xyzzy: no such key; allowed in [buttons]: {BUTTON_KEYS}",
        ),
        (
            "lock_pin = 5",
            "lock_pin: no such key; it belongs under [buttons] or [lamps]",
        ),
        (
            "[screens]",
            "screens: no such key; did you mean screen? "
            "Allowed at the top: buttons, lamps, screen, sound, scoreboard",
        ),
        (
            '[scoreboard]\ndriver = "ws2812"',
            'scoreboard.driver = "ws2812": must be one of "native"',
        ),
        (
            "[scoreboard]\nbaud = 0",
            "scoreboard.baud = 0: must be a line speed from 1200 to 921600 baud",
        ),
        (
            '[scoreboard]\nport = "http://display"',
            'scoreboard.port = "http://display": must be a device such as '
            '"/dev/serial/by-id/...", a USB adapter such as "0403:6001" (vendor:product), a '
            "pyserial URL (socket://, rfc2217://, hwgrep://, loop://, spy://, alt://), "
            'or "" for none',
        ),
        (
            "[buttons]\nlock_pin = 6",
            "buttons.lock_pin and buttons.roll_pin both need GPIO 6; move one of them",
        ),
        (
            "[lamps]\nstop_pin = 16",
            "buttons.target_pin and lamps.stop_pin both need GPIO 16; move one of them",
        ),
        (
            "[buttons]\nstop_pin = 3",
            "buttons.stop_pin and I2C bus 1 of the screen both need GPIO 3; move one of them",
        ),
        (
            '[screen]\ninterface = "spi"\n[lamps]\nstop_pin = 8',
            "lamps.stop_pin and SPI bus 0 of the screen both need GPIO 8; move one of them",
        ),
        (
            '[screen]\ninterface = "spi"\nspi_dc_pin = 5',
            "buttons.lock_pin and screen.spi_dc_pin both need GPIO 5; move one of them",
        ),
        (
            '[scoreboard]\nport = "/dev/serial0"\n[lamps]\nroll_pin = 14',
            "lamps.roll_pin and UART of the scoreboard both need GPIO 14; move one of them",
        ),
        (
            "[sound]\npin = 16",
            "buttons.target_pin and sound.pin both need GPIO 16; move one of them",
        ),
        ("[sound]\npin = 28", f"sound.pin = 28: {PIN}"),
        ("[sound]\nvolume = 11", "sound.volume = 11: must be a volume from 0 (mute) to 10"),
        (
            "[screen]\ndim_after_s = -1",
            "screen.dim_after_s = -1: must be a number of seconds from 0 (never) to 86400",
        ),
        (
            "[lamps]\nbrightness = 0",
            "lamps.brightness = 0: must be a percentage from 1 to 100",
        ),
        (
            "[buttons]\nstuck_s = 1",
            "buttons.stuck_s = 1: must be a number of seconds from 5 to 600",
        ),
    ],
)
def test_a_mistake_is_told_with_its_key_and_what_is_allowed(
    tmp_path: Path, text: str, message: str
) -> None:
    assert complaint(tmp_path, text) == message


def test_the_pins_of_a_bus_that_is_not_used_are_free(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        '[screen]\ninterface = "spi"\n[buttons]\nstop_pin = 3\n[lamps]\nstop_pin = 2',
        encoding="utf-8",
    )
    assert load_config(path).buttons.stop_pin == 3
    path.write_text("[lamps]\nstop_pin = 8\nroll_pin = 24", encoding="utf-8")
    assert load_config(path).lamps.stop_pin == 8


def test_what_is_not_toml_is_told_with_its_line(tmp_path: Path) -> None:
    message = complaint(tmp_path, "[buttons]\nlock_pin = \n")
    assert message.startswith("is not valid TOML: ")
    assert "line 2" in message


def test_a_file_that_cannot_be_read_is_told_by_its_name(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    with pytest.raises(ConfigError, match=r"missing\.toml: can't be read: No such file"):
        load_config(missing)
    with pytest.raises(ConfigError, match="can't be read: Is a directory"):
        load_config(tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes("# Grüße".encode("latin-1"))
    with pytest.raises(ConfigError, match="is not UTF-8 text"):
        load_config(latin)


def test_reading_the_configuration_loads_no_gpio_and_no_display() -> None:
    code = (
        "import sys, kingsgold.app.config;"
        "print(*sorted({'gpiozero', 'luma', 'smbus2', 'lgpio'} & sys.modules.keys()))"
    )
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    assert run.stdout.strip() == ""
