"""Find whether a server refuses a session for good: it does not know what the client has seen.

Apache closes the connection of a client that has seen a later zxid, before it looks at the session
(`ZooKeeperServer.processConnectRequest`). If ZooKeeper was set up again, or restored, that goes
on for ever, while a server that lags, or does not serve yet, closes it in the very same way and
takes the session back later. So nothing is given up before the session is over by its own clock;
and then not before a server that answers others has refused it.
"""

from __future__ import annotations

ELECTING = 8.0
"""Seconds that an ensemble may be without a leader: it notices the old one's end after `syncLimit`
ticks, five seconds in ours, and has a new one soon after.
"""


class ServerHistory:
    """The facts about the servers since the connection was lost; times are monotonic seconds."""

    def __init__(self) -> None:
        self._apart_since: float | None = None
        self._serving: set[str | None] = set()

    def sought(self, at: float) -> None:
        """Note that a server is being connected to."""
        if self._apart_since is None:
            self._apart_since = at

    def found(self) -> None:
        """Note that there is a session."""
        self._apart_since = None
        self._serving.clear()

    def is_over(self, at: float, timeout: float) -> bool:
        """Tell whether a session of this timeout, in seconds, is over by its own clock, and an
        ensemble would have elected a leader by now, which begins every session's time again: asking
        too early costs the attempts by which a session is taken up in time.
        """
        return self._apart_since is not None and at - self._apart_since > timeout + ELECTING

    def serves(self, server: str | None) -> None:
        """Note that this server has answered a client that has seen nothing."""
        self._serving.add(server)

    def is_serving(self, server: str | None) -> bool:
        """Tell whether it has: then it knows what it refuses."""
        return server in self._serving
