"""Random presses on the whole box, in simulated time: nothing may break, whatever hands do.

    python -m tests.fuzz.presses --presses 1000000 --seed 1

The presses come in chapters, each on a box of its own and from a seed of its own, so that a failure
deep in a long run is found again in a second: its message names seed and chapter.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from typing import Any

from kingsgold.app import present
from kingsgold.app import ui as u
from kingsgold.app.draft import CREW, house_rules
from kingsgold.app.helm import lit
from kingsgold.app.keeper import NoKeeper
from kingsgold.box.parts import Button
from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Event, Hand, Setup, replay
from kingsgold.screens import draw
from kingsgold.table.table import Table
from kingsgold.virtual.box import VirtualBox
from kingsgold.virtual.simtime import SimLoop

PRESSES_A_CHAPTER = 1000
LOOKS_AT_THE_GLASS_EVERY = 40
RESTS_EVERY = 250
ALL_IS_TOLD_S = 60.0
"""No show of one decision is longer than this."""


class SeededSource:
    """Dice that fall the same way from the same seed."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        return "".join(self._rng.choice(faces) for faces in hand)


class Chapter:
    """One box and the hands on it."""

    def __init__(self, seed: int, number: int) -> None:
        self.presses = 0
        self.matches = 0
        self.events: list[Event] = []
        self._rng = random.Random(f"{seed}/{number}")
        self._loop = SimLoop()
        self._down: set[Button] = set()
        self._match_begins = 0
        self._table: Table | None = None
        self._open_box()

    def _open_box(self) -> None:
        self._box = VirtualBox(self._loop, keeper=NoKeeper(SeededSource(self._rng)))
        self._pass(0)
        self._box.console.listen(self._on_decision)
        self._down.clear()

    def _on_decision(self, before: Any, after: Any, events: Sequence[Event]) -> None:
        table = self._box.console.table
        if table is not self._table:
            self._close_match()
            self._table = table
            self.matches += 1
        self.events += events

    def run(self, presses: int) -> None:
        """Press on, and look at everything after each press."""
        try:
            while self.presses < presses:
                self._do_something()
                if self._box.console.off:
                    self._box.close()
                    self._open_box()
                self._check()
            self._close_match()
        finally:
            self._box.close()
            self._loop.advance()
            self._loop.close()

    # Hands

    def _do_something(self) -> None:
        rng = self._rng
        if rng.random() < self._match_is_due:
            self._loop.run_until_complete(self._box.console.begin(random_setup(rng)))
        button = rng.choice(list(Button))
        match rng.choices(("tap", "switch", "hold", "wait"), (80, 14, 3, 3))[0]:
            case "tap":
                self._tap(button, rng.choice((0.03, 0.06, 0.1)))
            case "switch":
                self._switch(button, button not in self._down)
            case "hold":
                self._tap(button, rng.choice((0.3, 0.5, 1.4, 1.5, 2.0)))
            case _:
                self._pass(rng.choice((0.01, 0.1, 0.4, 1.5)))

    @property
    def _match_is_due(self) -> float:
        return 0.03 if self._box.console.table is None else 0.001

    def _tap(self, button: Button, seconds: float) -> None:
        if button not in self._down:
            self._switch(button, True)
            self._pass(seconds)
        self._switch(button, False)

    def _switch(self, button: Button, down: bool) -> None:
        if down:
            self.presses += 1
            self._down.add(button)
            self._box.parts.press(button)
        else:
            self._down.discard(button)
            self._box.parts.release(button)
        self._pass(self._rng.choice((0.0, 0.005, 0.02, 0.03)))

    def _pass(self, seconds: float) -> None:
        self._loop.advance(seconds)
        self._box.console.check()

    # What must hold

    def _check(self) -> None:
        box = self._box.console
        _, lamps = self._box.parts.lamp_changes[-1]
        assert lamps == lit(box.ui, box.prompt), "the lamps are not the helm's"
        if box.table is None:
            assert not isinstance(box.ui, (u.InMatch, u.Paused, u.LedgerOpen, u.Ending))
        else:
            assert isinstance(box.ui, u.Ending) == box.table.state.over
            check_state(box.table.state)
        if self.presses % LOOKS_AT_THE_GLASS_EVERY == 0:
            self._check_glass()
        if self.presses % RESTS_EVERY == 0:
            self._check_rest()

    def _check_glass(self) -> None:
        box = self._box.console
        self._loop.advance()
        assert box.stage.view is not None
        shown = self._box.parts.picture().tobytes()
        assert shown == draw(box.stage.view).image.tobytes(), f"not on the glass: {box.stage.view}"

    def _check_rest(self) -> None:
        """With hands off, and after everything has been told, the screen shows what is asked."""
        box = self._box.console
        for button in tuple(self._down):
            self._switch(button, False)
        clocked = box.table is not None and box.table.clock.running
        if clocked:
            return
        self._pass(ALL_IS_TOLD_S)
        asked = present.view(box.ui, box.table, None) if box.table else present.menu(box.ui)
        assert box.stage.view == asked, f"shown: {box.stage.view}, asked: {asked}"
        self._check_glass()

    def _close_match(self) -> None:
        """The match that is over, left or replaced is the list of its events."""
        table, told = self._table, self.events[self._match_begins :]
        self._table, self._match_begins = None, len(self.events)
        if table is not None:
            assert told == table.events, "a listener was told something else"
            assert replay(table.game, table.setup, table.events) == table.state


