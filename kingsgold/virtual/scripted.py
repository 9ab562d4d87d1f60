"""The scripted box: one command a line in, one JSON object a line out, in simulated time."""

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from kingsgold.app.keeper import NoKeeper
from kingsgold.box.parts import Button
from kingsgold.games import kings_gold, voyages
from kingsgold.store import Store
from kingsgold.table.dice import TossMisfit
from kingsgold.virtual import report
from kingsgold.virtual.box import VirtualBox
from kingsgold.virtual.driven import DrivenBox, HandsError
from kingsgold.virtual.simtime import SimLoop

LONGEST_S = 86400
"""Seconds that one command can let pass."""

OK = {"ok": True}


class ScriptError(ValueError):
    """A command that can't be carried out; the message says why."""


class ScriptedBox:
    """A box that is told what happens to it; `answer` takes one line and returns one answer.

    Its matches and captains are kept in `store`, which is open to play, if there is one; an
    unfinished match in it is gone on with at once.
    """

    def __init__(self, store: Store | NoKeeper | None = None) -> None:
        loop = SimLoop()
        if isinstance(store, Store):
            self._driven = DrivenBox(loop, store=store)
        else:
            self._driven = DrivenBox(loop, keeper=store)
        self._commands: dict[str, Callable[[str], dict[str, Any]]] = {
            "match": self._match,
            "tap": self._tap,
            "hold": self._hold,
            "down": self._press,
            "up": self._release,
            "wait": self._wait,
            "state": self._state,
            "prompt": self._prompt,
            "events": self._events_since,
            "lamps": self._lamps,
            "screen": self._screen,
            "scoreboard": self._scoreboard,
        }

    @property
    def box(self) -> VirtualBox:
        """The box itself."""
        return self._driven.box

    def close(self) -> None:
        """Switch the box off."""
        self._driven.close()

    def answers(self, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
        """An answer for each line that is not blank, until `quit`."""
        for line in lines:
            if line.strip() == "quit":
                return
            if line.strip():
                yield self.answer(line)

    def answer(self, line: str) -> dict[str, Any]:
        """Carry out one command; a bad one answers `{"error": ...}` and changes nothing.

        So does every one when the box has been switched off by its own menu.
        """
        if self.box.console.off:
            return {"error": "the box is switched off"}
        word, *rest = line.split(maxsplit=1)
        command = self._commands.get(word)
        if command is None:
            known = ", ".join([*self._commands, "quit"])
            return {"error": f"unknown command {word!r}; there are: {known}"}
        try:
            return command("".join(rest).strip())
        except (ScriptError, HandsError, TossMisfit) as error:
            return {"error": str(error)}

    def _match(self, rest: str) -> dict[str, Any]:
        setup, tosses = _match_of(rest)
        self._driven.begin(setup, tosses or None)
        return OK

    def _tap(self, rest: str) -> dict[str, Any]:
        self._driven.hold(_button(rest))
        return OK

    def _hold(self, rest: str) -> dict[str, Any]:
        words = rest.split()
        if len(words) != 2:
            raise ScriptError("hold takes a button and seconds, such as: hold stop 2")
        self._driven.hold(_button(words[0]), _seconds(words[1]))
        return OK

    def _press(self, rest: str) -> dict[str, Any]:
        self._driven.press(_button(rest))
        return OK

    def _release(self, rest: str) -> dict[str, Any]:
        self._driven.release(_button(rest))
        return OK

    def _wait(self, rest: str) -> dict[str, Any]:
        self._driven.advance(_seconds(rest))
        return OK

    def _state(self, rest: str) -> dict[str, Any]:
        _alone("state", rest)
        return report.state(self.box.console)

    def _prompt(self, rest: str) -> dict[str, Any]:
        _alone("prompt", rest)
        return report.prompt(self.box.console)

    def _events_since(self, rest: str) -> dict[str, Any]:
        _alone("events", rest)
        events = msgspec.to_builtins(self._driven.events)
        self._driven.events.clear()
        return {"events": events}

    def _lamps(self, rest: str) -> dict[str, Any]:
        _alone("lamps", rest)
        lit = self.box.parts.lit
        return {"lamps": {button.value: button in lit for button in Button}}

    def _scoreboard(self, rest: str) -> dict[str, Any]:
        _alone("scoreboard", rest)
        sent = self.box.scoreboard.take_history()
        return {"sentences": [piece.decode("ascii").rstrip("\r\n") for _, piece in sent]}

    def _screen(self, rest: str) -> dict[str, Any]:
        picture = self.box.parts.picture()
        if not rest:
            bits = picture.convert("L").tobytes()
            rows = (bits[start : start + 128] for start in range(0, len(bits), 128))
            return {"screen": ["".join("#" if bit else "." for bit in row) for row in rows]}
        try:
            picture.save(Path(rest), format="PNG")
        except (OSError, ValueError) as error:
            raise ScriptError(f"{rest}: {getattr(error, 'strerror', error)}") from None
        return OK


def _match_of(text: str) -> tuple[kings_gold.Setup | voyages.Setup, list[str]]:
    try:
        asked = msgspec.json.decode(text, type=dict[str, Any])
        tosses = msgspec.convert(asked.pop("dice", []), list[str])
        if "game" not in asked:
            raise ScriptError('match needs a "game": "kings-gold" or "voyages"')
        return msgspec.convert(asked, kings_gold.Setup | voyages.Setup), tosses
    except msgspec.MsgspecError as error:
        raise ScriptError(f"match: {error}") from None
    except RecursionError:
        raise ScriptError("match: brackets in brackets, too deep to be read") from None


def _button(name: str) -> Button:
    try:
        return Button(name)
    except ValueError:
        raise ScriptError(f"{name!r} is no button; there are: {', '.join(Button)}") from None


def _seconds(text: str) -> float:
    try:
        # Python also reads digits of other scripts, and 1_000; people who type that mistyped.
        seconds = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= LONGEST_S:
        raise ScriptError(f"{text!r} is no number of seconds from 0 to {LONGEST_S}")
    return seconds


def _alone(command: str, rest: str) -> None:
    if rest:
        raise ScriptError(f"{command} stands alone, not with {rest!r}")
