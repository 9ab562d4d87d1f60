"""What goes wrong on real boxes, as far as no other test is about it."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from kingsgold.box.bus import I2cBus
from kingsgold.box.buttons import ButtonsConfig, GpioButtons
from kingsgold.box.chip import SimulatedChip
from kingsgold.box.lamps import GpioLamps, LampsConfig
from kingsgold.box.oled import Panel, ScreenConfig
from kingsgold.box.parts import Button, Tune
from kingsgold.box.simulated import SimulatedBus, SimulatedParts
from kingsgold.box.sound import PiezoSound
from kingsgold.box.writer import pack
from kingsgold.virtual.simtime import SimLoop

WHITE = Image.new("1", (128, 64), 1)


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


def test_the_pin_factorys_own_debouncing_is_off(loop: SimLoop) -> None:
    # It means something else on every factory: a dead time that swallows releases, or a wait for a
    # stable level that swallows taps.
    pins = MockFactory()
    buttons = GpioButtons(ButtonsConfig(debounce_ms=50), loop, pins, lambda _: None)
    for button in Button:
        pin = pins.pin(ButtonsConfig().pin(button))
        assert pin.bounce is None
        assert pin.edges == "both"
    buttons.close()
    pins.close()


def test_no_device_has_a_thread(loop: SimLoop) -> None:
    # gpiozero's Button polls from one each, and its pulse and TonalBuzzer's tunes run on more.
    before = set(threading.enumerate())
    pins = MockFactory(pin_class=MockPWMPin)
    buttons = GpioButtons(ButtonsConfig(), loop, pins, lambda _: None)
    lamps = GpioLamps(LampsConfig(), loop, pins)
    sound = PiezoSound(12, 6, loop, pins)
    lamps.show(frozenset(Button), breathe=True)
    sound.play(Tune.WIN)
    assert set(threading.enumerate()) == before
    for device in (buttons, lamps, sound, pins):
        device.close()


def test_lgpio_has_pulses_to_make_only_while_something_is_to_be_seen_or_heard(
    loop: SimLoop,
) -> None:
    pins = MockFactory(pin_class=MockPWMPin)
    lamps = GpioLamps(LampsConfig(), loop, pins)
    sound = PiezoSound(12, 6, loop, pins)
    used = [pins.pin(pin) for pin in (17, 27, 22, 23, 12)]
    lamps.show(frozenset(Button), breathe=True)
    sound.play(Tune.HEIST)
    loop.advance(0.1)
    assert all(pin.frequency for pin in used)
    loop.advance(10)
    assert [(pin.frequency, pin.state) for pin in used] == [(None, 1)] * 4 + [(None, 0)]
    for device in (lamps, sound, pins):
        device.close()


def test_edges_that_are_told_late_and_in_a_heap_count_when_they_came(loop: SimLoop) -> None:
    # A busy processor: without the kernel's times, all of this would be one press.
    taps_s = [9.0, 9.1, 9.2, 9.3, 9.4]
    edges = [edge for s in taps_s for edge in ((s, 0), (s, 1), (s, 0), (s + 0.05, 1))]
    assert presses_and_releases(loop, edges) == [True, False] * len(taps_s)


@pytest.mark.parametrize("off_s", [-1000, 1000])
def test_edges_by_another_clock_count_when_they_are_told(loop: SimLoop, off_s: float) -> None:
    assert presses_and_releases(loop, [(off_s, 0), (off_s + 0.05, 1)]) == [True]


def presses_and_releases(loop: SimLoop, edges: list[tuple[float, int]]) -> list[bool]:
    """What the box hears when its pin tells at 10 s, all at once, of edges at these times."""
    pins = MockFactory()
    buttons = GpioButtons(ButtonsConfig(), loop, pins, lambda _: None)
    heard: list[bool] = []
    buttons.listen(lambda _, down: heard.append(down))
    tell = pins.pin(ButtonsConfig().pin(Button.LOCK)).when_changed
    loop.advance(10)
    for time_s, level in edges:
        tell(time_s, level)
    loop.advance(0)
    buttons.close()
    pins.close()
    return heard


def test_a_slow_listener_does_not_hold_up_the_thread_of_the_edges(loop: SimLoop) -> None:
    # All of lgpio's callbacks share one thread.
    parts = SimulatedParts(loop)
    heard: list[Button] = []
    parts.buttons.listen(lambda button, _: heard.append(button))
    for button in Button:
        parts.press(button)
    assert heard == []
    loop.advance()
    assert heard == list(Button)
    parts.close()


class WatchedBus(SimulatedBus):
    """A bus that keeps the lengths of the messages of every transfer, and can fail at one."""

    def __init__(self, chip: SimulatedChip) -> None:
        super().__init__(chip, 0x3C)
        self.transfers: list[list[int]] = []
        self.messages = 0
        self.fails_at: int | None = None

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        self.transfers.append([len(bytes(message)) for message in i2c_msgs])
        super().i2c_rdwr(*i2c_msgs)

    def _write(self, address: int, payload: bytes) -> None:
        self.messages += 1
        if self.messages == self.fails_at:
            self.refuse(1, after_bytes=len(payload) // 2)
        super()._write(address, payload)


def test_a_page_goes_over_the_bus_in_one_transfer() -> None:
    # luma takes 32 bytes at a time over a bus that it is given, as in most tests of it.
    bus = WatchedBus(SimulatedChip("ssd1306"))
    panel = Panel(ScreenConfig(), I2cBus(bus, 0x3C), lambda _: None)
    while panel.step(pack(WHITE)) is not None:
        pass
    assert [lengths for lengths in bus.transfers if len(lengths) > 1] == [[1 + 3, 1 + 128]] * 8


def messages_of_a_start() -> int:
    bus = WatchedBus(SimulatedChip("ssd1306"))
    panel = Panel(ScreenConfig(), I2cBus(bus, 0x3C), lambda _: None)
    while panel.step(pack(WHITE)) is not None:
        pass
    return bus.messages


@pytest.mark.parametrize("number", range(1, messages_of_a_start() + 1))
def test_a_remote_io_error_at_any_message_is_mended(number: int) -> None:
    # Also at the data of a transfer whose commands have arrived.
    chip = SimulatedChip("ssd1306")
    bus = WatchedBus(chip)
    bus.fails_at = number
    faults: list[str | None] = []
    panel = Panel(ScreenConfig(), I2cBus(bus, 0x3C), faults.append)
    while panel.step(pack(WHITE)) is not None:
        pass
    assert chip.picture().tobytes() == WHITE.tobytes()
    assert [fault is None for fault in faults] == [False, True]