def check_state(state: Any) -> None:
    """What holds in every state of either game."""
    assert 0 <= state.captain < len(state.setup.captains)
    if isinstance(state, kings_gold.State):
        _check_kings_gold(state)
    else:
        _check_voyages(state)


def _check_kings_gold(state: kings_gold.State) -> None:
    rules, chests = state.setup.rules, state.chests
    coins = state.treasury.coins + state.island + sum(chest.coins for chest in chests)
    doubloons = state.treasury.doubloons + sum(chest.doubloons for chest in chests)
    assert (coins, doubloons) == (rules.treasury_coins, rules.treasury_doubloons), "gold leaks"
    assert min(state.island, state.treasury.coins, state.treasury.doubloons) >= 0
    assert all(min(chest.coins, chest.doubloons, chest.shields) >= 0 for chest in chests)
    assert 0 <= state.rolls_left <= 3
    if state.over:
        assert any(standing.winner for standing in kings_gold.standings(state))
        return
    assert state.captain not in state.out, "a captain who is out has the dice"
    if state.dice is None:
        assert not any(state.locked)
    else:
        locked = zip(state.dice, state.locked, strict=True)
        assert all(held for face, held in locked if face == "X"), "a Skull is loose"
    if state.phase == "locking":
        assert state.rolls_left > 0
        assert kings_gold.outcome_of(state.dice or "") == "payout"


def _check_voyages(state: voyages.State) -> None:
    hoards = zip(state.hoards, state.capsized, strict=True)
    assert all(hoard >= 0 and hoard % 5 == 0 and not (hoard and sunk) for hoard, sunk in hoards)
    assert state.tally >= 0
    if state.over:
        assert any(standing.winner for standing in voyages.standings(state))
        return
    assert not state.capsized[state.captain], "a captain who capsized sails on"
    assert 1 <= state.in_hand.white + state.in_hand.black <= 5
    if state.toss is not None:
        assert len(state.toss) == state.in_hand.white + state.in_hand.black


def random_setup(rng: random.Random) -> Setup:
    """A match with a random crew and random house rules, among them clocks and short banks."""
    captains = CREW[: rng.randint(2, 6)]
    starter = rng.choice((None, rng.randrange(len(captains))))
    if rng.random() < 0.5:
        rules = random_rules(rng, "voyages", "campaign")
        return voyages.Setup(captains=captains, starter=starter, rules=voyages.Rules(**rules))
    mode = rng.choice(("campaign", "blitz"))
    return kings_gold.Setup(
        captains=captains,
        starter=starter,
        mode=mode,
        rules=kings_gold.Rules(**random_rules(rng, "kings-gold", mode)),
    )


def random_rules(rng: random.Random, game: str, mode: str) -> dict[str, Any]:
    """Half of the house rules changed, to anything that the box offers, or to something rarer."""
    rules = {
        rule.key: rng.choice(rule.choices) for rule in house_rules(game, mode) if rng.random() < 0.5
    }
    if game == "kings-gold" and rng.random() < 0.5:
        rules["treasury_coins"] = rng.randint(1, 30)
    if game == "voyages" and rng.random() < 0.5:
        rules["target"] = rng.choice((1, 30, 60, 100))
    if rng.random() < 0.3:
        rules["turn_seconds"] = rng.randint(1, 10)
    if rng.random() < 0.2:
        rules["navy_rounds"] = rng.randint(1, 3)
    return rules


def play(seed: int, presses: int, chapter: int = 0) -> tuple[int, int]:
    """At least so many presses from `seed`, from a chapter on; presses and matches begun."""
    done = matches = 0
    while done < presses:
        box = Chapter(seed, chapter)
        try:
            box.run(min(PRESSES_A_CHAPTER, presses - done))
        except BaseException as error:
            error.add_note(
                f"press {box.presses} of: "
                f"python -m tests.fuzz.presses --seed {seed} --chapter {chapter} "
                f"--presses {PRESSES_A_CHAPTER}"
            )
            raise
        done += box.presses
        matches += box.matches
        chapter += 1
    return done, matches


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    parser.add_argument("--chapter", type=int, default=0, help="begin with this chapter")
    asked = parser.parse_args()
    sys.stdout.write(f"seed {asked.seed}\n")
    begun_s = time.process_time()
    presses, matches = play(asked.seed, asked.presses, asked.chapter)
    seconds = time.process_time() - begun_s
    sys.stdout.write(
        f"{presses} presses, {matches} matches, {seconds:.0f} s of one core, "
        f"{presses / seconds:.0f} a second\n"
    )


if __name__ == "__main__":
    main()
