"""The scoreboard of the box as a whole: fed by play, asked by script, pressed from afar."""

import json
from collections.abc import Callable, Iterator

import pytest
import serial

from kingsgold.scoreboard import sentences as s
from kingsgold.virtual.scripted import ScriptedBox

MATCH = {"game": "kings-gold", "captains": ["Zoë", "Jack"], "starter": 0}


class Script:
    """The scripted box, in words."""

    def __init__(self) -> None:
        self.box = ScriptedBox()

    def __call__(self, line: str) -> dict[str, object]:
        answer = self.box.answer(line)
        assert "error" not in answer, answer
        return answer

    def match(self, *dice: str, **rules: object) -> None:
        self("match " + json.dumps({**MATCH, "dice": dice, "rules": rules}))

    def sentences(self) -> list[s.Sentence]:
        answer = self("scoreboard")
        told = answer["sentences"]
        assert list(answer) == ["sentences"]
        assert isinstance(told, list)
        wire = "".join(f"{line}\r\n" for line in told).encode("ascii")
        found = s.Decoder().feed(wire)
        assert len(found) == len(told)
        return found

    def of(self, kind: type[s.Sentence]) -> list[s.Sentence]:
        return [sentence for sentence in self.sentences() if isinstance(sentence, kind)]


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script()
    yield script
    script.box.close()


def test_at_the_title_it_says_every_second_that_nobody_plays(script: Script) -> None:
    idle = [s.Hello(1), s.Match()]
    assert script.sentences() == idle
    script("wait 0.5")
    assert script.sentences() == []
    script("wait 2")
    assert script.sentences() == [*idle, *idle]


def test_a_match_is_told_when_it_begins_and_when_it_ends(script: Script) -> None:
    script.match("OOOOO", "XXXON")
    assert s.Match("kings-gold", "campaign", 2, 1, "playing") in script.sentences()
    script("tap roll")
    told = script.sentences()
    heist = told.index(s.Heist(0, "kings-ransom", 160))
    assert told.index(s.Captain(0, "Zoe", 60, 20, 160, 0)) > heist
    script("tap roll")
    told = script.sentences()
    assert s.Heist(1, "curse") in told
    assert s.Match("kings-gold", "campaign", 2, 1, "over") in told
    assert s.Standing("0", "01", (170, 0)) in told
    assert s.Captain(0, "Zoe", 60, 20, 160, 0, "BSG") in told
    script("wait 1")
    assert script.of(s.Heist) == []


def test_locks_and_turns_are_told_at_once(script: Script) -> None:
    script.match("OORNX")
    script("tap roll")
    script("down lock")
    assert s.Dice("OORNX", "10001", 2) in script.sentences()


def test_the_clock_is_told_each_second(script: Script) -> None:
    script.match("OORNX", turn_seconds=10)
    script("tap roll")
    script("wait 5")
    seconds = [turn.seconds for turn in script.of(s.Turn) if isinstance(turn, s.Turn)]
    assert seconds == sorted(seconds, key=lambda left: -(left or 0))
    assert set(seconds) == {10, 9, 8, 7, 6, 5}


def test_scoreboard_stands_alone(script: Script) -> None:
    assert script.box.answer("scoreboard now") == {
        "error": "scoreboard stands alone, not with 'now'"
    }


def send(script: Script, until: Callable[[], bool], *sentences: s.Sentence) -> None:
    """Let a display say something, `until` the box has understood."""
    with serial.Serial(script.box.box.scoreboard.port_name, 38400, timeout=10) as port:
        port.write(b"".join(map(s.encode, sentences)))
        port.flush()
        # Real bytes take a moment to pass through the kernel, whatever the loop's time is.
        for _ in range(100_000):
            script("wait 0")
            if until():
                return
    pytest.fail("the box does not understand")


def test_a_tap_on_the_display_is_a_tap_on_the_box(script: Script) -> None:
    script.match("OORNX")
    send(
        script,
        lambda: script("state")["dice"] == "OORNX",
        s.DisplayButton("trumpet"),
        s.DisplayButton("roll"),
    )
    send(script, lambda: script("state")["captain"] == 1, s.DisplayButton("stop"))


def test_a_display_s_faults_are_remembered(script: Script) -> None:
    scoreboard = script.box.box.scoreboard
    send(script, lambda: bool(scoreboard.faults), s.DisplayHello(9, "wall"))
    assert [text for _, text in scoreboard.faults] == [
        "scoreboard: the display 'wall' speaks another version of the protocol"
    ]


def test_a_display_that_goes_mad_does_not_fill_the_inbox(script: Script) -> None:
    script.match("OORNX")
    script("tap roll")
    script("events")
    script.box.box.scoreboard.hear(5000 * s.encode(s.DisplayButton("lock")))
    script("wait 1")
    locks = script("events")["events"]
    assert isinstance(locks, list)
    assert 0 < len(locks) < 20


DEAF_S = 2.0


def test_a_board_that_is_deaf_while_it_starts_is_right_within_a_second_after(
    script: Script,
) -> None:
    script.match("OORNX", "OORRX")
    script("tap roll")
    script("wait 10")
    line = script.box.box.scoreboard
    line.unplug()
    script("wait 3")
    line.take_history()
    line.plug_in()  # The port is opened some time after that, which restarts the board.
    while not (heard := line.take_history()):
        script("wait 0.05")
    awake_s = heard[0][0] + DEAF_S
    script(f"wait {DEAF_S + 1}")
    decoder, told = s.Decoder(), list[s.Sentence]()
    for at_s, piece in line.take_history():
        if at_s >= awake_s:
            assert at_s <= awake_s + 1
            told += decoder.feed(piece)
    assert s.Dice("OORNX", "00001", 2) in told
    assert s.Captain(0, "Zoe", 0, 0, 0, 0) in told
