"""Where tosses come from."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsgold.games.kings_gold import DIE
from kingsgold.games.voyages import BLACK_BONE, WHITE_BONE
from kingsgold.table.dice import ChanceSource, ScriptedSource, TossMisfit, fit

hands = st.lists(st.just(DIE), min_size=1, max_size=5).map(tuple) | st.integers(1, 4).flatmap(
    lambda white: st.sampled_from([(WHITE_BONE,) * white, (WHITE_BONE,) * white + (BLACK_BONE,)])
)


@given(hands, st.integers())
def test_a_toss_fits_in_any_order_of_different_dice(hand: tuple[str, ...], seed: int) -> None:
    rng = random.Random(seed)
    faces = [rng.choice(die) for die in hand]
    if hand[-1] == BLACK_BONE:
        black = faces.pop()
        white = "".join(faces)
        place = rng.randint(0, len(faces))
        assert fit(white[:place] + black + white[place:], hand) == white + black
    else:
        assert fit("".join(faces), hand) == "".join(faces)


@pytest.mark.parametrize(
    ("toss", "hand", "complaint"),
    [
        ("OO", (DIE,) * 3, "3 dice are in hand"),
        ("OO", (DIE,), "1 die is in hand"),
        ("", (DIE,), "0 faces"),
        ("OOZ", (DIE,) * 3, "no face left"),
        ("onr", (DIE,) * 3, "no face left"),
        ("2345", (*(WHITE_BONE,) * 3, BLACK_BONE), "the black bone is missing"),
        ("##", (WHITE_BONE, BLACK_BONE), "no face left"),
        ("44436", (*(WHITE_BONE,) * 4, BLACK_BONE), "the black bone is missing in toss '44436'"),
        ("O", (DIE, DIE), "toss 'O' has 1 face, and 2 dice are in hand"),
        ("2#", (WHITE_BONE, WHITE_BONE), "no face left"),
    ],
)
def test_what_does_not_fit_is_refused(toss: str, hand: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(TossMisfit, match=complaint):
        fit(toss, hand)


class NumberedSource:
    """Tells which toss was asked for."""

    def toss(self, k: int, shake: int, hand: tuple[str, ...]) -> str:
        return f"toss {k}, shake {shake}"


def test_a_script_answers_by_number_and_then_leaves_it_to_another() -> None:
    source = ScriptedSource(["OO", "X"], NumberedSource())
    assert source.toss(1, 0, (DIE,)) == "X"
    assert source.toss(0, 0, (DIE, DIE)) == "OO"
    assert source.toss(0, 0, (DIE, DIE)) == "OO"
    assert source.toss(2, 7, (DIE,)) == "toss 2, shake 7"


def test_a_scripted_toss_that_does_not_fit_is_refused() -> None:
    with pytest.raises(TossMisfit):
        ScriptedSource(["OO"], NumberedSource()).toss(0, 0, (DIE,))


def test_chance_throws_every_face_and_only_faces() -> None:
    tosses = [ChanceSource().toss(k, 0, (*(WHITE_BONE,) * 4, BLACK_BONE)) for k in range(300)]
    assert {toss[4] for toss in tosses} == set(BLACK_BONE)
    assert {bone for toss in tosses for bone in toss[:4]} == set(WHITE_BONE)
