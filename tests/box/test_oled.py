"""The screen from picture to glass: our writer, the bus, the simulated chips."""

import itertools
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image, ImageDraw

from kingsgold.box.bus import I2cBus
from kingsgold.box.chip import SimulatedChip
from kingsgold.box.oled import (
    FIRST_RETRY_S,
    LONGEST_RETRY_S,
    RENEWAL_S,
    Driver,
    Oled,
    Panel,
    ScreenConfig,
)
from kingsgold.box.parts import Brightness
from kingsgold.box.simulated import SimulatedBus
from kingsgold.box.writer import BLANK, pack
from tests.stock import SmBus, StockI2c

STOCK: dict[Driver, Callable[..., Any]] = {
    "ssd1306": ssd1306,
    "ssd1309": ssd1309,
    "sh1106": sh1106,
}
ADDRESS = 0x3C

drivers = pytest.mark.parametrize("driver", STOCK)
# luma's own frame writer, which only the tests use, reads pixels in a way that Pillow 14 ends.
stock_luma = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

pictures = st.binary(min_size=1, max_size=64).map(
    lambda seed: Image.frombytes("1", (128, 64), (seed * 1024)[:1024])
)


BLANK_PICTURE = Image.new("1", (128, 64))


def a_picture() -> Image.Image:
    picture = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(picture)
    draw.text((3, 20), "Ahoy", fill=1)
    draw.line((0, 0, 127, 63), fill=1)
    draw.rectangle((100, 40, 127, 63), fill=1)
    return picture


class Rig:
    """A panel on a simulated bus, with what it reported."""

    def __init__(self, config: ScreenConfig) -> None:
        self.chip = SimulatedChip(config.driver)
        self.bus = SimulatedBus(self.chip, ADDRESS)
        self.faults: list[str | None] = []
        self.panel = Panel(config, I2cBus(self.bus, ADDRESS), self.faults.append)

    def finish(
        self,
        picture: Image.Image,
        brightness: Brightness = Brightness.FULL,
        now_s: float = 0.0,
    ) -> None:
        """Step until the glass shows `picture`."""
        wanted = pack(picture)
        for _ in range(200):
            if self.panel.step(wanted, brightness, now_s) is None:
                return
        raise AssertionError("the panel never has enough")


@stock_luma
@drivers
def test_the_chip_shows_what_stock_luma_draws(driver: Driver) -> None:
    chip = SimulatedChip(driver)
    device = STOCK[driver](StockI2c(SmBus(chip, ADDRESS), ADDRESS))
    picture = a_picture()
    device.display(picture)
    assert chip.picture().tobytes() == picture.tobytes()
    device.hide()
    assert chip.picture().getbbox() is None
    device.show()
    device.contrast(17)
    assert chip.contrast == 17


@stock_luma
@drivers
def test_the_ram_is_what_stock_luma_leaves(driver: Driver) -> None:
    stock = SimulatedChip(driver)
    device = STOCK[driver](StockI2c(SmBus(stock, ADDRESS), ADDRESS))
    rig = Rig(ScreenConfig(driver=driver))
    # Blank first, as stock luma does, and then only the changes.
    for picture in (Image.new("1", (128, 64)), a_picture()):
        device.display(picture)
        rig.finish(picture)
    assert rig.chip.ram == stock.ram
    assert rig.chip.picture().tobytes() == stock.picture().tobytes()


@given(
    st.sampled_from(list(STOCK)),
    st.lists(st.tuples(pictures, st.integers(0, 12), st.integers(0, 3), st.integers(0, 140))),
    pictures,
)
def test_whatever_happened_the_last_picture_is_on_the_glass(
    driver: Driver,
    history: list[tuple[Image.Image, int, int, int]],
    last: Image.Image,
) -> None:
    rig = Rig(ScreenConfig(driver=driver))
    for picture, steps, refusals, after_bytes in history:
        rig.bus.refuse(refusals, after_bytes)
        for _ in range(steps):
            rig.panel.step(pack(picture))
    rig.bus.refuse(0)
    rig.finish(last)
    assert rig.chip.picture().tobytes() == last.tobytes()
    before = rig.bus.bytes_sent
    rig.finish(last)
    assert rig.bus.bytes_sent == before


