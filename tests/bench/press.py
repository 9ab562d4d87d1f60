"""From the edge of a press to the last byte of its picture, the decision being on disk first."""

import time
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from kingsgold.app.keeper import StoreKeeper
from kingsgold.box.parts import Button
from kingsgold.store import Store
from tests.bench.figures import Figure, Section
from tests.bench.hands import FilmedBox, Hands, setups

BUS_KHZ = 400
WIRE_S_A_BYTE = 9 / (BUS_KHZ * 1000)
PICTURE_BYTES = 1034
"""A whole picture with its addresses."""
SETTLED_S = 0.06
"""By then a picture is whole (it takes 23 ms at most), and the next of an animation is not due."""
PAUSE_S = 0.001
"""Where the bus rests for so long, a picture was whole; the next is that of the turn's clock."""


class Time(NamedTuple):
    """Where the time from an edge to its picture went, in seconds; `disk_s` is waiting for it."""

    cpu_s: float
    disk_s: float
    bus_s: float
    decided: bool

    @property
    def whole_s(self) -> float:
        """From the edge to the last byte."""
        return self.cpu_s + self.disk_s + self.bus_s


class Stopwatch(Hands):
    """Hands that note for every edge that acts how long its picture took.

    Time is simulated, and stands still while the processor works and the disk syncs: what these
    take in reality, and what the bytes take on the modelled bus, add up to the answer. On a Pi the
    two overlap.
    """

    def __init__(self, box: FilmedBox, seed: int) -> None:
        super().__init__(box, seed)
        self.times: list[Time] = []
        self._sent: list[tuple[float, int]] = []
        # What the chip does with its bytes takes the Pi no time.
        box.parts.chip.write = self._note_bytes

    def edge(self, button: Button, down: bool) -> None:
        """Press or release, and wait for the picture of it."""
        loop = self.box.loop
        self._sent.clear()
        ui, events = self.box.console.ui, self._events
        edge_s, begun_s, begun_cpu_s = loop.time(), time.perf_counter(), time.process_time()
        super().edge(button, down)
        loop.advance(SETTLED_S)
        real_s, cpu_s = time.perf_counter() - begun_s, time.process_time() - begun_cpu_s
        decided = self._events != events
        if decided or self.box.console.ui != ui:
            self.times.append(Time(cpu_s, real_s - cpu_s, self._last_byte_s(edge_s), decided))

    @property
    def _events(self) -> int:
        """How many events have happened in the match that is on."""
        table = self.box.console.table
        return 0 if table is None else len(table.events)

    def _note_bytes(self, payload: bytes) -> None:
        self._sent.append((self.box.loop.time(), 1 + len(payload)))

    def _last_byte_s(self, edge_s: float) -> float:
        """When the last byte of the picture has arrived, in modelled seconds after the edge."""
        whole_s = edge_s
        for sent_s, count in self._sent:
            if sent_s > whole_s + PAUSE_S:
                break
            whole_s = max(whole_s, sent_s) + self.box.parts.bus.wire_s(count)
        return whole_s - edge_s


def measure(directory: Path, rounds: int) -> Section:
    """Play a match of each game, kept in `directory`, and take the time of every press."""
    with Store(directory, to_play=True) as store:
        box = FilmedBox(keeper=lambda loop: StoreKeeper(store, loop, _raise), bus_khz=BUS_KHZ)
        try:
            hands = Stopwatch(box, seed=2)
            for setup in setups(rounds):
                hands.play(setup)
        finally:
            box.close()
    decisions = [taken for taken in hands.times if taken.decided]
    p50, p99 = _percentiles([taken.whole_s for taken in hands.times])
    decided_p50, decided_p99 = _percentiles([taken.whole_s for taken in decisions])
    return Section(
        "A press",
        f"From the acting edge to the last byte of the finished picture: {len(hands.times)} edges, "
        f"{len(decisions)} of them with a decision that is on disk before anything is shown. Real "
        "time of processor and disk, plus the time of the bytes on a bus modelled at "
        f"{BUS_KHZ} kHz, where a whole picture takes 23 ms. Waiting is of those with a decision.",
        (
            Figure(key="press_p50", label="all, p50", value=p50, unit="s", target=8e-3),
            Figure(key="press_p99", label="all, p99", value=p99, unit="s", target=26e-3),
            Figure(key="decision_p50", label="with a decision, p50", value=decided_p50, unit="s"),
            Figure(key="decision_p99", label="with a decision, p99", value=decided_p99, unit="s"),
            Figure(
                key="press_cpu",
                label="processor, p50",
                value=median(taken.cpu_s for taken in hands.times),
                unit="s",
            ),
            Figure(
                key="press_bus",
                label="bus, p50",
                value=median(taken.bus_s for taken in hands.times),
                unit="s",
            ),
            Figure(
                key="press_disk",
                label="waiting for the disk, p50",
                value=median(taken.disk_s for taken in decisions),
                unit="s",
            ),
        ),
    )


def _percentiles(times_s: list[float]) -> tuple[float, float]:
    cuts = quantiles(times_s, n=100, method="inclusive")
    return cuts[49], cuts[98]


def _raise(fault: str | None) -> None:
    if fault is not None:
        raise RuntimeError(fault)
