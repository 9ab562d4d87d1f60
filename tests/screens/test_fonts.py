"""The fonts show every letter that a name may have, each in its own shape."""

import itertools

import pytest

from kingsgold.screens.art import bitmap, sheet
from kingsgold.screens.fonts import BIG, NORMAL, SMALL, Font

LETTERS = [c for c in map(chr, range(256)) if c.isalpha()]
SIGNS = list("0123456789.,:;!?'\"-+=/()%&_")
FONTS = {"small": SMALL, "normal": NORMAL, "big": BIG}
fonts = pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)


@fonts
def test_every_letter_of_latin_1_and_every_sign_is_there(font: Font) -> None:
    assert [c for c in [*LETTERS, *SIGNS, " "] if not font.has(c)] == []


@fonts
def test_a_character_without_a_glyph_is_shown_as_a_box(font: Font) -> None:
    assert not font.has("字")
    assert font.glyph("字").tobytes() == font.glyph("\u2603").tobytes()


@fonts
def test_no_two_characters_look_the_same(font: Font) -> None:
    # A font of capitals shows small letters as capitals, so compare what is left.
    letters = {font.shown(c) for c in LETTERS}
    looks = {(c, font.glyph(c).size, font.glyph(c).tobytes()) for c in [*letters, *SIGNS]}
    for (a, *a_pixels), (b, *b_pixels) in itertools.combinations(looks, 2):
        assert a_pixels != b_pixels, f"{a} looks like {b}"


@fonts
def test_an_accent_changes_a_letter_and_stays_within_the_line(font: Font) -> None:
    for accented, plain in zip(
        "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ", "AAAAAACEEEEIIIINOOOOOUUUUY", strict=True
    ):
        glyph = font.glyph(accented)
        assert glyph.tobytes() != font.glyph(plain).tobytes()
        assert glyph.height == font.height


def test_small_letters_keep_their_case_where_there_is_room() -> None:
    assert NORMAL.glyph("é").tobytes() != NORMAL.glyph("É").tobytes()
    assert SMALL.glyph("é").tobytes() == SMALL.glyph("É").tobytes()


@fonts
def test_the_width_is_that_of_the_rendered_text(font: Font) -> None:
    for text in ("W", "gold", "ÅÄÖ 12"):
        assert font.render(text).size == (font.width(text), font.height)
    assert font.width("") == 0


def test_ragged_drawings_are_refused() -> None:
    with pytest.raises(ValueError, match="different length"):
        bitmap("## #")
    with pytest.raises(ValueError, match="different length in glyph A"):
        sheet("A\n##\n#")
    with pytest.raises(ValueError, match="zip"):
        sheet("A B\n##")
