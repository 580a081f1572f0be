"""What a candidate's code finds outside of itself: time, identity, a queue, a pipe."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from kazoo.client import KazooClient

from app.workers import candidate as candidate_module
from app.workers import connection as connection_module
from app.zookeeper.client import InOrderHandler

if TYPE_CHECKING:
    from tests.simulation.process import Process

Work = Callable[[], object]


class Mute:
    """The pipe to a dashboard that nobody reads."""

    def send(self, reports: list[Any]) -> None:
        """Reports are not looked at: what a process believes is asked of the process itself."""


class _Queue:
    """The in-order thread's queue."""

    def __init__(self) -> None:
        self.items: deque[Work] = deque()
        self.put: Callable[[Work], None] = self.items.append


class Handler(InOrderHandler):
    """The in-order queue, worked off by steps of the scheduler."""

    queue_impl = _Queue

    def __init__(self, process: Process) -> None:
        super().__init__()
        queue = self.callback_queue

        def put(function: Work) -> None:
            queue.items.append(function)
            process.ring()

        queue.put = put

    def start(self) -> None:
        """There is no thread to start."""
        self._running = True

    def stop(self) -> None:
        """What is queued is finished all the same."""
        self._running = False


class _Machine:
    """Stands for the modules time, uuid, os and socket in the candidate's: of whose turn it is."""

    acting: Process

    def monotonic(self) -> float:
        """time.monotonic."""
        return self.acting.local_now()

    def uuid4(self) -> str:
        """uuid.uuid4."""
        return self.acting.next_guid()

    def pipe(self) -> tuple[int, int]:
        """os.pipe: what wakes the main thread."""
        return 0, 0

    def write(self, end: int, data: bytes) -> None:
        """os.write: the main thread is woken after each step of the in-order thread anyway."""

    def getpid(self) -> int:
        """os.getpid."""
        return 1

    def gethostname(self) -> str:
        """socket.gethostname."""
        return "simulated"


machine = _Machine()


@contextmanager
def simulated_machines() -> Iterator[None]:
    """Within this, the candidate's code sees simulated time, names and connections."""

    def adopted(hosts: str, timeout: float) -> KazooClient:
        return machine.acting.adopt(hosts, timeout)

    outside: dict[str, Any] = dict.fromkeys(("time", "uuid", "os", "socket"), machine)
    with (
        patch.multiple(candidate_module, connect=adopted, **outside),
        patch.multiple(connection_module, time=machine),
    ):
        yield
