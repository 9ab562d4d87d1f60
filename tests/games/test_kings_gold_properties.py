import random
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kingsgold.games import kings_gold as kg
from kingsgold.games.protocol import IllegalAction, replay
from tests.games.kings_gold_table import FairDice, RiggedDice

ALL_ACTIONS: list[kg.Action] = [
    kg.Throw(),
    kg.Stop(),
    kg.TimeUp(),
    *(action(die) for action in (kg.Lock, kg.Unlock) for die in range(-1, 6)),
    *(action(rival) for action in (kg.Fire, kg.FireRest) for rival in range(-1, 7)),
]

matches = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def setups(draw: st.DrawFn) -> kg.Setup:
    captains = draw(st.integers(2, 6))
    small = st.integers(0, 6)
    rules = kg.Rules(
        turn_seconds=draw(st.sampled_from([None, 5])),
        navy_rounds=draw(st.integers(0, 8)),
        elimination=draw(st.booleans()),
        treasury_coins=draw(st.integers(1, 60)),
        treasury_doubloons=draw(st.integers(0, 20)),
        coin_value=draw(small),
        doubloon_value=draw(small),
        curse_penalty=draw(small),
        broadside_steal=draw(st.integers(0, 12)),
        locks=draw(st.sampled_from(["free", "final"])),
        crest_conversion=draw(st.sampled_from(["one", "all"])),
        crests_per_shield=draw(st.integers(0, 3)),
    )
    return kg.Setup(
        captains=tuple("ABCDEF"[:captains]),
        starter=draw(st.none() | st.integers(0, captains - 1)),
        mode=draw(st.sampled_from(["campaign", "blitz"])),
        rules=rules,
    )


def random_match(
    setup: kg.Setup, rng: random.Random
) -> Iterator[tuple[kg.State, list[kg.Event], kg.State]]:
    """Every decision of a match of random actions: before, the events, after."""
    dice = FairDice(rng)
    state = kg.start(setup)
    while not state.over:
        before = state
        events = kg.decide(state, rng.choice(kg.legal_actions(state)), dice)
        for event in events:
            state = kg.evolve(state, event)
        yield before, events, state


seeds = st.integers(0, 2**32).map(random.Random)


@matches
@given(setups(), seeds)
def test_gold_is_never_made_or_lost(setup: kg.Setup, rng: random.Random) -> None:
    for before, events, _ in random_match(setup, rng):
        state = before
        for event in events:
            state = kg.evolve(state, event)
            coins = state.treasury.coins + state.island + sum(c.coins for c in state.chests)
            doubloons = state.treasury.doubloons + sum(c.doubloons for c in state.chests)
            assert coins == setup.rules.treasury_coins
            assert doubloons == setup.rules.treasury_doubloons
            assert min(state.treasury.coins, state.treasury.doubloons, state.island) >= 0
            assert all(min(c.coins, c.doubloons, c.shields) >= 0 for c in state.chests)


@matches
@given(setups(), seeds)
def test_a_match_read_back_and_replayed_is_the_same_byte_for_byte(
    setup: kg.Setup, rng: random.Random
) -> None:
    played = kg.start(setup)
    events: list[kg.Event] = []
    for _, happened, played in random_match(setup, rng):  # noqa: B007
        events += happened
    read_setup = msgspec.json.decode(msgspec.json.encode(setup), type=kg.Setup)
    read_events = msgspec.json.decode(msgspec.json.encode(events), type=list[kg.Event])
    written = msgspec.json.encode(played)
    assert msgspec.json.encode(replay(kg, read_setup, read_events)) == written
    assert msgspec.json.decode(written, type=kg.State) == played


