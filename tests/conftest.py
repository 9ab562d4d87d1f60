"""What holds for every test."""

import pytest
from hypothesis import settings

# How long an example takes says nothing on a machine that does other things as well.
settings.register_profile("kingsgold", deadline=None, derandomize=False)
settings.load_profile("kingsgold")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A test that is skipped or expected to fail shows nothing, so it counts as a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    unseen = [kind for kind in ("skipped", "xfailed") if reporter and reporter.stats.get(kind)]
    if unseen and exitstatus == 0:
        reporter.write_line(f"tests were {' or '.join(unseen)}: all of them have to run", red=True)
        session.exitstatus = 1
