"""Choose the file of a history: one for each ZooKeeper that is watched."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from platformdirs import user_state_path

from ..settings import Settings

NAME = "history.sqlite"
MEGABYTE = 1024 * 1024


def path_of(settings: Settings) -> Path:
    """Return the file that the history of these settings has."""
    if settings.data is not None:
        return settings.data / NAME
    return user_state_path("handoff", appauthor=False) / f"{_name(settings)}.sqlite"


def _name(settings: Settings) -> str:
    """Return a name that a person recognises, and that no two ZooKeepers share."""
    hosts = settings.zookeeper
    if hosts is None:
        return settings.source
    return f"{re.sub(r'[^A-Za-z0-9.]+', '-', hosts)[:60]}-{sha256(hosts.encode()).hexdigest()[:8]}"
