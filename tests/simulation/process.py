"""A candidate's process: the real `Runtime`, `Executor`, recipe and `KazooClient`, with the
threads, the clock, the pipe and the sockets replaced by steps of the scheduler; and the dashboard's
own `CandidateProcess` in it.

Rewritten from `app/processes/candidate.py` and `runtime.py` is only what blocks there: the main
thread's `_listen`, and the end of `run`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kazoo.client import KazooClient
from kazoo.protocol.states import KazooState

from app.participation import commands as c
from app.participation import inputs as i
from app.processes.candidate import CandidateProcess
from app.processes.channel import WorkerOrder, WorkerTask
from app.processes.runtime import LINGER, Runtime
from app.zookeeper.client import connect
from tests.simulation import truth
from tests.simulation.judge import LATE, Violation
from tests.simulation.kazoo_thread import KazooThread
from tests.simulation.machine import Handler, Mute, Work, machine, role_of
from tests.simulation.network import Weather, Wire
from tests.simulation.plan import LONGEST_TIMEOUT, Plan

if TYPE_CHECKING:
    from tests.simulation.connections import Connections as Server
    from tests.simulation.world import World

HOSTS = "127.0.0.1:2181"
ROUNDING = 1e-6
"""Seconds by which the conversion between two clocks may be early."""

PREEMPTED = 0.1
"""How often a thread that has more to do loses its turn first, where threads ever wait."""


class Process(Runtime):
    """One candidate on a machine of its own, whose clock starts anywhere and runs a bit off.

    It can be frozen, woken, killed and starved: `starved_by` is how many seconds its in-order
    thread may have to wait for each turn, while the connection thread goes on.
    """

    def __init__(
        self, world: World, plan: Plan, server: Server, name: str, timeout: float, drift: float
    ) -> None:
        self.world, self.plan, self.server, self.name = world, plan, server, name
        self.timeout, self.drift = timeout, drift
        self._rate = 1 + drift
        self.drift_allowance = abs(drift) * LONGEST_TIMEOUT
        self.wires: list[Wire] = []
        self._chance = plan.stream(f"{name} threads")
        self._epoch = self._chance.uniform(1, 1e5)
        self.work_chance = plan.stream(f"{name} work")
        network = plan.stream(f"{name} network")
        self.weather = Weather(network, plan.latency, plan.jitter)
        self.is_dead = self.is_frozen = False
        self.told_to_leave = self.may_withdraw = self.stays_behind = False
        self.is_told_to_stop = self.has_been_behind = False
        self.starved_by = self.late_until = 0.0
        self.version: int | None = None
        self.awaited: tuple[str, str] | None = None
        self.seeks = ""
        self.sessions: set[int] = set()
        self.granted_ms: dict[int, int] = {}
        self._deferred: list[Callable[[], None]] = []
        self._orders: deque[WorkerOrder] = deque()
        self._turn_is_due = False
        self._main_due = float("inf")
        self._main_number = 0
        machine.acting = self
        self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Make what runs in it, and start it."""

    # -- time ---------------------------------------------------------------------------------

    def local_now(self) -> float:
        """What its own monotonic clock shows."""
        return self._epoch + self.world.now * self._rate

    def can_run(self, later: Callable[[], None]) -> bool:
        """Whether its threads run now, and then on its own clock. If it is frozen, `later` comes
        when it wakes.
        """
        if self.is_dead:
            return False
        if self.is_frozen:
            self._deferred.append(later)
            return False
        machine.acting = self
        return True

    def next_guid(self) -> str:
        """What stands for a UUID in its znodes' names."""
        guid = f"{self._chance.getrandbits(32):08x}"
        if self.world.trace is not None:
            self.world.trace.names[guid] = f"{self.name}:{guid[:2]}"
        return guid

    def _lag(self) -> float:
        return (self.plan.lag + self.starved_by) * self._chance.random()

    # -- in-order thread ----------------------------------------------------------------------

    @property
    def connection(self) -> KazooThread:
        """The connection thread."""
        thread: KazooThread = self._client._connection
        return thread

    def adopt(self, hosts: str, timeout: float) -> KazooClient:
        """Its ZooKeeper client, in the place of `connect`."""
        handler = Handler(self)
        self._queue: deque[Work] = handler.callback_queue.items
        client = connect(hosts, timeout, handler=handler)
        client._connection = KazooThread(client, self)
        return client

    def ring(self) -> None:
        """There is something in the queue."""
        if not self._turn_is_due:
            self._turn_is_due = True
            self.world.after(self._lag(), self._turn)

    def _turn(self) -> None:
        self._turn_is_due = False
        if self.can_run(self.ring):
            while self._queue and not self.is_dead:
                self._run_one(self._queue.popleft())
                if self._queue and (self.starved_by or self._is_preempted()):
                    self.ring()
                    return

    def _is_preempted(self) -> bool:
        return self.plan.lag > 0 and self._chance.random() < PREEMPTED

    def _run_one(self, function: Work) -> None:
        try:
            function()
        except Violation:
            raise
        except Exception as error:
            self.world.judge.callback_failed(self, error)
        if self._left or self._next() < self._main_due:
            self._plan_main()
        self.world.judge.process_acted(self)

    # -- main thread --------------------------------------------------------------------------

    def _plan_main(self) -> None:
        if self._left:
            self._leave()
            return
        due = self._next()
        if due < self._main_due:
            self._main_due = due
            self._main_number += 1
            wait = (due - self.local_now()) / self._rate
            self.world.after(wait + ROUNDING + self._lag(), partial(self._main, self._main_number))

    def _main(self, number: int) -> None:
        """One round of `_listen`, unless an earlier one has been planned meanwhile."""
        if number != self._main_number or self._left:
            return
        if self.can_run(partial(self._main, number)):
            self._main_due = float("inf")
            self._keep_time()
            self._plan_main()

    def _leave(self) -> None:
        if not self.told_to_leave:
            self.told_to_leave = True
            self.world.after(LINGER if self._has_led else 0.0, self._close)

    def _close(self) -> None:
        if self.can_run(self._close):
            self._client.stop()
            self._client.close()

    # -- what happens to it -------------------------------------------------------------------

    def order(self, word: str, value: Any = None) -> None:
        """The dashboard says something; it is heard in the order in which it was said."""
        self.may_withdraw |= word in ("stop", "resign")
        self.is_told_to_stop |= word == "stop"
        self._orders.append(WorkerOrder(word, value))
        self._hear()

    def tell_version(self, version: int) -> None:
        """The dashboard says that its data has this version, and which one is the newest."""
        newest, self.version = truth.newest(self.server), version
        self.has_been_behind |= newest is not None and version < newest
        self.order("data", {"version": version, "newest": newest})

    def _hear(self) -> None:
        while self._orders and self.can_run(self._hear):
            self._heed(self._orders.popleft())

    def _heed(self, order: WorkerOrder) -> None:
        self.obey(order)

    def stir(self) -> None:
        """The main thread is to look: it does after each step of the in-order thread anyway."""

    def freeze(self) -> None:
        """SIGSTOP."""
        self.is_frozen = True

    def wake(self) -> None:
        """SIGCONT: its threads go on, in any order."""
        self.is_frozen = False
        self.late_until = max(self.late_until, self.world.now + LATE)
        deferred, self._deferred = self._deferred, []
        for action in deferred:
            self.world.after(self._lag(), action)

    def ended(self) -> None:
        """The connection thread has ended, and the process with it."""
        self.is_dead = True

    def was_granted(self, session: int, timeout_ms: int) -> None:
        """A server has told it how long its session lasts, and means this time too."""
        self.granted_ms[session] = min(timeout_ms, self.granted_ms.get(session, timeout_ms))

    def kill(self) -> None:
        """SIGKILL; its kernel closes the connection."""
        self.is_dead = True
        wire = self.connection.wire
        if wire is not None:
            wire.out.send(None)

    # -- what can be known of it --------------------------------------------------------------

    @property
    def node(self) -> str:
        """What outlives its processes: `c1` of c1, of c1' that came after it, and of a twin."""
        return self.name.rstrip("'~")

    @property
    def number(self) -> int:
        """7 of c7, and of who comes after it."""
        return int(self.node[1:])

    @property
    def znode(self) -> str:
        """The path of its own znode."""
        return self.place.of(str(self.recipe.name))

    @property
    def is_linked(self) -> bool:
        """Whether its in-order thread holds the connection to stand."""
        return bool(self._heard_state == KazooState.CONNECTED)

    @property
    def has_heard_all(self) -> bool:
        """Whether the server has told it nothing that it has not dealt with."""
        if self._queue or self.is_frozen:
            return False
        connection = self.connection
        wire = connection.wire
        return (
            wire is not None
            and not wire.is_broken
            and wire.back.is_empty
            and connection.has_read_all
            and self.server.has_told(self)
        )

    @property
    def ought_to_have_run(self) -> bool:
        """Whether nothing keeps its threads from running in time."""
        return not (self.is_dead or self.is_frozen) and self.world.now > self.late_until

    @property
    def awaits_reply(self) -> bool:
        """Whether a request of its own is unanswered."""
        return bool(self._client._pending or self._client._queue)

    @property
    def unanswered(self) -> set[int]:
        """The numbers of its requests that wait for an answer."""
        return {number for *_, number in self._client._pending}

    @property
    def is_looking(self) -> bool:
        """Whether a request of its own is unanswered, or will be made again: what it asked for has
        failed, and the watches of before are void.
        """
        return self.awaits_reply or self.recipe._retry_at is not None

    # -- the real thing, overheard ------------------------------------------------------------

    recipe: Any
    _heard_state: str = KazooState.LOST
    unheard: int = 0
    """How many states of the connection are still in its queue."""

    def _overhear(self, state: str) -> None:
        self.unheard += 1
        super()._overhear(state)

    def _state_changed(self, state: str, connection: int, offered_at: float) -> None:
        self.unheard -= 1
        self._heard_state = state
        super()._state_changed(state, connection, offered_at)

    def give(self, given: i.Input) -> None:
        """As it is; noted for the trace and for the count of what has happened."""
        void = isinstance(given, i.Reply) and given.generation != self.recipe.generation
        if self._left:
            return
        self.world.judge.given(self, given, void)
        self._is_refused = False
        super().give(given)
        if not self._is_refused:
            self.world.judge.heard(self)

    def _before(self, given: i.Input) -> None:
        super()._before(given)
        fired = given if isinstance(given, i.WatchFired) else None
        if fired and fired.event == "deleted" and fired.name == self.recipe.watched:
            self.world.judge.woken(self, fired.name)

    def _carry_out(self, command: c.Command, generation: int) -> None:
        self.world.judge.commanded(self, command)
        super()._carry_out(command, generation)

    def _refused(self, reason: str) -> None:
        self._is_refused = True
        self.world.judge.refused(self, reason)
        super()._refused(reason)


class DashboardProcess(Process, CandidateProcess):
    """One of the dashboard's own candidates."""

    def _begin(self) -> None:
        part = self.world.part
        settings, recipe = part.settings(self.world, self), part.procedure(self)
        task = WorkerTask(self.name, HOSTS, self.server.scene.path, self.timeout, recipe, settings)
        CandidateProcess.__init__(self, task, role_of(recipe), Mute())  # type: ignore[arg-type]
        self._start()
        self._plan_main()
