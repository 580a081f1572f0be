"""A reverse proxy, with what nginx makes of a request by its default, or as it is told."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from urllib.parse import urlsplit

from tests.support.proxy import accepted

NAME = "handoff.localhost"
"""Browsers know that it is this machine; the dashboard does not."""


class ReverseProxy:
    """It serves what `upstream` serves, at `url`. `host` makes the Host that it sends of the one
    that it was sent, and of its upstream; `upgrades` says whether WebSockets get through.
    """

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"{NAME}:{self._listener.getsockname()[1]}"
        self.url = f"http://{self.address}"
        self.upstream = ""
        self.host: Callable[[str, str], str] = lambda sent, upstream: upstream
        self.upgrades = False
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while (client := accepted(self._listener)) is not None:
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        """Pass one request on, and its answer back; an upgraded one stays a connection."""
        upstream = urlsplit(self.upstream)
        with contextlib.suppress(OSError), client:
            request = client.makefile("rb")
            lines = iter(lambda: request.readline().decode("latin-1").strip(), "")
            first = next(lines, None)
            if first is None:
                return
            fields = dict(line.split(": ", 1) for line in lines)
            fields["Host"] = self.host(fields["Host"], upstream.netloc)
            if not (self.upgrades and "Upgrade" in fields):
                fields.pop("Upgrade", None)
                fields["Connection"] = "close"
            head = [first, *(f"{name}: {value}" for name, value in fields.items()), "", ""]
            with socket.create_connection((upstream.hostname, upstream.port)) as server:
                server.sendall("\r\n".join(head).encode("latin-1"))
                threading.Thread(target=_pass, args=(request.read1, server), daemon=True).start()
                _pass(server.recv, client)


def _pass(read: Callable[[int], bytes], to: socket.socket) -> None:
    with contextlib.suppress(OSError, ValueError):
        while part := read(1 << 16):
            to.sendall(part)
