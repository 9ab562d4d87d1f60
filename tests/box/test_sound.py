"""The buzzer: what its pin does while tunes play, on simulated time."""

import math
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory
from gpiozero.tones import Tone

from kingsgold.box.parts import LOUDEST, BoxError, Tune
from kingsgold.box.simulated import SimulatedParts
from kingsgold.box.sound import TUNES, PiezoSound, Silence, SoundConfig, duty_cycle
from kingsgold.virtual.simtime import NothingScheduledError, SimLoop

Heard = list[tuple[float, int]]
"""Tones in Hz (0 for silence), and how many milliseconds each lasts."""


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


@pytest.fixture
def parts(loop: SimLoop) -> Iterator[SimulatedParts]:
    parts = SimulatedParts(loop, sound=SoundConfig(pin=12, volume=LOUDEST))
    yield parts
    parts.close()


def listen(parts: SimulatedParts, loop: SimLoop, ms: int) -> Heard:
    """What is heard in the next `ms` milliseconds."""
    heard: Heard = []
    for _ in range(ms):
        hz = parts.tone[0] if parts.tone else 0.0
        if heard and heard[-1][0] == hz:
            heard[-1] = (hz, heard[-1][1] + 1)
        else:
            heard.append((hz, 1))
        loop.advance(0.001)
    return heard


def length_ms(tune: Tune) -> int:
    return sum(note.ms for note in TUNES[tune])


@pytest.mark.parametrize("tune", Tune)
def test_a_tune_is_heard_as_written_and_then_nothing(
    loop: SimLoop, parts: SimulatedParts, tune: Tune
) -> None:
    parts.sound.play(tune)
    written: Heard = []
    for hz, ms in TUNES[tune]:
        if written and written[-1][0] == hz:
            written[-1] = (hz, written[-1][1] + ms)
        else:
            written.append((hz, ms))
    assert listen(parts, loop, length_ms(tune)) == written
    assert parts.tone is None
    assert parts.tunes == [(0, tune)]
    with pytest.raises(NothingScheduledError):
        loop.run_until_complete(loop.create_future())


def test_tunes_are_short_and_within_what_a_piezo_and_lgpio_can_do() -> None:
    assert TUNES.keys() == set(Tune)
    for tune, notes in TUNES.items():
        assert length_ms(tune) < 2000
        assert all(note.hz == 0 or 250 <= note.hz <= 5000 for note in notes)
    assert all(length_ms(tune) < 400 for tune in (Tune.THROW, Tune.LOCK, Tune.COIN))


def test_the_pitches_are_those_that_gpiozero_has_for_their_names() -> None:
    coin = [note.hz for note in TUNES[Tune.COIN]]
    assert coin == [pytest.approx(Tone(name).frequency) for name in ("B6", "E7")]
    curse = [note.hz for note in TUNES[Tune.CURSE]]
    names = ("E6", "D#6", "D6", "C#6")
    assert curse == [pytest.approx(Tone(name).frequency) for name in names]


def test_a_newer_tune_replaces_the_older(loop: SimLoop, parts: SimulatedParts) -> None:
    parts.sound.play(Tune.WIN)
    loop.advance(0.1)
    parts.sound.play(Tune.COIN)
    assert listen(parts, loop, 3000)[:2] == [(note.hz, note.ms) for note in TUNES[Tune.COIN]]
    assert parts.tone is None
    assert parts.tunes == [(0, Tune.WIN), (0.1, Tune.COIN)]


def test_a_busy_loop_does_not_make_a_tune_longer(loop: SimLoop, parts: SimulatedParts) -> None:
    parts.sound.play(Tune.CURSE)
    # The loop was away for 200 ms, in which the second note was due.
    loop._now_s = 0.2
    loop.advance(length_ms(Tune.CURSE) / 1000 - 0.2)
    assert parts.tone is None


def test_volume_is_the_share_of_the_period(loop: SimLoop, parts: SimulatedParts) -> None:
    duties: list[float] = []
    for volume in range(LOUDEST, 0, -1):
        parts.sound.set_volume(volume)
        parts.sound.play(Tune.COIN)
        assert parts.tone is not None
        duties.append(parts.tone[1])
    # Each step is another one for lgpio, which takes whole percents, and none is louder than half.
    percents = [int(100 * duty) for duty in duties]
    assert percents[0] == 50
    assert percents[-1] >= 2
    assert len(set(percents)) == LOUDEST
    # 3 dB a step: the amplitude of the tone goes with the sine of the duty cycle.
    quiet, louder = (math.sin(math.pi * duty) for duty in (duties[-1], duties[-2]))
    assert 20 * math.log10(louder / quiet) == pytest.approx(3, abs=0.1)


def test_mute_is_silent_at_once_and_goes_back(loop: SimLoop, parts: SimulatedParts) -> None:
    parts.sound.play(Tune.WIN)
    loop.advance(0.05)
    parts.sound.set_volume(0)
    assert parts.tone is None
    parts.sound.play(Tune.COIN)
    assert listen(parts, loop, 500) == [(0, 500)]
    parts.sound.set_volume(3)
    parts.sound.play(Tune.COIN)
    assert parts.tone is not None


@pytest.mark.parametrize("volume", [-1, LOUDEST + 1])
def test_what_is_no_volume_is_refused(parts: SimulatedParts, volume: int) -> None:
    for sound in (parts.sound, Silence()):
        with pytest.raises(ValueError, match=f"from 0 to 10, not {volume}"):
            sound.set_volume(volume)
    with pytest.raises(ValueError, match="not 11"):
        duty_cycle(11)


def test_closing_cuts_a_tune_off(loop: SimLoop) -> None:
    parts = SimulatedParts(loop, sound=SoundConfig(pin=12))
    parts.sound.play(Tune.WIN)
    loop.advance(0.05)
    assert parts.tone is not None
    parts.close()
    assert listen(parts, loop, 2000) == [(0, 2000)]


def test_a_box_without_a_buzzer_is_silent(loop: SimLoop) -> None:
    parts = SimulatedParts(loop)
    parts.sound.play(Tune.WIN)
    parts.sound.set_volume(5)
    assert listen(parts, loop, 100) == [(0, 100)]
    assert parts.tunes == [(0, Tune.WIN)]
    parts.close()


def test_a_pin_that_is_taken_is_told(loop: SimLoop) -> None:
    pins = MockFactory()
    with pytest.raises(BoxError, match=r"^sound\.pin: GPIO 12 can't be used"):
        PiezoSound(12, 5, loop, pins)
    pins.close()
