"""Dice can be told apart at a glance: faces, skins, and the black bone from the white ones."""

import itertools

import pytest
from PIL import Image, ImageChops

from kingsgold.screens import BONE, SKINS, Skin
from kingsgold.screens.dice import (
    BLACK_FACES,
    KINGS_FACES,
    SIZE,
    TUMBLE_FRAMES,
    WHITE_FACES,
    die,
    tumbling,
)

skins = pytest.mark.parametrize("skin", SKINS, ids=[skin.name for skin in SKINS])


def distance(a: Image.Image, b: Image.Image) -> int:
    """How many pixels differ."""
    return ImageChops.logical_xor(a, b).histogram()[255]


def white(image: Image.Image) -> int:
    return image.histogram()[255]


def test_a_die_is_at_least_20_pixels_high() -> None:
    assert SIZE >= 20
    assert die("O").size == (SIZE, SIZE)


@skins
@pytest.mark.parametrize(
    ("letters", "black"), [(KINGS_FACES, False), (WHITE_FACES, False), (BLACK_FACES, True)]
)
def test_faces_of_one_die_differ_in_at_least_60_pixels(
    skin: Skin, letters: dict[str, str], black: bool
) -> None:
    for a, b in itertools.combinations(letters, 2):
        assert distance(die(a, skin, black), die(b, skin, black)) >= 60, (a, b)


@skins
def test_a_blank_die_differs_from_every_face(skin: Skin) -> None:
    for face in KINGS_FACES:
        assert distance(die(None, skin), die(face, skin)) >= 60


def test_skins_differ_in_at_least_60_pixels() -> None:
    for a, b in itertools.combinations(SKINS, 2):
        for face in (None, *KINGS_FACES, *WHITE_FACES):
            assert distance(die(face, a), die(face, b)) >= 60, (a, b, face)


@skins
def test_the_black_bone_stands_out_among_white_ones(skin: Skin) -> None:
    for black, face in BLACK_FACES.items():
        if face in WHITE_FACES.values():
            same = next(letter for letter, name in WHITE_FACES.items() if name == face)
            assert distance(die(black, skin, black=True), die(same, skin)) >= 60
    assert white(die(None, skin, black=True)) < SIZE * SIZE // 5
    assert white(die(None, skin)) > 1.5 * white(die(None, skin, black=True))


@skins
def test_a_die_in_the_air_turns(skin: Skin) -> None:
    frames = [tumbling(frame, skin, letters="ONRX") for frame in range(TUMBLE_FRAMES)]
    for a, b in itertools.pairwise(frames):
        assert distance(a, b) >= 20
    assert tumbling(TUMBLE_FRAMES, skin, letters="ONRX").tobytes() == frames[0].tobytes()


def test_a_letter_that_is_on_no_die_is_refused() -> None:
    with pytest.raises(KeyError):
        die("Q", BONE)
