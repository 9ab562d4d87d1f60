"""What is on the screen: shows that pass, and behind them what the match or menu looks like now."""

import asyncio
from collections.abc import Callable, Sequence

from kingsgold.app.show import Scene, Show
from kingsgold.box.parts import Screen
from kingsgold.screens import BONE, Picture, Skin, draw
from kingsgold.screens.views import View

FRAME_S = 1 / 15
"""Seconds between the pictures of an animation; a whole frame takes 23 ms on a 400 kHz bus."""


class Stage:
    """Keeps the screen up to date, and draws only when something can have changed.

    `now` says what to show where no show is on, and in which dice; `changes_in_s` after how many
    seconds that changes by itself (None: it does not). `on_draw` is called after each look.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        screen: Screen,
        *,
        now: Callable[[], View],
        skin: Callable[[], Skin],
        changes_in_s: Callable[[], float | None],
        on_draw: Callable[[], None],
    ) -> None:
        self.view: View | None = None
        """What the screen was asked for last."""
        self.picture: Picture | None = None
        """The picture of it."""
        self._loop = loop
        self._screen = screen
        self._now = now
        self._skin = skin
        self._changes_in_s = changes_in_s
        self._on_draw = on_draw
        self._show: Show | None = None
        self._show_skin = BONE
        self._shown: tuple[View, Skin] | None = None
        self._redraw: asyncio.Handle | None = None

    def play(self, scenes: Sequence[Scene], skin: Skin = BONE) -> None:
        """Begin a show with dice in `skin` in place of the one that is on; no scenes, no show."""
        self._show = Show(scenes, self._loop.time()) if scenes else None
        self._show_skin = skin

    def end_show(self) -> None:
        """End the show that is on."""
        self._show = None

    def refresh(self) -> None:
        """Look again, once all that is due now has been done."""
        self._again(None)

    def close(self, last: View) -> None:
        """Show `last` and nothing after it."""
        if self._redraw is not None:
            self._redraw.cancel()
        self._screen.show(draw(last).image)

    def _again(self, in_s: float | None) -> None:
        if self._redraw is not None:
            self._redraw.cancel()
        if in_s is None:
            self._redraw = self._loop.call_soon(self._draw)
        else:
            self._redraw = self._loop.call_later(in_s, self._draw)

    def _draw(self) -> None:
        self._redraw = None
        wanted = self._wanted()
        if wanted != self._shown:
            self._shown = wanted
            self.view = wanted[0]
            self.picture = draw(*wanted)
            self._screen.show(self.picture.image)
        self._on_draw()
        if (in_s := self._next_in_s()) is not None:
            self._again(in_s)

    def _wanted(self) -> tuple[View, Skin]:
        view = self._show.view(self._loop.time()) if self._show is not None else None
        if view is not None:
            return view, self._show_skin
        self._show = None
        return self._now(), self._skin()

    def _next_in_s(self) -> float | None:
        if self._show is None:
            return self._changes_in_s()
        now_s = self._loop.time()
        return self._show.next_change_s(now_s, FRAME_S) - now_s