@drivers
def test_the_glass_stays_dark_until_the_first_picture_is_complete(driver: Driver) -> None:
    rig = Rig(ScreenConfig(driver=driver))
    wanted = pack(a_picture())
    while rig.panel.step(wanted) == 0:
        assert not rig.chip.lit
    assert rig.chip.lit


def test_an_sh1106_with_another_glass_needs_another_offset() -> None:
    for first_column in range(5):
        chip = SimulatedChip("sh1106", first_column)
        bus = I2cBus(SimulatedBus(chip, ADDRESS), ADDRESS)
        config = ScreenConfig(driver="sh1106", column_offset=first_column)
        panel = Panel(config, bus, lambda _: None)
        while panel.step(pack(a_picture())) is not None:
            pass
        assert chip.picture().tobytes() == a_picture().tobytes()


def test_a_wrong_driver_shifts_the_picture_as_in_life() -> None:
    chip = SimulatedChip("sh1106")
    bus = I2cBus(SimulatedBus(chip, ADDRESS), ADDRESS)
    panel = Panel(ScreenConfig(driver="ssd1306"), bus, lambda _: None)
    while panel.step(pack(a_picture())) is not None:
        pass
    shown = chip.picture().crop((0, 0, 126, 64))
    assert shown.tobytes() == a_picture().crop((2, 0, 128, 64)).tobytes()


def test_contrast_is_set() -> None:
    rig = Rig(ScreenConfig(contrast=9))
    rig.finish(a_picture())
    assert rig.chip.contrast == 9


@drivers
def test_the_glass_is_dimmed_blanked_and_woken_by_two_or_three_bytes(driver: Driver) -> None:
    rig = Rig(ScreenConfig(driver=driver, contrast=200, dim_contrast=3))
    rig.finish(a_picture())
    assert (rig.chip.lit, rig.chip.contrast) == (True, 200)
    before = rig.bus.bytes_sent
    rig.finish(a_picture(), Brightness.DIM)
    assert (rig.chip.lit, rig.chip.contrast) == (True, 3)
    rig.finish(a_picture(), Brightness.DARK)
    assert rig.chip.picture().getbbox() is None
    # Device address, control byte, command.
    assert rig.bus.bytes_sent - before == 4 + 3
    rig.finish(a_picture(), Brightness.FULL)
    assert (rig.chip.lit, rig.chip.contrast) == (True, 200)
    assert rig.chip.picture().tobytes() == a_picture().tobytes()
    assert rig.bus.bytes_sent - before == 4 + 3 + 4 + 3


def test_a_dark_glass_keeps_up_and_wakes_with_what_is_wanted_now() -> None:
    rig = Rig(ScreenConfig())
    rig.finish(Image.new("1", (128, 64), 1))
    rig.finish(a_picture(), Brightness.DARK)
    assert not rig.chip.lit
    before = rig.bus.bytes_sent
    rig.finish(a_picture(), Brightness.FULL)
    assert rig.chip.picture().tobytes() == a_picture().tobytes()
    assert rig.bus.bytes_sent - before == 3


@pytest.mark.parametrize("brightness", Brightness)
def test_after_a_fault_the_glass_is_as_bright_as_it_was(brightness: Brightness) -> None:
    rig = Rig(ScreenConfig(contrast=200, dim_contrast=3))
    rig.finish(a_picture(), brightness)
    rig.bus.unplug()
    assert rig.panel.step(BLANK, brightness) == FIRST_RETRY_S
    rig.bus.plug_in()
    rig.finish(a_picture(), brightness)
    assert rig.chip.lit == (brightness is not Brightness.DARK)
    if rig.chip.lit:
        assert rig.chip.contrast == (200 if brightness is Brightness.FULL else 3)


@drivers
def test_a_loss_of_power_that_nobody_noticed_is_mended_by_the_renewal(driver: Driver) -> None:
    rig = Rig(ScreenConfig(driver=driver))
    assert rig.panel.renewal_in_s(0) is None
    rig.finish(a_picture(), now_s=5)
    assert rig.panel.renewal_in_s(6) == RENEWAL_S - 1
    rig.chip.power_on()
    rig.finish(a_picture(), now_s=4 + RENEWAL_S)
    assert not rig.chip.lit
    rig.finish(a_picture(), now_s=5 + RENEWAL_S)
    assert rig.chip.picture().tobytes() == a_picture().tobytes()
    assert rig.faults == []


