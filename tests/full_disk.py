"""A disk that is full, for this process."""

import resource
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def no_room(*_: object) -> Generator[None]:
    """No file of this process can grow, which is what a full disk is like."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
