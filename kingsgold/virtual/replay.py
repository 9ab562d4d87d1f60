"""A stored match in a terminal: played again, or looked at step by step, in both directions."""

import asyncio
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.widgets import Static
from textual.worker import Worker

from kingsgold.app.show import Show
from kingsgold.app.stage import FRAME_S
from kingsgold.screens import draw
from kingsgold.virtual.glass import Chronicle, GlassApp
from kingsgold.virtual.positions import Position, Replay

PAUSE_S = 1.0
"""Seconds between what is told of a decision and the next one."""

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)

HELP = "space plays · ← → step · ↑ ↓ turn · home end · + - speed · q quits"


class ReplayApp(GlassApp):
    """The glass of the box in which the match was played, and where in the match it stands.

    A step shows a position at once. Playing, the scenes of each decision are shown as in the match;
    every key but those for the speed pauses that.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "play_or_pause", "Play or pause"),
        ("left", "step(-1)", "Back"),
        ("right", "step(1)", "On"),
        ("up", "turn(-1)", "A turn back"),
        ("down", "turn(1)", "A turn on"),
        ("home", "go_to(0)", "To the beginning"),
        ("end", "end", "To the end"),
        ("plus,equals_sign", "speed(1)", "Faster"),
        ("minus", "speed(-1)", "Slower"),
    ]
    CSS = (
        GlassApp.CSS
        + """
    .told { height: 1fr; }
    #place { layout: vertical; width: 1fr; height: 18; }
    Screen.roomy #place { layout: horizontal; height: 4; }
    #place Static {
        height: auto; padding-left: 1; color: ansi_default; background: ansi_default;
    }
    #place #match { height: 6; }
    #place #where { height: 5; text-style: bold; }
    Screen.roomy #place Static { width: 1fr; }
    Screen.roomy #place #match, Screen.roomy #place #where { height: 4; }
    """
    )

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self._replay = replay
        self._at = 0
        self._speed = SPEEDS.index(1.0)
        self._playing: Worker[None] | None = None
        self._where = Static(id="where", markup=False)
        self._pace = Static(id="pace", markup=False)

    @property
    def position(self) -> Position:
        """What is looked at."""
        return self._replay.positions[self._at]

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._playing is not None

    def compose(self) -> ComposeResult:
        """Glass, what is played and where it stands, the chronicle, and a line of help."""
        match = self._replay.match
        status = f"{match.status}, scripted" if match.scripted else match.status
        what = "\n".join([self._replay.title, match.id, match.started[:10], status])
        yield self._too_small
        with Container(id="box"):
            yield self._glass
            with Container(id="place"):
                yield Static(what, id="match", markup=False)
                yield self._where
                yield self._pace
        with Container(classes="told"):
            yield self._chronicle
        yield Static(HELP, id="help", markup=False)

    def on_mount(self) -> None:
        """Show the beginning."""
        self._show()

    # Keys

    def action_play_or_pause(self) -> None:
        """Go on by itself, from the end from the beginning; or stop that."""
        if self.playing:
            self.action_go_to(self._at)
            return
        if self._at == self._replay.last:
            self._at = 0
        self._playing = self.run_worker(self._play())
        self._show()

    def action_step(self, step: int) -> None:
        """One decision on or back."""
        self.action_go_to(self._at + step)

    def action_turn(self, step: int) -> None:
        """To where the next turn begins, or this one or the one before."""
        self.action_go_to(self._replay.turn(self._at, step))

    def action_end(self) -> None:
        """To the end."""
        self.action_go_to(self._replay.last)

    def action_go_to(self, number: int) -> None:
        """Pause at position `number`, or the one nearest to it."""
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None
        self._at = min(max(number, 0), self._replay.last)
        self._show()

    def action_speed(self, step: int) -> None:
        """Play faster or slower."""
        self._speed = min(max(self._speed + step, 0), len(SPEEDS) - 1)
        self._show_place()

    # Playing

    async def _play(self) -> None:
        while self._at < self._replay.last:
            self._at += 1
            self._tell()
            await self._tell_scenes()
            self._show_picture()
            await asyncio.sleep(PAUSE_S / SPEEDS[self._speed])
        self._playing = None
        self._show_place()

    async def _tell_scenes(self) -> None:
        before = self._replay.positions[self._at - 1]
        skin = self._replay.skin(before.state)
        show, now_s = Show(self._replay.scenes(self._at), 0.0), 0.0
        while (view := show.view(now_s)) is not None:
            self._glass.show(draw(view, skin).image)
            speed = SPEEDS[self._speed]
            next_s = show.next_change_s(now_s, FRAME_S * speed)
            await asyncio.sleep((next_s - now_s) / speed)
            now_s = next_s

    # What is shown

    def _show(self) -> None:
        self._show_picture()
        self._tell()

    def _show_picture(self) -> None:
        position = self.position
        self._glass.show(draw(position.view, self._replay.skin(position.state)).image)

    def _tell(self) -> None:
        lines: list[str] = []
        for position in reversed(self._replay.positions[: self._at + 1]):
            if len(lines) >= Chronicle.KEPT:
                break
            lines[:0] = position.lines
        self._chronicle.show(lines, len(self.position.lines))
        self._show_place()

    def _show_place(self) -> None:
        position = self.position
        whose = "over" if position.state.over else position.captain
        self._where.update(
            f"decision\n{position.number} of {self._replay.last}\nround {position.round}\n{whose}"
        )
        self._pace.update(
            f"{'▶ playing' if self.playing else '‖ paused'}\nspeed {SPEEDS[self._speed]:g}"
        )
