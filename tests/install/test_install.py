"""`make install` and `make uninstall` in a scratch root: the script itself, on another root."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import msgspec
import pytest

from kingsgold.app.config import Config

from .conftest import Make
from .wheel import CHECKOUT

CONFIG = "etc/kingsgold/config.toml"
FILES = {
    CONFIG,
    "etc/modules-load.d/kingsgold.conf",
    "etc/polkit-1/rules.d/60-kingsgold.rules",
    "etc/systemd/system/kingsgold.service",
    "etc/systemd/system/multi-user.target.wants/kingsgold.service",
    "etc/sysusers.d/kingsgold.conf",
    "etc/udev/rules.d/60-kingsgold.rules",
    "usr/local/bin/kingsgold",
}
BACKOFF = "etc/systemd/system/kingsgold.service.d/backoff.conf"


def files(root: Path) -> set[str]:
    """The files below `root`, without the virtual environment and what only some systemds get."""
    found = {path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir()}
    return {name for name in found if not name.startswith("opt/kingsgold/")} - {BACKOFF}


@pytest.fixture
def root(installed: Path, tmp_path: Path) -> Path:
    """A scratch root of one's own, with the box installed."""
    return shutil.copytree(installed, tmp_path / "root", symlinks=True)


def test_everything_is_where_it_belongs(installed: Path) -> None:
    assert files(installed) == FILES


def test_the_command_is_the_one_of_the_virtual_environment(installed: Path) -> None:
    command = installed / "usr/local/bin/kingsgold"
    assert command.readlink() == Path("/opt/kingsgold/bin/kingsgold")
    script = (installed / "opt/kingsgold/bin/kingsgold").read_text()
    assert script.startswith("#!/opt/kingsgold/bin/python")
    assert "kingsgold.cli" in script


def test_the_package_is_in_the_virtual_environment(installed: Path) -> None:
    (packages,) = (installed / "opt/kingsgold/lib").glob("python3*/site-packages")
    assert (packages / "kingsgold/cli.py").exists()


def test_no_file_names_the_scratch_root(installed: Path) -> None:
    for script in (installed / "opt/kingsgold/bin").iterdir():
        if not script.is_symlink():
            assert str(installed) not in script.read_text()


def test_the_sample_configuration_is_accepted(installed: Path) -> None:
    sample = (installed / CONFIG).read_text()
    assert msgspec.convert(tomllib.loads(sample), Config) == Config()


def test_the_unit_starts_the_installed_command_with_the_installed_configuration(
    installed: Path,
) -> None:
    unit = (installed / "etc/systemd/system/kingsgold.service").read_text()
    assert f"ExecStart=/opt/kingsgold/bin/kingsgold run --config /{CONFIG}\n" in unit


def test_a_second_install_changes_nothing_that_was_set(make: Make, root: Path) -> None:
    (root / CONFIG).write_text("# mine\n")
    enabled = root / "etc/systemd/system/multi-user.target.wants/kingsgold.service"
    enabled.unlink()
    done = make("install", DESTDIR=str(root))
    assert (done.returncode, done.stderr) == (0, "")
    assert (root / CONFIG).read_text() == "# mine\n"
    assert files(root) == FILES - {enabled.relative_to(root).as_posix()}


@pytest.mark.parametrize(("version", "expected"), [("252", False), ("257", True)])
def test_the_service_backs_off_where_systemd_can(
    make: Make, root: Path, tmp_path: Path, version: str, expected: bool
) -> None:
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(f"#!/bin/sh\necho 'systemd {version} ({version}.1-1)'\n")
    systemctl.chmod(0o755)
    (root / BACKOFF).unlink(missing_ok=True)
    done = make("install", DESTDIR=str(root), PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.returncode == 0
    assert (root / BACKOFF).exists() == expected


def test_uninstall_keeps_configuration_and_matches(make: Make, root: Path) -> None:
    match = root / "var/lib/kingsgold/kingsgold.db"
    match.parent.mkdir(parents=True)
    match.write_text("a match")
    done = make("uninstall", DESTDIR=str(root))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Kept: {root}/etc/kingsgold and {root}/var/lib/kingsgold\n" in done.stdout
    assert f"make uninstall PURGE=1 DESTDIR={root}\n" in done.stdout
    assert files(root) == {CONFIG, "var/lib/kingsgold/kingsgold.db"}
    assert not (root / "opt/kingsgold").exists()


def test_uninstall_with_purge_leaves_nothing(make: Make, root: Path) -> None:
    (root / "var/lib/kingsgold").mkdir(parents=True)
    assert make("uninstall", DESTDIR=str(root), PURGE="1").returncode == 0
    assert files(root) == set()
    assert not (root / "etc/kingsgold").exists()
    assert not (root / "var/lib/kingsgold").exists()


def test_uninstall_where_nothing_is_installed_is_no_error(make: Make, tmp_path: Path) -> None:
    done = make("uninstall", DESTDIR=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")


def test_an_old_python_is_refused_with_what_to_do(make: Make, tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = make("install", DESTDIR=str(tmp_path / "root"), PYTHON=str(old))
    assert done.returncode != 0
    assert f"{old} is not Python 3.11 or newer" in done.stderr
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say install or uninstall"),
        (("--help",), "say install or uninstall"),
        (("uninstall", "--help"), "say install or uninstall, and nothing else"),
    ],
)
def test_the_script_says_what_it_can_do(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    done = subprocess.run(  # noqa: S603
        [str(CHECKOUT / "systemd/install.sh"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DESTDIR": str(tmp_path / "root")},
    )
    assert (done.returncode, done.stderr) == (2, f"install.sh: {said}\n")
    assert not (tmp_path / "root").exists()


def test_where_nothing_was_kept_nothing_is_said_of_it(make: Make, tmp_path: Path) -> None:
    done = make("uninstall", DESTDIR=str(tmp_path / "root"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
