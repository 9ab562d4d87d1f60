"""The virtual Pi from outside: its plug, its buttons, its glass, and its serial cable."""

import base64
import json
import socket
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BOOT_S = 300.0
"""An emulated processor is slow, and one that shares its host with others slower."""

ADAPTER = {
    "driver": "usb-serial",
    "id": "plug",
    "chardev": "adapter",
    "always-plugged": True,
    # Otherwise it would be named after the socket that it is in.
    "serial": "kingsgold",
}


class NoAnswerError(Exception):
    """The virtual Pi does not do what it should in time."""


class _Lines:
    """JSON objects, one a line, over a socket."""

    def __init__(self, path: Path, limit_s: float) -> None:
        end = time.monotonic() + limit_s
        while True:
            self._socket = socket.socket(socket.AF_UNIX)
            try:
                self._socket.connect(str(path))
                break
            except OSError:
                self._socket.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
        self._received = b""

    def send(self, message: dict[str, Any]) -> None:
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self, limit_s: float) -> dict[str, Any]:
        self._socket.settimeout(limit_s)
        while b"\n" not in self._received:
            try:
                received = self._socket.recv(65536)
            except TimeoutError:
                raise NoAnswerError(f"nothing for {limit_s:g} s") from None
            if not received:
                raise NoAnswerError("the machine is off")
            self._received += received
        line, _, self._received = self._received.partition(b"\n")
        return json.loads(line)

    def close(self) -> None:
        self._socket.close()


