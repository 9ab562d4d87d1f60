"""What the tests of the box as a whole play with."""

from collections.abc import Iterator

import pytest
from script import Script


@pytest.fixture
def box() -> Iterator[Script]:
    script = Script()
    yield script
    script.scripted.close()
