"""The protocol's page says what encoder and decoder do."""

import re
import subprocess
import sys
from math import prod
from pathlib import Path

import pytest

from kingsgold.scoreboard import sentences as s
from kingsgold.scoreboard.board import Board, CaptainLine, StandingLine, TurnLine
from kingsgold.scoreboard.feed import EVERY_S, SILENCE_S
from kingsgold.scoreboard.link import ScoreboardConfig
from kingsgold.scoreboard.native import NativeDriver

PAGE = (Path(__file__).parents[2] / "firmware" / "PROTOCOL.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\$KG[A-Z]{3}[^<\n]*$", PAGE, flags=re.MULTILINE)
BADGES = ("bronze_anchor", "silver_cutlass", "gold_pirate_king")


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_what_decoder_and_encoder_make_of_it(example: str) -> None:
    wire = example.encode("ascii") + b"\r\n"
    (sentence,) = s.Decoder().feed(wire)
    assert s.encode(sentence) == wire


def test_every_type_is_told_in_a_table_and_has_an_example() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in s.KINDS}
    rows = {row[1]: row[2] for row in re.finditer(r"^\| `([A-Z]{3})` \|(.*)\|$", PAGE, re.M)}
    assert tags <= set(rows)
    assert {example[3:6] for example in EXAMPLES} == tags


def test_the_fields_are_told_in_their_order() -> None:
    words = {"seconds": "seconds left", "rolls_left": "rolls left", "kind": "what"}
    for kind in s.KINDS:
        tag = str(kind.__struct_config__.tag)
        row = re.search(rf"^\| `{tag}` \|[^|]*\| ([^|]*) \|", PAGE, re.M)
        assert row is not None
        fields = [words.get(field, field) for field in kind.__struct_fields__]
        told = row[1].split(": ")[0].split(", ")
        if kind is s.Standing:
            fields = ["winners", "order", "score", "score", "..."]
        if kind is s.DisplayAlive:
            fields = ["none"]
        assert told == fields


def test_its_numbers_are_those_of_the_code() -> None:
    assert f"{ScoreboardConfig().baud} baud" in PAGE
    assert f"version {s.VERSION} of what" in PAGE
    assert f"at most {s.LONGEST} characters" in PAGE
    assert f"at most {s.TEXT_LENGTH} characters" in PAGE
    assert f"at most {s.NAME_LENGTH} characters" in PAGE
    assert f"from 0 to {s.LARGEST}" in PAGE
    assert f"{SILENCE_S:.0f} seconds pass without one" in PAGE
    assert EVERY_S == 1


def sizes(*, over: bool, number: int, points: int, shields: int, outs: int) -> dict[str, int]:
    """The bytes that the sentences of a state of six captains take, summed up by type."""
    board = Board(
        game="kings-gold",
        mode="campaign",
        phase="over" if over else "final-round",
        round=number,
        captains=tuple(
            CaptainLine(
                name="Grace O'Mall",
                coins=number,
                doubloons=number,
                points=points,
                shields=shields,
                out=captain < outs,
                badges=BADGES if over else (),
            )
            for captain in range(6)
        ),
        turn=None
        if over
        else TurnLine(
            captain=0,
            round=number,
            seconds=number,
            tally=number,
            dice="OONRX",
            locked=(False,) * 5,
            rolls_left=2,
        ),
        standings=tuple(
            StandingLine(captain=captain, score=points, winner=captain == 0 or outs > 0)
            for captain in range(6)
        )
        if over
        else (),
    )
    total: dict[str, int] = {}
    for piece in NativeDriver().state(board):
        tag = piece[3:6].decode()
        total[tag] = total.get(tag, 0) + len(piece)
    return total


def test_the_byte_budget_is_what_the_table_says() -> None:
    rows = [
        [sum(prod(map(int, part.split("x"))) for part in cell.split("+")) for cell in row]
        for row in re.findall(r"^\|[^|]*\| ([0-9 x+]+) \| ([0-9 x+]+) \|$", PAGE, re.M)
    ]
    columns: list[tuple[dict[str, int], dict[str, int]]] = []
    for number, points, shields, outs in ((12, 112, 2, 0), (10**6, 10**6, 10**6, 6)):
        playing, over = (
            sizes(over=over, number=number, points=points, shields=shields, outs=outs)
            for over in (False, True)
        )
        columns.append((playing, over))
    told = [
        [
            playing["HEL"],
            playing["MAT"],
            playing["CAP"],
            playing["TRN"] + playing["DCE"],
            sum(playing.values()),
            over["CAP"] + over["STD"],
            sum(over.values()),
        ]
        for playing, over in columns
    ]
    assert [list(row) for row in zip(*told, strict=True)] == rows
    assert rows[-1][-1] <= 480


def test_the_display_in_python_shows_the_captains(tmp_path: Path) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
    program = tmp_path / "display.py"
    program.write_text(code, encoding="utf-8")
    wire = s.encode(s.Captain(0, "Anne", points=365)) + b"$KGCAP,1,Jack,,,9,,*00\r\n"
    # Beside the program, and therefore found first: a port with these bytes on it, and then none.
    (tmp_path / "serial.py").write_text(
        f"import io\n\n\ndef Serial(*_, timeout):\n    return io.BytesIO({wire})\n",
        encoding="utf-8",
    )
    shown = subprocess.run(  # noqa: S603 - the page is ours
        [sys.executable, program, "port"], capture_output=True, text=True, check=True
    )
    assert shown.stdout.split() == ["Anne", "365"]
