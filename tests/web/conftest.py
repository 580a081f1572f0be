"""Served web rooms for the tests of this directory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.serving import Served, serving


@pytest.fixture
def served() -> Iterator[Served]:
    """On loopback, without a token."""
    with serving() as it:
        yield it


@pytest.fixture(scope="module")
def shared() -> Iterator[Served]:
    """The same, for the tests of a module that change nothing."""
    with serving() as it:
        yield it
