"""Tell on what machine this runs."""

from __future__ import annotations

import contextlib
import os
import platform
import re
from pathlib import Path
from typing import TypedDict

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
