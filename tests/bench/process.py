"""The daemon as a process: how fast it starts, how much it holds, and how often it wakes."""

import compileall
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from kingsgold.app.boxloop import BoxLoop, Devices
from kingsgold.box.simulated import SimulatedParts
from kingsgold.virtual.simtime import SimLoop
from tests.bench.figures import Figure, Section
from tests.bench.press import WIRE_S_A_BYTE

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "kingsgold.service"
BARE_IMPORT = "import gpiozero, luma.oled.device; print(flush=True)"
SIMULATED_S = 600


def measure_start(directory: Path, runs: int) -> Section:
    """Start to first picture, beside the bare import of the libraries that it needs."""
    for package in ("kingsgold", "tests/bench"):
        # As pip does when it installs, and as it has done for the libraries.
        compileall.compile_dir(ROOT / package, quiet=2)
    bare: list[float] = []
    started: list[float] = []
    for run in range(runs):
        bare.append(_until_it_speaks([sys.executable, "-c", BARE_IMPORT])[0])
        with _daemon(directory / str(run)) as (_, seconds):
            started.append(seconds)
    return Section(
        "The start",
        "From the start of the process to the last byte of its first picture, beside an "
        f"interpreter that imports gpiozero and luma.oled.device; medians of {runs} in turn.",
        (
            Figure(
                key="start",
                label="start to first picture",
                value=median(started),
                unit="s",
                base=median(bare),
                base_name="import",
                target=2.5,
            ),
        ),
    )


def measure_idle(directory: Path, seconds: float) -> Section:
    """What an idle box holds and does."""
    with _daemon(directory) as (daemon, _):
        # What was begun at the start shall be over.
        time.sleep(min(1.0, seconds))
        before = _Usage(daemon.pid)
        time.sleep(seconds)
        after = _Usage(daemon.pid)
    wakes = (after.wakes - before.wakes) / seconds
    share = (after.cpu_s - before.cpu_s) / seconds
    return Section(
        "An idle box",
        f"The daemon at its title for {seconds:g} s, with systemd's watchdog, on mock pins and a "
        f"bus without a display; and {SIMULATED_S // 60} simulated minutes of a box, by its loop.",
        (
            Figure(key="rss", label="resident", value=after.rss, unit="B", target=48e6),
            Figure(key="wakes", label="wake-ups", value=wakes, unit="1/s", target=2),
            Figure(key="idle_cpu", label="of a core", value=share, unit="share", target=0.002),
            Figure(
                key="loop_wakes",
                label="wake-ups, simulated",
                value=_loop_wakes() / SIMULATED_S,
                unit="1/s",
                target=2,
            ),
        ),
    )


@contextmanager
def _daemon(directory: Path) -> Generator[tuple["subprocess.Popen[str]", float], None, None]:
    """A daemon whose first picture is on the glass, and the seconds until it was.

    It is told where a watchdog listens, as by systemd.
    """
    watchdog_s = re.search(r"^WatchdogSec=(\d+)$", UNIT.read_text("utf-8"), re.MULTILINE)
    assert watchdog_s is not None
    with (
        tempfile.TemporaryDirectory(prefix="kingsgold-") as place,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener,
    ):
        listener.bind(f"{place}/notify")
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": f"{place}/notify",
            "WATCHDOG_USEC": str(int(watchdog_s[1]) * 1_000_000),
        }
        command = [sys.executable, "-m", "tests.bench.daemon", str(directory)]
        seconds, daemon, said = _start(command, environment)
        try:
            yield daemon, seconds + int(said) * WIRE_S_A_BYTE
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.communicate(timeout=30)


def _start(
    command: list[str], environment: dict[str, str]
) -> tuple[float, "subprocess.Popen[str]", str]:
    """Start a process; the seconds until its first line, the process, and the line."""
    begun_s = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - its own interpreter
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment,
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    seconds = time.perf_counter() - begun_s
    if not said:
        raise RuntimeError(f"{command} ended: {process.communicate()[1]}")
    return seconds, process, said


def _until_it_speaks(command: list[str]) -> tuple[float, str]:
    seconds, process, said = _start(command, dict(os.environ))
    process.communicate(timeout=30)
    return seconds, said


class _Usage:
    """What the kernel has counted of a process by now."""

    def __init__(self, pid: int) -> None:
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
        self.rss = _number(status, "VmRSS") * 1024
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        self.wakes = sum(
            _number((task / "status").read_text("utf-8"), "voluntary_ctxt_switches")
            for task in tasks
        )
        # Nanoseconds on a processor; the ticks in /proc/PID/stat are too coarse for an idle box.
        ran_ns = [(task / "schedstat").read_text("utf-8").split()[0] for task in tasks]
        self.cpu_s = sum(map(int, ran_ns)) / 1e9


def _number(status: str, name: str) -> int:
    found = re.search(rf"^{name}:\s*(\d+)", status, re.MULTILINE)
    assert found is not None
    return int(found[1])


def _loop_wakes() -> int:
    """How often the loop of an idle box wakes, its screen's renewals included."""
    loop = SimLoop()
    parts = SimulatedParts(loop, renews=True)
    box = BoxLoop(loop, Devices(parts.buttons, parts.lamps, parts.screen, parts.sound))
    box.start()
    loop.advance(1)
    wakes = 0

    def count() -> bool:
        nonlocal wakes
        wakes += 1
        return False

    loop.advance(SIMULATED_S, until=count)
    box.close()
    parts.close()
    loop.advance()
    loop.close()
    return wakes
