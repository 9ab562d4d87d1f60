"""What the installer's tests share: a scratch root that it has been run in once."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .wheel import CHECKOUT, make_wheel

# The installer is for a Pi, and so are its tests; what judges the unit comes with systemd.
collect_ignore = [] if sys.platform == "linux" else ["test_install.py"]
if shutil.which("systemd-analyze") is None:
    collect_ignore.append("test_unit.py")

Make = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """Runs `make TARGET` in the checkout; keywords are set in its environment.

    The package comes from a wheel and without its dependencies, so that no network is needed.
    """
    wheel = make_wheel(tmp_path_factory.mktemp("wheel"))
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_COMPILE": "1"}
    # A make that runs the tests would hand its own variables on to this one.
    inherited = {name: value for name, value in os.environ.items() if "MAKE" not in name}

    def run(target: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603
            ["make", "-s", "-C", str(CHECKOUT), target],  # noqa: S607
            env=inherited
            | offline
            | {"PACKAGE": str(wheel), "PYTHON": sys.executable}
            | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def installed(make: Make, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scratch root after `make install`; look, don't touch."""
    root = tmp_path_factory.mktemp("scratch") / "root"
    done = make("install", DESTDIR=str(root))
    assert (done.returncode, done.stderr) == (0, "")
    return root
