"""What a game is to the rest of the box: a frozen state, prompts, actions, and events.

A game decides and evolves. `decide` is the only place where rules and dice act; it answers with the
events that happened. `evolve` folds one event into the state and can neither refuse nor roll. A
match is therefore its set-up and its list of events, and replaying them gives the same state.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

Hand = tuple[str, ...]
"""The dice of one toss, in order: each die is the string of its faces, all equally likely."""


class IllegalAction(ValueError):  # noqa: N818 - the word of the design
    """An action that the prompt does not allow; the message is the reason, for people."""


class Dice(Protocol):
    """Where tosses come from: chance in play, a list in tests."""

    def toss(self, hand: Hand) -> str:
        """Throw the dice in `hand` and return one face for each, in the order of the hand.

        It raises what its source raises when there is no fitting toss; nothing has happened then.
        """
        ...


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a match starts from. Each game adds its rules, and refuses bad ones on construction."""

    captains: tuple[str, ...]
    starter: int | None = None

    @property
    def turn_seconds(self) -> int:
        """Seconds of the turn's clock; 0 when there is none."""
        return 0

    @property
    def fast_roll(self) -> bool:
        """Whether the box throws the first roll of each turn, and skips animations."""
        return False


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A position in a match, complete: no decision needs anything that is not in it."""


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Something that happened. Events are facts, so they carry outcomes, never intentions."""


class Action(msgspec.Struct, frozen=True, tag=True):
    """Something that a captain (or the turn clock) wants to happen."""


class Prompt(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Whose decision it is, and between what. `captain` is None when nothing is asked any more."""

    captain: int | None


class Game(Protocol):
    """One game. Each game is a module of these functions; the table plays any of them.

    `Throw` is the action that throws the dice which `prompt` is about.
    """

    @property
    def Throw(self) -> type[Action]:  # noqa: D102, N802 - told above; it is a class
        ...

    def start(self, setup: Any) -> Any:
        """The state before the first decision."""
        ...

    def prompt(self, state: Any) -> Prompt:
        """Whose decision it is and what is legal."""
        ...

    def legal_actions(self, state: Any) -> Sequence[Action]:
        """Every action that `decide` accepts in this state; empty when the match is over."""
        ...

    def decide(self, state: Any, action: Any, dice: Dice) -> list[Any]:
        """What happens when `action` is taken. At most one toss is thrown.

        Raises `IllegalAction` with the reason, or what `dice` raises.
        """
        ...

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after `event`; total, without rules or chance."""
        ...

    def view(self, state: Any, viewer: int | None) -> Any:
        """The state as one captain (or, with None, everybody) may see it.

        A game without secrets answers with the state itself.
        """
        ...


def replay(game: Game, setup: Setup, events: Sequence[Event]) -> Any:
    """The state that a match has reached after `events`."""
    state = game.start(setup)
    for event in events:
        state = game.evolve(state, event)
    return state


def check_captains(names: Sequence[str], starter: int | None) -> None:
    """Refuse a crew that can't play: 2 to 6 captains with valid, different names (ValueError)."""
    if not 2 <= len(names) <= 6:
        raise ValueError(f"2 to 6 captains play, not {len(names)}")
    for name in names:
        check_name(name)
    if len({name.casefold() for name in names}) < len(names):
        raise ValueError("two captains have the same name")
    if starter is not None and not 0 <= starter < len(names):
        raise ValueError(f"starter is a captain's number, 0 to {len(names) - 1}, not {starter}")


def check_name(name: str) -> None:
    """Refuse a name that does not fit the box (ValueError).

    A name has 1 to 12 characters: letters of Latin-1, digits, space, hyphen, apostrophe; it neither
    starts nor ends with a space.
    """
    if not 1 <= len(name) <= 12:
        raise ValueError(f"a name has 1 to 12 characters, {name!r} has {len(name)}")
    for character in name:
        if not ((character.isalpha() and character <= "ÿ") or character in "0123456789 -'"):
            raise ValueError(
                f"{name!r}: {character!r} can't be in a name "
                "(letters of Latin-1, digits, space, hyphen, apostrophe)"
            )
    if name != name.strip():
        raise ValueError(f"{name!r}: a name neither starts nor ends with a space")
