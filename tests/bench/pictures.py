"""What a picture costs: processor time to draw and to pack it, and bytes on the display's bus."""

import time
from collections.abc import Callable, Sequence
from statistics import mean, median

from luma.oled.device import ssd1306
from PIL import Image

from kingsgold.box.bus import I2cBus
from kingsgold.box.oled import Panel, ScreenConfig
from kingsgold.box.writer import pack
from kingsgold.screens import draw
from tests.bench.counting import CountingBus
from tests.bench.figures import Figure, Section
from tests.bench.hands import Shot
from tests.stock import StockI2c

ADDRESS = ScreenConfig().i2c_address


class Display:
    """A display on a counting bus; `show` sends one picture to its end."""

    def __init__(self, driver: Callable[[CountingBus], Callable[[Image.Image], None]]) -> None:
        self._bus = CountingBus()
        self.show = driver(self._bus)

    def bytes_of(self, picture: Image.Image) -> int:
        """Show a picture; the bytes that it took."""
        before = self._bus.bytes_sent
        self.show(picture)
        return self._bus.bytes_sent - before


def ours(bus: CountingBus) -> Callable[[Image.Image], None]:
    """The box's own writer."""
    panel = Panel(ScreenConfig(), I2cBus(bus, ADDRESS), lambda fault: None)

    def show(picture: Image.Image) -> None:
        frame = pack(picture)
        while panel.step(frame) == 0:
            pass

    return show


def stock(bus: CountingBus) -> Callable[[Image.Image], None]:
    """What luma.oled does by itself."""
    return ssd1306(StockI2c(bus, ADDRESS)).display


def measure(film: Sequence[Shot], repeats: int) -> Section:
    """Bytes and processor time of every picture of `film`, beside stock luma.oled's."""
    shots = film[1:]
    our_bytes, stock_bytes = _bytes(Display(ours), film), _bytes(Display(stock), film)
    of_ours: dict[bool, float] = {}
    of_stock: dict[bool, float] = {}
    counts: dict[bool, int] = {}
    for animated in (False, True):
        chosen = [place for place, shot in enumerate(shots) if shot.animated is animated]
        counts[animated] = len(chosen)
        of_ours[animated] = mean(our_bytes[place] for place in chosen)
        of_stock[animated] = mean(stock_bytes[place] for place in chosen)
    rounds = [_cpu(film) for _ in range(repeats)]
    draw_s, ours_s, stock_s = (median(times) for times in zip(*rounds, strict=True))
    return Section(
        "A picture",
        f"{len(shots)} pictures of a match of each game, {counts[True]} of them with something in "
        "motion; means, address bytes included. Stock is luma.oled's ssd1306, on the same pictures "
        "over the same bus. Processor time is up to the bus driver, which is not there.",
        (
            Figure(
                key="bytes_still",
                label="bytes outside animations",
                value=of_ours[False],
                unit="B",
                base=of_stock[False],
                base_name="stock",
                target=0.15,
            ),
            Figure(
                key="bytes_animated",
                label="bytes within animations",
                value=of_ours[True],
                unit="B",
                base=of_stock[True],
                base_name="stock",
                target=0.45,
            ),
            Figure(key="draw", label="CPU to draw", value=draw_s, unit="s"),
            Figure(
                key="pack",
                label="CPU to pack, compare and send",
                value=ours_s,
                unit="s",
                base=stock_s,
                base_name="stock",
                target=1 / 6,
            ),
        ),
    )


def _bytes(display: Display, film: Sequence[Shot]) -> list[int]:
    """What every picture but the first takes; the first one follows the init sequence."""
    return [display.bytes_of(shot.picture) for shot in film][1:]


def _cpu(film: Sequence[Shot]) -> tuple[float, float, float]:
    """Seconds of processor time a picture: to draw it, to send it our way, and stock luma's."""
    draw_s = _process_s(lambda: [draw(shot.view) for shot in film])
    times: list[float] = []
    for display in (Display(ours), Display(stock)):
        display.show(film[0].picture)
        times.append(_process_s(lambda show=display.show: [show(shot.picture) for shot in film]))
    return draw_s / len(film), times[0] / len(film), times[1] / len(film)


def _process_s(work: Callable[[], object]) -> float:
    begun_s = time.process_time()
    work()
    return time.process_time() - begun_s
