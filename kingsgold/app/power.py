"""Switching the Raspberry Pi off."""

import asyncio

from kingsgold.box.parts import BoxError

# logind decides whether the box's user may; systemd/polkit.rules lets it.
_ASK_LOGIND = (
    "busctl",
    "call",
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
    "PowerOff",
    "b",
    "false",
)


async def power_off() -> None:
    """Ask logind to switch the computer off; it says so and goes on until systemd stops it.

    Raises BoxError when logind refuses or is not there.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *_ASK_LOGIND,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        raise BoxError(f"can't switch off: busctl can't be run ({error.strerror})") from error
    _, complaint = await process.communicate()
    if process.returncode:
        reason = complaint.decode(errors="replace").strip() or f"exit code {process.returncode}"
        raise BoxError(
            f"can't switch off: {reason}; is /etc/polkit-1/rules.d/60-kingsgold.rules installed?"
        )
