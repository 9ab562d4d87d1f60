"""What the tests of the store share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.played import Box


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with Box(tmp_path) as box:
        yield box
