"""kazoo's connection thread as steps of the scheduler.

`KazooClient` and what decodes replies and watch events are kazoo's own. Rewritten is only what
blocks there: connecting, the handshake, the wait between attempts, and the ping that tells a
silent connection (`ConnectionHandler.zk_loop`, `_connect_loop`, `_connect_attempt`, `_connect` of
kazoo 2.11.0; `_invoke` of `app/zookeeper/extension.py`, whose decisions are the real ones).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from kazoo.client import KazooClient
from kazoo.exceptions import ConnectionDropped
from kazoo.protocol.connection import CLOSE_RESPONSE
from kazoo.protocol.serialization import Close, Connect, ReplyHeader, int_struct
from kazoo.protocol.states import KeeperState

from app.zookeeper.extension import CountedConnection
from app.zookeeper.handler import CONNECT_TIMEOUT
from app.zookeeper.handshake import as_stranger, longest
from tests.simulation.network import Wire

if TYPE_CHECKING:
    from tests.simulation.process import Process

PING_XID, WATCH_XID = -2, -1
CLOSE = int_struct.pack(1) + int_struct.pack(Close.type)
FIRST_WAIT, LONGEST_WAIT, WAIT_JITTER = 0.05, 0.5, 0.4


class KazooThread(CountedConnection):
    """The connection of one client: idle, connecting, asking whether a server serves, shaking
    hands, open, waiting, or ended.
    """

    def __init__(self, client: KazooClient, process: Process) -> None:
        super().__init__(client)
        self._process = process
        self._world = process.world
        self._chance = process.plan.stream(f"{process.name} connection")
        self._attempt_no = 0
        self._wait = FIRST_WAIT
        self._last_send = 0.0
        self._read_timeout = 0.0
        self._asked: Any = None
        self._inbox: deque[bytes | None] = deque()
        self.stage = "idle"
        self.wire: Wire | None = None
        self._socket = _Plug(self)

    # -- what kazoo's client calls ------------------------------------------------------------

    def start(self) -> None:
        """Begin to connect."""
        self._read_sock = self._write_sock = _Bell(self)
        self._attempt()

    def stop(self, timeout: float | None = None) -> bool:
        """Real: wait for the thread to end. Here it goes on until the close is answered."""
        if self.stage not in {"idle", "open"}:
            self._end()
        return True

    def close(self) -> None:
        """Nothing is held that had to be released."""

    def _submit(self, request: Any, timeout: float | None, xid: int | None = None) -> None:
        """Real: write to the socket."""
        assert self.wire is not None
        head = (int_struct.pack(xid) if xid else b"") + (
            int_struct.pack(request.type) if request.type else b""
        )
        self._last_send = self._process.local_now()
        self.wire.out.send(head + bytes(request.serialize()))

    # -- connecting ---------------------------------------------------------------------------

    def _attempt(self) -> None:
        client = self.client
        if client._stopped.is_set():
            self._end()
            return
        if client._state != KeeperState.CONNECTING:
            client._session_callback(KeeperState.CONNECTING)
        self._xid = 0
        self.stage = "connecting"
        client.handler.seeks(client.handler.server or "server")
        self._expect(min(client._session_timeout / 1000, CONNECT_TIMEOUT), self._fail)
        weather = self._process.weather
        if not weather.blocked:
            number = self._attempt_no
            self._world.after(weather.delay() + weather.delay(), lambda: self._reach(number))

    def _reach(self, number: int) -> None:
        """The server's machine answers: with a connection, or by refusing it."""
        if self._is_over(number) or self._process.weather.blocked:
            return
        if not self._process.can_run(lambda: self._reach(number)):
            return
        wire = self._process.server.accept(self._process)
        if wire is None:
            self._fail()
            return
        self.wire = wire
        wire.back.receiver = lambda frame: self._arrived(wire, frame)
        self.client.handler.server = self._process.server.name_for(self._process)
        self._ask()

    def _ask(self) -> None:
        client, chosen = self.client, self.handshakes
        session, password = client._session_id or 0, client._session_passwd
        asked = Connect(0, client.last_zxid, client._session_timeout, session, password, False)
        within = chosen.timeout(client._session_timeout / 1000, asked)
        self._asked = asked
        if chosen.must_ask(asked):
            self.stage = "asking"
            self._expect(within, self._drop)
            self._submit(as_stranger(asked), None)
        else:
            self.stage = "handshake"
            self._expect(within, lambda: self._give_up(within))
            client.handler.offers_hand()
            self._submit(asked, None)

    def _give_up(self, within: float) -> None:
        """A session may begin all the same, where none was to be taken up: it is closed."""
        self.handshakes.was_late(within)
        if not self._asked.session_id and self.wire is not None:
            wire, self.wire = self.wire, None
            wire.back.receiver = lambda frame: self._close_late(wire, frame)
            self._world.after(longest(self._asked), lambda: wire.out.send(None))
        self._drop()

    def _close_late(self, wire: Wire, frame: bytes | None) -> None:
        if not self._process.can_run(lambda: self._close_late(wire, frame)):
            return
        if frame is not None and Connect.deserialize(frame, 0)[0].time_out > 0:
            self._world.happened("a late session is closed", self._process.name)
            wire.out.send(CLOSE)
        wire.back.receiver = lambda frame: None
        wire.out.send(None)

    def _shaken(self, frame: bytes) -> None:
        answer, _ = Connect.deserialize(frame, 0)
        client = self.client
        self.handshakes.was_answered(self._process.local_now() - self._last_send)
        self.begin(answer.session_id, answer.time_out)
        if answer.time_out <= 0:
            self._expired()
            return
        self._process.was_granted(answer.session_id, answer.time_out)
        self._wait = FIRST_WAIT
        client._session_id, client._session_passwd = answer.session_id, answer.passwd
        client._protocol_version = answer.protocol_version
        self._read_timeout = answer.time_out / 1000 * 2 / 3
        self._attempt_no += 1
        self.stage = "open"
        self.ping_outstanding.clear()
        client._session_callback(KeeperState.CONNECTED)
        self.flush()
        self._await_silence()

    def _expired(self) -> None:
        self._wait = FIRST_WAIT
        self._hang_up()
        self.client._session_callback(KeeperState.EXPIRED_SESSION)
        self._wait_and_attempt()

    def _refused(self) -> None:
        """The server has hung up."""
        if self.stage == "handshake" and self.handshakes.is_refused_for_good(self._asked):
            self._world.happened("another history", self._process.name)
            self._expired()
        else:
            self._drop()

    def _expect(self, timeout: float, otherwise: Any) -> None:
        """The present stage takes `timeout` seconds at most."""
        self._attempt_no += 1
        number = self._attempt_no

        def over() -> None:
            if not self._is_over(number) and self._process.can_run(over):
                otherwise()

        self._world.after(timeout, over)

    def _is_over(self, number: int) -> bool:
        return self._attempt_no != number

    def _fail(self) -> None:
        """No connection came about; the state stays CONNECTING."""
        self._hang_up()
        self._wait_and_attempt()

    def _wait_and_attempt(self) -> None:
        self._attempt_no += 1
        self.stage = "waiting"
        wait = self._wait * self._chance.uniform(1 - WAIT_JITTER, 1 + WAIT_JITTER)
        self._wait = min(wait * 2, LONGEST_WAIT)
        number = self._attempt_no

        def again() -> None:
            if not self._is_over(number) and self._process.can_run(again):
                self._attempt()

        self._world.after(wait, again)

    # -- connected ----------------------------------------------------------------------------

    def flush(self) -> None:
        """Send what the client has queued."""
        while self.stage == "open" and self.client._queue:
            self._send_request(0, 0)

    def _arrived(self, wire: Wire, frame: bytes | None) -> None:
        if wire is self.wire:
            self._inbox.append(frame)
            self.read()

    def read(self) -> None:
        """Take in what has arrived, as long as the process runs."""
        while self._inbox and self._process.can_run(self.read):
            self._take(self._inbox.popleft())

    @property
    def has_read_all(self) -> bool:
        """Whether nothing waits to be read."""
        return not self._inbox

    def _take(self, frame: bytes | None) -> None:
        if frame is None:
            self._refused()
        elif self.stage == "asking":
            self.client.handler.serves()
            self._drop()
        elif self.stage == "handshake":
            self._shaken(frame)
        else:
            self._heed(frame)

    def _heed(self, frame: bytes) -> None:
        header, offset = ReplyHeader.deserialize(frame, 0)
        try:
            self.expect(header)
        except ConnectionDropped:
            self._drop()
            return
        if header.xid == PING_XID:
            self.ping_outstanding.clear()
        elif header.xid == WATCH_XID:
            self._read_watch_event(frame, offset)
        elif self._read_response(header, frame, offset) == CLOSE_RESPONSE:
            self._end()

    def _await_silence(self) -> None:
        """Real: select with a timeout, a ping when it ends, a drop when it ends once more."""
        number, early = self._attempt_no, self._chance.randint(1, 40) / 100
        due = self._last_send + self._read_timeout / 2 - early

        def silent() -> None:
            if not self._is_over(number) and self._process.can_run(silent):
                self._ping(early)

        self._world.after(max(due - self._process.local_now(), early), silent)

    def _ping(self, early: float) -> None:
        if self.ping_outstanding.is_set():
            self._drop()
            return
        if self._process.local_now() >= self._last_send + self._read_timeout / 2 - early:
            self._send_ping(0)
        self._await_silence()

    def broken(self) -> None:
        """The connection is gone, and this end hears of it."""
        self._inbox.append(None)
        self.read()

    def _drop(self) -> None:
        self._hang_up()
        if self.client._state != KeeperState.CONNECTING:
            self.client._session_callback(KeeperState.CONNECTING)
        self._wait_and_attempt()

    def _hang_up(self) -> None:
        wire, self.wire = self.wire, None
        self._inbox.clear()
        if wire is not None:
            wire.out.send(None)

    def _end(self) -> None:
        self._attempt_no += 1
        self._hang_up()
        self.stage = "ended"
        self.client._session_callback(KeeperState.CLOSED)
        self._process.ended()


class _Bell:
    """kazoo's pair of sockets: a byte into it tells the connection thread of a request."""

    def __init__(self, thread: KazooThread) -> None:
        self._thread = thread

    def send(self, byte: bytes) -> None:
        self._thread.flush()

    def recv(self, count: int) -> bytes:
        return b"\0"


class _Plug:
    """kazoo's socket, for whoever hangs up on it (see `extension.hang_up`)."""

    def __init__(self, thread: KazooThread) -> None:
        self._thread = thread

    def hang_up(self) -> None:
        """The connection thread finds the end of the stream."""
        if self._thread.wire is not None:
            self._thread.broken()
