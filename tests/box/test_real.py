"""Opening the real box: with stand-ins for the Pi's devices, and without them."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from kingsgold.box import real
from kingsgold.box.bus import Bus, I2cBus
from kingsgold.box.buttons import ButtonsConfig
from kingsgold.box.chip import SimulatedChip
from kingsgold.box.lamps import LampsConfig
from kingsgold.box.oled import ScreenConfig
from kingsgold.box.parts import BoxError, Button, Tune
from kingsgold.box.simulated import SimulatedBus
from kingsgold.box.sound import TUNES, SoundConfig
from kingsgold.virtual.simtime import SimLoop

LGPIO = '''
"""A stand-in for lgpio, as far as gpiozero looks at it when imported."""
import os, pathlib
imported_in = os.environ["LG_WD"]
os.chdir(imported_in)
pathlib.Path(".lgd-nfy0").touch()
class error(Exception): pass
SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = 0
BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
sent = []
def gpiochip_open(chip): raise error("can not open gpiochip")
def spi_open(port, device, baud, flags):
    if port: raise error("can not open SPI device")
    return 7
def spi_write(handle, data):
    if handle != 7: raise error("unknown handle")
    sent.append(bytes(data))
def spi_close(handle): sent.append(b"closed")
'''


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


@pytest.fixture
def lgpio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "lgpio.py").write_text(LGPIO)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("lgpio", "gpiozero.pins.lgpio"):
        sys.modules.pop(name, None)


class Pi:
    """What a Pi has, on mock pins and a simulated bus."""

    def __init__(self) -> None:
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.chip = SimulatedChip("ssd1306")
        self.wire = SimulatedBus(self.chip, 0x3C)

    def open(self, loop: SimLoop, faults: list[str | None], **changes: Any) -> real.RealParts:
        sections: dict[str, Any] = {
            "buttons": ButtonsConfig(),
            "lamps": LampsConfig(),
            "screen": ScreenConfig(),
        }
        return real.open_parts(
            **{**sections, **changes},
            loop=loop,
            on_fault=faults.append,
            open_pins=lambda: self.pins,
            open_bus=self.open_bus,
        )

    def open_bus(self, config: ScreenConfig, _pins: Any) -> Bus:
        return I2cBus(self.wire, config.i2c_address)


def test_the_parts_work_together_and_close(loop: SimLoop) -> None:
    pi = Pi()
    faults: list[str | None] = []
    parts = pi.open(loop, faults)
    presses: list[tuple[Button, bool]] = []
    parts.buttons.listen(lambda button, down: presses.append((button, down)))
    pi.pins.pin(6).drive_low()
    loop.advance(1)
    assert presses == [(Button.ROLL, True)]
    parts.lamps.show(frozenset({Button.LOCK}))
    assert pi.pins.pin(17).state
    picture = Image.new("1", (128, 64), 1)
    parts.screen.show(picture)
    parts.close()
    assert pi.chip.picture().tobytes() == picture.tobytes()
    assert not pi.pins.pin(17).state
    assert pi.pins.pin(6).function == "input"
    loop.advance(1)
    assert faults == []


def test_a_box_with_a_buzzer_has_a_sound(loop: SimLoop) -> None:
    pi = Pi()
    parts = pi.open(loop, [], sound=SoundConfig(pin=12))
    parts.sound.play(Tune.COIN)
    assert pi.pins.pin(12).frequency == TUNES[Tune.COIN][0].hz
    parts.close()
    assert pi.pins.pin(12).function == "input"
    silent = Pi().open(loop, [])
    silent.sound.play(Tune.COIN)
    silent.close()
    loop.advance(1)


def test_a_button_that_sticks_is_told_to_who_wants_to_know(loop: SimLoop) -> None:
    told: list[str | None] = []
    for listener in ({"on_button_fault": told.append}, {}):
        pi = Pi()
        parts = pi.open(loop, [], **listener)
        pi.pins.pin(6).drive_low()
        loop.advance(31)
        parts.close()
    assert told == ["ROLL is down for 30 s: stuck, or wired wrong"]


def test_a_fault_of_the_thread_is_told_on_the_loop(loop: SimLoop) -> None:
    pi = Pi()
    faults: list[str | None] = []
    parts = pi.open(loop, faults)
    pi.wire.unplug()
    parts.screen.show(Image.new("1", (128, 64), 1))
    parts.close()
    assert faults == []
    loop.advance(1)
    assert len(faults) == 1
    assert "0x3c on /dev/i2c-1 does not answer" in str(faults[0])


def test_a_screen_that_does_not_answer_is_told_and_the_rest_closed(loop: SimLoop) -> None:
    pi = Pi()
    with pytest.raises(BoxError) as caught:
        pi.open(loop, [], screen=ScreenConfig(i2c_address=0x3D))
    assert str(caught.value) == (
        "screen: nothing answers at 0x3d on /dev/i2c-1: check its wires (hardware/wiring.md); "
        "`i2cdetect -y 1` shows the addresses that do"
    )
    # The pins are free for the next try.
    pi.pins = MockFactory(pin_class=MockPWMPin)
    pi.open(loop, []).close()


def test_a_pin_that_is_taken_is_told_by_its_key(loop: SimLoop) -> None:
    with pytest.raises(BoxError, match=r"^lamps\.lock_pin: GPIO 5 can't be used"):
        Pi().open(loop, [], lamps=LampsConfig(lock_pin=5))


def test_a_pc_without_gpio_is_sent_to_the_game_in_the_terminal(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match=r"no GPIO here .*gpiochip.* is missing.*`kingsgold play`"):
        real.open_gpio(tmp_path)


@pytest.mark.usefixtures("lgpio")
@pytest.mark.parametrize("name", ["native", "rpigpio", "mock", "pigpio"])
def test_no_other_pin_factory_gets_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    # gpiozero's own choice drops edges on "native", with a mere warning; RPi.GPIO fails on new
    # kernels. lgpio it is, whatever the environment says: here it finds no chip.
    (tmp_path / "gpiochip0").touch()
    import gpiozero.pins.local

    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", name)
    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xA02082)
    with pytest.raises(BoxError, match="can not open gpiochip"):
        real.open_gpio(tmp_path)


@pytest.mark.usefixtures("lgpio")
def test_a_pc_with_gpio_of_its_own_is_sent_there_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gpiochip0").touch()
    import gpiozero.pins.local

    def no_pi() -> int:
        raise gpiozero.PinUnknownPi("no revision")

    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", no_pi)
    with pytest.raises(BoxError, match=r"no Raspberry Pi's GPIO here: .*`kingsgold play`"):
        real.open_gpio(tmp_path)


@pytest.mark.usefixtures("lgpio")
def test_a_chip_that_does_not_open_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    import gpiozero.pins.local

    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xA02082)
    with pytest.raises(BoxError, match="gpiochip0 can't be opened: can not open gpiochip"):
        real.open_gpio(tmp_path)


def test_a_missing_permission_is_told_with_the_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("gpiochip0", "i2c-1", "spidev0.0"):
        (tmp_path / name).touch()
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(BoxError, match=r"no permission for .*gpiochip0: .*group gpio"):
        real.open_gpio(tmp_path)
    with pytest.raises(BoxError, match=r"screen: no permission for .*i2c-1: .*group i2c"):
        real.open_screen_bus(ScreenConfig(), None, tmp_path)
    with pytest.raises(BoxError, match=r"screen: no permission for .*spidev0\.0: .*group spi"):
        real.open_screen_bus(ScreenConfig(interface="spi"), None, tmp_path)


def test_a_missing_module_is_told_with_its_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(BoxError, match=r"module lgpio .*: sudo make install"):
        real.open_gpio(tmp_path)


def test_a_missing_bus_is_told_with_how_to_switch_it_on(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match=r"screen: .*/i2c-1 is missing: .*do_i2c 0"):
        real.open_screen_bus(ScreenConfig(), None, tmp_path)
    with pytest.raises(BoxError, match=r"screen: .*/spidev0\.0 is missing: .*do_spi 0"):
        real.open_screen_bus(ScreenConfig(interface="spi"), None, tmp_path)


def test_what_is_no_i2c_bus_is_told(tmp_path: Path) -> None:
    (tmp_path / "i2c-22").touch()
    with pytest.raises(BoxError, match=r"screen: .*i2c-22 can't be opened"):
        real.open_screen_bus(ScreenConfig(i2c_bus=22), None, tmp_path)


@pytest.mark.usefixtures("lgpio")
def test_importing_lgpio_leaves_the_working_directory_alone() -> None:
    here = Path.cwd()
    before = sorted(here.iterdir())
    assert real._import_lgpio().__name__ == "lgpio"
    assert Path.cwd() == here
    assert sorted(here.iterdir()) == before
    assert "LG_WD" not in os.environ


@pytest.mark.usefixtures("lgpio")
def test_lgpio_makes_its_pipe_where_lg_wd_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    there = Path(real._import_lgpio().imported_in)
    assert there.parent == tmp_path
    assert not there.exists()
    assert os.environ["LG_WD"] == str(tmp_path)


@pytest.mark.usefixtures("lgpio")
def test_an_lg_wd_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", "/nowhere")
    with pytest.raises(
        BoxError, match=r"directory to write to: /nowhere/\S+: No such .* set LG_WD"
    ):
        real._import_lgpio()


@pytest.mark.usefixtures("lgpio")
def test_an_spi_screen_gets_its_bytes_with_dc_and_reset(tmp_path: Path) -> None:
    (tmp_path / "spidev0.0").touch()
    pins = MockFactory()
    bus = real.open_screen_bus(ScreenConfig(interface="spi"), pins, tmp_path)
    dc, reset = pins.pin(24), pins.pin(25)
    assert reset.state
    bus.send(b"\xae\xaf")
    assert not dc.state
    bus.send(b"\xb3", b"\x01\x02\x03")
    assert dc.state
    bus.close()
    assert sys.modules["lgpio"].sent == [b"\xae\xaf", b"\xb3", b"\x01\x02\x03", b"closed"]
    pins.close()


@pytest.mark.usefixtures("lgpio")
def test_an_spi_bus_that_does_not_open_is_told(tmp_path: Path) -> None:
    (tmp_path / "spidev1.0").touch()
    pins = MockFactory()
    with pytest.raises(BoxError, match=r"spidev1\.0 can't be opened: can not open SPI device"):
        real.open_screen_bus(ScreenConfig(interface="spi", spi_bus=1), pins, tmp_path)
    pins.close()


@pytest.mark.usefixtures("lgpio")
def test_an_spi_transfer_that_fails_is_a_fault_like_any_other() -> None:
    spi = real._SpiDevice()
    spi.open(0, 0)
    spi._handle = 8
    with pytest.raises(OSError, match="unknown handle"):
        spi.writebytes([1])
