"""What a browser says to a dashboard, down to its connections, without the browser."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from urllib.parse import urlsplit

_ASSETS = re.compile(r'(?:href|src)="(static/[^"]+)"')
_CHUNKS = re.compile(r'"\./([\w-]+\.js)"')
_SCRIPT = "/page.js"
_AT_A_TIME = 6
_UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "aGFuZG9mZiBtZWFzdXJlcw==",
}
_SOCKET = "/socket.io/?EIO=4&transport=websocket"
_WITHIN = 60.0

Heard = Callable[[str], None]


class Page:
    """One open page: its HTTP connections, of which it keeps those that the server keeps, and its
    socket.
    """

    def __init__(self, address: str, headers: Mapping[str, str] | None = None) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname, parts.port
        self._headers = {"Host": parts.netloc, **(headers or {})}
        self._socket: _Connection | None = None
        self._kept: list[_Connection] = []
        self._free = asyncio.Semaphore(_AT_A_TIME)
        self._later: list[str] = []
        self.connections = 0

    async def load(self) -> None:
        """Get the page and, at the same time, all that it names."""
        html = await self.get("/")
        paths = _ASSETS.findall(html.decode())
        for path, body in zip(paths, await self._get_all(paths), strict=True):
            if path.endswith(_SCRIPT):
                below = path.removesuffix(_SCRIPT)
                self._later = [f"{below}/{name}" for name in _chunks_of(body)]

    async def load_rest(self) -> None:
        """Get what the page's script imports once the page is drawn."""
        await self._get_all(self._later)

    async def _get_all(self, paths: list[str]) -> list[bytes]:
        return await asyncio.gather(*(self.get(f"/{path}") for path in paths))

    async def get(self, path: str) -> bytes:
        """Get the body of an answer, as one of six at a time: that is what a browser does."""
        async with self._free:
            return await self._get(path)

    async def _get(self, path: str) -> bytes:
        connection = self._kept.pop() if self._kept else await self._connect()
        headers = {**self._headers, "Accept-Encoding": "gzip"}
        status, body, is_kept = await asyncio.wait_for(connection.get(path, headers), _WITHIN)
        if status != 200:
            raise RuntimeError(f"{path}: {status}")
        if is_kept:
            self._kept.append(connection)
        else:
            connection.close()
        return body

    async def follow(self, heard: Heard) -> None:
        """Open the socket and follow; `heard` gets each message, until the end of the socket."""
        connection = self._socket = await self._connect()
        await connection.ask(_SOCKET, {**self._headers, **_UPGRADE})
        connection.say("40")
        connection.say("42" + json.dumps(["follow", {"since": None}]))
        connection.say("42" + json.dumps(["watch_tree", {"paths": ["/"]}]))
        try:
            while True:
                message = await connection.hear()
                if message == "2":
                    connection.say("3")
                heard(message)
        finally:
            connection.close()

    def say(self, event: str, message: dict[str, object]) -> None:
        """Send a message over the socket, which follows by now."""
        assert self._socket is not None
        self._socket.say("42" + json.dumps([event, message]))

    def close(self) -> None:
        """Close what is kept."""
        for connection in self._kept:
            connection.close()

    async def _connect(self) -> _Connection:
        self.connections += 1
        return _Connection(*await asyncio.open_connection(self._host, self._port, limit=1 << 20))


@lru_cache(maxsize=1)
def _chunks_of(script: bytes) -> tuple[str, ...]:
    """Return the names of the files that the page's script imports."""
    return tuple(sorted(set(_CHUNKS.findall(gzip.decompress(script).decode()))))


class _Connection:
    """One connection, for HTTP and then for a WebSocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def close(self) -> None:
        self._writer.close()

    async def get(self, path: str, headers: dict[str, str]) -> tuple[int, bytes, bool]:
        """Return the status, the body, and whether another request may follow."""
        status, told = await self.ask(path, headers)
        is_kept = "content-length" in told and told.get("connection", "").lower() != "close"
        if "content-length" in told:
            return status, await self._reader.readexactly(int(told["content-length"])), is_kept
        return status, await self._reader.read(), False

    async def ask(self, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str]]:
        """Send a request; return the status and the headers of its answer."""
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {told}" for name, told in headers.items())]
        self._writer.write("\r\n".join([*lines, "", ""]).encode())
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = (line.partition(":") for line in head[1:] if line)
        return int(head[0].split()[1]), {name.lower(): told.strip() for name, _, told in fields}

    def say(self, text: str) -> None:
        """Send a text of less than 126 bytes, masked with zeros."""
        data = text.encode()
        self._writer.write(bytes([0x81, 0x80 | len(data)]) + bytes(4) + data)

    async def hear(self) -> str:
        """Return the next message. Raise IncompleteReadError at the end of the socket."""
        _, length = await self._reader.readexactly(2)
        if length > 125:
            size = await self._reader.readexactly(2 if length == 126 else 8)
            length = int.from_bytes(size, "big")
        return (await self._reader.readexactly(length)).decode()
