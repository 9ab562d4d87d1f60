"""The fixtures that pytest finds wherever King's Gold is installed.

Every pytest run in such an environment imports this module, so it imports nothing of the box until
a test asks for one.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kingsgold.app.config import Config
    from kingsgold.testing import Box


@pytest.fixture
def box_config() -> "Config | None":
    """The configuration of `box`; override it to test a box with pins of your own."""
    return None


@pytest.fixture
def box(box_config: "Config | None") -> "Iterator[Box]":
    """A box to test: `kingsgold.testing.Box`. A box that broke fails its test."""
    from kingsgold.testing import Box

    with Box(box_config) as box:
        yield box
