"""The work of providers and clients: a provider listens at its address, clients call it there.

A provider answers each connection with its name. A client calls the address that the name leads to,
again and again, and reports each different outcome: somebody else answers, the connection
is refused (its process is dead), or no answer comes (it is frozen).
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Any

from ...participation.phases import Phase
from ...processes.work import Host, Work
from ...system.threads import LastingThread
from .machine import Lookup, Move, Provider

HOST = "127.0.0.1"
PERIOD = 0.4
"""Seconds from one call to the next."""

TIMEOUT = 0.3
"""Seconds that a call waits for an answer."""

_LONGEST_NAME = 64


class ProviderWork(Work):
    """The work of a provider, which listens on a port of this machine. The order `move` changes the
    port.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._listen()

    def _listen(self) -> None:
        self._listener = listener = socket.create_server((HOST, 0))
        self._thread = LastingThread(
            "address", "answers who calls it", lambda: self._serve(listener), self.tell
        )
        self._thread.start()

    def _serve(self, listener: socket.socket) -> None:
        """Serve until the listener is closed, which raises OSError here."""
        while True:
            caller, _ = listener.accept()
            with caller, contextlib.suppress(OSError):
                caller.sendall(f"{self.host.task.name}\n".encode())

    @property
    def _address(self) -> str:
        return f"{HOST}:{self._listener.getsockname()[1]}"

    def changed(self) -> None:
        """Give the recipe its address, which it does not know before."""
        recipe = self.host.recipe
        if isinstance(recipe, Provider) and recipe.address is None:
            self.host.give(Move(time.monotonic(), self._address))

    def order(self, word: str, value: Any) -> bool:
        """Take an order; it is reported before the write, so that its way can be measured from
        here.
        """
        if word != "move":
            return False
        before = self._listener, self._thread
        self._listen()
        _hang_up(*before)
        self.host.report("moving", {"address": self._address})
        self.host.give(Move(time.monotonic(), self._address))
        return True

    def close(self) -> None:
        """Close: nobody is called here any more."""
        _hang_up(self._listener, self._thread)


def _hang_up(listener: socket.socket, thread: LastingThread) -> None:
    """Close the listener; it may wait in accept: closing alone would leave it there, and the port
    open.
    """
    thread.dismiss()
    with contextlib.suppress(OSError):
        listener.shutdown(socket.SHUT_RDWR)
    listener.close()


class LookupWork(Work):
    """The work of a client, which calls the address that the recipe has looked up."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._address: str | None = None
        self._changed = threading.Event()
        self._closed = False
        self._told: dict[str, Any] = {}
        self._calls = self._failed = 0
        LastingThread("calls", "calls the address it has looked up", self._run, self.tell).start()

    def changed(self) -> None:
        """Call another address at once."""
        recipe = self.host.recipe
        assert isinstance(recipe, Lookup)
        address = None if recipe.phase is Phase.LEFT else recipe.address
        if address != self._address:
            self._address = address
            self._changed.set()

    def close(self) -> None:
        self._closed = True
        self._changed.set()

    def _run(self) -> None:
        while not self._closed:
            address = self._address
            if address is not None:
                self._note(address, *_call(address))
            self._changed.wait(PERIOD)
            self._changed.clear()

    def _note(self, address: str, by: str | None, error: str | None) -> None:
        """Report a different outcome, with how many calls there were before it."""
        if address != self._address:
            return
        outcome = {"address": address, "by": by, "error": error}
        self._calls += 1
        self._failed += error is not None
        if outcome != self._told:
            self._told = outcome
            counts = {"calls": self._calls, "failed": self._failed}
            self.host.report("called", {**outcome, **counts})


def _call(address: str) -> tuple[str | None, str | None]:
    """Return (who answered, None), or (None, why nobody did)."""
    host, _, port = address.rpartition(":")
    if host != HOST or not (port.isdecimal() and port.isascii()):
        return None, "not an address of this machine"
    try:
        with socket.create_connection((host, int(port)), TIMEOUT) as connection:
            connection.settimeout(TIMEOUT)
            answer = connection.recv(_LONGEST_NAME)
    except ConnectionError:
        return None, "refused"
    except (OSError, OverflowError):
        return None, "no answer"
    name = answer.decode(errors="replace").strip()
    return (name, None) if name else (None, "no answer")
