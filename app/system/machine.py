"""Tell on what machine this runs."""

from __future__ import annotations

import contextlib
import fcntl
import os
import platform
import re
import socket
import struct
import sys
from pathlib import Path
from typing import TypedDict

_SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
_CPUS = Path("/proc/cpuinfo")
_MODEL = re.compile(r"^model name\s*:\s*(.+)$", re.MULTILINE)


class Machine(TypedDict):
    """A machine. cores: processors that it says it has; memory: in GB; system: its distribution.
    None for what it does not tell.
    """

    cores: int | None
    processor: str | None
    memory: float | None
    system: str | None
    kernel: str
    python: str
    platform: str


def machine() -> Machine:
    """Return what this machine says of itself."""
    return {
        "cores": os.cpu_count(),
        "processor": _processor(),
        "memory": _memory(),
        "system": _system(),
        "kernel": platform.release(),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
    }


def _processor() -> str | None:
    with contextlib.suppress(OSError):
        found = _MODEL.search(_CPUS.read_text("utf-8", "replace"))
        if found is not None:
            return found[1].strip()
    return platform.processor() or None


def _memory() -> float | None:
    with contextlib.suppress(AttributeError, ValueError, OSError):
        return round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e9, 1)
    return None


def _system() -> str | None:
    with contextlib.suppress(OSError):
        return platform.freedesktop_os_release().get("PRETTY_NAME")
    return None


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine by which others may reach it, first the one by
    which it reaches others; none of loopback.
    """
    found = [_outward(), *(_address_of(name) for _, name in socket.if_nameindex())]
    return [one for one in dict.fromkeys(filter(None, found)) if not one.startswith("127.")]


def _outward() -> str | None:
    """Return the address from which a packet to elsewhere would go; none is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as attempt, contextlib.suppress(OSError):
        attempt.connect(("192.0.2.1", 9))
        return str(attempt.getsockname()[0])
    return None


def _address_of(interface: str) -> str | None:
    asked = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_one, contextlib.suppress(OSError):
        return socket.inet_ntoa(fcntl.ioctl(any_one, _SIOCGIFADDR, asked)[20:24])
    return None