@dataclass
class Seen:
    """What the box shows: the glass as the display's RAM, and the level of each GPIO line."""

    picture: bytes
    levels: str

    def lit(self, pins: Iterable[int]) -> set[int]:
        """Those of `pins` that are high."""
        return {pin for pin in pins if self.levels[pin] == "1"}

    def drawing(self) -> str:
        """The glass in half blocks, for people."""
        pixels = [
            [self.picture[(y // 8) * 128 + x] >> y % 8 & 1 for x in range(128)] for y in range(64)
        ]
        return "\n".join(
            "".join(" ▀▄█"[upper + 2 * lower] for upper, lower in zip(*pair, strict=True)).rstrip()
            for pair in zip(pixels[::2], pixels[1::2], strict=True)
        )


@dataclass
class VirtualPi:
    """One machine. `work` holds what `build.sh` made, `share` is /host inside (read-only there).

    The disk keeps what is written to it, also when the plug is pulled; `folder` holds it, the
    sockets and the console's log.
    """

    work: Path
    share: Path
    folder: Path
    base: Path | None = None
    """The disk to start from; without it that of `build.sh`."""
    controller: str = "ssd1306"
    _machine: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def disk(self) -> Path:
        """Where the disk is."""
        return self.folder / "disk.qcow2"

    def boot(self) -> None:
        """Put the plug in, and wait until the machine talks."""
        if not self.disk.exists():
            base = self.base or self.work / "disk.img"
            kind = "raw" if base.suffix == ".img" else "qcow2"
            subprocess.run(
                ["qemu-img", "create", "-q", "-f", "qcow2", "-F", kind, "-b", base, self.disk],
                check=True,
            )
        for name in ("agent", "qmp", "adapter"):
            self._path(name).unlink(missing_ok=True)
        with (self.folder / "console.log").open("ab") as console:
            self._machine = subprocess.Popen(self._command(), stdout=console, stderr=console)
        self._agent = _Lines(self._path("agent"), 20)
        self._agent.receive(BOOT_S)
        self._qmp = _Lines(self._path("qmp"), 20)
        self._qmp.receive(20)
        self._ask("qmp_capabilities")

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.sock"

    def _command(self) -> list[str]:
        def chardev(name: str) -> list[str]:
            path = self._path(name)
            return ["-chardev", f"socket,id={name},path={path},server=on,wait=off"]

        arguments = f"root=/dev/vda rw console=ttyS0 quiet virtual_pi.controller={self.controller}"
        return [
            "qemu-system-x86_64",
            *("-accel", "tcg,thread=multi"),
            *("-cpu", "Nehalem", "-smp", "2", "-m", "768"),
            *("-display", "none", "-serial", "stdio", "-no-reboot", "-nic", "none"),
            *("-kernel", str(self.work / "vmlinuz"), "-initrd", str(self.work / "initrd")),
            *("-append", arguments),
            *("-drive", f"file={self.disk},format=qcow2,if=virtio,cache=writeback"),
            *("-virtfs", f"local,path={self.share},mount_tag=host,security_model=none,readonly=on"),
            *chardev("agent"),
            *("-device", "virtio-serial"),
            *("-device", "virtserialport,chardev=agent,name=org.kingsgold.agent"),
            *chardev("adapter"),
            *("-device", "qemu-xhci"),
            *("-device", json.dumps(ADAPTER)),
            *chardev("qmp"),
            *("-mon", "chardev=qmp,mode=control"),
        ]

    def _ask(self, command: str, **arguments: Any) -> None:
        self._qmp.send({"execute": command, "arguments": arguments})
        while "return" not in (answer := self._qmp.receive(20)):
            if "error" in answer:
                raise NoAnswerError(f"{command}: {answer['error']['desc']}")

    # Power

    @property
    def on(self) -> bool:
        """Whether it has power and has not switched itself off."""
        return self._machine is not None and self._machine.poll() is None

    def pull_plug(self) -> None:
        """Take its power away, this very moment."""
        assert self._machine is not None
        self._machine.kill()
        self._gone()

    def wait_off(self, limit_s: float = 120) -> None:
        """Wait until it has switched itself off."""
        assert self._machine is not None
        try:
            self._machine.wait(limit_s)
        except subprocess.TimeoutExpired:
            raise NoAnswerError(f"still on after {limit_s:g} s") from None
        self._gone()

    def shut_down(self) -> None:
        """Switch it off as one should."""
        self.run("systemctl --no-block poweroff")
        self.wait_off()

    def _gone(self) -> None:
        assert self._machine is not None
        self._machine.wait()
        self._agent.close()
        self._qmp.close()
        self._machine = None

    # Inside

    def _do(self, what: str, limit_s: float, **details: Any) -> dict[str, Any]:
        self._agent.send({"do": what, **details})
        return self._agent.receive(limit_s)

    def ask(self, command: str, limit_s: float = 120) -> tuple[int, str]:
        """The exit code and the output of a shell command, run as root."""
        answer = self._do("run", limit_s + 30, command=command, timeout=limit_s)
        return answer["code"], answer["output"]

    def run(self, command: str, limit_s: float = 120) -> str:
        """The output of a shell command that has to succeed."""
        code, output = self.ask(command, limit_s)
        assert code == 0, f"{command}: exit code {code}\n{output}"
        return output

    def wait_for(self, command: str, limit_s: float = 60) -> None:
        """Wait until a shell command succeeds."""
        end = time.monotonic() + limit_s
        while (said := self.ask(command))[0] != 0:
            if time.monotonic() > end:
                raise NoAnswerError(f"{command}: fails for {limit_s:g} s\n{said[1]}")

    # The box

    def touch(self, steps: list[tuple[int, str, float]]) -> None:
        """Connect and open contacts: a line, "0", "1" or "z", and the seconds to the next step."""
        self._do("touch", 60 + sum(wait_s for _, _, wait_s in steps), steps=steps)

    def press(self, pin: int, seconds: float = 0.1) -> None:
        """Press the button at `pin`, and let it go."""
        self.touch([(pin, "0", seconds), (pin, "z", 0.05)])

    def look(self) -> Seen:
        """What the box shows now."""
        answer = self._do("look", 60)
        return Seen(base64.b64decode(answer["picture"]), answer["levels"])

    def rest(self, limit_s: float = 30) -> Seen:
        """What the box shows once the glass has not changed for a second."""
        end = time.monotonic() + limit_s
        seen, since = self.look(), time.monotonic()
        while time.monotonic() - since < 1:
            time.sleep(0.1)
            if (now := self.look()) != seen:
                seen, since = now, time.monotonic()
                if since > end:
                    raise NoAnswerError(f"the glass does not rest for {limit_s:g} s")
        return seen

    def wait_for_picture(self, picture: bytes, limit_s: float = 20) -> None:
        """Wait until this is on the glass, as the display's RAM holds it."""
        end = time.monotonic() + limit_s
        while (seen := self.look()).picture != picture:
            if time.monotonic() > end:
                raise NoAnswerError(f"not on the glass after {limit_s:g} s:\n{seen.drawing()}")
            time.sleep(0.2)

    def query(self, sql: str) -> list[list[Any]]:
        """What the box's database answers; it has to be there."""
        return self._do("query", 60, sql=sql)["rows"]

    # The serial adapter

    def adapter(self) -> socket.socket:
        """The far end of the cable at the serial adapter."""
        end = socket.socket(socket.AF_UNIX)
        end.connect(str(self._path("adapter")))
        return end

    def pull_adapter(self) -> None:
        """Pull the serial adapter out."""
        self._ask("device_del", id="plug")

    def plug_adapter(self) -> None:
        """Put the serial adapter in again."""
        self._ask("device_add", **ADAPTER)