@drivers
def test_nobody_sees_a_renewal_of_a_display_that_is_well(driver: Driver) -> None:
    rig = Rig(ScreenConfig(driver=driver))
    rig.finish(a_picture(), Brightness.DIM)
    seen = []
    while rig.panel.step(pack(a_picture()), Brightness.DIM, RENEWAL_S) is not None:
        seen.append((rig.chip.picture().tobytes(), rig.chip.contrast))
    assert set(seen) == {(a_picture().tobytes(), ScreenConfig().dim_contrast)}
    # Everything, so that whatever the display has forgotten is there again.
    assert rig.bus.bytes_sent > 2 * 1024


def test_a_renewal_waits_for_the_picture_and_keeps_a_dark_glass_dark() -> None:
    rig = Rig(ScreenConfig())
    rig.finish(BLANK_PICTURE, Brightness.DARK)
    before = rig.bus.bytes_sent
    rig.panel.step(pack(a_picture()), Brightness.DARK, RENEWAL_S)
    assert rig.bus.bytes_sent - before < 140
    rig.finish(a_picture(), Brightness.DARK, RENEWAL_S)
    assert rig.bus.bytes_sent - before > 1024
    assert not rig.chip.lit


def test_a_picture_costs_about_a_frame_and_a_change_little() -> None:
    rig = Rig(ScreenConfig())
    picture = a_picture()
    rig.finish(picture)
    assert rig.bus.bytes_sent < 1150
    before = rig.bus.bytes_sent
    picture.putpixel((50, 50), 1)
    rig.finish(picture)
    # Device address, control byte and three commands; address, control byte and one column.
    assert rig.bus.bytes_sent - before == 8


def test_a_fault_is_told_once_and_waited_for_longer_and_longer() -> None:
    rig = Rig(ScreenConfig())
    wanted = pack(a_picture())
    rig.bus.unplug()
    waits = [rig.panel.step(wanted) for _ in range(10)]
    assert waits[:3] == [FIRST_RETRY_S, 2 * FIRST_RETRY_S, 4 * FIRST_RETRY_S]
    assert waits[-1] == LONGEST_RETRY_S
    (told,) = rig.faults
    assert told is not None
    assert told.startswith("the screen at 0x3c on /dev/i2c-1 does not answer: ")
    rig.bus.plug_in()
    rig.finish(a_picture())
    assert rig.faults == [told, None]
    assert rig.chip.picture().tobytes() == a_picture().tobytes()
    rig.bus.refuse(1)
    assert rig.panel.step(BLANK) == FIRST_RETRY_S


def test_a_wrong_address_does_not_answer() -> None:
    chip = SimulatedChip("ssd1306")
    faults: list[str | None] = []
    bus = I2cBus(SimulatedBus(chip, 0x3D), ADDRESS)
    assert Panel(ScreenConfig(), bus, faults.append).step(BLANK) == FIRST_RETRY_S
    assert len(faults) == 1


class GatedBus:
    """A bus with a gate before each piece of data, to catch the thread in the middle."""

    def __init__(self, config: ScreenConfig) -> None:
        self.chip = SimulatedChip(config.driver)
        self.wire = SimulatedBus(self.chip, ADDRESS)
        self._i2c = I2cBus(self.wire, ADDRESS)
        self.reached = threading.Semaphore(0)
        self.passes = threading.Semaphore(0)
        self.open = False
        self.closed = False

    def send(self, commands: bytes, data: bytes = b"") -> None:
        if data:
            self.reached.release()
            if not self.open:
                self.passes.acquire()
        self._i2c.send(commands, data)

    def close(self) -> None:
        self.closed = True

    def open_for_good(self) -> None:
        self.open = True
        self.passes.release()


@pytest.fixture
def gated() -> Iterator[tuple[Oled, GatedBus, list[str | None]]]:
    config = ScreenConfig()
    bus = GatedBus(config)
    faults: list[str | None] = []
    oled = Oled(config, Panel(config, bus, faults.append))
    yield oled, bus, faults
    bus.open_for_good()
    oled.close()


