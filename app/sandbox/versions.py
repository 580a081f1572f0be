"""Which releases of Apache ZooKeeper the sandbox can stand for."""

from __future__ import annotations

import re

STABLE = "3.9.5"
"""What it stands for unless it is told otherwise."""
COMPARED = {"3.8": "3.8.0", "3.9": STABLE}
"""A branch alone -> the release of it with which the sandbox is compared."""

_RELEASE = re.compile(r"3\.[89]\.[0-9]{1,2}")


def release_of(text: str) -> str | None:
    """The release meant by one ("3.9.5") or by its branch ("3.8"); None for anything else."""
    release = COMPARED.get(text, text)
    return release if _RELEASE.fullmatch(release) else None
