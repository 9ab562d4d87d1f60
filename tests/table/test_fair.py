"""Fair dice: the tosses against a second implementation, and forged matches."""

import hashlib
import hmac
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from kingsgold.games import kings_gold, voyages
from kingsgold.games.kings_gold import DIE
from kingsgold.games.protocol import Hand, Setup
from kingsgold.games.voyages import BLACK_BONE, WHITE_BONE
from kingsgold.table.fair import FairSource, commitment, draw_seed, find_flaw
from kingsgold.table.journal import Decision, Toss

SEED = bytes(range(32))
SETUPS: list[Setup] = [
    kings_gold.Setup(captains=("Anne", "Jack"), rules=kings_gold.Rules(navy_rounds=2)),
    voyages.Setup(captains=("Anne", "Jack"), rules=voyages.Rules(target=50)),
]


def second_opinion(seed: bytes, match_id: str, k: int, shake: int, hand: Hand) -> str:
    """Toss `k`, written after the rules page, with HMAC built of SHA-256 by hand (RFC 2104)."""
    key = seed.ljust(64, b"\0")
    inner, outer = bytes(b ^ 0x36 for b in key), bytes(b ^ 0x5C for b in key)
    block, left, thrown = 0, [], ""
    for die in hand:
        face = None
        while face is None:
            if not left:
                text = f"{match_id}/{k}/{shake}/{block}".encode()
                within = hashlib.sha256(inner + text).digest()
                left = list(hashlib.sha256(outer + within).digest())
                block += 1
            number = left.pop(0)
            if number < 256 - 256 % len(die):
                face = die[number % len(die)]
        thrown += face
    return thrown


MANY_FACES = "".join(map(chr, range(200)))
DICE = st.sampled_from([DIE, WHITE_BONE, BLACK_BONE, "ab", "x", "0123456", MANY_FACES])


@given(
    st.binary(min_size=32, max_size=32),
    st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=1, max_size=10),
    st.integers(0, 5000),
    st.integers(0, 100_000),
    st.lists(DICE, max_size=60).map(tuple),
)
@example(SEED, "match", 0, 0, (DIE,) * 60)
def test_a_toss_is_what_the_rules_page_says(
    seed: bytes, match_id: str, k: int, shake: int, hand: Hand
) -> None:
    expected = second_opinion(seed, match_id, k, shake, hand)
    assert FairSource(seed, match_id).toss(k, shake, hand) == expected


def test_the_tosses_stay_what_they_have_always_been() -> None:
    source = FairSource(SEED, "7f3k9m2q1x")
    digest = hmac.new(SEED, b"7f3k9m2q1x/12/41/0", "sha256").digest()
    faces = "".join(DIE[byte % 6] for byte in islice((b for b in digest if b < 252), 5))
    assert source.toss(12, 41, (DIE,) * 5) == faces == "ONORX"
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


# Forged matches


class Dice:
    def __init__(self, source: FairSource, k: int, shake: int) -> None:
        self.source, self.k, self.shake = source, k, shake
        self.thrown: list[Toss] = []

    def toss(self, hand: Hand) -> str:
        faces = self.source.toss(self.k, self.shake, hand)
        self.thrown.append(Toss(k=self.k, shake=self.shake, hand=hand, faces=faces))
        self.k += 1
        return faces


def fair_match(setup: Setup, chance: Random) -> list[Decision]:
    game: Any = kings_gold if isinstance(setup, kings_gold.Setup) else voyages
    source = FairSource(SEED, "match")
    state = game.start(setup)
    decisions: list[Decision] = []
    tosses = 0
    while not state.over:
        action = chance.choice(
            [a for a in game.legal_actions(state) if not isinstance(a, kings_gold.Unlock)]
        )
        dice = Dice(source, tosses, chance.randrange(1, 1000))
        events = game.decide(state, action, dice)
        for event in events:
            state = game.evolve(state, event)
        tosses = dice.k
        decisions.append(
            Decision(
                number=len(decisions),
                actions=(action,),
                tosses=tuple(dice.thrown),
                events=tuple(events),
                left_s=0.0,
            )
        )
    return decisions


def flaw_in(setup: Setup, decisions: list[Decision], seed: bytes = SEED) -> Any:
    game: Any = kings_gold if isinstance(setup, kings_gold.Setup) else voyages
    return find_flaw(game, setup, "match", commitment(SEED), seed, decisions)


def with_toss(decisions: list[Decision], place: int, **changes: Any) -> list[Decision]:
    decision = decisions[place]
    toss = replace(decision.tosses[0], **changes)
    changed = replace(decision, tosses=(toss, *decision.tosses[1:]))
    return [*decisions[:place], changed, *decisions[place + 1 :]]


@pytest.fixture(scope="module", params=SETUPS, ids=["kings-gold", "voyages"])
def match(request: pytest.FixtureRequest) -> tuple[Setup, list[Decision]]:
    return request.param, fair_match(request.param, Random(7))


Played = tuple[Setup, list[Decision]]


def throwing(decisions: list[Decision]) -> list[int]:
    return [place for place, decision in enumerate(decisions) if decision.tosses]


def test_a_match_by_the_seed_is_fair(match: Played) -> None:
    setup, decisions = match
    assert flaw_in(setup, decisions) is None


