"""The boot configuration, on files like those of Raspberry Pi OS."""

import subprocess
from pathlib import Path

import pytest

from kingsgold.box.pins import BUTTON_PINS, LAMP_PINS

from .wheel import CHECKOUT

BOOT = CHECKOUT / "firmware/boot"
LINES = (BOOT / "config.txt").read_text()
BLOCK = f"# >>> kingsgold\n{LINES}# <<< kingsgold\n"

STOCK = """\
# For more options and information see
# http://rptl.io/configtxt

dtparam=audio=on
camera_auto_detect=1
dtoverlay=vc4-kms-v3d

[cm4]
otg_mode=1

[all]
"""


def apply(file: Path, *options: str, answer: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the script on `file`; `answer` is what is typed, None is the end of the input."""
    return subprocess.run(  # noqa: S603
        [str(BOOT / "apply.sh"), *options, str(file)],
        input=answer or "",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "config.txt"
    file.write_text(STOCK)
    return file


def test_the_lines_come_last_and_for_every_model(config: Path) -> None:
    done = apply(config, "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert config.read_text() == f"{STOCK}\n{BLOCK}"
    assert LINES.startswith("[all]\n")


def test_the_difference_is_shown_before_anything_is_asked(config: Path) -> None:
    done = apply(config, answer="n\n")
    shown = [line for line in done.stdout.splitlines() if line.startswith("+")]
    assert [line[1:] for line in shown[1:]] == ["", *BLOCK.splitlines()]


@pytest.mark.parametrize("answer", ["n\n", "\n", None])
def test_without_a_yes_nothing_is_changed(config: Path, answer: str | None) -> None:
    done = apply(config, answer=answer)
    assert done.returncode == 1
    assert "Nothing was changed." in done.stdout
    assert [file.name for file in config.parent.iterdir()] == ["config.txt"]
    assert config.read_text() == STOCK


def test_a_yes_is_enough(config: Path) -> None:
    assert apply(config, answer="y\n").returncode == 0
    assert config.read_text() == f"{STOCK}\n{BLOCK}"


def test_everybody_can_still_read_the_file(config: Path) -> None:
    config.chmod(0o644)
    apply(config, "--yes")
    assert config.stat().st_mode & 0o777 == 0o644


def test_the_file_as_it_was_is_kept(config: Path) -> None:
    apply(config, "--yes")
    assert (config.parent / "config.txt.before-kingsgold").read_text() == STOCK


@pytest.mark.parametrize("ending", ["", "\n", "\n\n\n", "dtparam=spi=on"])
def test_a_second_run_changes_nothing(config: Path, ending: str) -> None:
    config.write_text(STOCK + ending)
    apply(config, "--yes")
    once = config.read_text()
    done = apply(config, answer=None)
    assert done.returncode == 0
    assert "already" in done.stdout
    assert config.read_text() == once


def test_lines_of_an_older_box_are_replaced_and_later_ones_stay(config: Path) -> None:
    config.write_text(f"{STOCK}\n# >>> kingsgold\nenable_uart=0\n# <<< kingsgold\n\ngpu_mem=16\n")
    apply(config, "--yes")
    assert config.read_text() == f"{STOCK}\n\ngpu_mem=16\n\n{BLOCK}"


def test_half_a_block_is_left_alone(config: Path) -> None:
    config.write_text(f"{STOCK}# >>> kingsgold\ngpu_mem=16\n")
    done = apply(config, "--yes")
    assert done.returncode == 2
    assert "is missing; put it back" in done.stderr
    assert config.read_text().endswith("gpu_mem=16\n")


def test_another_computer_is_told_apart(tmp_path: Path) -> None:
    done = apply(tmp_path / "config.txt", "--yes")
    assert done.returncode == 2
    assert "is this a Raspberry Pi" in done.stderr


def test_a_console_on_the_serial_port_is_pointed_out(config: Path) -> None:
    assert "login console" not in apply(config, "--yes").stdout
    (config.parent / "cmdline.txt").write_text("console=serial0,115200 console=tty1 root=/dev/x\n")
    assert "do_serial_cons 1" in apply(config, "--yes").stdout


def test_the_shutdown_button_has_a_pin_of_its_own() -> None:
    (overlay,) = (line for line in LINES.splitlines() if line.startswith("dtoverlay=gpio-shutdown"))
    settings = dict(setting.split("=") for setting in overlay.split(",")[1:])
    pin = int(settings["gpio_pin"])
    # 2 and 3 are I2C, 7 to 11, 24 and 25 SPI, 12, 13 and 18 to 21 sound, 14 and 15 the serial port.
    taken = {2, 3, *range(7, 16), *range(18, 22), 24, 25}
    assert pin not in taken | {*BUTTON_PINS.values(), *LAMP_PINS.values()}
