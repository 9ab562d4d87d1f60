"""A disk that has no room when the box is switched on."""

import errno
from pathlib import Path

import pytest
from click.testing import CliRunner

from kingsgold.app.keeper import NoKeeper, store_to_play
from kingsgold.box.parts import Button
from kingsgold.cli import main
from kingsgold.games import kings_gold
from kingsgold.store import DiskError, Store, StoreError, files
from kingsgold.virtual.driven import DrivenBox
from kingsgold.virtual.simtime import SimLoop
from tests.full_disk import no_room


@pytest.fixture(params=["new", "used"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A directory in which nobody, or somebody, has played before."""
    if request.param == "used":
        with Store(tmp_path, to_play=True) as store:
            store.add_captain("Anne")
    return tmp_path


def test_the_box_plays_and_tells_that_it_will_forget(data: Path) -> None:
    with no_room(), store_to_play(data) as store:
        assert isinstance(store, NoKeeper)
        driven = DrivenBox(SimLoop(), keeper=store)
        picture = driven.console.stage.picture
        assert picture is not None
        assert "The disk is full or fails." in " ".join(picture.text().split())
        driven.begin(kings_gold.Setup(captains=("Anne", "Jack"), starter=0), ["OONRX"])
        driven.hold(Button.ROLL)
        assert driven.console.table is not None
        assert driven.console.table.state.dice == "OONRX"
        driven.close()


def test_nothing_is_lost_by_that(data: Path) -> None:
    with no_room(), store_to_play(data) as store:
        assert isinstance(store, NoKeeper)
    with store_to_play(data) as store:
        assert isinstance(store, Store)
        assert store.notice is None


def test_a_script_is_told_and_plays(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    with no_room():
        answer = CliRunner().invoke(main, ["box", "--data", str(data)], input="state\nquit\n")
    assert answer.exit_code == 0
    assert answer.stdout == '{"phase": "title"}\n'
    assert caplog.messages[0].startswith(f"{data / files.DATABASE}: can't be written")


def test_what_somebody_has_to_mend_is_refused_as_ever(tmp_path: Path) -> None:
    with (
        Store(tmp_path, to_play=True),
        pytest.raises(StoreError, match="another box plays"),
        store_to_play(tmp_path),
    ):
        pass


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_disk_that_fails_is_no_mistake_of_who_asks(number: int) -> None:
    refusal = files.refusal("there", OSError(number, "text"))
    assert isinstance(refusal, DiskError)
    assert str(refusal) == "there: text"


def test_no_permission_is() -> None:
    assert not isinstance(files.refusal("there", OSError(errno.EACCES, "text")), DiskError)
