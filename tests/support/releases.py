"""The release of Apache ZooKeeper that the tests run on, and what it does otherwise."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.sandbox.versions import release_of
from app.zookeeper.wire.capabilities import Capabilities, capabilities_of
from tests.support.zookeeper import classpath
from tests.versions.homes import version_in
from tests.versions.lacks import reason


def release() -> str:
    """Its version, such as "3.9.5"."""
    places = (Path(place).parent for place in classpath().split(os.pathsep))
    return next(filter(None, map(version_in, places)))


def abilities() -> Capabilities:
    """What it does, by the table."""
    return capabilities_of(release())


def need_likeness() -> None:
    """Skip a comparison with the embedded server where that cannot speak as Apache's does."""
    if release_of(release()) is None:
        pytest.skip("the embedded server speaks as 3.8 and 3.9 only: nothing to compare")


def need(*names: str) -> None:
    """Skip a test of what it does not have, with the reason."""
    for name in names:
        if not getattr(abilities(), name):
            pytest.skip(reason(release(), name))
