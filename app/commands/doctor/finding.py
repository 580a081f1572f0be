"""What the doctor finds, and how a machine of this kind gets what it lacks."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Literal, NamedTuple


class Finding(NamedTuple):
    """One thing that was looked at. says: what there is. brings: the command, or the sentence, by
    which one gets it. needed: whether the dashboard does not start without it.
    """

    name: str
    says: str
    state: Literal["here", "missing", "wrong"] = "here"
    brings: str | None = None
    needed: bool = False


def how_to_get(debian: str, homebrew: str, otherwise: str) -> str:
    """Return the command that installs a package here, by the names that it has; where neither
    package manager is there, the sentence `otherwise`.
    """
    if sys.platform == "darwin":
        return f"brew install {homebrew}"
    if shutil.which("apt-get"):
        return f"{'' if os.geteuid() == 0 else 'sudo '}apt-get install {debian}"
    return otherwise
