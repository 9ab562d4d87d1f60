"""The self-test on simulated parts, with captains who obey, and with boxes that are broken."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kingsgold.app.config import Config
from kingsgold.app.doctor import Machine
from kingsgold.app.selftest import (
    PATIENCE_S,
    Faults,
    SelfTest,
    rehearse,
    try_box,
    try_simulated_box,
)
from kingsgold.box.lamps import LampsConfig
from kingsgold.box.parts import BoxError, Button, Tune
from kingsgold.box.simulated import SimulatedParts
from kingsgold.box.sound import SoundConfig
from kingsgold.scoreboard.feed import Feed
from kingsgold.scoreboard.native import NativeDriver
from kingsgold.screens import draw
from kingsgold.screens.views import TestCard
from kingsgold.virtual.simtime import SimLoop

LOCK, ROLL, STOP, TARGET = Button.LOCK, Button.ROLL, Button.STOP, Button.TARGET


class Line:
    """A line to a scoreboard that keeps what it is given."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def listen(self, hearer: Callable[[bytes], None]) -> None:
        pass

    def show(self, state: Any) -> None:
        self.sent += state

    def announce(self, announcement: Any) -> None:
        pass

    def close(self) -> None:
        pass


class Rig:
    """A box on the test bench: `finger` answers what is asked, given the lit buttons."""

    def __init__(self, loop: SimLoop, *, buzzer: bool = True, line: Line | None = None) -> None:
        faults = Faults()
        self.loop = loop
        self.parts = SimulatedParts(
            loop,
            sound=SoundConfig(pin=12 if buzzer else None),
            on_fault=faults.noter("screen"),
            on_button_fault=faults.noter("buttons"),
        )
        self.told: list[str] = []
        self.line = line
        self.feed = None if line is None else Feed(loop, line, NativeDriver(), lambda _: None)
        self.test = SelfTest(
            loop,
            self.parts.buttons,
            self.parts.lamps,
            self.parts.screen,
            self.parts.sound if buzzer else None,
            self.feed,
            faults,
            self.told.append,
        )

    def obeyed(self) -> list[str]:
        return self.loop.run_until_complete(rehearse(self.test, self.parts))

    def answered(self, finger: Callable[[frozenset[Button]], Button | None]) -> list[str]:
        async def captain() -> None:
            while True:
                await asyncio.sleep(1)
                button = finger(self.parts.lit)
                if button is not None:
                    self.parts.press(button)
                    await asyncio.sleep(0.2)
                    self.parts.release(button)

        async def both() -> list[str]:
            pressing = self.loop.create_task(captain())
            try:
                return await self.test.run()
            finally:
                pressing.cancel()

        return self.loop.run_until_complete(both())

    def close(self) -> None:
        if self.feed is not None:
            self.feed.close()
        self.parts.close()


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.advance()
    loop.close()


@pytest.fixture
def rig(loop: SimLoop) -> Iterator[Rig]:
    rig = Rig(loop)
    yield rig
    rig.close()


def only(lit: frozenset[Button]) -> Button | None:
    """The button to press for a captain who does as told."""
    return None if not lit else ROLL if ROLL in lit else min(lit)


def test_a_good_box_passes_and_everything_was_tried(rig: Rig) -> None:
    assert rig.obeyed() == []
    assert rig.told[-1] == "passed"
    down = [button for _, button, down in rig.parts.presses if down]
    assert down[:4] == list(Button)
    assert [tune for _, tune in rig.parts.tunes] == list(Tune)
    assert rig.parts.lit == frozenset()
    lit = [lamps for _, lamps in rig.parts.lamp_changes]
    assert [{button} for button in Button] == lit[:4]


def test_each_button_is_lit_alone_and_the_screen_does_not_name_it(rig: Rig) -> None:
    pictures: list[bytes] = []

    def finger(lit: frozenset[Button]) -> Button | None:
        pictures.append(rig.parts.picture().tobytes())
        return only(lit)

    assert rig.answered(finger) == []
    # What the number of the question leaves the same, the lamps alone have told.
    assert len(set(pictures[:4])) == 4
    assert pictures[4] == draw(TestCard()).image.tobytes()


@pytest.mark.parametrize("button", Button)
def test_a_button_that_says_nothing_is_named(rig: Rig, button: Button) -> None:
    # Nothing comes of a press while its lamp is lit, as its wire is off.
    (failure,) = rig.answered(lambda lit: None if lit == {button} else only(lit))
    assert failure == f"{button.name}: its lamp did not light, or its press did not arrive"
    assert f"FAILED: {failure}" in rig.told


