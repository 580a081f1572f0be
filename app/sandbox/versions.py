"""The releases of Apache ZooKeeper that the sandbox can imitate."""

from __future__ import annotations

import re

STABLE = "3.9.5"
"""The default release."""
COMPARED = {"3.8": "3.8.0", "3.9": STABLE}
"""A branch alone -> its release with which the sandbox is compared."""

_RELEASE = re.compile(r"3\.[89]\.[0-9]{1,2}")


def release_of(text: str) -> str | None:
    """Return the release that a text means, itself or by its branch ("3.8"); None for none."""
    release = COMPARED.get(text, text)
    return release if _RELEASE.fullmatch(release) else None
