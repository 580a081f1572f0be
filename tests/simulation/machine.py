"""What a candidate's code finds outside of itself: time, identity, a queue, a pipe."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from warnings import catch_warnings

from kazoo import client as kazoo_module
from kazoo.client import KazooClient
from kazoo.handlers.utils import AsyncResult

from app.participation.participant import UnforeseenPhase
from app.processes import candidate as candidate_module
from app.processes import channel as channel_module
from app.processes import runtime as runtime_module
from app.processes.work import ProcessCode
from app.recipes.registry import ROLES
from app.zookeeper import handler as handler_module
from app.zookeeper.handler import InOrderHandler
from tests.simulation.disk import File
from tests.simulation.parts import parts
from tests.simulation.threads import Threads

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


class _Flag:
    """kazoo's events and conditions, where no other thread could wait for them."""

    def __init__(self) -> None:
        self._is_set = False

    def is_set(self) -> bool:
        """As an event's."""
        return self._is_set

    def set(self) -> None:
        """As an event's."""
        self._is_set = True

    def clear(self) -> None:
        """As an event's."""
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        """As an event's; nobody could set it meanwhile."""
        return self._is_set

    def notify_all(self) -> None:
        """As a condition's."""

    def __enter__(self) -> bool:
        return True

    def __exit__(self, *raised: object) -> None:
        pass


class Handler(InOrderHandler):
    """The in-order queue, worked off by steps of the scheduler."""

    queue_impl = _Queue  # type: ignore[assignment]
    event_object = _Flag

    def __init__(self, process: Process) -> None:
        super().__init__()
        queue = self.callback_queue

        def put(function: Work) -> None:
            queue.items.append(function)
            process.ring()

        queue.put = put

    def start(self) -> None:
        """There is no thread to start."""
        self.running = True

    def stop(self) -> None:
        """What is queued is finished all the same."""
        self.running = False

    def async_result(self) -> AsyncResult:
        """As kazoo's, without its locks."""
        return AsyncResult(self, _Flag, self.timeout_exception)


class _Machine:
    """Stands for the modules time, uuid, os and socket in the candidate's: of whose turn it is."""

    acting: Process
    is_simulated = False

    def monotonic(self) -> float:
        """time.monotonic."""
        return self.acting.local_now()

    def time(self) -> float:
        """time.time."""
        return self.acting.world.now

    def uuid4(self) -> SimpleNamespace:
        """uuid.uuid4."""
        return SimpleNamespace(hex=self.acting.next_guid())

    def sleep(self, seconds: float) -> None:
        """time.sleep."""
        threads.sleep(seconds)

    def pipe(self) -> tuple[int, int]:
        """os.pipe: what wakes the main thread."""
        return 0, 0

    def write(self, end: int, data: bytes) -> None:
        """os.write, into that pipe."""
        self.acting.stir()

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
threads = Threads(machine)


MODULES = (candidate_module, channel_module, runtime_module, handler_module)
"""What runs in every candidate's process."""
OUTSIDE = ("time", "uuid", "os", "socket")
"""What of their names stands for the world outside."""

CODE = {name: role.load() for name, role in ROLES.items()}

RECIPES = {name: code.machine for name, code in CODE.items()}
"""procedure -> its machine; a mistake puts another one in its place."""


def role_of(procedure: str) -> ProcessCode:
    """What a process of this procedure runs here."""
    works = {name: work for part in parts().values() for name, work in part.works.items()}
    return ProcessCode(RECIPES[procedure], works.get(procedure, CODE[procedure].work))


@contextmanager
def simulated_machines() -> Iterator[None]:
    """Within this, the processes' code sees simulated time, names, disks and connections. Whoever
    plays many schedules enters it once for all of them.
    """
    if machine.is_simulated:
        yield
        return

    def adopted(hosts: str, timeout: float, handler: InOrderHandler) -> KazooClient:
        return machine.acting.adopt(hosts, timeout)

    inside: dict[ModuleType, Mapping[str, Any]] = {module: {} for module in MODULES}
    inside[runtime_module] = {"connect": adopted, "own_address": lambda hosts: None}
    for part in parts().values():
        inside |= part.outside
    with ExitStack() as stack:
        stack.enter_context(catch_warnings(action="error", category=UnforeseenPhase, append=True))
        stack.enter_context(patch.object(machine, "is_simulated", True))
        stack.enter_context(patch.object(kazoo_module, "set", _Ordered, create=True))
        for module, names in inside.items():
            outside = {name: machine for name in OUTSIDE if hasattr(module, name)}
            if outside or names:
                stack.enter_context(patch.multiple(module, **{**outside, **names}))
        yield
