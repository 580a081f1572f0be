"""What is judged of a name service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.recipes.naming_service import Lookup, Provider, address_in
from app.recipes.phases import Phase
from app.sandbox.core.messages import Request
from app.zookeeper.wire.codes import Op
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation
from tests.simulation.judge_configuration import ignorance

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World


class NamingJudge(Judge):
    """Of providers, some of which want the same name, and of the clients of those names."""

    invariants = (
        *Judge.invariants,
        "one_registered",
        "name_is_own",
        "newest_value",
        "evicts_nobody",
    )

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._robbed_sessions: set[int] = set()
        self._owners: set[int] = set()

    def believes(self, process: Process) -> bool:
        return bool(process.recipe.belief == "registered")

    def is_robbed(self, process: Process) -> bool:
        return process.recipe.session in self._robbed_sessions

    def changed(self) -> None:
        """Who registers again after a robbery is a provider like any other."""
        owners = {place.owner for place in self.places}
        if self.meddling:
            self._robbed_sessions |= self._owners - owners
        else:
            self._robbed_sessions -= owners - self._owners
        self._owners = owners

    def asked(self, process: Process, request: Request) -> None:
        super().asked(process, request)
        if request.op in (Op.DELETE, Op.SET_DATA):
            self._may_change(process, request.body.path)

    def _may_change(self, process: Process, path: str) -> None:
        """Only one's own name, or one whose process is over."""
        self.judged("evicts_nobody")
        znode = self._world.server.core.tree.nodes.get(path)
        if znode is None:
            return
        owner = next((one for one in self._world.living if znode.owner in one.sessions), process)
        if owner is not process:
            raise Violation("evicts_nobody", f"{process.name} changes {path} of {owner.name}")

    def one_only(self) -> None:
        """A name has at most one provider; frozen ones count as well."""
        if not self.leaders:
            return
        self.judged("one_registered")
        counting = [process for process in self.leaders.values() if self.counts(process)]
        names = [process.recipe.target for process in counting]
        if len(set(names)) < len(names):
            who = [one.name for one in counting if names.count(one.recipe.target) > 1]
            raise Violation("one_registered", f"{' and '.join(who)} have the same name")

    def informed(self, process: Process) -> None:
        if process.recipe.phase is not Phase.WAITING or process.awaits_reply:
            return
        is_client = isinstance(process.recipe, Lookup)
        invariant = "newest_value" if is_client else "name_is_own"
        self.judged(invariant)
        wrong = self._wrong(process)
        if wrong is not None:
            raise Violation(invariant, wrong)

    def _leaks(self) -> None:
        """Clients wait for a name that there is not; nobody else does."""
        self.judged("no_leak")
        watchers = self._world.server.core.watches.data.by_path
        for path in truth.watches_on_nothing(self._world.server):
            sessions = [link.session for link in watchers[path] if link.session is not None]
            if any(session.id in self._of_providers() for session in sessions):
                raise Violation("no_leak", f"a provider watches {path}, which is not there")

    def _of_providers(self) -> set[int]:
        providers = [one for one in self._world.processes if isinstance(one.recipe, Provider)]
        return {session for one in providers for session in one.sessions}

    def trouble(self, process: Process) -> str | None:
        if process.recipe.phase is not Phase.WAITING or not process.is_linked:
            return f"{process.name} is {process.recipe.phase.value}, and should watch"
        return self._wrong(process)

    # -- what is true -------------------------------------------------------------------------

    def _wrong(self, process: Process) -> str | None:
        path = f"{self._world.server.scene.path}/{process.recipe.target}"
        if isinstance(process.recipe, Lookup):
            return ignorance(process, path)
        return self._wrong_provider(process, path)

    def _wrong_provider(self, process: Process, path: str) -> str | None:
        server, recipe = self._world.server, process.recipe
        znode = server.core.tree.nodes.get(path)
        if znode is None:
            return f"{process.name} waits, and {path} is not there"
        if not truth.watches_path(server, process, path):
            return f"{process.name} has no watch on {path}"
        is_own = znode.owner == recipe.session
        if self.believes(process) != is_own:
            return f"{process.name} is {recipe.belief}, {path} belongs to 0x{znode.owner:x}"
        if is_own and address_in((znode.data or b"").decode()) != recipe.address:
            return f"{process.name} is at {recipe.address}, {path} says {znode.data!r}"
        return None
