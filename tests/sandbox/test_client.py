"""One client's socket, on a loop of its own."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.sandbox.server import Client, SandboxProcess, Setting


def test_nothing_is_written_to_a_client_that_has_gone(caplog: pytest.LogCaptureFixture) -> None:
    """asyncio complains of such writes on stderr, whose last line tells why a sandbox has ended."""

    async def write_after_the_end() -> None:
        ours, theirs = socket.socketpair()
        theirs.close()
        house = SandboxProcess(Setting(), None)
        connecting = asyncio.get_running_loop().create_connection(lambda: Client(house), sock=ours)
        _, client = await connecting
        for _ in range(10):
            client.send(bytearray(b"told"), None)

    with ThreadPoolExecutor() as pool:  # the thread of the tests may have a loop of Playwright's
        pool.submit(asyncio.run, write_after_the_end()).result()
    assert caplog.messages == []
