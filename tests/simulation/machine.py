"""What a candidate's code finds outside of itself: time, identity, a queue, a pipe."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from kazoo import client as kazoo_module
from kazoo.client import KazooClient

from app.recipes import kinds
from app.recipes.consumer import Consumer
from app.recipes.naming_service import Lookup, Provider
from app.recipes.participant import Participant
from app.recipes.producer import Producer
from app.workers import barrier_work as barrier_work_module
from app.workers import candidate as candidate_module
from app.workers import channel as channel_module
from app.workers import lock_work as lock_module
from app.workers import queue_work as queue_work_module
from app.workers import runtime as runtime_module
from app.workers.barrier_work import BarrierWork
from app.workers.lock_work import LockWork
from app.workers.queue_work import QueueWork
from app.zookeeper import handler as handler_module
from app.zookeeper.handler import InOrderHandler
from tests.simulation.addresses import Addressed
from tests.simulation.books import Books
from tests.simulation.disk import File
from tests.simulation.leading import Deliveries

if TYPE_CHECKING:
    from tests.simulation.process import Process

Work = Callable[[], object]


class Mute:
    """The pipe to a dashboard that nobody reads."""

    def send(self, reports: list[Any]) -> None:
        """Reports are not looked at: what a process believes is asked of the process itself."""


class _Ordered(dict[Any, None]):
    """In the place of kazoo's sets of callbacks: two of one znode are called in the order in which
    they came, and not in that of their addresses.
    """

    def add(self, one: Any) -> None:
        """As a set's."""
        self[one] = None

    def remove(self, one: Any) -> None:
        """As a set's."""
        del self[one]


class _Queue:
    """The in-order thread's queue."""

    def __init__(self) -> None:
        self.items: deque[Work] = deque()
        self.put: Callable[[Work], None] = self.items.append


class Handler(InOrderHandler):
    """The in-order queue, worked off by steps of the scheduler."""

    queue_impl = _Queue  # type: ignore[assignment]

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

    def time(self) -> float:
        """time.time."""
        return self.acting.world.now

    def uuid4(self) -> SimpleNamespace:
        """uuid.uuid4."""
        return SimpleNamespace(hex=self.acting.next_guid())

    def pipe(self) -> tuple[int, int]:
        """os.pipe: what wakes the main thread."""
        return 0, 0

    def write(self, end: int, data: bytes) -> None:
        """os.write: the main thread is woken after each step of the in-order thread anyway."""

    def replace(self, draft: File, file: File) -> None:
        """os.replace."""
        draft.replace(file)

    def getpid(self) -> int:
        """os.getpid."""
        return 1

    def gethostname(self) -> str:
        """socket.gethostname."""
        return "simulated"


machine = _Machine()


MODULES = (
    candidate_module, channel_module, lock_module, runtime_module, barrier_work_module,
    queue_work_module, handler_module,
)  # fmt: skip
"""What runs in a candidate's process."""
OUTSIDE = ("time", "uuid", "os", "socket")
"""What of their names stands for the world outside."""

RECIPES = dict(kinds.RECIPES)
SIDES: dict[str, tuple[type[Participant], ...]] = {
    "queue": (Consumer, Producer),
    "naming": (Provider, Lookup),
    "bookshelf": (),
}
"""Of the recipes in which not all do the same. The bookshelf has no table beside its parts'."""
WORKS = {
    **dict.fromkeys(("predecessor", "herd", "single"), Deliveries),
    "lock": LockWork,
    "naming": Addressed,
    "queue": QueueWork,
    "barrier": BarrierWork,
    "bookshelf": Books,
}


@contextmanager
def simulated_machines() -> Iterator[None]:
    """Within this, the processes' code sees simulated time, names, disks and connections."""

    def adopted(hosts: str, timeout: float, handler: InOrderHandler) -> KazooClient:
        return machine.acting.adopt(hosts, timeout)

    inside: dict[ModuleType, dict[str, Any]] = {
        runtime_module: {
            "connect": adopted,
            "WORKS": WORKS,
            "RECIPES": RECIPES,
            "own_address": lambda hosts: None,
        },
        lock_module: {"Path": File},
    }
    with ExitStack() as stack:
        stack.enter_context(patch.object(kazoo_module, "set", _Ordered, create=True))
        for module in MODULES:
            outside = {name: machine for name in OUTSIDE if hasattr(module, name)}
            replaced = {**outside, **inside.get(module, {})}
            if replaced:
                stack.enter_context(patch.multiple(module, **replaced))
        yield