Gated = tuple[Oled, GatedBus, list[str | None]]


def test_close_sends_the_last_picture_and_lets_go(gated: Gated) -> None:
    oled, bus, faults = gated
    bus.open_for_good()
    oled.show(Image.new("1", (128, 64), 1))
    oled.show(a_picture())
    oled.close()
    assert bus.chip.picture().tobytes() == a_picture().tobytes()
    assert bus.closed
    assert faults == []


def test_show_does_not_wait_and_the_latest_picture_takes_over(gated: Gated) -> None:
    oled, bus, _ = gated
    white = Image.new("1", (128, 64), 1)
    oled.show(white)
    assert bus.reached.acquire(timeout=10)  # the thread is stuck in the first page of white
    for _ in range(5):
        oled.show(white)
    oled.show(a_picture())
    bus.open_for_good()
    oled.close()
    assert bus.chip.picture().tobytes() == a_picture().tobytes()
    # One page of white and the addressing of its overwriting are all that the detour cost.
    assert bus.wire.bytes_sent < 1150 + 140


def test_nothing_is_sent_and_lit_before_there_is_a_picture(gated: Gated) -> None:
    oled, bus, _ = gated
    bus.open_for_good()
    oled.set_brightness(Brightness.FULL)
    oled.close()
    assert bus.wire.bytes_sent == 0
    assert bus.closed


def test_show_takes_the_picture_as_it_is_now(gated: Gated) -> None:
    oled, bus, _ = gated
    picture = a_picture()
    oled.show(picture)
    picture.paste(1, (0, 0, 128, 64))
    bus.open_for_good()
    oled.close()
    assert bus.chip.picture().tobytes() == a_picture().tobytes()


def test_the_thread_recovers_by_itself() -> None:
    config = ScreenConfig()
    bus = GatedBus(config)
    bus.open_for_good()
    recovered = threading.Event()
    faults: list[str | None] = []

    def on_fault(text: str | None) -> None:
        faults.append(text)
        if text is None:
            recovered.set()

    bus.wire.refuse(1, after_bytes=7)
    oled = Oled(config, Panel(config, bus, on_fault))
    oled.show(a_picture())
    assert recovered.wait(10)
    assert bus.chip.picture().tobytes() == a_picture().tobytes()
    assert [text is None for text in faults] == [False, True]
    oled.close()


def test_the_thread_dims_and_renews_by_itself() -> None:
    config = ScreenConfig()
    bus = GatedBus(config)
    bus.open_for_good()
    faults: list[str | None] = []
    # Every look at this clock finds that a minute has passed.
    clock = itertools.count(0.0, RENEWAL_S)
    oled = Oled(config, Panel(config, bus, faults.append), lambda: next(clock))
    oled.show(a_picture())
    oled.set_brightness(Brightness.DIM)
    for _ in range(30):
        assert bus.reached.acquire(timeout=10)
    oled.close()
    assert bus.chip.picture().tobytes() == a_picture().tobytes()
    assert bus.chip.contrast == config.dim_contrast
    assert faults == []


def test_close_does_not_wait_for_a_display_that_is_gone() -> None:
    config = ScreenConfig()
    bus = GatedBus(config)
    bus.open_for_good()
    bus.wire.unplug()
    oled = Oled(config, Panel(config, bus, lambda _: None))
    oled.show(a_picture())
    oled.close()
    assert bus.closed


@pytest.mark.parametrize("payload", [b"\x80\xae", b"\x00\x20\x01"])
def test_the_chip_refuses_what_it_does_not_simulate(payload: bytes) -> None:
    with pytest.raises(ValueError, match="not simulated"):
        SimulatedChip("ssd1306").write(payload)


def test_the_chip_turns_and_inverts_as_it_is_told() -> None:
    rig = Rig(ScreenConfig())
    rig.finish(a_picture())
    as_drawn = a_picture()
    rig.chip.write(b"\x00\xa7")
    assert rig.chip.picture().tobytes() == bytes(255 - byte for byte in as_drawn.tobytes())
    rig.chip.write(b"\x00\xa6\xa0\xc0")
    assert rig.chip.picture().tobytes() == as_drawn.rotate(180).tobytes()
