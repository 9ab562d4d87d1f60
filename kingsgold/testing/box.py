"""The box under test: verbs for the hands, properties for the eyes, and a few assertions."""

from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Literal, Self

import msgspec

from kingsgold.app.boxloop import BoxLoop
from kingsgold.app.config import Config
from kingsgold.app.draft import CREW
from kingsgold.box.parts import Button
from kingsgold.box.simulated import SimulatedBus, SimulatedParts
from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Event
from kingsgold.scoreboard.sentences import Sentence
from kingsgold.testing.scoreboard import Scoreboard
from kingsgold.testing.screen import Screen
from kingsgold.testing.tosses import LoadedDice, LoadedKeeper
from kingsgold.virtual import report
from kingsgold.virtual.driven import DrivenBox
from kingsgold.virtual.simtime import SimLoop

BOUNCE_S = 0.001


class Box:
    """A box that keeps nothing, in simulated time: what is called has happened when it returns.

    `config` says which pins the buttons are on, and everything else. The buttons in `held` are
    down when the box is switched on. `bus_khz` is the modelled speed of the display's bus, None for
    one that takes no time. Dice that no test has loaded fall by `seed`, the same in every run.

    Use it in a `with`, or close it. Whatever lets time pass raises `TossMisfit` when the next toss
    does not fit the dice in hand, and what broke the box, if anything did.
    """

    def __init__(
        self,
        config: Config | None = None,
        *,
        held: Iterable[Button] = (),
        bus_khz: int | None = None,
        seed: int = 0,
    ) -> None:
        self._dice = LoadedDice(seed)
        self._driven = DrivenBox(
            SimLoop(),
            config,
            keeper=LoadedKeeper(self._dice),
            held=frozenset(held),
            bus_khz=bus_khz,
        )
        self.screen = Screen(self._driven.box)
        self.scoreboard = Scoreboard(self._driven)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Switch the box off. Raises what broke it, also when that was raised before."""
        if self._driven.loop.is_closed():
            return
        try:
            self.advance(0)
        finally:
            self._driven.close()

    # Matches and dice

    def throws(self, *tosses: str) -> None:
        """Load the dice: these are the next tosses, after those that wait already.

        King's Gold has a letter for each die (O Coin, N Cannon, R Crest, X Skull), Voyages a digit
        for each white bone and @ $ % ^ ! # for the black one. Tosses can be added at any time.
        """
        self._dice.load(tosses)

    def match(
        self,
        game: Literal["kings-gold", "voyages"],
        *captains: str,
        mode: Literal["campaign", "blitz"] | None = None,
        starter: int | None = 0,
        **rules: object,
    ) -> None:
        """Start a match in place of the one that may be on; without names Anne plays Jack.

        `starter` is the captain who begins, from 0; with None, King's Gold begins with the
        roll-off. `rules` are the house rules that differ, as they are called in a script. Raises
        ValueError for what the game does not allow.
        """
        asked = {"game": game, "captains": captains or CREW[:2], "starter": starter, "rules": rules}
        if mode is not None:
            asked["mode"] = mode
        try:
            setup = msgspec.convert(asked, kings_gold.Setup | voyages.Setup)
        except msgspec.ValidationError as error:
            raise ValueError(f"match: {error}") from None
        self._driven.begin(setup)

    # Hands

    def tap(self, *buttons: Button) -> None:
        """Tap these buttons, a tenth of a second each, one after the other."""
        for button in buttons:
            self._driven.hold(button)

    def hold(self, button: Button, seconds: float) -> None:
        """Keep `button` down for `seconds`, then let go."""
        self._driven.hold(button, seconds)

    def press(self, button: Button) -> None:
        """Put a finger on `button`; raises HandsError when it is down already."""
        self._driven.press(button)

    def release(self, button: Button) -> None:
        """Take the finger off `button`; raises HandsError when it is not down."""
        self._driven.release(button)

    def chatter(self, button: Button, bounces: int = 5) -> None:
        """Tap `button` through a worn contact, which bounces when it closes and when it opens.

        It loses contact `bounces` times, for a millisecond, a millisecond apart.
        """
        parts = self.parts
        self.press(button)
        for _ in range(bounces):
            parts.release(button)
            self.advance(BOUNCE_S)
            parts.press(button)
            self.advance(BOUNCE_S)
        self.advance(0.1)
        self.release(button)
        for _ in range(bounces):
            parts.press(button)
            self.advance(BOUNCE_S)
            parts.release(button)
            self.advance(BOUNCE_S)

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass, and everything happen that is due by then."""
        self._driven.advance(seconds)

    # Eyes

    @property
    def lamps(self) -> frozenset[Button]:
        """The buttons whose lamps are lit."""
        return self.parts.lit

    @property
    def state(self) -> dict[str, Any]:
        """The match as everybody may see it, as `kingsgold box` tells it."""
        return report.state(self.console)

    @property
    def prompt(self) -> dict[str, Any]:
        """What is asked of whom, and what each lit button does, as `kingsgold box` tells it."""
        return report.prompt(self.console)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened in the matches since the box was switched on."""
        return list(self._driven.events)

    @property
    def faults(self) -> list[str]:
        """What the box has noticed to be wrong with its parts, and has not seen mended."""
        return list(self._driven.box.faults.present)

    @property
    def off(self) -> bool:
        """Whether the box has been switched off by its own menu."""
        return self.console.off

    # Behind the front

    @property
    def display(self) -> SimulatedBus:
        """The display's plug: `unplug()`, `plug_in()`, and `refuse(3)` for a shaky one."""
        return self.parts.bus

    @property
    def parts(self) -> SimulatedParts:
        """The simulated parts, with the history of what they did."""
        return self._driven.box.parts

    @property
    def console(self) -> BoxLoop:
        """The box's own loop, with the table of the match."""
        return self._driven.console

    # Assertions

    def assert_lit(self, *buttons: Button) -> None:
        """These lamps are lit, and no others."""
        __tracebackhide__ = True
        lit = self.lamps
        if lit != frozenset(buttons):
            raise AssertionError(
                f"lit: {_names(lit)}; expected: {_names(buttons)}\n{self._scene()}"
            )

    def assert_shows(self, *texts: str) -> None:
        """All of `texts` are on the screen, wherever their lines break."""
        __tracebackhide__ = True
        missing = [text for text in texts if not self.screen.shows(text)]
        if missing:
            raise AssertionError(f"not on the screen: {_quoted(missing)}\n{self._scene()}")

    def assert_state(self, **expected: object) -> None:
        """`state` has these values, whatever else it has."""
        __tracebackhide__ = True
        state = self.state
        if wrong := _differences(state, expected):
            raise AssertionError(f"state: {'; '.join(wrong)}\n{self._scene()}")

    def assert_event(self, kind: str, /, **fields: object) -> None:
        """An event of this kind, with these values in it, has happened.

        `kind` is the name of its class, such as "Hoarded".
        """
        __tracebackhide__ = True
        told = [msgspec.to_builtins(event) for event in self.events]
        _assert_one_like("event", told, kind, fields)

    def assert_told(self, kind: type[Sentence], /, **fields: object) -> None:
        """The scoreboard was sent a sentence of this kind with these values in it."""
        __tracebackhide__ = True
        told = [
            {"type": type(line).__name__, **msgspec.structs.asdict(line)}
            for line in self.scoreboard.lines
        ]
        _assert_one_like("sentence", told, kind.__name__, fields)

    def _scene(self) -> str:
        """What somebody sees who stands before the box."""
        prompt = self.prompt
        buttons = ", ".join(f"{name.upper()} {does}" for name, does in prompt["buttons"].items())
        text = self.screen.text() or "(no words)"
        lines = "".join(f"\n  | {line}" for line in text.splitlines())
        return f"the box asks: {prompt['kind']} ({buttons or 'nothing lit'}); it shows:{lines}"