def test_swapped_wires_are_suspected(rig: Rig) -> None:
    swapped = {LOCK: STOP, STOP: LOCK}
    asked = iter(range(100))

    def finger(lit: frozenset[Button]) -> Button | None:
        button = only(lit)
        if len(lit) == 1 and button is not None and next(asked) < PATIENCE_S * 3:
            return swapped.get(button, button)
        return button

    failures = rig.answered(finger)
    assert [failure.split(":")[0] for failure in failures] == ["LOCK", "STOP"]
    assert failures[0].endswith("but that of STOP: are wires swapped?")
    assert failures[1].endswith("but that of LOCK: are wires swapped?")


def test_a_slip_is_forgiven(rig: Rig) -> None:
    slips = iter([TARGET])
    assert rig.answered(lambda lit: next(slips, None) or only(lit)) == []


def test_a_button_that_sticks_fails(rig: Rig) -> None:
    stuck: list[Button] = []

    def finger(lit: frozenset[Button]) -> Button | None:
        button = only(lit)
        if button is LOCK and not stuck:
            stuck.append(LOCK)
            rig.parts.press(LOCK)
            return None
        return None if LOCK in lit and len(lit) == 1 else button

    failures = rig.answered(finger)
    assert failures == [
        "LOCK: it was not released; does it stick?",
        "LOCK is down for 30 s: stuck, or wired wrong",
    ]


def test_no_is_an_answer_with_a_hint(rig: Rig) -> None:
    failures = rig.answered(lambda lit: STOP if lit == {ROLL, STOP} else only(lit))
    assert [failure.split(":")[0] for failure in failures] == ["screen", "sound"]
    assert "column_offset" in failures[0]
    assert "passive" in failures[1]


def test_nobody_there_fails_everything_and_ends(rig: Rig) -> None:
    failures = rig.answered(lambda _: None)
    assert len(failures) == len(Button) + 2
    assert all("nobody has answered" in failure for failure in failures[len(Button) :])
    assert rig.loop.time() < 7 * PATIENCE_S
    assert rig.told[-1].startswith("failed: LOCK: ")


def test_what_was_pressed_before_a_question_is_no_answer_to_it(rig: Rig) -> None:
    pressed_early: list[float] = []

    def finger(lit: frozenset[Button]) -> Button | None:
        if not lit:
            pressed_early.append(rig.loop.time())
            return STOP  # while the tunes play
        return only(lit)

    assert rig.answered(finger) == []
    assert pressed_early


def test_a_screen_that_falls_silent_fails(rig: Rig) -> None:
    def finger(lit: frozenset[Button]) -> Button | None:
        if lit == {STOP}:
            rig.parts.bus.unplug()
        return only(lit)

    (failure,) = rig.answered(finger)
    assert failure.startswith("the screen at 0x3c on /dev/i2c-1 does not answer")


def test_a_fault_that_is_over_is_forgotten(rig: Rig) -> None:
    def finger(lit: frozenset[Button]) -> Button | None:
        if lit == {STOP}:
            rig.parts.bus.refuse(3)
        return only(lit)

    assert rig.answered(finger) == []
    assert rig.parts.faults


def test_a_box_without_buzzer_and_scoreboard_says_so(loop: SimLoop) -> None:
    rig = Rig(loop, buzzer=False)
    assert rig.obeyed() == []
    assert "no buzzer is configured" in rig.told
    assert "no scoreboard is configured" in rig.told
    assert rig.parts.tunes == []
    rig.close()


def test_the_scoreboard_counts(loop: SimLoop) -> None:
    line = Line()
    rig = Rig(loop, line=line)
    waited = iter(range(4))

    def finger(lit: frozenset[Button]) -> Button | None:
        if rig.told[-1].startswith("Does it count?") and next(waited, None) is not None:
            return None
        return only(lit)

    assert rig.answered(finger) == []
    captains = {sentence for sentence in line.sent if b"Anne" in sentence}
    assert len(captains) > 5
    rig.close()


def test_lamps_that_are_wired_the_other_way_are_lit_all_the_same(loop: SimLoop) -> None:
    parts = SimulatedParts(loop, lamps=LampsConfig(active_high=False))
    parts_ = (parts.buttons, parts.lamps, parts.screen)
    test = SelfTest(loop, *parts_, None, None, Faults(), lambda _: None)
    assert loop.run_until_complete(rehearse(test, parts)) == []
    parts.close()


def test_a_simulated_box_passes_as_it_is_configured(loop: SimLoop) -> None:
    told: list[str] = []
    config = Config(sound=SoundConfig(pin=12), lamps=LampsConfig(pwm=False))
    assert loop.run_until_complete(try_simulated_box(config, told.append)) == []
    assert f"listen: {Tune.WIN}" in told


def test_the_service_keeps_its_box(loop: SimLoop) -> None:
    machine = Machine(run=lambda *_: "active")
    with pytest.raises(BoxError, match="the service has the box: sudo systemctl stop kingsgold"):
        loop.run_until_complete(try_box(Config(), lambda _: None, machine))
