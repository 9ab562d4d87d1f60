"""The machines that the scenarios play on. `make virtual-pi` runs them; see README.md."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from .machine import VirtualPi
from .supplies import copy_checkout, fetch_wheels

HERE = Path(__file__).resolve().parent
WORK = Path(os.environ.get("VIRTUAL_PI", "/var/tmp/kingsgold-virtual-pi"))
OFFLINE = "PIP_NO_INDEX=1 PIP_FIND_LINKS=/host/wheels"


@dataclass(frozen=True)
class Installed:
    """A disk that the box is installed on, and what was said meanwhile."""

    disk: Path
    said: str


def machine_folder(name: str) -> Path:
    """An empty folder for a machine; it stays afterwards, to look into."""
    folder = WORK / "machines" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


@pytest.fixture(scope="session")
def share() -> Path:
    """The folder that is /host inside: the checkout and its wheels."""
    subprocess.run([HERE / "build.sh", WORK], check=True)
    share = WORK / "share"
    copy_checkout(share / "checkout")
    python = (WORK / "root/usr/bin/python3").resolve().name
    fetch_wheels(share / "wheels", python.removeprefix("python"))
    return share


@pytest.fixture(scope="session")
def installed(share: Path) -> Installed:
    """A machine on which somebody has said `sudo make install`, without a network; it is off."""
    pi = VirtualPi(WORK, share, machine_folder("installed"))
    pi.boot()
    try:
        pi.run("cp -r /host/checkout /root/kingsgold")
        said = pi.run(f"cd /root/kingsgold && {OFFLINE} make install", 900)
        pi.shut_down()
    finally:
        if pi.on:
            pi.pull_plug()
    return Installed(pi.disk, said)


@pytest.fixture(scope="module")
def pi(share: Path, installed: Installed, request: pytest.FixtureRequest) -> Iterator[VirtualPi]:
    """A machine with the box installed, booted; the scenarios of one file share it."""
    pi = VirtualPi(
        WORK, share, machine_folder(request.module.__name__.split(".")[-1]), base=installed.disk
    )
    pi.boot()
    pi.wait_for("systemctl is-active kingsgold", 120)
    yield pi
    if pi.on:
        pi.pull_plug()
