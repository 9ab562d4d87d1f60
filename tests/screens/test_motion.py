"""Moments move, and the gallery shows everything."""

from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

from kingsgold.screens import draw, views
from kingsgold.screens.gallery import contact_sheet, main
from kingsgold.screens.samples import SAMPLES


@pytest.mark.parametrize("kind", get_args(views.MomentKind))
def test_a_moment_moves_and_never_runs_into_its_words(kind: views.MomentKind) -> None:
    pictures = [draw(views.Moment(kind, "Zoë", 14, step / 20)) for step in range(21)]
    assert len({picture.image.tobytes() for picture in pictures}) >= 10
    for picture in pictures:
        assert picture.faults() == []


@pytest.mark.parametrize("kind", get_args(views.MomentKind))
def test_a_moment_stands_still_before_its_beginning_and_after_its_end(
    kind: views.MomentKind,
) -> None:
    for beyond, end in ((-0.5, 0.0), (1.5, 1.0)):
        assert (
            draw(views.Moment(kind, "Zoë", 0, beyond)).image.tobytes()
            == draw(views.Moment(kind, "Zoë", 0, end)).image.tobytes()
        )


def test_no_two_moments_look_the_same() -> None:
    kinds = get_args(views.MomentKind)
    scenes = {
        draw(views.Moment(kind, "Zoë", 0, 0.5)).image.crop((0, 0, 128, 39)).tobytes()
        for kind in kinds
    }
    assert len(scenes) == len(kinds)


def test_the_sea_moves_under_the_title() -> None:
    assert len({draw(views.Title(frame=frame)).image.tobytes() for frame in range(16)}) >= 8


def test_every_kind_of_view_has_a_sample() -> None:
    assert {type(view) for view in SAMPLES.values()} == set(get_args(views.View))


def test_the_sheet_grows_with_the_samples() -> None:
    few = dict(list(SAMPLES.items())[:3])
    sheet = contact_sheet(few, columns=3)
    assert sheet.width >= 3 * 128 * 4
    assert contact_sheet(few, columns=1).height == 3 * sheet.height


def test_the_sheet_is_written_as_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "sheet.png"
    assert main([str(path)]) == 0
    with Image.open(path) as sheet:
        assert sheet.format == "PNG"


@pytest.mark.parametrize("arguments", [[], ["a.png", "b.png"], ["sheet.txt"]])
def test_other_arguments_get_a_line_of_help(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage:")
