"""The pictures in the README are what the box shows today; `make gallery` makes them anew."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "pictures.py"))


def assert_same(name: str, drawn: Image.Image, kept: Image.Image) -> None:
    difference = ImageChops.logical_xor(drawn.convert("1"), kept.convert("1")).getbbox()
    assert difference is None, f"{name} differs within {difference}; make gallery"


def test_the_pictures_that_stand_still_are_what_the_box_shows(made: dict[str, Any]) -> None:
    stills = made["stills"]()
    assert {path.name for path in DOCS.glob("*.png")} == stills.keys()
    for name, drawn in stills.items():
        with Image.open(DOCS / name) as kept:
            assert_same(name, drawn, kept)


def test_the_moving_one_is_what_the_box_shows(made: dict[str, Any]) -> None:
    film = made["turn"]()
    with Image.open(DOCS / "turn.gif") as kept:
        frames = [(frame.copy(), frame.info["duration"]) for frame in ImageSequence.Iterator(kept)]
    assert [milliseconds for _, milliseconds in frames] == [length for _, length in film]
    for number, ((drawn, _), (frame, _)) in enumerate(zip(film, frames, strict=True)):
        assert_same(f"turn.gif, picture {number},", drawn, frame)


def test_a_single_pixel_is_noticed() -> None:
    drawn = Image.new("1", (8, 8))
    kept = drawn.copy()
    kept.putpixel((3, 4), 255)
    with pytest.raises(AssertionError, match=r"differs within \(3, 4, 4, 5\)"):
        assert_same("it", drawn, kept)


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_what_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    named = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
    if page == "CONTRIBUTING.md":
        files = re.findall(r"`((?:kingsgold|tests|docs|hardware|firmware)/[\w./-]+)`", text)
        assert files
        assert [name for name in files if not (ROOT / name).exists()] == []
