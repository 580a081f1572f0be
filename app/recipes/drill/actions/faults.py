"""The faults of a drill as they are made: each is prepared, made, mended, and cleared away."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ....actions.service import Context, Service
from ....errors import Conflict, HandoffError, NotFound
from ....readmodels.zookeeper import Server
from ...election.standing import meddled
from ..faults import BOTH, RUN_AGAIN, servers_of, targets_of
from ..plan import FORGETS, DrillPlan
from .standing import standing_in

Pause = Callable[[float], None]
"""A function that waits so many seconds, and ends the drill where somebody has stopped it."""
Given = tuple[Context, DrillPlan, Pause, str]
"""What each part of a drill is made of; the last one is by whom."""
_EVERY = 0.02
_SERVER_WITHIN = 60.0
"""Seconds in which a server that runs again serves; an Apache server takes two or three."""


class DrillPart(Service):
    """A part of a drill by a plan."""

    def __init__(self, context: Context, plan: DrillPlan, pause: Pause, by: str) -> None:
        super().__init__(context)
        self._plan, self._pause, self._by = plan, pause, by


class InjectedFault(DrillPart):
    """A fault of a plan. victims: the names of candidates or of servers."""

    def setup(self) -> None:
        """Prepare, before the first round. Raise Conflict where it cannot be made here."""

    def ready(self, draw: float) -> list[str]:
        """Return whom it strikes in a round, by the roles that they have now."""
        return []

    def fail(self, victims: Sequence[str]) -> None:
        """Make it; return once it has begun, or is over if it lasts for a time."""

    def _strike(self, names: Sequence[str], verb: str) -> None:
        """Do it to all of these candidates at once. Raise HandoffError where one has ended."""
        try:
            for name in names:
                self._supervisor.act(name, verb, self._by)
        except (Conflict, NotFound):
            raise meddled(self._plan.path) from None

    def recover(self, victims: Sequence[str]) -> str | None:
        """Mend what it did to each of these by itself; return what stays broken."""
        return None

    def cleanup(self) -> str | None:
        """Mend what is left, at the end; return what stays broken."""
        return None

    def can_run_with(self, other: InjectedFault) -> bool:
        """Tell whether both can be made at once."""
        return False


class CandidateFault(InjectedFault):
    """A fault of one or two candidates: the supervisor does to them what a person could do."""

    def ready(self, draw: float) -> list[str]:
        """Return whom it strikes in a round. Raise HandoffError where one is not ours."""
        standing = standing_in(self._state, self._plan)
        names = [one.candidate for one in standing if one.candidate is not None]
        needs = 2 if self._plan.target in ("successor", BOTH) else 1
        if len(names) < max(len(standing), needs):
            raise meddled(self._plan.path)
        return targets_of(names, self._plan.target, draw)

    def fail(self, victims: Sequence[str]) -> None:
        """Do it to all of them at once."""
        self._strike(victims, str(self._plan.kind.action))

    def recover(self, victims: Sequence[str]) -> str | None:
        """Wake those that were frozen, and wait for the end of those that end. Raise HandoffError
        where somebody else has woken one: what the round shows is not of the fault.
        """
        verb = self._plan.kind.recover
        for name in victims if verb else ():
            try:
                self._supervisor.act(name, str(verb), self._by)
            except (Conflict, NotFound):
                raise HandoffError(
                    f"somebody else woke or ended {name}, which was frozen"
                ) from None
        if not self._plan.kind.ends:
            return None
        everybody = self._state["candidates"]
        deadline = time.monotonic() + self._plan.session_timeout * 2 + 10
        while left := [one for one in victims if everybody[one]["process"] != "exited"]:
            if time.monotonic() > deadline:
                return f"{' and '.join(left)} did not end"
            self._pause(_EVERY)
            everybody = self._state["candidates"]
        return None

    def can_run_with(self, other: InjectedFault) -> bool:
        """Tell whether the other one is of servers."""
        return isinstance(other, ServerFault)


class ServerFault(InjectedFault):
    """A fault of ZooKeeper servers that this dashboard started."""

    def __init__(self, *given: *Given) -> None:
        super().__init__(*given)
        self._struck: set[str] = set()

    def setup(self) -> None:
        """Require servers of our own, and enough of them."""
        servers = self._servers
        if self._context.own_servers is None or not self._state["zookeeper"]["actions"]:
            raise Conflict(
                "a drill breaks only servers that this dashboard started: start it without "
                "--zookeeper, or with --ensemble 3",
                field="target",
            )
        if not self._plan.kind.lasts and len(servers) < 3:
            raise Conflict(
                "without its only server ZooKeeper is away, and nothing can be handed over: give "
                "restart-after or frozen-for, or start three servers with --ensemble 3",
                field="fault",
            )
        if self._plan.needs_disk and self._state["zookeeper"]["source"] == "embedded":
            raise Conflict(FORGETS, field="fault")

    def ready(self, draw: float) -> list[str]:
        """Return the servers that it strikes in a round. Raise HandoffError where none is it."""
        standing = standing_in(self._state, self._plan)
        session = standing[0].session if standing else None
        found = servers_of(self._state["zookeeper"], self._plan.target, session)
        if not found:
            raise HandoffError("no server lists the leader's session")
        return found

    def fail(self, victims: Sequence[str]) -> None:
        """Do it to all of them at once; mend each after the plan's time, where it lasts so long."""
        self._struck.update(victims)
        for name in victims:
            self._act(name, str(self._plan.kind.action))
        if self._plan.kind.lasts:
            self._pause(self._plan.lasts)
            if any(self._server(name)["process"] == "running" for name in victims):
                raise HandoffError("somebody else had a struck server run again meanwhile")
            self.recover(victims)

    def recover(self, victims: Sequence[str]) -> str | None:
        """Have each one run again, and wait until all serve."""
        return self._recovered(victims, self._pause)

    def _recovered(self, victims: Sequence[str], pause: Pause) -> str | None:
        deadline = time.monotonic() + _SERVER_WITHIN
        left: Sequence[str] = victims
        while left := [name for name in left if not self._serves(name)]:
            for name in left:
                self._mend(name)
            if time.monotonic() > deadline:
                return f"{' and '.join(left)} did not serve again in {_SERVER_WITHIN:.0f} s"
            pause(_EVERY)
        self._struck.difference_update(victims)
        return None

    def cleanup(self) -> str | None:
        """Have all that it has struck run again."""
        return self._recovered(sorted(self._struck), time.sleep)

    def can_run_with(self, other: InjectedFault) -> bool:
        """Tell whether the other one is of candidates."""
        return isinstance(other, CandidateFault)

    @property
    def _servers(self) -> Sequence[Server]:
        return self._state["zookeeper"]["servers"]

    def _server(self, name: str) -> Server:
        return next(one for one in self._servers if one["id"] == name)

    def _mend(self, name: str) -> None:
        server = self._server(name)
        verb = RUN_AGAIN.get(server["process"] or "")
        if verb is not None and server["busy"] is None:
            self._act(name, verb)

    def _serves(self, name: str) -> bool:
        server = self._server(name)
        runs = server["process"] == "running" and server["busy"] is None
        return runs and bool(server["answers"]) and server["mode"] is not None

    def _act(self, name: str, verb: str) -> None:
        own = self._context.own_servers
        assert own is not None
        try:
            own.act(name, verb, self._by)
        except (Conflict, NotFound):
            raise HandoffError(f"somebody else has acted on the server {name}") from None


