"""Switching off, with a busctl that writes down how it was called."""

import asyncio
from pathlib import Path

import pytest

from kingsgold.app.power import power_off
from kingsgold.box.parts import BoxError


def busctl(folder: Path, monkeypatch: pytest.MonkeyPatch, last_lines: str) -> Path:
    called = folder / "called"
    script = folder / "busctl"
    script.write_text(f'#!/bin/sh\necho "$@" >{called}\n{last_lines}\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return called


def test_logind_is_asked_and_nobody_for_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = busctl(tmp_path, monkeypatch, "exit 0")
    asyncio.run(power_off())
    assert called.read_text() == (
        "call org.freedesktop.login1 /org/freedesktop/login1 "
        "org.freedesktop.login1.Manager PowerOff b false\n"
    )


def test_a_refusal_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    busctl(tmp_path, monkeypatch, "echo 'Call failed: Access denied' >&2; exit 1")
    with pytest.raises(BoxError, match="Call failed: Access denied; is /etc/polkit-1"):
        asyncio.run(power_off())


def test_a_computer_without_systemd_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoxError, match="busctl can't be run"):
        asyncio.run(power_off())