def _assert_one_like(
    what: str, told: list[dict[str, Any]], kind: str, fields: Mapping[str, object]
) -> None:
    """One of `told` is of this kind and has these values; else say what was nearest."""
    __tracebackhide__ = True
    alike = [one for one in told if one["type"] == kind]
    if any(not _differences(one, fields) for one in alike):
        return
    wanted = ", ".join(f"{name}={value!r}" for name, value in fields.items())
    if alike:
        nearest = min((_differences(one, fields) for one in alike), key=len)
        why = f"the nearest: {'; '.join(nearest)}"
    else:
        why = f"there were: {', '.join(dict.fromkeys(one['type'] for one in told)) or 'none'}"
    raise AssertionError(f"no {what} {kind}({wanted}); {why}")


def _differences(told: Mapping[str, Any], expected: Mapping[str, object]) -> list[str]:
    """How `told` differs from what is expected of it."""
    wrong: list[str] = []
    for name, value in expected.items():
        if name not in told:
            wrong.append(f"there is no {name!r}, only {', '.join(told)}")
        elif told[name] != value:
            wrong.append(f"{name} is {told[name]!r}, expected {value!r}")
    return wrong


def _names(buttons: Iterable[Button]) -> str:
    there = frozenset(buttons)
    return ", ".join(button.name for button in Button if button in there) or "none"


def _quoted(texts: Iterable[str]) -> str:
    return ", ".join(map(repr, texts))
