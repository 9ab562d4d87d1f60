"""The simulated box, and with it the real buttons and lamps: everything but the pins is theirs."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Literal

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from smbus2 import i2c_msg

from kingsgold.box.buttons import ButtonsConfig, GpioButtons
from kingsgold.box.chip import SimulatedChip
from kingsgold.box.lamps import BREATH_S, BREATHS, GpioLamps, LampsConfig
from kingsgold.box.oled import Driver, ScreenConfig
from kingsgold.box.parts import BoxError, Brightness, Button
from kingsgold.box.simulated import SimulatedBus, SimulatedParts
from kingsgold.virtual.simtime import NothingScheduledError, SimLoop

ROLL, STOP = Button.ROLL, Button.STOP
LOCKOUT_S = 0.02

Reports = list[tuple[float, Button, bool]]


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


def listen(parts: SimulatedParts, loop: asyncio.AbstractEventLoop) -> Reports:
    reports: Reports = []
    parts.buttons.listen(lambda button, down: reports.append((loop.time(), button, down)))
    return reports


@pytest.mark.parametrize("wired_to", ["ground", "3v3"])
@pytest.mark.parametrize("button", Button)
def test_a_press_and_a_release_arrive_when_they_happen(
    loop: SimLoop, button: Button, wired_to: str
) -> None:
    parts = SimulatedParts(loop, buttons=ButtonsConfig(wired_to=wired_to))
    reports = listen(parts, loop)
    loop.advance(1)
    parts.press(button)
    loop.advance(1)
    parts.release(button)
    loop.advance(1)
    assert reports == [(1, button, True), (2, button, False)]
    assert parts.presses == reports
    parts.close()


def test_chatter_on_press_and_release_counts_once(loop: SimLoop) -> None:
    parts = SimulatedParts(loop)
    reports = listen(parts, loop)
    for first, last in ((parts.press, parts.release), (parts.release, parts.press)):
        loop.advance(1)
        for _ in range(6):
            first(ROLL)
            loop.advance(0.001)
            last(ROLL)
            loop.advance(0.001)
        first(ROLL)
    loop.advance(1)
    assert [(round(at_s, 6), down) for at_s, _, down in reports] == [(1, True), (2.012, False)]
    parts.close()


def test_a_tap_within_one_turn_of_the_loop_is_not_lost(loop: SimLoop) -> None:
    parts = SimulatedParts(loop)
    reports = listen(parts, loop)
    parts.press(ROLL)
    parts.release(ROLL)
    loop.advance(1)
    assert reports == [(0, ROLL, True), (LOCKOUT_S, ROLL, False)]
    parts.close()


@given(st.lists(st.tuples(st.sampled_from(Button), st.booleans(), st.integers(0, 60)), max_size=30))
def test_presses_and_releases_come_in_pairs_and_end_in_the_truth(
    touches: list[tuple[Button, bool, int]],
) -> None:
    loop = SimLoop()
    parts = SimulatedParts(loop)
    reports = listen(parts, loop)
    level = dict.fromkeys(Button, False)
    for button, down, wait_ms in touches:
        (parts.press if down else parts.release)(button)
        level[button] = down
        loop.advance(wait_ms / 1000)
    loop.advance(1)
    for button in Button:
        downs = [down for _, which, down in reports if which is button]
        assert downs == [number % 2 == 0 for number in range(len(downs))]
        assert (downs[-1] if downs else False) == level[button]
    parts.close()
    loop.close()


def test_a_button_held_at_the_start_is_silent_until_it_is_pressed_anew(loop: SimLoop) -> None:
    parts = SimulatedParts(loop, held=frozenset({STOP}))
    reports = listen(parts, loop)
    loop.advance(5)
    parts.release(STOP)
    loop.advance(1)
    assert reports == []
    parts.press(STOP)
    loop.advance(1)
    parts.release(STOP)
    loop.advance(1)
    assert reports == [(6, STOP, True), (7, STOP, False)]
    parts.close()


def test_a_button_that_stays_down_is_told_until_it_comes_free(loop: SimLoop) -> None:
    told: list[str | None] = []
    parts = SimulatedParts(
        loop, buttons=ButtonsConfig(stuck_s=10), held=frozenset({STOP}), on_button_fault=told.append
    )
    reports = listen(parts, loop)
    loop.advance(5)
    parts.press(ROLL)
    loop.advance(20)
    # The others work meanwhile.
    parts.press(Button.LOCK)
    loop.advance(1)
    parts.release(Button.LOCK)
    parts.release(STOP)
    loop.advance(1)
    parts.release(ROLL)
    loop.advance(60)
    assert parts.button_faults == [
        (10, "STOP is down for 10 s: stuck, or wired wrong"),
        (15, "ROLL and STOP are down for 10 s: stuck, or wired wrong"),
        (26, "ROLL is down for 10 s: stuck, or wired wrong"),
        (27, None),
    ]
    assert told == [text for _, text in parts.button_faults]
    assert reports == [
        (5, ROLL, True),
        (25, Button.LOCK, True),
        (26, Button.LOCK, False),
        (27, ROLL, False),
    ]
    # A button that was stuck is a button like any other.
    parts.press(STOP)
    loop.advance(1)
    assert reports[-1] == (87, STOP, True)
    parts.close()


def test_a_long_hold_is_no_fault_and_each_press_is_timed_anew(loop: SimLoop) -> None:
    parts = SimulatedParts(loop, buttons=ButtonsConfig(stuck_s=10))
    for _ in range(3):
        parts.press(ROLL)
        loop.advance(9)
        parts.release(ROLL)
        loop.advance(0.05)
    parts.press(ROLL)
    parts.close()
    loop.advance(60)
    assert parts.button_faults == []


def test_edges_on_another_thread_are_reported_on_the_loop(loop: SimLoop) -> None:
    parts = SimulatedParts(loop)
    threads: list[int] = []
    parts.buttons.listen(lambda _button, _down: threads.append(threading.get_ident()))
    hand = threading.Thread(target=parts.press, args=(ROLL,))
    hand.start()
    hand.join()
    loop.advance(1)
    assert threads == [threading.get_ident()]
    parts.close()


def test_a_listener_that_fails_does_not_stop_the_buttons(loop: SimLoop) -> None:
    parts = SimulatedParts(loop)

    def fail(_button: Button, _down: bool) -> None:
        raise RuntimeError("a bad listener")

    parts.buttons.listen(fail)
    parts.press(ROLL)
    with pytest.raises(RuntimeError, match="a bad listener"):
        loop.advance(1)
    reports = listen(parts, loop)
    parts.release(ROLL)
    loop.advance(1)
    assert [down for _, _, down in reports] == [False]
    parts.close()


def test_nothing_is_reported_after_closing(loop: SimLoop) -> None:
    parts = SimulatedParts(loop)
    reports = listen(parts, loop)
    parts.press(ROLL)
    parts.close()
    loop.advance(1)
    assert reports == []


def test_the_buttons_need_no_timer_while_nothing_happens(loop: SimLoop) -> None:
    parts = SimulatedParts(loop)
    parts.press(ROLL)
    loop.advance(1)
    with pytest.raises(NothingScheduledError):
        loop.run_until_complete(loop.create_future())
    parts.close()


@pytest.mark.parametrize("active_high", [True, False])
def test_lamps_are_read_back_from_their_pins(loop: SimLoop, active_high: bool) -> None:
    parts = SimulatedParts(loop, lamps=LampsConfig(active_high=active_high))
    assert parts.lit == frozenset()
    parts.lamps.show(frozenset({ROLL, STOP}))
    assert parts.lit == {ROLL, STOP}
    loop.advance(2)
    parts.lamps.show(frozenset({ROLL, STOP}))
    parts.lamps.show(frozenset({STOP}))
    assert parts.lit == {STOP}
    assert parts.lamp_changes == [(0, {ROLL, STOP}), (2, {STOP})]
    parts.close()


def levels(parts: SimulatedParts, button: Button, loop: SimLoop, seconds: float) -> list[float]:
    """How bright a lamp is, 100 times a second."""
    seen: list[float] = []
    for _ in range(round(100 * seconds)):
        seen.append(parts.lamp_level(button))
        loop.advance(0.01)
    return seen


@pytest.mark.parametrize("active_high", [True, False])
def test_a_breath_swells_and_fades_is_never_dark_and_ends_lit(
    loop: SimLoop, active_high: bool
) -> None:
    parts = SimulatedParts(loop, lamps=LampsConfig(active_high=active_high, brightness=80))
    parts.lamps.show(frozenset({ROLL}), breathe=True)
    seen = levels(parts, ROLL, loop, BREATHS * BREATH_S)
    assert max(seen) == pytest.approx(0.8)
    assert 0.01 < min(seen) < 0.1
    bottoms = [i for i in range(1, len(seen)) if seen[i] < 0.1 <= seen[i - 1]]
    assert len(bottoms) == BREATHS
    assert parts.lamp_level(STOP) == 0
    assert parts.lit == {ROLL}
    assert set(levels(parts, ROLL, loop, 5)) == {0.8}
    # It has come to its end by itself, and needs no timer any more.
    with pytest.raises(NothingScheduledError):
        loop.run_until_complete(loop.create_future())
    parts.close()


def test_the_next_lamps_end_a_breath(loop: SimLoop) -> None:
    parts = SimulatedParts(loop)
    parts.lamps.show(frozenset({ROLL}), breathe=True)
    loop.advance(BREATH_S / 2)
    assert parts.lamp_level(ROLL) < 0.2
    parts.lamps.show(frozenset({ROLL, STOP}))
    assert set(levels(parts, ROLL, loop, 3)) == {1.0}
    parts.lamps.show(frozenset(), breathe=True)
    parts.close()
    assert parts.lit == frozenset()


def test_lamps_without_pwm_just_light(loop: SimLoop) -> None:
    parts = SimulatedParts(loop, lamps=LampsConfig(pwm=False, brightness=10))
    parts.lamps.show(frozenset({ROLL}), breathe=True)
    assert set(levels(parts, ROLL, loop, 2)) == {1.0}
    parts.close()


def test_a_renewing_screen_comes_back_by_itself(loop: SimLoop) -> None:
    parts = SimulatedParts(loop, bus_khz=400, renews=True)
    parts.screen.show(picture_of(1))
    loop.advance(10)
    parts.chip.power_on()
    loop.advance(40)
    assert parts.picture().getbbox() is None
    before = parts.bytes_sent
    loop.advance(20)
    assert parts.picture().tobytes() == picture_of(1).tobytes()
    # Once a minute and not more.
    loop.advance(600)
    assert parts.bytes_sent - before < 12 * 1150
    parts.screen.set_brightness(Brightness.DARK)
    loop.advance()
    assert not parts.chip.lit
    parts.close()


def test_pins_in_use_are_told_by_their_key(loop: SimLoop) -> None:
    faults: list[str | None] = []
    pins = MockFactory(pin_class=MockPWMPin)
    buttons = GpioButtons(ButtonsConfig(), loop, pins, faults.append)
    with pytest.raises(BoxError, match=r"^lamps\.roll_pin: GPIO 5 can't be used \(.*in use"):
        GpioLamps(LampsConfig(roll_pin=5), loop, pins)
    with pytest.raises(BoxError, match=r"^buttons\.lock_pin: GPIO 5 can't be used"):
        GpioButtons(ButtonsConfig(), loop, pins, faults.append)
    buttons.close()
    # Nothing of the failed ones is left behind.
    GpioLamps(LampsConfig(lock_pin=5, roll_pin=17), loop, pins).close()
    pins.close()


def picture_of(level: int) -> Image.Image:
    picture = Image.new("1", (128, 64), level)
    picture.paste(1 - level, (5, 5, 30, 20))
    return picture


@pytest.mark.parametrize("driver", ["ssd1306", "ssd1309", "sh1106"])
@pytest.mark.parametrize("rotation_deg", [0, 180])
def test_the_captains_see_the_picture(loop: SimLoop, driver: Driver, rotation_deg: int) -> None:
    parts = SimulatedParts(loop, screen=ScreenConfig(driver=driver, rotation_deg=rotation_deg))
    assert parts.picture().getbbox() is None
    for level in (0, 1):
        parts.screen.show(picture_of(level))
        loop.advance()
        assert parts.picture().tobytes() == picture_of(level).tobytes()
    parts.close()


def test_a_slow_bus_takes_its_time_and_a_newer_picture_takes_over(loop: SimLoop) -> None:
    parts = SimulatedParts(loop, bus_khz=400)
    parts.screen.show(picture_of(1))
    loop.advance(0.010)
    assert 0 < parts.bytes_sent < 600
    parts.screen.show(picture_of(0))
    loop.advance(0.035)
    assert parts.picture().tobytes() == picture_of(0).tobytes()
    parts.close()


def test_faults_are_recorded_with_their_times_and_mended(loop: SimLoop) -> None:
    told: list[str | None] = []
    parts = SimulatedParts(loop, on_fault=told.append)
    parts.bus.unplug()
    loop.advance(1)
    parts.screen.show(picture_of(0))
    loop.advance(1)
    assert parts.picture().getbbox() is None
    parts.bus.plug_in()
    loop.advance(5)
    assert parts.picture().tobytes() == picture_of(0).tobytes()
    assert [(at_s, text is None) for at_s, text in parts.faults] == [(1, False), (2.5, True)]
    assert told == [text for _, text in parts.faults]
    parts.close()


def test_closing_leaves_the_last_picture_on_the_glass_and_the_lamps_dark(loop: SimLoop) -> None:
    parts = SimulatedParts(loop, bus_khz=100)
    parts.lamps.show(frozenset(Button))
    parts.screen.show(picture_of(1))
    parts.close()
    loop.advance(1)
    assert parts.picture().tobytes() == picture_of(1).tobytes()
    assert parts.lit == frozenset()


def test_nothing_is_sent_before_there_is_a_picture(loop: SimLoop) -> None:
    parts = SimulatedParts(loop)
    parts.screen.set_brightness(Brightness.DIM)
    loop.advance(1)
    parts.close()
    assert parts.bytes_sent == 0


@pytest.mark.parametrize(("only", "control"), [("commands", 0x00), ("data", 0x40)])
def test_a_bus_can_refuse_one_kind_of_transfer(
    only: Literal["commands", "data"], control: int
) -> None:
    bus = SimulatedBus(SimulatedChip("ssd1306"), 0x3C)
    bus.refuse(1, only=only)
    bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40 - control, 0]))
    with pytest.raises(OSError, match="Remote I/O error"):
        bus.i2c_rdwr(i2c_msg.write(0x3C, [control, 0]))
    bus.i2c_rdwr(i2c_msg.write(0x3C, [control, 0]))
