"""What holds in every match of Voyages, whoever plays it and however the bones fall."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingsgold.games import protocol, voyages
from kingsgold.games.protocol import Hand, IllegalAction
from kingsgold.games.voyages import (
    Action,
    Capsized,
    Event,
    FinalRoundBegan,
    Hoarded,
    MettleProved,
    Rules,
    Setup,
    State,
    TakeAndHoard,
    TakeAndThrow,
    Tallied,
    Throw,
    Thrown,
    TimeUp,
    VoyageBegan,
)

EVENTS = msgspec.json.Decoder(list[Event])
RULES = st.builds(
    Rules,
    target=st.sampled_from([1, 40, 120]),
    mettle=st.sampled_from([0, 35, 100]),
    tie=st.sampled_from(["shared", "sail_off"]),
    guard_gold_fever=st.booleans(),
    navy_rounds=st.sampled_from([0, 0, 1, 4]),
    turn_seconds=st.sampled_from([0, 10]),
)
SETUPS = st.integers(2, 6).flatmap(
    lambda count: st.builds(
        Setup,
        captains=st.just(tuple("ABCDEF"[:count])),
        starter=st.none() | st.integers(0, count - 1),
        rules=RULES,
    )
)
SEEDS = st.integers(0, 2**32)


class Wild:
    """Dice that often show equal faces, so that prizes, voids and capsizing are met; counts."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.tosses = 0

    def toss(self, hand: Hand) -> str:
        self.tosses += 1
        if self._chance.random() < 0.1:
            side = self._chance.randrange(6)
            equals = {"2": "2@", "3": "3#", "4": "4$", "5": "5%", "6": "6^", "1": "1!"}[
                "234561"[side]
            ]
            return "".join(next(face for face in equals if face in die) for die in hand)
        return "".join(self._chance.choice(die) for die in hand)


def play(setup: Setup, seed: int) -> list[tuple[State, Action, list[Event]]]:
    """A whole match of captains who choose at random: each position, its action, and its events."""
    chance = Random(seed)
    dice = Wild(chance)
    state = voyages.start(setup)
    story: list[tuple[State, Action, list[Event]]] = []
    while not state.over:
        action = chance.choice(voyages.legal_actions(state))
        events = voyages.decide(state, action, dice)
        story.append((state, action, events))
        for event in events:
            state = voyages.evolve(state, event)
        assert len(story) < 20_000, "this match does not end"
    return story


def after(state: State, events: list[Event]) -> State:
    for event in events:
        state = voyages.evolve(state, event)
    return state


@settings(max_examples=100)
@given(SETUPS, SEEDS)
def test_replay_equals_play_byte_for_byte(setup: Setup, seed: int) -> None:
    story = play(setup, seed)
    end = after(story[-1][0], story[-1][2])
    wire = msgspec.json.encode([event for _, _, events in story for event in events])
    replayed = protocol.replay(voyages, setup, EVENTS.decode(wire))
    assert replayed == end
    assert msgspec.json.encode(replayed) == msgspec.json.encode(end)
    for state, _, _ in story[:: max(1, len(story) // 20)]:
        encoded = msgspec.json.encode(state)
        assert msgspec.json.encode(msgspec.json.decode(encoded, type=State)) == encoded


@settings(max_examples=20)
@given(SETUPS, SEEDS)
def test_legal_actions_are_exactly_those_that_work(setup: Setup, seed: int) -> None:
    story = play(setup, seed)
    for state, _, _ in story[:: max(1, len(story) // 25)]:
        legal = voyages.legal_actions(state)
        before = msgspec.json.encode(state)
        for action in (
            Throw(),
            *(
                kind(place)
                for kind in (TakeAndThrow, TakeAndHoard, TimeUp)
                for place in range(-1, 6)
            ),
        ):
            dice = Wild(Random(seed))
            if action in legal:
                events = voyages.decide(state, action, dice)
                assert sum(isinstance(event, Thrown) for event in events) == dice.tosses <= 1
                assert events
            else:
                with pytest.raises(IllegalAction):
                    voyages.decide(state, action, dice)
                assert dice.tosses == 0
            assert msgspec.json.encode(state) == before


@settings(max_examples=100)
@given(SETUPS, SEEDS)
def test_hoards_grow_by_what_was_tallied_and_fall_only_by_capsizing(
    setup: Setup, seed: int
) -> None:
    tally = 0
    proved: set[int] = set()
    for state, _, events in play(setup, seed):
        for event in events:
            new = voyages.evolve(state, event)
            changed = [c for c in range(len(new.hoards)) if new.hoards[c] != state.hoards[c]]
            match event:
                case Tallied():
                    tally += event.points
                    assert event.tally == tally
                case MettleProved():
                    proved.add(event.captain)
                case Hoarded():
                    assert event.amount == tally > 0
                    assert changed == [event.captain]
                    assert new.hoards[event.captain] == state.hoards[event.captain] + tally
                    if event.captain not in proved:
                        pytest.fail("hoarded without mettle")
                    if not state.figures[event.captain].best_voyage:
                        assert tally >= setup.rules.mettle
                case Capsized():
                    assert set(changed) <= {event.captain}
                    assert new.hoards[event.captain] == 0
                case VoyageBegan():
                    tally = 0
                    assert not new.capsized[event.captain]
                    assert new.turn == state.turn + 1
                case _:
                    assert changed == []
            state = new


@settings(max_examples=100)
@given(SETUPS, SEEDS)
def test_matches_end_for_the_right_reason(setup: Setup, seed: int) -> None:
    story = play(setup, seed)
    end = after(story[-1][0], story[-1][2])
    best = max(end.hoards[captain] for captain in end.afloat)
    match end.ending:
        case "rum_run":
            assert end.winners == (end.captain,)
        case "last_afloat":
            assert end.winners == end.afloat
            assert len(end.afloat) == 1
        case "final_round" | "navy" | "sail_off":
            assert {c for c in end.afloat if end.hoards[c] == best} == set(end.winners)
            if setup.rules.tie == "sail_off":
                assert len(end.winners) == 1 or end.sail_off_round == 5
        case None:
            pytest.fail("over without an ending")
    if setup.rules.navy_rounds:
        assert end.round <= setup.rules.navy_rounds
    lines = voyages.standings(end)
    assert [line.captain for line in lines if line.winner] == [
        line.captain for line in lines[: len(end.winners)]
    ]
    assert sorted(line.captain for line in lines) == list(range(len(setup.captains)))


@settings(max_examples=100)
@given(SETUPS, SEEDS)
def test_the_final_round_is_one_voyage_for_every_other_captain(setup: Setup, seed: int) -> None:
    events = [event for _, _, events in play(setup, seed) for event in events]
    begun = [place for place, event in enumerate(events) if isinstance(event, FinalRoundBegan)]
    assert len(begun) <= 1
    for place in begun:
        start = events[place]
        assert isinstance(start, FinalRoundBegan)
        state = protocol.replay(voyages, setup, events)
        rest: list[int] = []
        for event in events[place:]:
            if isinstance(event, voyages.SailOffBegan):
                break
            if isinstance(event, VoyageBegan):
                rest.append(event.captain)
        assert rest == list(start.owed)[: len(rest)]
        assert start.captain not in rest
        if state.ending == "final_round":
            assert rest == list(start.owed)
