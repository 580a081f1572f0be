"""Sandboxes that end with their test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from app.ensemble.embedded import SandboxServer

StartSandbox: TypeAlias = Callable[..., SandboxServer]


@pytest.fixture
def start_sandbox() -> Iterator[StartSandbox]:
    """Starts sandboxes; takes what SandboxServer takes."""
    started: list[SandboxServer] = []

    def start(directory: Path | None = None, **options: int | str) -> SandboxServer:
        server = SandboxServer(directory, **options)  # type: ignore[arg-type]
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxServer]:
    """One for the tests of a module that leave it running."""
    server = SandboxServer()
    server.start()
    yield server
    server.stop()
