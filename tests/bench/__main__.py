"""The command line of the bench: `python -m tests.bench --help`."""

import argparse
import platform
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import msgspec

from tests.bench import disk, pictures, press, process, rules
from tests.bench.figures import Run, Section, comparison, table
from tests.bench.hands import film_matches


def measure(directory: Path, *, quick: bool) -> Run:
    """Everything, with its files in `directory`; `quick` is a small run that shows it works."""
    rounds = 1 if quick else 8
    steps: list[Callable[[], Section]] = [
        lambda: press.measure(directory / "press", rounds),
        lambda: pictures.measure(film_matches(rounds), 1 if quick else 7),
        lambda: process.measure_start(directory / "start", 1 if quick else 7),
        lambda: process.measure_idle(directory / "idle", 0.2 if quick else 20),
        lambda: rules.measure(1 if quick else 50),
        lambda: disk.measure_long(directory / "long", 20 if quick else 500),
        lambda: disk.measure_writing(directory / "writing", 1 if quick else 20),
        lambda: disk.measure_many(directory / "many", 10, 40 if quick else 10_000),
    ]
    sections: list[Section] = []
    for number, step in enumerate(steps, 1):
        if sys.stderr.isatty():
            sys.stderr.write(f"\rmeasuring, {number} of {len(steps)} ...")
            sys.stderr.flush()
        sections.append(step())
    if sys.stderr.isatty():
        sys.stderr.write("\r" + " " * 40 + "\r")
    return Run(_machine(directory.resolve()), tuple(sections))


def _machine(directory: Path) -> dict[str, str]:
    """Where this run was."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"Python {platform.python_version()}",
        "luma": f"luma.oled {version('luma.oled')}",
        "disk": f"disk {_file_system(directory)}",
    }


def _file_system(directory: Path) -> str:
    """What kind of file system `directory` is on; in memory a sync would cost nothing."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text("utf-8").splitlines()]
    above = [(Path(where), kind) for _, where, kind, *_ in mounts]
    around = [(len(where.parts), kind) for where, kind in above if directory.is_relative_to(where)]
    # In a chroot even the root may be on no mount that is listed.
    return max(around, default=(0, "unknown"))[1]


def main(arguments: list[str]) -> int:
    """Measure, print, and keep what was asked for; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Measure what the box costs, beside stock luma.oled and the targets. "
        "A figure that misses its target is marked with '!'.",
    )
    parser.add_argument("--quick", action="store_true", help="a small run of a few seconds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the run for --compare")
    parser.add_argument("--compare", type=Path, metavar="OLD", help="show a kept run beside this")
    parser.add_argument(
        "--dir", type=Path, default=Path("build"), help="where the disk is measured (build)"
    )
    asked = parser.parse_args(arguments)
    old = msgspec.json.decode(asked.compare.read_bytes(), type=Run) if asked.compare else None
    asked.dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=asked.dir) as directory:
        run = measure(Path(directory), quick=asked.quick)
    if asked.json is not None:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(run)) + b"\n")
    lines = table(run) if old is None else [*table(run), "", *comparison(old, run)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
