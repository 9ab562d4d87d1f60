"""What the tests of the scripted box play with."""

from collections.abc import Iterator

import pytest

from tests.virtual.script import Script


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script()
    yield script
    script.scripted.close()