@matches
@given(setups(), seeds)
def test_what_is_legal_works_and_what_is_not_raises_without_a_toss(
    setup: kg.Setup, rng: random.Random
) -> None:
    for before, _, after in random_match(setup, rng):
        legal = kg.legal_actions(before)
        assert len(legal) == len(set(legal))
        if rng.random() < 0.2 or after.over:
            written = msgspec.json.encode(before)
            for action in ALL_ACTIONS:
                if action in legal:
                    assert kg.decide(before, action, FairDice(rng))
                else:
                    with pytest.raises(IllegalAction, match=r"\w"):
                        kg.decide(before, action, RiggedDice())
            assert msgspec.json.encode(before) == written
        if after.over:
            assert kg.legal_actions(after) == []
            assert kg.prompt(after) == kg.MatchOver()


@matches
@given(setups(), seeds)
def test_the_prompt_asks_the_captain_whose_turn_it_is_and_who_is_in_play(
    setup: kg.Setup, rng: random.Random
) -> None:
    for before, events, after in random_match(setup, rng):
        assert kg.prompt(before).captain == before.captain
        assert before.captain not in before.out
        began = [event for event in events if isinstance(event, kg.TurnBegan)]
        assert after.turn == before.turn + len(began)
        assert len([event for event in events if isinstance(event, kg.Thrown)]) <= 1
        assert kg.view(after, None) == kg.view(after, 0) == after


@matches
@given(setups(), seeds)
def test_captains_in_play_have_had_equally_many_turns_at_the_end(
    setup: kg.Setup, rng: random.Random
) -> None:
    *_, (_, _, state) = random_match(setup, rng)
    turns = [record.turns for record in state.records]
    in_play = {turns[captain] for captain in range(len(turns)) if captain not in state.out}
    if state.end == "elimination":
        assert len(state.out) == len(turns) - 1
    else:
        assert in_play == {state.round}
    if state.end == "navy":
        assert state.round == setup.rules.navy_rounds
    if state.end == "treasury":
        assert state.final_round
    assert sum(turns) == state.turn


@matches
@given(setups(), seeds)
def test_the_books_agree_with_the_chests(setup: kg.Setup, rng: random.Random) -> None:
    for before, events, after in random_match(setup, rng):
        if before.phase == "locking" and isinstance(events[0], kg.Stopped):
            prospect = kg.would_resolve(before)
            assert prospect is not None
            resolved = [event for event in events if isinstance(event, kg.TurnResolved)]
            assert all(event.outcome == prospect.outcome for event in resolved)
        assert sum(r.stolen_coins for r in after.records) == sum(
            r.lost_coins for r in after.records
        )
        for captain, record in enumerate(after.records):
            assert (record.largest_heist_turn == 0) == (record.largest_heist == 0)
            assert after.largest_heist >= record.largest_heist or captain in after.out


@matches
@given(setups(), seeds)
def test_standings_and_ledger_hold_together(setup: kg.Setup, rng: random.Random) -> None:
    *_, (before, _, state) = random_match(setup, rng)
    accounts = kg.standings(state)
    for account in accounts:
        lines = account.coins + account.doubloons + account.shields + account.master_pirate
        assert account.score == lines
        assert not (account.winner and account.captain in state.out)
    assert sorted(account.captain for account in accounts) == list(range(len(state.chests)))
    in_play = [account for account in accounts if account.captain not in state.out]
    assert accounts[: len(in_play)] == in_play
    assert [a.score for a in in_play] == sorted((a.score for a in in_play), reverse=True)
    winners = [account for account in accounts if account.winner]
    assert winners
    assert {account.score for account in winners} == {in_play[0].score}
    assert not any(account.winner or account.badges for account in kg.standings(before))

    lines = kg.ledger(state)
    high = [line for line in lines if line.threat == "high"]
    assert high
    assert {line.points for line in high} == {
        max(line.points for line in lines if line.captain not in state.out)
    }


def test_campaigns_of_random_actions_come_to_an_end() -> None:
    for seed in range(25):
        rng = random.Random(seed)
        captains = 2 + seed % 5
        setup = kg.Setup(captains=tuple("ABCDEF"[:captains]))
        *_, (_, _, state) = random_match(setup, rng)
        assert state.end == "treasury"
        assert state.round < 200
