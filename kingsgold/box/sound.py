"""The sound: a piezo buzzer on a GPIO pin, and the tunes that it plays."""

import asyncio
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from kingsgold.box.parts import LOUDEST, Tune
from kingsgold.box.pins import Pin, claim


class Note(NamedTuple):
    """A tone, or with a `hz` of 0 a rest."""

    hz: float
    ms: int


def _notes(score: str) -> tuple[Note, ...]:
    """The notes of a score such as "C6:80 -:20 F#6:160": pitch or rest, and milliseconds."""
    notes: list[Note] = []
    for word in score.split():
        pitch, ms = word.split(":")
        hz = 0.0
        if pitch != "-":
            name, octave = pitch[:-1], int(pitch[-1])
            semitone = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B").index(name)
            hz = 440 * 2 ** (octave - 4 + (semitone - 9) / 12)
        notes.append(Note(hz, int(ms)))
    return tuple(notes)


TUNES: Final[Mapping[Tune, tuple[Note, ...]]] = MappingProxyType(
    {
        # Dice on wood.
        Tune.THROW: _notes("E6:25 -:20 A5:25 -:30 G6:25 -:20 C6:25 -:40 D6:25 -:30 A5:40"),
        Tune.LOCK: _notes("A6:30 E6:40"),
        Tune.COIN: _notes("B6:60 E7:180"),
        # Higher first: a ball that falls.
        Tune.CANNON: _notes("C6:30 G5:30 D5:40 A4:60 E4:90 C4:140"),
        Tune.CURSE: _notes("E6:140 D#6:140 D6:140 C#6:420"),
        Tune.HEIST: _notes("E5:90 A5:90 C6:90 E6:90 -:40 C6:90 E6:90 A6:320"),
        Tune.WIN: _notes(
            "D6:120 D6:60 D6:120 E6:120 F#6:240 -:60 F#6:120 E6:60 F#6:120 G6:120 A6:480"
        ),
    }
)
"""What is played for each tune; the highest are where small piezos are loudest."""


class SoundConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the buzzer is; the pin is a BCM number."""

    pin: Pin | None = None
    """None for a box without a buzzer."""
    volume: Annotated[
        int, Meta(ge=0, le=LOUDEST, description=f"a volume from 0 (mute) to {LOUDEST}")
    ] = 6

    def claims(self) -> list[tuple[int, str]]:
        """The pin in use, with its key; none without a buzzer."""
        return [] if self.pin is None else [(self.pin, "sound.pin")]


class Silence:
    """The sound of a box without a buzzer."""

    def play(self, tune: Tune) -> None:
        """Nothing is heard."""

    def set_volume(self, volume: int) -> None:
        """It stays silent; raises ValueError for what is no volume."""
        duty_cycle(volume)

    def close(self) -> None:
        """There is nothing to close."""


class PiezoSound:
    """A passive piezo buzzer on `pin`, through gpiozero.

    `pin_factory` is a gpiozero pin factory; the notes follow each other by timers on `loop`. Raises
    BoxError when the pin can't be had.
    """

    def __init__(
        self, pin: int, volume: int, loop: asyncio.AbstractEventLoop, pin_factory: Any
    ) -> None:
        from gpiozero import PWMOutputDevice  # pyright: ignore[reportMissingTypeStubs]

        self._loop = loop
        self._duty = duty_cycle(volume)
        self._timer: asyncio.TimerHandle | None = None
        # gpiozero.TonalBuzzer is this device with a duty cycle that is always one half, which is
        # the loudest; and it starts every note with it, so that turning it down after that clicks.
        self._device = claim(
            pin, "sound.pin", lambda: PWMOutputDevice(pin, pin_factory=pin_factory)
        )
        self._rest()

    def play(self, tune: Tune) -> None:
        """Start `tune` in place of the one that may be playing; returns at once."""
        self._stop()
        if self._duty:
            self._play(TUNES[tune], 0, self._loop.time())

    def set_volume(self, volume: int) -> None:
        """Play from the next note on at `volume`, 0 (mute) to 10; others raise ValueError."""
        self._duty = duty_cycle(volume)
        if not self._duty:
            self._stop()

    def close(self) -> None:
        """Fall silent and give the pin back."""
        self._stop()
        self._device.close()

    def _play(self, notes: tuple[Note, ...], number: int, start_s: float) -> None:
        if number == len(notes):
            self._stop()
            return
        note = notes[number]
        if note.hz:
            self._device.frequency = note.hz
            self._device.value = self._duty
        else:
            self._rest()
        # From the time when the note was due: a busy loop makes a note short, not the tune long.
        end_s = start_s + note.ms / 1000
        self._timer = self._loop.call_at(end_s, self._play, notes, number + 1, end_s)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._rest()

    def _rest(self) -> None:
        # No pulses, and the pin low: nothing wakes up, and no current flows.
        self._device.frequency = None
        self._device.value = 0


def duty_cycle(volume: int) -> float:
    """The share of each period in which the pin is high, which is all that volume can be on a pin.

    3 dB a step down from one half, the loudest. Raises ValueError for what is no volume.
    """
    if not 0 <= volume <= LOUDEST:
        raise ValueError(f"a volume is a number from 0 to {LOUDEST}, not {volume}")
    return 0.0 if volume == 0 else 0.5 * 2 ** ((volume - LOUDEST) / 2)