@given(data=st.data())
def test_a_single_flipped_face_is_found(match: Played, data: st.DataObject) -> None:
    setup, decisions = match
    place = data.draw(st.sampled_from(throwing(decisions)))
    toss = decisions[place].tosses[0]
    die = data.draw(st.integers(0, len(toss.hand) - 1))
    other = data.draw(st.sampled_from([f for f in toss.hand[die] if f != toss.faces[die]]))
    faces = toss.faces[:die] + other + toss.faces[die + 1 :]
    flaw = flaw_in(setup, with_toss(decisions, place, faces=faces))
    assert flaw.decision == place
    assert flaw.text == f"toss {toss.k} shows {faces}, and the seed gives {toss.faces}"


@given(data=st.data())
def test_a_changed_shake_is_found(match: Played, data: st.DataObject) -> None:
    """If it gave other faces; a shake that gives the same ones has changed nothing."""
    setup, decisions = match
    place = data.draw(st.sampled_from(throwing(decisions)))
    toss = decisions[place].tosses[0]
    shake = data.draw(st.integers(0, 2000))
    same = FairSource(SEED, "match").toss(toss.k, shake, toss.hand) == toss.faces
    flaw = flaw_in(setup, with_toss(decisions, place, shake=shake))
    assert (flaw is None) == same
    assert same or flaw.decision == place


@given(data=st.data())
def test_reordered_tosses_are_found(match: Played, data: st.DataObject) -> None:
    setup, decisions = match
    one, other = sorted(
        data.draw(
            st.lists(st.sampled_from(throwing(decisions)), min_size=2, max_size=2, unique=True)
        )
    )
    swapped = with_toss(decisions, one, **_facts(decisions[other].tosses[0]))
    swapped = with_toss(swapped, other, **_facts(decisions[one].tosses[0]))
    flaw = flaw_in(setup, swapped)
    assert flaw.decision == one
    assert f"toss {decisions[one].tosses[0].k} is missing" in flaw.text


def _facts(toss: Toss) -> dict[str, Any]:
    return {name: getattr(toss, name) for name in toss.__struct_fields__}


def test_another_seed_is_found(match: Played) -> None:
    setup, decisions = match
    flaw = flaw_in(setup, decisions, seed=draw_seed())
    assert flaw.decision is None
    assert "seed" in flaw.text


@given(data=st.data())
def test_an_event_that_the_tosses_did_not_lead_to_is_found(
    match: Played, data: st.DataObject
) -> None:
    setup, decisions = match
    place = data.draw(st.integers(0, len(decisions) - 1))
    events = decisions[place].events
    event = data.draw(st.integers(0, len(events) - 1))
    changed = replace(decisions[place], events=(*events[:event], *events[event + 1 :]))
    flaw = flaw_in(setup, [*decisions[:place], changed, *decisions[place + 1 :]])
    assert flaw.decision == place
    assert "did not lead to" in flaw.text


@given(data=st.data())
def test_a_missing_decision_is_found(match: Played, data: st.DataObject) -> None:
    setup, decisions = match
    place = data.draw(st.integers(0, len(decisions) - 2))
    flaw = flaw_in(setup, decisions[:place] + decisions[place + 1 :])
    assert flaw.text == f"decision {place} is missing, decision {place + 1} follows"


def test_a_toss_that_nobody_threw_is_found(match: Played) -> None:
    setup, decisions = match
    place = throwing(decisions)[-1]
    tosses = decisions[place].tosses
    k = tosses[-1].k + 1
    more = Toss(k=k, shake=0, hand=("ab",), faces=FairSource(SEED, "match").toss(k, 0, ("ab",)))
    changed = replace(decisions[place], tosses=(*tosses, more))
    flaw = flaw_in(setup, [*decisions[:place], changed, *decisions[place + 1 :]])
    assert flaw.text == f"toss {k} was not called for"


def test_other_dice_than_those_in_hand_are_found(match: Played) -> None:
    setup, decisions = match
    place = throwing(decisions)[0]
    toss = decisions[place].tosses[0]
    hand = ("ab", *toss.hand[1:])
    faces = FairSource(SEED, "match").toss(toss.k, toss.shake, hand)
    flaw = flaw_in(setup, with_toss(decisions, place, hand=hand, faces=faces))
    assert "other dice" in flaw.text


def test_a_die_without_faces_is_found(match: Played) -> None:
    setup, decisions = match
    flaw = flaw_in(setup, with_toss(decisions, throwing(decisions)[0], hand=("",), faces=""))
    assert "without faces" in flaw.text


def test_a_missing_toss_is_found(match: Played) -> None:
    setup, decisions = match
    place = throwing(decisions)[-1]
    changed = replace(decisions[place], tosses=())
    flaw = flaw_in(setup, [*decisions[:place], changed, *decisions[place + 1 :]])
    assert "a toss is missing" in flaw.text


def test_a_shake_of_the_box_is_found() -> None:
    setup = voyages.Setup(captains=("Anne", "Jack"))
    source = FairSource(SEED, "match")
    state: Any = voyages.start(setup)
    events: list[Any] = []
    tosses: list[Toss] = []
    actions: list[Any] = []
    while len(tosses) < 2:  # until the second of two actions of one decision throws
        action = voyages.legal_actions(state)[0]
        dice = Dice(source, len(tosses), 5)
        for event in voyages.decide(state, action, dice):
            state = voyages.evolve(state, event)
            events.append(event)
        tosses += dice.thrown
        actions.append(action)
    decision = Decision(
        number=0, actions=tuple(actions), tosses=tuple(tosses), events=tuple(events), left_s=0.0
    )
    assert "nobody shook toss 1" in flaw_in(setup, [decision]).text
