"""The bench still measures everything, and its figures say what they should."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kingsgold.screens import draw
from kingsgold.screens.views import Title
from tests.bench.figures import WIDTH, Figure, Run, Section, Unit, amount, comparison, table
from tests.bench.pictures import Display, ours, stock

ROOT = Path(__file__).parents[2]


def bench(*arguments: str) -> str:
    return subprocess.run(  # noqa: S603 - its own interpreter
        [sys.executable, "-m", "tests.bench", "--quick", *arguments],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_a_quick_run_fills_every_figure_and_can_be_compared_with(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    printed = bench("--json", str(kept), "--dir", str(tmp_path))
    lines = printed.splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    figures = [
        figure
        for section in json.loads(kept.read_text("utf-8"))["sections"]
        for figure in section["figures"]
    ]
    assert len({figure["key"] for figure in figures}) == len(figures) > 20
    assert all(any(line.startswith(figure["label"]) for line in lines) for figure in figures)
    assert [path.name for path in tmp_path.iterdir()] == [kept.name]


def run(*figures: Figure) -> Run:
    return Run({"system": "a Pi"}, (Section("A section", "words " * 40, figures),))


def test_the_table_has_ratios_targets_and_marks_what_misses_one() -> None:
    lines = table(
        run(
            Figure(key="a", label="met", value=12.0, unit="B", base=100.0, target=0.15),
            Figure(key="b", label="missed", value=0.03, unit="s", target=0.026),
            Figure(key="c", label="plain", value=1234.5),
        )
    )
    assert lines[0] == "a Pi"
    assert max(map(len, lines)) <= WIDTH
    met, missed, plain = (line.split() for line in lines[-3:])
    assert met == ["met", "12", "B", "12", "%", "of", "100", "B", "<=", "15", "%"]
    assert missed == ["missed", "30", "ms", "<=", "26", "ms", "!"]
    assert plain == ["plain", "1,234"]


def test_two_runs_are_shown_beside_each_other() -> None:
    old = run(Figure(key="a", label="same", value=2.0), Figure(key="b", label="old", value=1.0))
    new = run(Figure(key="a", label="same", value=3.0), Figure(key="c", label="new", value=0.0))
    assert [line.split() for line in comparison(old, new)[1:]] == [
        ["same", "2", "3", "1.50"],
        ["new", "-", "0", "new"],
        ["old", "1", "-", "gone"],
    ]


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (0.0000123, "s", "12.3 us"),
        (0.0123, "s", "12.3 ms"),
        (3.0, "s", "3 s"),
        (1034.0, "B", "1,034 B"),
        (45_300.0, "B", "45.3 kB"),
        (47.5e6, "B", "47.5 MB"),
        (23.6e9, "B", "23.6 GB"),
        (8061.0, "1/s", "8,061 /s"),
        (0.0012, "share", "0.12 %"),
        (0.0, "s", "0 us"),
    ],
)
def test_amounts_are_told_in_units_for_people(value: float, unit: Unit, words: str) -> None:
    assert amount(value, unit) == words


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # stock luma's
def test_both_ways_to_send_a_picture_are_counted_down_to_the_address_byte() -> None:
    picture = draw(Title()).image
    luma, box = Display(stock), Display(ours)
    # Six commands that name the whole of the glass, then all of it: an address byte and a control
    # byte for each of the two.
    assert luma.bytes_of(picture) == luma.bytes_of(picture) == 1 + 1 + 6 + 1 + 1 + 1024
    assert box.bytes_of(picture) > 1024
    assert box.bytes_of(picture) == 0