class BothFaults(InjectedFault):
    """A fault of the leader and one of its server, at once."""

    def __init__(self, *given: *Given) -> None:
        super().__init__(*given)
        self._candidates, self._servers = CandidateFault(*given), ServerFault(*given)
        assert self._candidates.can_run_with(self._servers)

    def setup(self) -> None:
        """Prepare both."""
        self._candidates.setup()
        self._servers.setup()

    def ready(self, draw: float) -> list[str]:
        """Return the leader, and its server."""
        return [*self._candidates.ready(draw), *self._servers.ready(draw)]

    def fail(self, victims: Sequence[str]) -> None:
        """Make both, one right after the other."""
        self._servers.fail(victims[1:])
        self._candidates.fail(victims[:1])

    def recover(self, victims: Sequence[str]) -> str | None:
        """Mend both."""
        parts = (self._servers.recover(victims[1:]), self._candidates.recover(victims[:1]))
        return "; ".join(filter(None, parts)) or None

    def cleanup(self) -> str | None:
        """Mend what is left of both."""
        return self._servers.cleanup()


def fault_of(plan: DrillPlan) -> type[InjectedFault]:
    """Return the fault of a plan for candidates of our own."""
    if plan.kind.action is None:
        return InjectedFault
    if not plan.strikes_servers:
        return CandidateFault
    return BothFaults if plan.hands_over else ServerFault
