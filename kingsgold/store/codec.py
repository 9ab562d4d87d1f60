"""Matches as JSON: set-ups, decisions with the actions and events of their game, bookmarks."""

from collections.abc import Callable
from typing import Annotated

import msgspec

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Game, Setup
from kingsgold.table.journal import Bookmark, Decision, Toss

AnySetup = kings_gold.Setup | voyages.Setup


class _Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: int
    tosses: tuple[Toss, ...]
    left_s: Annotated[float, msgspec.Meta(ge=0, le=kings_gold.LONGEST_TURN_S)]


class _KingsGoldDecision(_Decision, frozen=True, kw_only=True, forbid_unknown_fields=True):
    actions: tuple[kings_gold.Action, ...]
    events: tuple[kings_gold.Event, ...]


class _VoyagesDecision(_Decision, frozen=True, kw_only=True, forbid_unknown_fields=True):
    actions: tuple[voyages.Action, ...]
    events: tuple[voyages.Event, ...]


class _Bookmark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    decisions: int
    tosses: int


class _KingsGoldBookmark(_Bookmark, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: kings_gold.State


class _VoyagesBookmark(_Bookmark, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: voyages.State


def game_name(setup: Setup) -> str:
    """The name of the game that `setup` is for."""
    return str(setup.__struct_config__.tag)


def game_of(setup: Setup) -> Game:
    """The rules that `setup` is for."""
    return voyages if isinstance(setup, voyages.Setup) else kings_gold


def mode_of(setup: Setup) -> str | None:
    """The game's mode, of a game that has modes."""
    return setup.mode if isinstance(setup, kings_gold.Setup) else None


def encode(value: object) -> bytes:
    """`value` as JSON in one line."""
    return msgspec.json.encode(value)


def decode_setup(text: bytes) -> AnySetup:
    """The set-up that was encoded; raises ValueError when it is none."""
    return msgspec.json.decode(text, type=AnySetup)


def decision_decoder(setup: Setup) -> Callable[[bytes], Decision]:
    """A function from bytes to decisions of a match of `setup`; it raises ValueError."""
    kind = _VoyagesDecision if isinstance(setup, voyages.Setup) else _KingsGoldDecision
    decoder: msgspec.json.Decoder[_KingsGoldDecision | _VoyagesDecision] = msgspec.json.Decoder(
        kind
    )

    def decode(text: bytes) -> Decision:
        read = decoder.decode(text)
        return Decision(
            number=read.number,
            actions=read.actions,
            tosses=read.tosses,
            events=read.events,
            left_s=read.left_s,
        )

    return decode


def decode_bookmark(text: bytes, setup: Setup) -> Bookmark:
    """The bookmark that was encoded, in a match of `setup`; raises ValueError when it is none."""
    kind = _VoyagesBookmark if isinstance(setup, voyages.Setup) else _KingsGoldBookmark
    read = msgspec.json.decode(text, type=kind)
    if read.state.setup != setup:
        raise ValueError("the bookmark is of another match")
    return Bookmark(decisions=read.decisions, tosses=read.tosses, state=read.state)
