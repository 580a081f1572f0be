"""Every watch event of a session, whoever had set the watch.

kazoo keeps a callback for each watch and forgets it as the watch fires; it knows no persistent
watches. Here one listener hears all. What is used of kazoo's inside (beside what requests.py says):
`KazooClient._data_watchers` and `_child_watchers`, out of which an event takes its callbacks with
`pop(path, [])`, children's ones from the second, others from the first, the end of a znode from
both; `ConnectionHandler._send_request` calls `serialize()` on the thread that reads the events.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeAlias

from kazoo.client import KazooClient
from kazoo.protocol.states import EventType

from app.zookeeper.watching import Event
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.records import RESPONSES

Listener: TypeAlias = Callable[[Event], None]


class _Heard(defaultdict[str, set[Listener]]):
    """kazoo's registry, out of which the listener comes too."""

    def __init__(self, watchers: dict[str, set[Listener]], listener: Listener) -> None:
        super().__init__(set, watchers)
        self._listener = listener

    def pop(self, path: str, *_default: Any) -> list[Listener]:  # type: ignore[override]
        return [*super().pop(path, ()), self._listener]


def overhear(client: KazooClient, listener: Listener) -> None:
    """From now on, and until the connection ends, `listener` hears of every event once, in order.
    To be called on the thread that reads them.
    """
    if isinstance(client._data_watchers, _Heard):
        return

    def but_deletions(event: Event) -> None:
        if event.type != EventType.DELETED:
            listener(event)

    client._data_watchers = _Heard(client._data_watchers, listener)
    client._child_watchers = _Heard(client._child_watchers, but_deletions)


class Asked:
    """Any request of the protocol; answered by the record that the protocol says, None for none.

    listener: hears of the watch that the request sets, and of all others.
    """

    def __init__(
        self, client: KazooClient, op: Op, body: Any, listener: Listener | None = None
    ) -> None:
        self._client, self._body, self._listener = client, body, listener
        self.type = int(op)

    def serialize(self) -> bytes:
        if self._listener is not None:
            overhear(self._client, self._listener)
        return b"" if self._body is None else encode(self._body)

    def deserialize(self, buffer: bytes, offset: int) -> Any:
        kind = RESPONSES[self.type]
        return None if kind is None else decode(kind, bytes(buffer), offset)[0]
