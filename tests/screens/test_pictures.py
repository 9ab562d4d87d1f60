"""Every sample looks as it did when somebody last looked at it.

After a change that is meant, make the references anew, and look at what changed:
`KINGSGOLD_UPDATE_PICTURES=1 .venv/bin/pytest tests/screens`.
"""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from kingsgold.screens import EBONY, GOLD, draw
from kingsgold.screens.samples import SAMPLES

REFERENCES = Path(__file__).parent / "reference"
SKINNED = {
    f"{name}-{skin.name.lower()}": (name, skin)
    for name in ("kings-choice", "voyages-choice")
    for skin in (GOLD, EBONY)
}


def check(name: str, image: Image.Image) -> None:
    if os.environ.get("KINGSGOLD_UPDATE_PICTURES"):
        image.save(REFERENCES / f"{name}.png", optimize=True)
    compare(name, image)


def compare(name: str, image: Image.Image) -> None:
    path = REFERENCES / f"{name}.png"
    with Image.open(path) as reference:
        difference = ImageChops.logical_xor(image, reference.convert("1"))
    assert difference.getbbox() is None, f"{path.name} differs within {difference.getbbox()}"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_looks_like_its_reference(name: str) -> None:
    image = draw(SAMPLES[name]).image
    assert (image.mode, image.size) == ("1", (128, 64))
    check(name, image)


@pytest.mark.parametrize("name", SKINNED)
def test_dice_look_like_their_reference_in_every_skin(name: str) -> None:
    sample, skin = SKINNED[name]
    check(name, draw(SAMPLES[sample], skin).image)


def test_there_is_no_reference_without_a_sample() -> None:
    assert {path.stem for path in REFERENCES.iterdir()} == SAMPLES.keys() | SKINNED.keys()


def test_the_comparison_notices_a_single_pixel() -> None:
    image = draw(SAMPLES["goodbye"]).image
    image.putpixel((0, 0), 255)
    with pytest.raises(AssertionError, match=r"goodbye\.png differs within \(0, 0, 1, 1\)"):
        compare("goodbye", image)


def test_the_same_view_gives_the_same_picture_whatever_was_drawn_before() -> None:
    first = {name: draw(view).image.tobytes() for name, view in SAMPLES.items()}
    again = {name: draw(view).image.tobytes() for name, view in reversed(SAMPLES.items())}
    assert first == again
