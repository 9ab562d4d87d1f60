"""systemd's own judgement of the unit as it is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = "kingsgold.service"


@pytest.fixture
def root(installed: Path, tmp_path: Path) -> Path:
    """The installed tree, with the targets that every system has."""
    root = shutil.copytree(installed, tmp_path / "root", symlinks=True)
    targets = root / "usr/lib/systemd/system"
    targets.mkdir(parents=True)
    for target in ("basic", "multi-user", "shutdown", "sysinit"):
        (targets / f"{target}.target").write_text(f"[Unit]\nDescription={target}\n")
    return root


def analyze(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        ["systemd-analyze", f"--root={root}", *arguments],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )


def test_systemd_finds_nothing_to_complain_about(root: Path) -> None:
    done = analyze(root, "verify", UNIT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_systemd_would_complain(root: Path) -> None:
    unit = root / "etc/systemd/system" / UNIT
    unit.write_text(unit.read_text().replace("WatchdogSec=", "WatchdogSeconds="))
    assert "WatchdogSeconds" in analyze(root, "verify", UNIT).stderr


def test_exposure_is_2_or_better(root: Path) -> None:
    done = analyze(root, "security", "--offline=true", "--threshold=20", UNIT)
    assert done.returncode == 0, done.stdout


def test_exposure_could_be_worse(root: Path) -> None:
    unit = root / "etc/systemd/system" / UNIT
    unit.write_text(unit.read_text().replace("ProtectSystem=strict", "ProtectSystem=no"))
    done = analyze(root, "security", "--offline=true", "--threshold=10", UNIT)
    assert done.returncode != 0
