"""A box to speak to in the words of its own script."""

import json
from typing import Any

from kingsgold.virtual.scripted import ScriptedBox

NAMES = ("Anne", "Jack", "Mary", "Bart", "Grace", "Ned")


class Script:
    """The scripted box; a command that is refused fails the test unless it is expected to."""

    def __init__(self) -> None:
        self.scripted = ScriptedBox()

    def __call__(self, *lines: str) -> dict[str, Any]:
        """Carry out the commands; the last one's answer, as it arrives through JSON."""
        answer: dict[str, Any] = {}
        for line in lines:
            answer = self.scripted.answer(line)
            assert "error" not in answer, f"{line}: {answer}"
        return json.loads(json.dumps(answer))

    def refused(self, line: str) -> str:
        """Carry out a command that can't be; the error."""
        answer = self.scripted.answer(line)
        assert list(answer) == ["error"], f"{line}: {answer}"
        return answer["error"]

    def match(
        self, game: str, captains: int = 2, *dice: str, mode: str | None = None, **rules: object
    ) -> None:
        """Start a match that the first captain begins."""
        self(self.match_line(game, captains, *dice, mode=mode, **rules))

    @staticmethod
    def match_line(
        game: str, captains: int = 2, *dice: str, mode: str | None = None, **rules: object
    ) -> str:
        asked = {"game": game, "captains": NAMES[:captains], "starter": 0, "rules": rules}
        if mode is not None:
            asked["mode"] = mode
        return "match " + json.dumps({**asked, "dice": dice})

    @property
    def state(self) -> dict[str, Any]:
        return self("state")

    @property
    def prompt(self) -> dict[str, Any]:
        return self("prompt")

    @property
    def kind(self) -> str:
        return self.prompt["kind"]

    @property
    def lit(self) -> set[str]:
        return {button for button, lit in self("lamps")["lamps"].items() if lit}

    def events(self) -> list[str]:
        """The kinds of the events since the last look."""
        return [event["type"] for event in self("events")["events"]]
